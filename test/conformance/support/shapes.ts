import * as z from 'zod/mini';

/** An access token: these fields and no others (RFC 6749 §5.1). */
export const tokenShape = z.strictObject({
  access_token: z.string().check(z.regex(/^[0-9A-Za-z]{30}$/)),
  expires_in: z.literal(36000),
  token_type: z.literal('Bearer'),
  scope: z.string(),
  refresh_token: z.string().check(z.regex(/^[0-9A-Za-z]{30}$/)),
});

const uuid4 = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** An item of the list of keys. */
export const listedKeyShape = z.strictObject({
  id: uuid4,
  name: z.string(),
  scopes: z.string(),
  referrer_addresses: z.string(),
  created_at: timestamp,
  /** Only where the key expires, and where it was used; docs/SECURITY.md. */
  expires_at: z.optional(timestamp),
  last_used_at: z.optional(timestamp),
});

export const listShape = z.strictObject({ tokens: z.array(listedKeyShape) });

/** The answer to a key that was made, the only one with the key itself. */
export const createdKeyShape = z.extend(listedKeyShape, {
  action: z.literal('Create'),
  key: z.string().check(z.length(40)),
});

/** The answers to a key that was changed and to one that was deleted. */
export const updatedKeyShape = z.strictObject({ action: z.literal('Update'), id: uuid4 });
export const deletedKeyShape = z.strictObject({ deleted: uuid4 });

/** An answer to a query; the caller's own fields stand beside these. */
export const answerShape = z.looseObject({
  query: z.string(),
  dialog: z.string().check(z.minLength(28)),
  competency: z.string(),
  classifier_state: z.string(),
  visuals: z.looseObject({
    speakableResponse: z.string().check(z.minLength(1)),
    formattedResponse: z.string().check(z.minLength(1)),
  }),
  qid: z.string().check(z.minLength(1)),
  session_id: z.string().check(z.minLength(1)),
  intent: z.nullable(z.string()),
  intent_probability: z.nullable(z.number().check(z.gte(0), z.lte(1))),
  slots: z.record(z.string(), z.unknown()),
  ai_version: z.string().check(z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)),
  application: z.nullable(z.string()),
  language: z.string().check(z.length(2)),
});

/** The one error body. */
export const errorShape = z.strictObject({
  error: z.string().check(z.regex(/^[a-z_]+$/)),
  error_description: z.string().check(z.minLength(8)),
  request_id: z.string().check(z.minLength(1)),
  errors: z.optional(
    z.array(z.strictObject({ field: z.string(), message: z.string().check(z.minLength(3)) })),
  ),
});

export type Token = z.output<typeof tokenShape>;
export type ListedKey = z.output<typeof listedKeyShape>;
export type CreatedKey = z.output<typeof createdKeyShape>;
export type Answer = z.output<typeof answerShape>;
export type ErrorBody = z.output<typeof errorShape>;
