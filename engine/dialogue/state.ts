import { ROOT } from '../assistant.ts';
import type { Speech } from './speech.ts';

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

/** A competency that waits until the one that interrupted it has ended. */
export type Suspended = Pick<
  DialogState,
  'state' | 'slots' | 'asked' | 'misses' | 'skipped' | 'prompt' | 'intent'
>;

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
  /** Optional slots that the user would not fill. */
  skipped: string[];
  /** What the conversation waits for an answer to, as it was said, and in which language. */
  prompt: (Speech & { language?: string }) | null;
  /** True where the last answer told something else before it asked again: a document, help, what interrupted. */
  hasTold: boolean;
  /** The whole of what was said last. */
  last: Speech | null;
  /** Unfinished competencies that were interrupted, the latest last. */
  suspended: Suspended[];
  /** Slots that last for the session, by `slotKey`. */
  kept: Record<string, SlotValue>;
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
  skipped: [],
  prompt: null,
  hasTold: false,
  last: null,
  suspended: [],
  kept: {},
  sessionInfo: {},
});

/** The state after a competency has ended: root, with what lasts for the session. */
export const backToRoot = (state: DialogState): DialogState => ({
  ...initialState(),
  last: state.last,
  kept: state.kept,
  sessionInfo: state.sessionInfo,
});
