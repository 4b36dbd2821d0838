import * as z from 'zod/mini';
import { type FieldError, fieldError, ParleyError } from '../errors.ts';
import { isApplication, isUuid } from '../versions/versions.ts';
import { findJsonFault, withExactNumbers } from './query-json.ts';

/** Limit of the arbitrary fields in bytes, as compact JSON in UTF-8. Checked for numbers as parsed and as sent. */
const MAX_ARBITRARY_BYTES = 64 * 1024;
/** Maximum nesting within one arbitrary field. */
const MAX_ARBITRARY_DEPTH = 20;
/** Limit of FAQ filter values over all keys. Checked first, since the schema reports an error for each wrong value. */
const MAX_FILTER_VALUES = 1_000;
/** The most errors reported; more would not help a caller. */
const MAX_FIELD_ERRORS = 20;

/** Well-formed text: no lone surrogate and no NUL, which stores and speech cannot handle. */
const wholeText = z.refine<string>(
  (text) => text.isWellFormed() && !text.includes('\0'),
  'send valid Unicode text without NUL or lone surrogates',
);
const text = (message: string, minimum: number, maximum: number) =>
  z.string(message).check(z.minLength(minimum, message), z.maxLength(maximum, message), wholeText);

const QUERY =
  "send the end user's words as a string of up to 4,096 characters, or an empty string if nothing was said";
/** Clients of the original service send an empty text if they do not know the location; it counts as absent. */
const decimal = (limit: number, message: string) =>
  z.union(
    [
      z.literal(''),
      z.number(message).check(z.gte(-limit, message), z.lte(limit, message)),
      z.string(message).check(
        z.regex(/^[+-]?\d{1,3}(?:\.\d{1,40})?$/, message),
        z.refine((digits) => Math.abs(Number(digits)) <= limit, message),
      ),
    ],
    message,
  );
const MINUTES = 'send whole minutes from UTC, -840 to 840, as a string or a number';
const SEED = 'send a string of up to 1,024 characters';
const LANGUAGE = 'send an ISO 639-1 code in lower case, such as "en"';
const VERSION = 'send the UUID of an AI version';
const APPLICATION = 'use the form env_name:app_name, for example prod:bank';
const USER = 'send an id of 1 to 64 printable ASCII characters';
const FILTERS = 'send an object whose values are strings or lists of strings';

/** The query fields that the service knows. Lengths are in UTF-16 code units. */
export const queryRequestSchema = z.object({
  query: text(QUERY, 0, 4096).check(z.refine((words) => words === '' || words.trim() !== '', QUERY)),
  language: z.nullish(z.string(LANGUAGE).check(z.regex(/^[a-z]{2}$/, LANGUAGE))),
  device: z.nullish(text('send a keyword of up to 1,024 characters', 0, 1024)),
  lat: z.nullish(decimal(90, 'send a latitude from -90 to 90')),
  lon: z.nullish(decimal(180, 'send a longitude from -180 to 180')),
  time_offset: z.nullish(
    z.union(
      [
        z.int(MINUTES).check(z.gte(-840, MINUTES), z.lte(840, MINUTES)),
        z.string(MINUTES).check(
          z.regex(/^[+-]?\d{1,3}$/, MINUTES),
          z.refine((minutes) => Math.abs(Number(minutes)) <= 840, MINUTES),
        ),
      ],
      MINUTES,
    ),
  ),
  dialog: z.nullish(z.string('send the dialog of an earlier answer, or omit it')),
  dialog_seed: z.nullish(z.string(SEED).check(z.maxLength(1024, SEED))),
  ai_version: z.nullish(z.string(VERSION).check(z.refine(isUuid, VERSION))),
  application: z.nullish(z.string(APPLICATION).check(z.refine(isApplication, APPLICATION))),
  ai_faq_filters: z.nullish(
    z.record(z.string(), z.union([z.string(), z.array(z.string())], FILTERS), FILTERS),
  ),
  external_user_id: z.string(USER).check(z.regex(/^[\x20-\x7e]{1,64}$/, USER)),
});

type KnownField = keyof typeof queryRequestSchema.shape;
const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(queryRequestSchema.shape));

/** A parsed query: fields that were omitted, null or empty are absent. */
export interface QueryRequest {
  query: string;
  externalUserId: string;
  /** True if the caller named no end user and the credential's user is used instead. */
  isUserAssumed?: true;
  language?: string;
  device?: string;
  lat?: number;
  lon?: number;
  /** Minutes from UTC. */
  timeOffset?: number;
  dialog?: string;
  dialogSeed?: string;
  aiVersion?: string;
  application?: string;
  /** FAQ filters: a document must match one value of every key. */
  faqFilters?: Record<string, string[]>;
  /** The caller's own fields, forwarded and returned unchanged. */
  arbitrary: Record<string, unknown>;
}

/**
 * Parses the body of a query.
 * @param body the parsed JSON object
 * @param bodyText the text it was parsed from, for numbers that a double cannot represent
 * @param credentialUser used if the body names no end user; the caller must check that this is allowed
 * @throws {ParleyError} `invalid_request` listing every invalid field; `payload_too_large` for arbitrary fields over 64
 * KB
 */
export function parseQuery(
  body: Record<string, unknown>,
  bodyText: string,
  credentialUser?: string,
): QueryRequest {
  const { known, arbitrary } = split(body);
  limitFilters(known.ai_faq_filters);
  const isAssumed = credentialUser !== undefined && (known.external_user_id ?? null) === null;
  const parsed = queryRequestSchema.safeParse(
    isAssumed ? { ...known, external_user_id: credentialUser } : known,
  );
  const errors = [...(parsed.success ? [] : fieldErrors(parsed.error.issues)), ...arbitraryErrors(arbitrary)];
  if (!parsed.success || errors.length > 0) {
    // Reports every error of the request at once.
    throw refusal(isAssumed ? [...errors, { field: 'external_user_id', message: USER }] : errors);
  }
  // An oversized body is refused before its numbers are checked.
  limitSize(arbitrary);
  const exact = withExactNumbers(bodyText, body);
  const kept = exact === body ? arbitrary : split(exact).arbitrary;
  if (kept !== arbitrary) limitSize(kept);
  const fields = parsed.data;
  return {
    query: fields.query,
    externalUserId: fields.external_user_id,
    ...(isAssumed ? { isUserAssumed: true } : {}),
    ...present('language', fields.language),
    ...present('device', fields.device),
    ...present('lat', toNumber(fields.lat)),
    ...present('lon', toNumber(fields.lon)),
    ...present('timeOffset', toNumber(fields.time_offset)),
    ...present('dialog', fields.dialog),
    ...present('dialogSeed', fields.dialog_seed),
    ...present('aiVersion', fields.ai_version?.toLowerCase()),
    ...present('application', fields.application),
    ...present('faqFilters', toLists(fields.ai_faq_filters)),
    arbitrary: kept,
  };
}

/** The error of a query that names no end user. */
export const missingUser = (): ParleyError => fieldError('external_user_id', USER);

/** Separates the service's fields from the caller's. Keeps own keys, `__proto__` included. */
function split(body: unknown): {
  known: Partial<Record<KnownField, unknown>>;
  arbitrary: Record<string, unknown>;
} {
  const entries = Object.entries(body ?? {});
  return {
    known: Object.fromEntries(entries.filter(([name]) => KNOWN_FIELDS.has(name))),
    arbitrary: Object.fromEntries(entries.filter(([name]) => !KNOWN_FIELDS.has(name))),
  };
}

const FAULTS = {
  too_deep: `nest lists and objects at most ${MAX_ARBITRARY_DEPTH} levels deep`,
  number_out_of_range: 'use numbers within the range of a double, or send them as strings',
};

const arbitraryErrors = (arbitrary: Record<string, unknown>): FieldError[] =>
  Object.entries(arbitrary).flatMap(([field, value]) => {
    const fault = findJsonFault(value, MAX_ARBITRARY_DEPTH);
    return fault === undefined ? [] : [{ field, message: FAULTS[fault] }];
  });

/** Keeps the first error of each field. */
function fieldErrors(issues: readonly { path: PropertyKey[]; message: string }[]): FieldError[] {
  const byField = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (!byField.has(field)) byField.set(field, message);
  }
  return Array.from(byField, ([field, message]) => ({ field, message }));
}

function refusal(errors: FieldError[]): ParleyError {
  const fields = errors.slice(0, MAX_FIELD_ERRORS);
  const sentences = fields.map(({ field, message }) => `${field}: ${message}`);
  return new ParleyError('invalid_request', `${sentences.join('; ')}.`, { fields });
}

function limitSize(arbitrary: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(arbitrary)) > MAX_ARBITRARY_BYTES) {
    throw new ParleyError(
      'payload_too_large',
      `The additional fields exceed ${MAX_ARBITRARY_BYTES} bytes in total. Send less.`,
    );
  }
}

function limitFilters(filters: unknown): void {
  const lists = Object.values(filters ?? {});
  const count = lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 1), 0);
  if (count <= MAX_FILTER_VALUES) return;
  throw fieldError('ai_faq_filters', `send at most ${MAX_FILTER_VALUES} values, over all keys`);
}

type Present<Name extends string, Value> = Partial<Record<Name, NonNullable<Value>>>;

function present<Name extends string, Value>(name: Name, value: Value): Present<Name, Value> {
  const field: Present<Name, Value> = {};
  if (value !== undefined && value !== null && value !== '') field[name] = value;
  return field;
}

/** Drops empty lists, since they filter nothing; keeps own keys, `__proto__` included. */
function toLists(
  filters: Record<string, string | string[]> | null | undefined,
): Record<string, string[]> | undefined {
  const lists = Object.entries(filters ?? {})
    .map(([key, values]): [string, string[]] => [key, typeof values === 'string' ? [values] : values])
    .filter(([, values]) => values.length > 0);
  return lists.length === 0 ? undefined : Object.fromEntries(lists);
}

/** The number as a number, never negative zero. */
const toNumber = (value: number | string | null | undefined): number | undefined =>
  value === null || value === undefined || value === '' ? undefined : Number(value) + 0;
