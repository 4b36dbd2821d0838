import type {
  LoggedTurn,
  Rating,
  SessionOutcome,
  SessionTally,
  TurnOutcome,
  TurnWords,
} from './conversations.ts';

/** A session as a list shows it. */
export interface SessionLine extends SessionTally {
  sessionId: string;
  versionId: string;
  application?: string;
  language: string;
  /** The times of its last turn and of its end, in milliseconds since the epoch. */
  lastAt: number;
  endsAt: number;
}

/** Conditions that sessions must meet; a condition left out admits any. */
export interface SessionFilter {
  versionId?: string;
  application?: string;
  outcome?: SessionOutcome;
  competency?: string;
}

/** A turn as it is read; the words are absent where they cannot be opened any more. */
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
  words?: TurnWords;
}

export interface ReadFeedback {
  /** Absent where it is about the whole session. */
  qid?: string;
  rating: Rating;
  words?: string;
  at: number;
}

/** Something that was not understood. */
export interface UnhandledQuery {
  qid: string;
  sessionId: string;
  at: number;
  versionId: string;
  application?: string;
  language: string;
  outcome: TurnOutcome;
  query: string;
  /** The labels that came nearest, the nearest first. */
  nearest: { label: string; probability: number }[];
  vector: Int8Array;
}

/** Counters of one version and application on one day. */
export interface DayCounts {
  day: string;
  versionId: string;
  application?: string;
  counts: Readonly<Record<string, number>>;
}

/** A page of the store and where the next one begins; absent at the end. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** The port of reading counters. */
export interface CounterReader {
  /** Every counter of the days, both included. */
  countsOf(institution: string, from: string, to: string): Promise<DayCounts[]>;
}

/** The port of reading. What has expired by `now` (milliseconds since the epoch) is not there. */
export interface ConversationReader {
  /**
   * Sessions that began on a day, the latest first, in one round trip.
   * @param before the place of the last one that was read; see `placeOf`
   */
  sessionsOf(
    institution: string,
    day: string,
    options: { before?: string; limit: number; now: number },
  ): Promise<{ items: SessionLine[]; isComplete: boolean }>;
  /** Turns of a session in their order, with the feedback on any of them. */
  turnsOf(
    institution: string,
    sessionId: string,
    options: { after?: string; limit: number; now: number },
  ): Promise<Page<ReadTurn>>;
  feedbackOf(institution: string, sessionId: string, now: number): Promise<ReadFeedback[]>;
  /** The turns of a day that were not understood, the latest first, at most `limit`. */
  unhandledOf(
    institution: string,
    day: string,
    options: { limit: number; now: number },
  ): Promise<UnhandledQuery[]>;
}

/** A session's place in its day, which sorts sessions by when they began. */
export const placeOf = ({ beganAt, sessionId }: Pick<SessionLine, 'beganAt' | 'sessionId'>): string =>
  `${new Date(beganAt).toISOString()}#${sessionId}`;
