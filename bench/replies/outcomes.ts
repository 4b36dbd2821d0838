import * as z from 'zod/mini';
import type { DialogState } from '../../engine/dialogue/state.ts';

/** A reply to a confirmation, and whether it agrees to the deed now. */
export const replyRow = z.strictObject({
  assistant: z.string().check(z.minLength(1)),
  /** ISO 639-1. */
  language: z.string().check(z.length(2)),
  /** The name of the confirmation, as in `CONFIRMATIONS`. */
  to: z.string().check(z.minLength(1)),
  reply: z.string().check(z.minLength(1)),
  is: z.enum(['yes', 'no_yes']),
  /** The pattern that the reply exemplifies. */
  kind: z.string().check(z.minLength(1)),
});
export type ReplyRow = z.infer<typeof replyRow>;

/** A question whose yes does something. */
export interface Confirmation {
  /** The state that asks. */
  state: string;
  /** The state that a yes leads to: a call of business logic for it is the deed. */
  deed: string;
}

/**
 * The effect of a reply. `done`: the deed was done. `open`: the question is still open, so that the next yes answers
 * it. `left`: anything else, for example the topic ended, or another topic or question began.
 */
export type Outcome = 'done' | 'open' | 'left';

/**
 * @param called states for which business logic was called in the reply's turn
 * @param after the conversation after that turn
 */
export function outcomeOf(
  { state, deed }: Confirmation,
  called: readonly string[],
  after: DialogState,
): Outcome {
  if (called.includes(deed)) return 'done';
  return isAsked(state, after) ? 'open' : 'left';
}

/** True if the next yes would answer the confirmation in that state. */
export function isAsked(state: string, { frames, choice, asksWhatChanges }: DialogState): boolean {
  const frame = frames.at(-1);
  return frame?.state === state && frame.asked === null && choice === null && asksWhatChanges !== true;
}

export interface Said {
  row: ReplyRow;
  outcome: Outcome;
}

/** True for a deed without agreement, and for a yes without the deed. */
export const isWrong = ({ row, outcome }: Said): boolean => (row.is === 'yes') !== (outcome === 'done');

/** The number of replies of each sort, and their outcomes. */
export interface ReplyFigures {
  no_yes: number;
  deeds: number;
  yes: number;
  taken: number;
  lost: number;
  asked_again: number;
}

export function figuresOf(said: readonly Said[]): ReplyFigures {
  const count = (is: ReplyRow['is'], ...outcomes: Outcome[]) =>
    said.filter(({ row, outcome }) => row.is === is && outcomes.includes(outcome)).length;
  return {
    no_yes: count('no_yes', 'done', 'open', 'left'),
    deeds: count('no_yes', 'done'),
    yes: count('yes', 'done', 'open', 'left'),
    taken: count('yes', 'done'),
    lost: count('yes', 'left'),
    asked_again: count('yes', 'open'),
  };
}
