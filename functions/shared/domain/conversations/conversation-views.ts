import type {
  ListedOutcome,
  ListedWords,
  LoggedTurn,
  Rating,
  SessionOutcome,
  SessionTally,
  TurnWords,
  WordsKept,
} from './conversations.ts';

/** A session as listed. */
export interface SessionLine extends SessionTally {
  sessionId: string;
  versionId: string;
  application?: string;
  language: string;
  /** When the last turn ended and when the session ends, in milliseconds since the epoch. */
  lastAt: number;
  endsAt: number;
}

/** Filter of sessions; an absent field matches any. */
export interface SessionFilter {
  versionId?: string;
  application?: string;
  outcome?: SessionOutcome;
  competency?: string;
}

/** A logged turn; the words are absent if they can no longer be decrypted. */
export interface ReadTurn
  extends Pick<
    LoggedTurn,
    | 'qid'
    | 'ordinal'
    | 'sessionId'
    | 'at'
    | 'beganAt'
    | 'versionId'
    | 'application'
    | 'language'
    | 'device'
    | 'outcome'
    | 'competency'
    | 'state'
    | 'intent'
    | 'milliseconds'
    | 'businessLogic'
  > {
  keeps?: WordsKept;
  words?: TurnWords;
}

export interface ReadFeedback {
  /** Absent if the feedback is about the whole session. */
  qid?: string;
  rating: Rating;
  words?: string;
  at: number;
}

/** A query with a listed outcome. */
export interface UnhandledQuery extends ListedWords {
  qid: string;
  sessionId: string;
  /** The number of its turn within the session, from 1; null in the log of an earlier release. */
  ordinal: number | null;
  at: number;
  versionId: string;
  application?: string;
  language: string;
  outcome: ListedOutcome;
}

/** Counters of one version and application on one day. */
export interface DayCounts {
  day: string;
  versionId: string;
  application?: string;
  /**
   * The part of the day's sessions that the counter counts; absent if the counter may include sessions of all parts.
   */
  part?: number;
  counts: Readonly<Record<string, number>>;
}

/** A page of items and the cursor of the next page, which is absent on the last page. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** Port for reading counters. */
export interface CounterReader {
  /** All counters of the days, both included. */
  countsOf(institution: string, from: string, to: string): Promise<DayCounts[]>;
}

/** Port for reading. Omits everything that has expired by `now` (milliseconds since the epoch). */
export interface ConversationReader {
  /**
   * Sessions that began on a day, newest first, in one round trip.
   * @param before the place of the last session that was read; see `placeOf`
   * @param parts the parts of the day's sessions to read, default all; at most `limit` lines of each
   */
  sessionsOf(
    institution: string,
    day: string,
    options: { before?: string; limit: number; now: number; parts?: readonly number[] },
  ): Promise<{ items: SessionLine[]; isComplete: boolean }>;
  /** The turns of a session in order, each with its feedback. */
  turnsOf(
    institution: string,
    sessionId: string,
    options: { after?: string; limit: number; now: number },
  ): Promise<Page<ReadTurn>>;
  feedbackOf(institution: string, sessionId: string, now: number): Promise<ReadFeedback[]>;
  /**
   * The turns of a day that were not understood, newest first, at most `limit`, and only those after a place. Turns whose
   * words cannot be opened are left out; `mayHaveMore` is true if the limit was reached with them.
   */
  unhandledOf(
    institution: string,
    day: string,
    options: { limit: number; now: number; after?: string },
  ): Promise<{ queries: UnhandledQuery[]; mayHaveMore: boolean }>;
}

/**
 * True if business logic refused the turn's value for a slot, and the slot was asked again. Earlier releases logged
 * such a turn as not understood.
 */
export function refusedValue({ outcome, businessLogic, words }: ReadTurn): boolean {
  if (outcome !== 'not_understood') return outcome === 'value_refused';
  const { asked = null, proposals = [] } = words?.explanation ?? {};
  return (
    businessLogic?.status === 'answered' &&
    asked !== null &&
    proposals.some(({ command, slot, became }) => command === 'set' && slot === asked && became === 'applied')
  );
}

/** A session's sort key within its day: by when it began. */
export const placeOf = ({ beganAt, sessionId }: Pick<SessionLine, 'beganAt' | 'sessionId'>): string =>
  `${new Date(beganAt).toISOString()}#${sessionId}`;
