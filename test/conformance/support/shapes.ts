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
  /** Present only if the key expires; `last_used_at` only if it was used (docs/SECURITY.md). */
  expires_at: z.optional(timestamp),
  last_used_at: z.optional(timestamp),
});

export const listShape = z.strictObject({ tokens: z.array(listedKeyShape) });

/** Answer to the creation of a key, the only one that contains the key itself. */
export const createdKeyShape = z.extend(listedKeyShape, {
  action: z.literal('Create'),
  key: z.string().check(z.length(40)),
});

/** Answers to the update and the deletion of a key. */
export const updatedKeyShape = z.strictObject({ action: z.literal('Update'), id: uuid4 });
export const deletedKeyShape = z.strictObject({ deleted: uuid4 });

/** Answer to a query; the caller's own fields are added to these. */
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

/** The standard error body. */
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

/** A message of a dialog, as the end user gets it. */
const messageShape = z.strictObject({
  sequence: z.number(),
  at: timestamp,
  from: z.enum(['user', 'assistant', 'person', 'business_logic']),
  name: z.nullable(z.string()),
  text: z.string(),
});

export const messagesShape = z.strictObject({
  session_id: uuid4,
  owner: z.enum(['assistant', 'people']),
  person: z.nullable(z.string()),
  typing: z.boolean(),
  messages: z.array(messageShape),
  ask_after_seconds: z.nullable(z.number()),
  cursor: z.string(),
});

/** A conversation that was handed over, as people see it. */
export const actShape = z.strictObject({
  session_id: uuid4,
  status: z.enum(['waiting', 'claimed', 'returned', 'closed']),
  reason: z.enum(['state', 'wish', 'business_logic', 'failures']),
  since: timestamp,
  answer_by: timestamp,
  queue: z.nullable(z.string()),
  claimed_by: z.nullable(z.strictObject({ user_id: z.string(), name: z.string(), is_you: z.boolean() })),
  language: z.string(),
  ai_version: z.string(),
  application: z.nullable(z.string()),
  competency: z.string(),
  classifier_state: z.string(),
  last_at: timestamp,
  ends_at: timestamp,
  sequence: z.number(),
});

export const handoffsShape = z.strictObject({
  handoffs: z.array(actShape),
  next_cursor: z.optional(z.string()),
});

export const handoffShape = z.extend(actShape, {
  slots: z.record(z.string(), z.unknown()),
  slot_names: z.array(z.string()),
  logged: z.boolean(),
  messages: z.array(
    z.extend(messageShape, {
      from: z.enum(['user', 'assistant', 'person', 'note', 'business_logic']),
      user_id: z.nullable(z.string()),
      qid: z.nullable(z.string()),
    }),
  ),
  ask_after_seconds: z.nullable(z.number()),
  cursor: z.string(),
});

export const suggestionsShape = z.strictObject({
  sequence: z.nullable(z.number()),
  suggestions: z.array(
    z.strictObject({
      title: z.string(),
      collection: z.string(),
      source: z.string(),
      text: z.string(),
      score: z.number(),
    }),
  ),
});

const webhookShape = z.strictObject({
  webhook_id: uuid4,
  url: z.string(),
  events: z.array(z.string()),
  created_at: timestamp,
  secrets: z.number(),
});

const secretShape = z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/));

export const madeWebhookShape = z.extend(webhookShape, { secret: secretShape });

export const webhooksShape = z.strictObject({ webhooks: z.array(webhookShape) });

export const actedWebhookShape = z.extend(webhookShape, {
  secret: z.optional(secretShape),
  delivered: z.optional(z.boolean()),
  reason: z.optional(z.string()),
});

/** A logged session with what people said in it. */
export const loggedShape = z.looseObject({
  turns: z.array(z.unknown()),
  messages: z.array(
    z.strictObject({
      sequence: z.number(),
      at: timestamp,
      from: z.enum(['user', 'assistant', 'person', 'note', 'business_logic']),
      name: z.nullable(z.string()),
      text: z.nullable(z.string()),
    }),
  ),
});

const serverShape = z.strictObject({
  name: z.string(),
  application: z.nullable(z.string()),
  url: z.nullable(z.string()),
  secrets: z.array(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
});

export const serversShape = z.strictObject({ business_logic: z.array(serverShape) });

export const actedServerShape = z.extend(serverShape, { secret: z.optional(secretShape) });
