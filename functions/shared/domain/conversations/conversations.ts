import * as z from 'zod/mini';
import { explanation } from '../query/query-answer.ts';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** The outcomes of a turn. */
export const TURN_OUTCOMES = ['understood', 'clarified', 'not_understood', 'out_of_scope', 'failed'] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** The outcomes of a session, each as its last turn left it. */
export const SESSION_OUTCOMES = ['contained', 'handed_off', 'abandoned', 'failed'] as const;
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** The ways in which a version lets the log keep what was said. */
export const WORDS_KEPT = ['whole', 'masked', 'none'] as const;
export type WordsKept = (typeof WORDS_KEPT)[number];

/** True where a query got no answer. One that was asked back about (`clarified`) may still get its answer. */
export const isUnhandled = (outcome: TurnOutcome): boolean =>
  outcome === 'not_understood' || outcome === 'out_of_scope';

/**
 * The running totals that a session carries from turn to turn, so that its line in the log is written without being
 * read.
 */
export interface SessionTally {
  /** Milliseconds since the epoch. */
  beganAt: number;
  turns: number;
  unhandled: number;
  outcome: SessionOutcome;
  /** The first `MAX_COMPETENCIES` that answered. */
  competencies: string[];
}

/** The facts of a turn that go into the log, as far as the version lets it keep them. */
export interface TurnFacts {
  language: string;
  /** The device that the caller named. */
  device: string | null;
  outcome: TurnOutcome;
  competency: string;
  state: string;
  intent: string | null;
  /** Set where the answer ends in a question. */
  awaits: boolean;
  /** Set where the user asked for a person or was handed over to one. */
  handsOff: boolean;
  businessLogic?: { status: 'answered' | 'failed'; milliseconds: number };
  keeps: WordsKept;
  words: TurnWords;
  /** The meaning of the words that are kept, of a turn that was not understood; see `compactVector`. */
  vector?: Int8Array;
  keepDays: number;
}

/** The words of a turn and how they were read. Kept sealed. */
export const turnWords = z.object({
  /** Null where the version keeps none, or where it may hold what is sensitive. */
  query: z.nullable(z.string()),
  spoken: z.nullable(z.string()),
  shown: z.nullable(z.string()),
  slots: z.record(z.string(), z.array(z.unknown())),
  /** Absent where it was too large to keep. */
  explanation: z.optional(explanation),
});
export type TurnWords = z.output<typeof turnWords>;

/** One turn as the log has it. */
export interface LoggedTurn extends Omit<TurnFacts, 'awaits' | 'handsOff' | 'keepDays'> {
  institution: string;
  /** The user of the credential that asked. */
  userId: string;
  /** Digest of the end user who asked; see `personOf`. */
  person: string;
  sessionId: string;
  /** Times at which the session began and the query came, in milliseconds since the epoch. */
  beganAt: number;
  at: number;
  qid: string;
  /** Counts the turns of the session from 1. */
  ordinal: number;
  versionId: string;
  application?: string;
  /** The time from the query's arrival to its answer. */
  milliseconds: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** A turn with what it makes of its session. */
export interface LogEntry {
  turn: LoggedTurn;
  tally: SessionTally;
  /** The session before this turn; absent where it begins. */
  previous?: SessionTally;
  /** Milliseconds since the epoch at which the session is over. */
  endsAt: number;
  /** Set where the end user speaks in the session for the first time. */
  isNewPerson: boolean;
}

/** The port of writing. */
export interface ConversationLog {
  /** Writes an entry; again, it is the same. @throws {Error} where it cannot be written in time */
  write(entry: LogEntry): Promise<void>;
  /** Takes back an entry whose turn did not come about. @throws {Error} as `write` */
  withdraw(entry: LogEntry): Promise<void>;
}

const MAX_COMPETENCIES = 20;

/** The tally of a session after a turn. */
export function tallyAfter(
  previous: SessionTally | undefined,
  { outcome, awaits, handsOff, competency }: TurnFacts,
  receivedAt: number,
): SessionTally {
  const competencies = [...new Set([...(previous?.competencies ?? []), competency])];
  return {
    beganAt: previous?.beganAt ?? receivedAt,
    turns: (previous?.turns ?? 0) + 1,
    unhandled: (previous?.unhandled ?? 0) + (isUnhandled(outcome) ? 1 : 0),
    outcome: sessionOutcome(previous, { outcome, awaits, handsOff }),
    competencies: competencies.slice(0, MAX_COMPETENCIES),
  };
}

/**
 * Tells a session's outcome. A session whose user once asked for a person, or came to a state that hands over to one,
 * was handed off. Otherwise its last turn decides: where that was no answer the session failed, where it left a
 * question open the session was abandoned, and in all other cases it was contained.
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

/** The key of an institution's words; what is sealed with it belongs to one session. */
export const wordsKey = (deploymentKey: Uint8Array, institution: string): Uint8Array =>
  deriveKey(deploymentKey, PURPOSE, institution);

/** @param nonce 12 random bytes, never used twice */
export const sealWords = (
  words: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array,
  sessionId: string,
): Uint8Array => seal(words, key, nonce, sessionId);

/** Undefined where another key sealed it, or for another session. */
export const openWords = (sealed: Uint8Array, key: Uint8Array, sessionId: string): Buffer | undefined =>
  unseal(sealed, key, sessionId);
