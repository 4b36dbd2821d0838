import type { SlotValue } from '../understand/view.ts';
import type { Speech } from './speech.ts';
import type { StoredValue } from './spoken-values.ts';

export type { HeldValue, SlotValue } from '../understand/view.ts';

/** A competency under way, between two turns. */
export interface StoredFrame {
  /** The name of its current state. */
  state: string;
  /** The label by which it was entered. */
  intent: string | null;
  slots: Record<string, SlotValue>;
  /** The slot that was asked for last, while its answer is awaited. */
  asked: string | null;
  /** Failed attempts at each slot since it was last filled. */
  misses: Record<string, number>;
  /** Optional slots that the user would not fill. */
  skipped: string[];
  /** The question that waits for an answer, as it was said, and its language. */
  prompt: (Speech & { language?: string }) | null;
  /** A digest of the values that the question told, where it waits for a yes: the yes is to these. */
  saidBack?: string;
  /** The deed or label that the engine itself has asked about, and that a yes enters. */
  confirms?: string;
  /** The call whose outcome is not known, if the state is a deed. The next turn asks for it. */
  pending?: PendingDeed;
}

/** A deed that was asked of the business logic, which may have done it. */
export interface PendingDeed {
  /** The key under which the business logic is asked again, with the query that it was asked with. */
  key: string;
  qid: string;
  query: string;
  /** The state that the deed was entered from. */
  from: string;
  /** The number of calls so far. */
  calls: number;
}

/** A deed as a frame: where it is done, its values, and the call that is made again to learn its outcome. */
export type DeedFrame = StoredFrame & { pending: PendingDeed };

/** A wish beside another that waits for its turn. */
export interface StoredWish {
  label: string;
  query: string;
  probability: number | null;
  /** True if the user is asked about it first. */
  asks?: true;
}

/** The conversation between two turns: plain JSON of bounded size. */
export interface DialogState {
  /** Raised when a release could not go on from a state as the one before it wrote it; what it only adds may be absent. */
  schema: typeof STATE_SCHEMA;
  /** The competencies under way, the latest last: the others wait until it has ended. Empty at root. */
  frames: StoredFrame[];
  /** The competency that ended last, for follow-ups, and how many turns ago. */
  finished: { frame: StoredFrame; turns: number } | null;
  /** The wishes that come once the competency under way has ended. */
  wishes: StoredWish[];
  /** The two labels that the user was asked to choose from, with the query that was ambiguous. */
  choice: { labels: string[]; query: string } | null;
  /** True if the last answer told something else before it asked again: a document, help, an interruption. */
  hasTold: boolean;
  /** True if the user was asked what shall change, and has not said it. */
  asksWhatChanges?: true;
  /** The whole of what was said last. */
  last: Speech | null;
  /** The values that were spoken of, which "the same day" may mean, the latest last; absent where there are none. */
  values?: readonly StoredValue[];
  /** Slots that last for the session, by `slotKey`. */
  kept: Record<string, SlotValue>;
  /** The language that the user was found to speak, while callers send another one. */
  spoken?: { requested: string; language: string };
  /** The business logic's own data, kept to the session's end. */
  sessionInfo: Record<string, unknown>;
  /** Deeds whose outcome could not be found out, the latest last; absent where there are none. */
  unknown?: DeedFrame[];
  /** The state of the deed that the last answer told to be done, while a stray yes may still mean it. */
  done?: string;
  /** A digest of the last query, by which its repeat is told. */
  heard?: string;
}

export const STATE_SCHEMA = 2;

/**
 * Reads a state that this release, one before it or one after it has written.
 * @returns undefined for one that cannot be continued: its session is over
 */
export function readState(text: string): DialogState | undefined {
  const stored: unknown = JSON.parse(text);
  return isState(stored) ? { ...initialState(), ...stored } : undefined;
}

/** Only what every state of the schema has; the rest was sealed, and so is as it was written. */
function isState(stored: unknown): stored is DialogState {
  if (typeof stored !== 'object' || stored === null || !('schema' in stored) || !('frames' in stored))
    return false;
  return stored.schema === STATE_SCHEMA && Array.isArray(stored.frames);
}

/** The state of a session that has just begun. */
export const initialState = (): DialogState => ({
  schema: STATE_SCHEMA,
  frames: [],
  finished: null,
  wishes: [],
  choice: null,
  hasTold: false,
  last: null,
  kept: {},
  sessionInfo: {},
});

/** The slot that is asked for, or null. */
export const askedIn = ({ frames }: Pick<DialogState, 'frames'>): string | null =>
  frames.at(-1)?.asked ?? null;
