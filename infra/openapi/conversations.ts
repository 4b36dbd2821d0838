import {
  LISTED_OUTCOMES,
  SESSION_OUTCOMES,
} from '../../functions/shared/domain/conversations/conversations.ts';
import { HANDOFF_STATUSES } from '../../functions/shared/domain/handoffs/handoffs.ts';
import { MAX_WAIT_SECONDS } from '../../functions/shared/domain/handoffs/waits.ts';

const parameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
});

const day = (name: string, description: string) =>
  parameter(name, description, { type: 'string', format: 'date' });

export const DAYS = [
  day('from', 'The first day (UTC). Default: six days before `to`.'),
  day('to', 'The last day (UTC), included. Default: today.'),
];

export const VERSION = [
  parameter('ai_version', 'Only this AI version.', { type: 'string', format: 'uuid' }),
  parameter('application', 'Only this application, `env_name:app_name`.', { type: 'string' }),
];

export const SESSION = [
  parameter('outcome', 'The outcome of the session.', { type: 'string', enum: SESSION_OUTCOMES }),
  parameter('competency', 'A competency that answered in the session.', { type: 'string' }),
];

export const SEARCHED = {
  ...parameter('text', 'The words to search for.', { type: 'string', minLength: 2, maxLength: 200 }),
  required: true,
};

export const SERVED = {
  ...parameter('application', 'The application, `env_name:app_name`, or `default`.', { type: 'string' }),
  required: true,
};

const version = (name: string, description: string) => ({
  ...parameter(name, description, { type: 'string', format: 'uuid' }),
  required: true,
});
export const COMPARED = [
  version('before', 'The first AI version.'),
  version('after', 'The second AI version.'),
];

export const REVISION = parameter('revision', 'An earlier revision. Default: the latest.', {
  type: 'integer',
  minimum: 1,
});

export const LISTED = parameter('outcome', 'Only queries with this outcome.', {
  type: 'string',
  enum: LISTED_OUTCOMES,
});

export const DISMISSED = parameter(
  'dismissed',
  'True for dismissed queries only. Default: those that are not.',
  { type: 'string', enum: ['true', 'false'] },
);

const AFTER = parameter('after', 'The `cursor` of the previous answer. Default: from the first message on.', {
  type: 'string',
});
const WAIT = parameter('wait', 'Seconds to wait for a message if there is none.', {
  type: 'integer',
  minimum: 0,
  maximum: MAX_WAIT_SECONDS,
  default: 0,
});
export const MESSAGES_AFTER = [AFTER, WAIT];

export const TYPING = parameter(
  'typing',
  'What the caller shows of a person’s writing: the wait also ends when `typing` of the answer would differ. Default: it does not end by that.',
  { type: 'string', enum: ['true', 'false'] },
);

export const DIALOG = {
  name: 'Dialog',
  in: 'header',
  required: true,
  description: 'The dialog of an answer, sent with a credential of the same user.',
  schema: { type: 'string' },
};

export const HANDOFF = parameter('status', 'Default: `waiting` and `claimed`.', {
  type: 'string',
  enum: HANDOFF_STATUSES.filter((status) => status !== 'told'),
});

export const QUEUE = parameter('queue', 'Only conversations of this queue of the version’s people.', {
  type: 'string',
});

export const LANGUAGE = parameter('language', 'Only this language.', { type: 'string' });

const limit = (byDefault: number) =>
  parameter('limit', 'Maximum number of results.', {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: byDefault,
  });
export const LIMIT = limit(25);

const CURSOR = parameter(
  'cursor',
  'The `next_cursor` of the previous page, with the same filters. A page with few results, or none, is the last one only if it has no `next_cursor`: a search with a filter stops after a bounded number of reads.',
  { type: 'string' },
);
export const PAGE_OF = [LIMIT, CURSOR];
export const PAGE_OF_VERSIONS = [limit(100), CURSOR];
