import type { SlotValue } from '../understand/view.ts';
import type { Speech } from './speech.ts';
import type { StoredValue } from './spoken-values.ts';

export type { HeldValue, SlotValue } from '../understand/view.ts';

/** A competency in progress, between two turns. */
export interface StoredFrame {
  /** The name of its current state. */
  state: string;
  /** The label by which it was entered. */
  intent: string | null;
  slots: Record<string, SlotValue>;
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Failed attempts at each slot since it was last filled. */
  misses: Record<string, number>;
  /** Optional slots that the user declined to fill. */
  skipped: string[];
  /** Durations by slot, for ends whose beginning is still unknown; absent if there are none. */
  lengths?: Readonly<Record<string, StoredLength>>;
  /** The open question as said, and its language. */
  prompt: (Speech & { language?: string }) | null;
  /** A digest of the values in a yes/no question: the yes covers only these. */
  saidBack?: string;
  /** The deed or label that the engine asked about; a yes enters it. */
  confirms?: string;
  /** The deed's call of unknown outcome. The next turn repeats it. */
  pending?: PendingDeed;
}

/** A slot's value, given as a duration after another slot's value. */
export interface StoredLength {
  /** The other slot. */
  after: string;
  /** An ISO 8601 duration. */
  duration: string;
  /** The user's own words. */
  raw: string;
}

/** A deed that the business logic may have done. */
export interface PendingDeed {
  /** The key for repeating the call, with its original query. */
  key: string;
  qid: string;
  query: string;
  /** The state before the deed. */
  from: string;
  /** The number of calls so far. */
  calls: number;
}

/** A deed's frame: its state and values, and the call that is repeated to learn its outcome. */
export type DeedFrame = StoredFrame & { pending: PendingDeed };

/** A pending wish. */
export interface StoredWish {
  label: string;
  query: string;
  probability: number | null;
  /** True if the user must confirm it first. */
  asks?: true;
}

/** The conversation between two turns: plain JSON of bounded size. */
export interface DialogState {
  /** Raised when a release cannot read the previous release's states. Added fields may be absent. */
  schema: typeof STATE_SCHEMA;
  /** The competencies in progress. The last is current, and the others wait for it to end. Empty at root. */
  frames: StoredFrame[];
  /** The last finished competency, for follow-ups, and its age in turns. */
  finished: { frame: StoredFrame; turns: number } | null;
  /** Wishes to start once the current competency has ended. */
  wishes: StoredWish[];
  /** The labels that the user must choose from, and the ambiguous query. */
  choice: { labels: string[]; query: string } | null;
  /** True if the last answer said something before repeating the question: a document, help, an interruption. */
  hasTold: boolean;
  /** True if the user was asked what to change and has not said. */
  asksWhatChanges?: true;
  /** The full last answer. */
  last: Speech | null;
  /** Mentioned values, latest last, for "the same day"; absent if there are none. */
  values?: readonly StoredValue[];
  /** Session slots, by `slotKey`. */
  kept: Record<string, SlotValue>;
  /** The detected language, while callers send another. */
  spoken?: { requested: string; language: string };
  /** The business logic's session data. */
  sessionInfo: Record<string, unknown>;
  /** Deeds of unknown outcome, latest last; absent if there are none. */
  unknown?: DeedFrame[];
  /** The state of the deed that the last answer reported as done; a stray yes may still mean it. */
  done?: string;
  /** A digest of the last query, used to detect repeats. */
  heard?: string;
}

export const STATE_SCHEMA = 2;

/**
 * Reads a state written by this release, the one before or the one after.
 * @returns undefined for any other state, which ends the session
 */
export function readState(text: string): DialogState | undefined {
  const stored: unknown = JSON.parse(text);
  return isState(stored) ? { ...initialState(), ...stored } : undefined;
}

/** Checks only the fields that every state of this schema has; the seal protects the rest. */
function isState(stored: unknown): stored is DialogState {
  if (typeof stored !== 'object' || stored === null || !('schema' in stored) || !('frames' in stored))
    return false;
  return stored.schema === STATE_SCHEMA && Array.isArray(stored.frames);
}

/** The state of a new session. */
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

/** The asked slot, or null. */
export const askedIn = ({ frames }: Pick<DialogState, 'frames'>): string | null =>
  frames.at(-1)?.asked ?? null;
