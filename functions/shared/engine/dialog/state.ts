import { ROOT } from '../assistant.ts';

/** A slot as the conversation holds it. */
export interface SlotValue extends HeldValue {
  /** The further values of a slot with `multiple`, in the order of the query. */
  more?: HeldValue[];
}

export interface HeldValue {
  /** The canonical value: a string of a gazetteer, a number, or whatever JSON the business logic set. */
  value: unknown;
  /** The user's own words; empty where the business logic filled the slot. */
  raw: string;
  /** 1 confirmed by the business logic, −1 not (yet). */
  resolved: -1 | 1;
  /** What stands beside the value on the wire: `currency` of money, fields that the business logic added. */
  details: Record<string, unknown>;
}

/** The conversation between two turns: plain JSON of bounded size. */
export interface DialogState {
  schema: 1;
  /** The name of the current state, `root` outside every competency. */
  state: string;
  slots: Record<string, SlotValue>;
  /** The slot that was asked for last, while its answer is awaited. */
  asked: string | null;
  /** Failed attempts at each slot since it was last filled. */
  misses: Record<string, number>;
  /** The two labels that the user was asked to choose from, with the query that was ambiguous. */
  choice: { labels: string[]; query: string } | null;
  /** The label by which the current competency was entered. */
  intent: string | null;
  /** The business logic's own data, kept to the session's end. */
  sessionInfo: Record<string, unknown>;
}

/** The state of a session that has just begun. */
export const initialState = (): DialogState => ({
  schema: 1,
  state: ROOT,
  slots: {},
  asked: null,
  misses: {},
  choice: null,
  intent: null,
  sessionInfo: {},
});

/** The state after a competency has ended: root, with only the business logic's data kept. */
export const backToRoot = (state: DialogState): DialogState => ({
  ...initialState(),
  sessionInfo: state.sessionInfo,
});
