import { SESSION_OUTCOMES } from '../../functions/shared/domain/conversations/conversations.ts';

const parameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
});

const day = (name: string, description: string) =>
  parameter(name, description, { type: 'string', format: 'date' });

export const DAYS = [
  day('from', 'The first day (UTC); six days before `to` if left out.'),
  day('to', 'The last day (UTC), which is in it too; today if left out.'),
];

export const VERSION = [
  parameter('ai_version', 'Of this AI version alone.', { type: 'string', format: 'uuid' }),
  parameter('application', 'Of this application alone, `env_name:app_name`.', { type: 'string' }),
];

export const SESSION = [
  parameter('outcome', 'What became of the session.', { type: 'string', enum: SESSION_OUTCOMES }),
  parameter('competency', 'One that answered in the session.', { type: 'string' }),
];

export const SERVED = {
  ...parameter('application', 'What was served: `env_name:app_name`, or `default`.', { type: 'string' }),
  required: true,
};

const version = (name: string, description: string) => ({
  ...parameter(name, description, { type: 'string', format: 'uuid' }),
  required: true,
});
export const COMPARED = [
  version('before', 'The AI version that stands before.'),
  version('after', 'Another one, which stands after.'),
];

export const LANGUAGE = parameter('language', 'In this language alone.', { type: 'string' });

const limit = (byDefault: number) =>
  parameter('limit', 'The most to give.', { type: 'integer', minimum: 1, maximum: 100, default: byDefault });
export const LIMIT = limit(25);

const CURSOR = parameter('cursor', 'The `next_cursor` of the page before, with the same filters.', {
  type: 'string',
});
export const PAGE_OF = [LIMIT, CURSOR];
export const PAGE_OF_VERSIONS = [limit(100), CURSOR];
