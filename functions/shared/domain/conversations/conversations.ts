import * as z from 'zod/mini';
import { explanation } from '../query/query-answer.ts';
import { deriveKey, seal, unseal } from '../sealing.ts';

/**
 * The outcomes of a turn, including those of earlier releases. `corrected`: in the next turn, the user took this turn
 * back or asked the same again.
 */
export const TURN_OUTCOMES = [
  'understood',
  'clarified',
  'value_refused',
  'value_not_read',
  'not_in_documents',
  'not_understood',
  'out_of_scope',
  'failed',
  'corrected',
] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** The outcomes of a session, set by its last turn. */
export const SESSION_OUTCOMES = ['contained', 'handed_off', 'abandoned', 'failed'] as const;
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** How much of a conversation's words a version lets the log keep. */
export const WORDS_KEPT = ['whole', 'masked', 'none'] as const;
export type WordsKept = (typeof WORDS_KEPT)[number];

/** True if a query got no answer. A clarified query may still get one. */
export const isUnhandled = (outcome: TurnOutcome): boolean =>
  outcome !== 'value_refused' && isListed(outcome);

/** The outcomes of turns that are listed for an author who improves an assistant. */
export const LISTED_OUTCOMES = [
  'not_understood',
  'value_not_read',
  'value_refused',
  'not_in_documents',
  'out_of_scope',
  'corrected',
] as const satisfies readonly TurnOutcome[];
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];

export const isListed = (outcome: TurnOutcome): outcome is ListedOutcome =>
  LISTED_OUTCOMES.some((listed) => listed === outcome);

/** Running totals that a session carries from turn to turn, so that its log line is written without a read. */
export interface SessionTally {
  /** Milliseconds since the epoch. */
  beganAt: number;
  turns: number;
  unhandled: number;
  outcome: SessionOutcome;
  /** The first `MAX_COMPETENCIES` competencies that answered. */
  competencies: string[];
}

/** The facts of a turn for the log, as far as the version allows. */
export interface TurnFacts {
  language: string;
  /** The device that the caller named. */
  device: string | null;
  outcome: TurnOutcome;
  competency: string;
  state: string;
  intent: string | null;
  /** True if the answer ends in a question. */
  awaits: boolean;
  /** True if the user asked for a person or was handed over to one. */
  handsOff: boolean;
  businessLogic?: { status: 'answered' | 'failed'; milliseconds: number };
  keeps: WordsKept;
  words: TurnWords;
  /**
   * The data that an author sees of a turn with a listed outcome; absent for other outcomes, or if no words are kept.
   */
  listed?: ListedWords;
  /**
   * The previous turn, if this turn takes it back or asks the same again and the previous turn is not listed by its
   * own outcome.
   */
  cause?: Cause;
  keepDays: number;
  /** The facts of this turn that the next turn needs. */
  heard: HeardTurn;
}

/** The words under which a listed turn is grouped. */
export interface ListedWords {
  /** Non-empty. */
  query: string;
  /** The most probable labels, best first. */
  nearest: { label: string; probability: number }[];
  /** The slot whose value was refused or not read, or null. */
  slot: string | null;
  /** The assistant's words before the query; null at the beginning, or if they may contain a sensitive value. */
  question: string | null;
  /** The embedding of the query; see `compactVector`. */
  vector: Int8Array;
}

/** A turn whose words the session remembers. */
interface RememberedTurn {
  /** When its query arrived, in milliseconds since the epoch. */
  at: number;
  language: string;
  outcome: TurnOutcome;
}

/** A turn as the session remembers it for the next one. Plain JSON, stored encrypted with the session's state. */
export interface HeardTurn extends RememberedTurn, Omit<ListedWords, 'vector' | 'query'> {
  /** Null if the log does not keep it. */
  query: string | null;
  /** The beginning of the answer; null if the log does not keep it. */
  spoken: string | null;
  /** The label or question with which the turn began, or null. */
  began: string | null;
  /** The slots that the turn filled. */
  filled: string[];
}

/** A turn that the next turn showed to be misunderstood, and its outcome until then. */
export interface Cause extends RememberedTurn, ListedWords {}

/** The words of a turn and how they were understood. Stored encrypted. */
export const turnWords = z.object({
  /** Null if the version keeps no words, or if the query may contain a sensitive value. */
  query: z.nullable(z.string()),
  spoken: z.nullable(z.string()),
  shown: z.nullable(z.string()),
  slots: z.record(z.string(), z.array(z.unknown())),
  /** Absent if it was too large to store. */
  explanation: z.optional(explanation),
});
export type TurnWords = z.output<typeof turnWords>;

/** One turn in the log. */
export interface LoggedTurn extends Omit<TurnFacts, 'awaits' | 'handsOff' | 'keepDays' | 'cause' | 'heard'> {
  institution: string;
  /** The user of the credential that sent the query. */
  userId: string;
  /** Digest of the end user who sent the query; see `personOf`. */
  person: string;
  sessionId: string;
  /** When the session began and when the query arrived, in milliseconds since the epoch. */
  beganAt: number;
  at: number;
  qid: string;
  /** The number of the turn within the session, from 1. */
  ordinal: number;
  versionId: string;
  application?: string;
  /** The time from the query's arrival to its answer. */
  milliseconds: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** A turn and its effect on its session. */
export interface LogEntry {
  turn: LoggedTurn;
  tally: SessionTally;
  /** The previous turn, which this turn corrects. */
  cause?: Cause & Pick<LoggedTurn, 'qid' | 'ordinal'>;
  /** The session's totals before this turn; absent in a new session. */
  previous?: SessionTally;
  /** When the session ends, in milliseconds since the epoch. */
  endsAt: number;
  /** True at the end user's first turn in the session. */
  isNewPerson: boolean;
}

/** Port for writing. */
export interface ConversationLog {
  /** Writes an entry; idempotent. @throws {Error} if it cannot be written in time */
  write(entry: LogEntry): Promise<void>;
  /**
   * Deletes the entry of a turn that was never completed.
   * @throws {Error} as `write`
   */
  withdraw(entry: LogEntry): Promise<void>;
}

const MAX_COMPETENCIES = 20;

/** The totals of a session after a turn. */
export function tallyAfter(
  previous: SessionTally | undefined,
  { outcome, awaits, handsOff, competency, cause }: Omit<TurnFacts, 'heard'>,
  receivedAt: number,
): SessionTally {
  const competencies = [...new Set([...(previous?.competencies ?? []), competency])];
  return {
    beganAt: previous?.beganAt ?? receivedAt,
    turns: (previous?.turns ?? 0) + 1,
    unhandled: (previous?.unhandled ?? 0) + Number(isUnhandled(outcome)) + Number(cause !== undefined),
    outcome: sessionOutcome(previous, { outcome, awaits, handsOff }),
    competencies: competencies.slice(0, MAX_COMPETENCIES),
  };
}

/**
 * A session's outcome. If the user ever asked for a person or reached a state that hands over, it was handed off.
 * Otherwise the last turn decides: no answer means failed, an open question means abandoned, anything else contained.
 */
function sessionOutcome(
  previous: SessionTally | undefined,
  { outcome, awaits, handsOff }: Pick<TurnFacts, 'outcome' | 'awaits' | 'handsOff'>,
): SessionOutcome {
  if (handsOff || previous?.outcome === 'handed_off') return 'handed_off';
  if (outcome === 'failed' || isUnhandled(outcome)) return 'failed';
  return awaits ? 'abandoned' : 'contained';
}

const PURPOSE = 'parley conversation';

/** The key that encrypts an institution's logged words, each bound to its session. */
export const wordsKey = (deploymentKey: Uint8Array, institution: string): Uint8Array =>
  deriveKey(deploymentKey, PURPOSE, institution);

/** @param nonce 12 random bytes, never reused */
export const sealWords = (
  words: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array,
  sessionId: string,
): Uint8Array => seal(words, key, nonce, sessionId);

/** Undefined if sealed with another key or for another session. */
export const openWords = (sealed: Uint8Array, key: Uint8Array, sessionId: string): Buffer | undefined =>
  unseal(sealed, key, sessionId);
