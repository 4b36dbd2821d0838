import * as z from 'zod/mini';

const slot = z.object({
  type: z.string(),
  values: z.array(
    z.looseObject({
      /** The user's own words. */
      tokens: z.string(),
      /** 1 kept by the business logic, −1 not (yet). */
      resolved: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
      value: z.unknown(),
    }),
  ),
});
const slots = z.record(z.string(), slot);

/** The way by which the AI reached the answer: for `?explain=true` only. */
export const explanation = z.object({
  /** The best labels with their probabilities; empty where the query was not classified. */
  ranked: z.array(z.object({ label: z.string(), probability: z.number() })),
  out_of_scope: z.nullable(z.number()),
  outcome: z.nullable(z.string()),
  /** The acts that the query may perform at this point of the conversation, with probabilities: the likely ones. */
  acts: z.record(z.string(), z.number()),
  /** The commands that were proposed, on which words, by whom and how surely, and what became of each. */
  proposals: z.array(
    z.object({
      command: z.string(),
      label: z.optional(z.string()),
      slot: z.optional(z.nullable(z.string())),
      /** The way in which a value was given: as the answer, a mention, instead of another, or from what is held. */
      way: z.optional(z.string()),
      /** The way in which a value was read. */
      how: z.optional(z.string()),
      /** The place of its words in the query, in UTF-16 units. */
      start: z.number(),
      end: z.number(),
      score: z.number(),
      by: z.string(),
      /** `applied`, `next` where it waits for its turn, or why it was not. */
      became: z.string(),
    }),
  ),
  /** The moves of the turn, in order. */
  transitions: z.array(z.object({ from: z.string(), to: z.string(), on: z.string() })),
  /** The slot that the answer asks for. */
  asked: z.nullable(z.string()),
  business_logic: z.nullable(z.object({ status: z.string(), reason: z.optional(z.string()) })),
  /** The questions put to each FAQ collection; only where they were. */
  faq: z.optional(
    z.array(
      z.object({
        collection: z.string(),
        documents: z.number(),
        /** Documents that all filters left. */
        remaining: z.number(),
        /** The number of documents that each filter removed, in their order. */
        filters: z.array(z.object({ key: z.string(), removed: z.number() })),
        threshold: z.number(),
        /** The probability that one of the first two answers, 0…1; null where the threshold alone decides. */
        certainty: z.optional(z.nullable(z.number())),
        /** `words`: how much of the question's words it has; `meaning`: how near it is, null where not known. */
        candidates: z.array(
          z.object({
            title: z.string(),
            source: z.string(),
            score: z.number(),
            words: z.number(),
            meaning: z.nullable(z.number()),
          }),
        ),
      }),
    ),
  ),
  business_logic_calls: z.array(
    z.object({
      state: z.string(),
      /** The turn as it was told to the server. */
      intent: z.nullable(z.string()),
      status: z.string(),
      reason: z.optional(z.string()),
      milliseconds: z.number(),
    }),
  ),
  findings: z.array(z.string()),
});

const link = z.object({ url: z.string(), title: z.string() });
const image = z.object({ url: z.string(), alt: z.string() });
const card = z.object({
  title: z.string(),
  text: z.optional(z.string()),
  image: z.optional(image),
  link: z.optional(link),
});

/** A part that the author shows, in plain texts; a business logic may put a value of its own in its place. */
const shown = <Part extends z.ZodMiniType>(part: Part) => z.optional(z.union([part, z.unknown()]));

/** The fields of an answer; the caller's own fields stand beside them. */
export const queryResponse = z.looseObject({
  qid: z.string(),
  session_id: z.string(),
  dialog: z.string(),
  query: z.string(),
  competency: z.string(),
  classifier_state: z.string(),
  visuals: z.looseObject({
    speakableResponse: z.string(),
    formattedResponse: z.string(),
    /** Replies that the user may choose from: each is a query as it stands. */
    choices: shown(z.array(z.string())),
    link: shown(link),
    image: shown(image),
    card: shown(card),
  }),
  intent: z.nullable(z.string()),
  intent_probability: z.nullable(z.number()),
  slots,
  ai_version: z.string(),
  /** The application by which the session chose its version; null where it did by another way. */
  application: z.nullable(z.string()),
  language: z.string(),
  /** The business logic's answer, unchanged; only where it answered. */
  bl_resp: z.optional(z.unknown()),
  /** The document that answered; only where an FAQ collection did. */
  faq: z.optional(
    z.object({
      collection: z.string(),
      title: z.string(),
      source: z.string(),
      tags: z.array(z.string()),
      /** 0…1. */
      score: z.number(),
      /** The sources of what is told beside the best passage; only where there is any. */
      more: z.optional(
        z.array(z.object({ title: z.string(), source: z.string(), tags: z.array(z.string()) })),
      ),
    }),
  ),
  /** The state and the slots as older answers of the original service had them; only where the version says so. */
  response: z.optional(
    z.object({ type: z.string(), slots: z.array(z.object({ name: z.string(), raw_value: slot })) }),
  ),
  explanation: z.optional(explanation),
});

export type QueryResponse = z.output<typeof queryResponse>;
export type QueryExplanation = z.output<typeof explanation>;

/**
 * The body of an answer: the caller's own fields as they came, and over them the payload. Both are
 * spread, which copies `__proto__` as the plain data that it is.
 */
export const mergeAnswer = (
  arbitrary: Readonly<Record<string, unknown>>,
  payload: QueryResponse,
): Record<string, unknown> => ({ ...arbitrary, ...payload });
