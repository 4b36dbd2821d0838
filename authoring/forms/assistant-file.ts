import * as z from 'zod/mini';
import { MESSAGE_NAMES } from '../../engine/assistant.ts';
import { COLLECTION_NAME } from './faq-file.ts';
import { richAnswer } from './rich-answer.ts';
import { identifier, text, utterances } from './text.ts';

const languageCode = z
  .string()
  .check(z.regex(/^[a-z]{2}$/, 'write an ISO 639-1 code of two lower-case letters, such as en'));

/** A name that the operator sets for each institution. */
const SERVER_NAME = /^env:BLS_[A-Z0-9_]{1,60}$/;
const serverName = z
  .string()
  .check(z.regex(SERVER_NAME, 'write env:BLS_NAME: BLS_ and up to 60 capitals, digits and "_"'));

const businessLogic = z.strictObject({
  url: z
    .string()
    .check(
      z.refine(
        (url) => SERVER_NAME.test(url) || (/^https:\/\//.test(url) && URL.canParse(url)),
        'write an https:// address, or env:BLS_NAME for an address that is set for the institution',
      ),
    ),
  secret: z._default(serverName, 'env:BLS_SECRET'),
  timeout_ms: z._default(
    z
      .int()
      .check(z.gte(100, 'write 100 to 20000 milliseconds'), z.lte(20_000, 'write 100 to 20000 milliseconds')),
    4000,
  ),
  sign: z._default(z.boolean(), true),
  protocol: z.optional(z.union([z.literal(0), z.literal(1), z.literal(2)], 'write 0, 1 or 2, or omit it')),
  labels: z.optional(z.boolean()),
  asks_about_target: z.optional(z.boolean()),
  on_error: z._default(
    z.union(
      [z.literal('continue'), z.strictObject({ say: text, unknown: z.optional(text) })],
      'write continue, or {say: …}',
    ),
    'continue',
  ),
});

const messages = z.strictObject(
  Object.fromEntries(MESSAGE_NAMES.map((name) => [name, z.optional(text)])) as Record<
    (typeof MESSAGE_NAMES)[number],
    z.ZodMiniOptional<typeof text>
  >,
);

const faqSettings = z.strictObject({
  collection: z
    .string()
    .check(z.regex(COLLECTION_NAME, 'write the name of a folder in faq/: letters, digits, - and _')),
  top_k: z._default(z.int().check(z.gte(1, 'write 1 to 10'), z.lte(10, 'write 1 to 10')), 3),
  threshold: z.optional(z.number().check(z.gte(0, 'write 0 to 1'), z.lte(1, 'write 0 to 1'))),
});

const conversations = z.strictObject({
  keep: z
    .string()
    .check(z.regex(/^(?:[1-9]\d?|[1-3]\d\d|400)d$/, 'write a number of days from 1d to 400d, such as 30d')),
  queries: z._default(z.union([z.boolean(), z.literal('masked')], 'write true, masked or false'), 'masked'),
});

const MINUTES = 'write minutes or hours from 1m to 24h, such as 5m or 2h';
const SPAN = 'write a time from 00:00 to 24:00, a dash and a later one, such as 09:00-17:30';

/** The minutes since midnight of `09:30`. */
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The start and the end of `09:00-17:30`, in minutes since midnight. */
export const spanOf = (span: string): readonly [start: number, end: number] => {
  const [start = '', end = ''] = span.split('-');
  return [minuteOf(start), minuteOf(end)];
};

const span = z.string(SPAN).check(
  z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, SPAN),
  z.refine((text) => {
    const [start, end] = spanOf(text);
    return start < end;
  }, SPAN),
);
const spans = z.optional(z.union([span, z.array(span).check(z.minLength(1, SPAN))], SPAN));

function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const within = z.string(MINUTES).check(
  z.regex(/^[1-9]\d{0,3}[mh]$/, MINUTES),
  z.refine((text) => minutesOf(text) <= 1440, MINUTES),
);

const hours = z.strictObject({
  time_zone: z
    .string()
    .check(z.refine(isTimeZone, 'write the IANA name of a time zone, such as Europe/Berlin')),
  ...{ mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans },
});

const MAX_QUEUES = 50;
const SOME = 'list at least one, or remove the key';

/** A queue for a part of the handed-over conversations, by competency and language. */
const queue = z.strictObject({
  competencies: z.optional(z.array(identifier).check(z.minLength(1, SOME))),
  languages: z.optional(z.array(languageCode).check(z.minLength(1, SOME))),
  within: z.optional(within),
  hours: z.optional(hours),
});

const people = z.strictObject({
  within,
  after_failures: z.optional(z.int().check(z.gte(1, 'write 1 to 10'), z.lte(10, 'write 1 to 10'))),
  when_nobody: z._default(z.enum(['wait', 'back'], 'write wait or back'), 'wait'),
  when_closed: z._default(z.enum(['refuse', 'keep'], 'write refuse or keep'), 'refuse'),
  hours: z.optional(hours),
  /** In the order of precedence. */
  queues: z.optional(
    z
      .record(identifier, queue)
      .check(
        z.refine((queues) => Object.keys(queues).length <= MAX_QUEUES, `write at most ${MAX_QUEUES} queues`),
      ),
  ),
});
export type HoursForm = z.infer<typeof hours>;

/** The minutes of `5m` or `2h`. */
export const minutesOf = (text: string): number => Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1);

/** The schema of `assistant.yaml`. */
export const assistantFile = z.strictObject({
  schema: z.literal(1, 'write schema: 1'),
  name: z
    .string()
    .check(
      z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'write a name in kebab-case, such as bank-assistant'),
      z.maxLength(64, 'write at most 64 characters'),
    ),
  languages: z.strictObject({
    default: languageCode,
    supported: z.array(languageCode).check(z.minLength(1, 'list at least one language')),
    detect: z.optional(z.boolean('write true or false')),
  }),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'write an ISO 4217 code, such as USD'))),
  business_logic: z.optional(businessLogic),
  personalities: z.optional(
    z.record(identifier, z.strictObject({ devices: z.array(z.string().check(z.minLength(1))) })),
  ),
  out_of_scope: z.strictObject({ say: text, utterances: z.optional(utterances) }),
  welcome: z.optional(z.strictObject({ say: text, ...richAnswer })),
  threshold: z.optional(
    z.strictObject({
      out_of_scope_weight: z
        .number()
        .check(z.gt(0, 'write a number above 0'), z.lte(100, 'write at most 100')),
    }),
  ),
  messages: z.optional(messages),
  faq: z.optional(z.array(faqSettings)),
  follow_up_turns: z._default(z.int().check(z.gte(0, 'write 0 to 10'), z.lte(10, 'write 0 to 10')), 2),
  log_queries: z._default(z.boolean(), false),
  older_answer: z.optional(z.boolean()),
  conversations: z.optional(conversations),
  people: z.optional(people),
});
export type AssistantFile = z.infer<typeof assistantFile>;
