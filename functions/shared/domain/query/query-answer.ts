import * as z from 'zod/mini';

const slot = z.object({
  type: z.string(),
  values: z.array(
    z.looseObject({
      /** The user's own words. */
      tokens: z.string(),
      /** 1 if the business logic kept it, otherwise −1. */
      resolved: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
      value: z.unknown(),
    }),
  ),
});
const slots = z.record(z.string(), slot);

/** How the AI arrived at the answer; only for `?explain=true`. */
export const explanation = z.object({
  /** The most probable labels; empty if the query was not classified. */
  ranked: z.array(z.object({ label: z.string(), probability: z.number() })),
  out_of_scope: z.nullable(z.number()),
  outcome: z.nullable(z.string()),
  /** The likely acts of the query at this point of the conversation, with probabilities. */
  acts: z.record(z.string(), z.number()),
  /** The proposed commands: their words, producer and score, and whether they were applied. */
  proposals: z.array(
    z.object({
      command: z.string(),
      label: z.optional(z.string()),
      slot: z.optional(z.nullable(z.string())),
      /** How the user gave a value: as the answer, a mention or a replacement, or by reference to a held value. */
      way: z.optional(z.string()),
      /** How a value was recognised. */
      how: z.optional(z.string()),
      /** The position of its words in the query, in UTF-16 units. */
      start: z.number(),
      end: z.number(),
      score: z.number(),
      by: z.string(),
      /** `applied`, `next` if it is postponed, or the reason why it was not applied. */
      became: z.string(),
    }),
  ),
  /** The turn's state transitions, in order. */
  transitions: z.array(z.object({ from: z.string(), to: z.string(), on: z.string() })),
  /** The slot that the answer asks for. */
  asked: z.nullable(z.string()),
  business_logic: z.nullable(z.object({ status: z.string(), reason: z.optional(z.string()) })),
  /** The FAQ collections that were searched; absent if none was. */
  faq: z.optional(
    z.array(
      z.object({
        collection: z.string(),
        documents: z.number(),
        /** Documents left after all filters. */
        remaining: z.number(),
        /** How many documents each filter removed, in filter order. */
        filters: z.array(z.object({ key: z.string(), removed: z.number() })),
        threshold: z.number(),
        /** The probability that one of the first two passages answers, 0…1; null if the threshold alone decides. */
        certainty: z.optional(z.nullable(z.number())),
        /**
         * `words`: the share of the question's words in the passage. `meaning`: their similarity in meaning, null if
         * unknown.
         */
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
      /** The turn as sent to the server. */
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

const table = z.object({
  title: z.optional(z.string()),
  columns: z.array(z.string()),
  /** Each row has one cell per column. */
  rows: z.array(z.array(z.string())),
});

/** A part of the author's answer as plain text; business logic may replace it with any value. */
const shown = <Part extends z.ZodMiniType>(part: Part) => z.optional(z.union([part, z.unknown()]));

/** The fields of an answer; the caller's own fields are added beside them. */
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
    /** Suggested replies; each can be sent unchanged as a query. */
    choices: shown(z.array(z.string())),
    link: shown(link),
    image: shown(image),
    card: shown(card),
    /** Cards to be shown beside each other. */
    cards: shown(z.array(card)),
    table: shown(table),
  }),
  intent: z.nullable(z.string()),
  intent_probability: z.nullable(z.number()),
  slots,
  ai_version: z.string(),
  /** The application by which the session's version was chosen; null if no application chose it. */
  application: z.nullable(z.string()),
  language: z.string(),
  /** Who answers next; only in versions that hand conversations over to people. */
  owner: z.optional(z.enum(['assistant', 'people'])),
  /** The business logic's answer, unchanged; absent if there was none. */
  bl_resp: z.optional(z.unknown()),
  /** The document that answered; absent if no FAQ collection did. */
  faq: z.optional(
    z.object({
      collection: z.string(),
      title: z.string(),
      source: z.string(),
      tags: z.array(z.string()),
      /** 0…1. */
      score: z.number(),
      /** The sources of the text that is added to the best passage; absent if none is added. */
      more: z.optional(
        z.array(z.object({ title: z.string(), source: z.string(), tags: z.array(z.string()) })),
      ),
    }),
  ),
  /** State and slots in the older format of the original service; present only if the version asks for it. */
  response: z.optional(
    z.object({ type: z.string(), slots: z.array(z.object({ name: z.string(), raw_value: slot })) }),
  ),
  explanation: z.optional(explanation),
});

export type QueryResponse = z.output<typeof queryResponse>;
export type QueryExplanation = z.output<typeof explanation>;

/**
 * The answer's body: the caller's own fields unchanged, overridden by the payload. Spreading both copies `__proto__` as
 * plain data.
 */
export const mergeAnswer = (
  arbitrary: Readonly<Record<string, unknown>>,
  payload: QueryResponse,
): Record<string, unknown> => ({ ...arbitrary, ...payload });
