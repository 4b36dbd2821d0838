import * as z from 'zod/mini';

const fixture = z.union(
  [z.literal('fail'), z.record(z.string(), z.unknown())],
  'write fail, or the fields of the business logic’s answer',
);

const scalar = z.union([z.string(), z.number(), z.boolean()]);
export type Scalar = z.infer<typeof scalar>;

/** A slot's value, all of its values, or a partial match of its first value; null if it is empty. */
const slotValue = z.nullable(
  z.union(
    [
      scalar,
      z.array(scalar),
      z.strictObject({ contains: z.string().check(z.minLength(1)) }),
      z.strictObject({
        filled: z.literal(true, 'write true; of an empty slot, write null in place of it all'),
      }),
    ],
    'write the value, a list of values, {contains: words} or {filled: true}',
  ),
);
export type ExpectedSlot = z.infer<typeof slotValue>;

/**
 * @returns a user's local time such as `2026-03-18T10:30` in milliseconds since the epoch, as if it were UTC; null for
 * any other text
 */
export function timeOf(text: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** The user's local time. */
const localTime = z
  .string()
  .check(
    z.refine((now) => timeOf(now) !== null, 'write a date and time such as 2026-03-18T10:30, in quotes'),
  );

const turn = z.strictObject({
  say: z.string(),
  bls: z.optional(fixture),
  /** The user's local time from this turn on. */
  now: z.optional(localTime),
  /** The query's `ai_faq_filters`. */
  filters: z.optional(z.record(z.string(), z.array(z.string()))),
  expect: z.optional(
    z.strictObject({
      competency: z.optional(z.string()),
      state: z.optional(z.string()),
      slots: z.optional(z.record(z.string(), slotValue)),
      said: z.optional(z.string()),
      asks: z.optional(z.nullable(z.string())),
      /**
       * Expected fields in the answer's visuals, or null for a field that must be null or absent. Objects
       * match in part.
       */
      visuals: z.optional(z.record(z.string(), z.unknown())),
      /** The source of the document that answered; null for none. */
      faq: z.optional(z.nullable(z.string())),
      /** Expected fields in the business-logic request; objects match in part. Null for no request. */
      bls: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    }),
  ),
});
export type TestTurn = z.infer<typeof turn>;

/** The schema of `tests/*.yaml`: one conversation. */
export const testFile = z.strictObject({
  name: z.string().check(z.minLength(1)),
  language: z.optional(z.string()),
  device: z.optional(z.string()),
  /** The user's local time, for dates: `2026-03-18T10:30`. */
  now: z.optional(localTime),
  /**
   * The business logic's answer for turns without their own, or a list with one answer per turn (null for an
   * echo).
   */
  bls: z.optional(
    z.union([fixture, z.array(z.nullable(fixture))], 'write an answer, or a list with one per turn'),
  ),
  turns: z.array(turn).check(z.minLength(1, 'write at least one turn')),
});
export type ConversationTest = z.infer<typeof testFile>;
