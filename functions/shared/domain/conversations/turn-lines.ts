import type { LoggedTurn, Rating, SessionOutcome } from './conversations.ts';

/**
 * The part common to all lines outside the table: the item of the log that a line is about, and when it was written.
 * Readers take the last line of an item: `sequence` grows with each change of the item and sorts as text, and a line
 * delivered twice has the same one twice.
 */
interface Line {
  institution: string;
  /** The day on which the session began, so that all its lines are in one folder: `YYYY-MM-DD`, in UTC. */
  day: string;
  sequence: string;
  /** Set where the item was deleted before its time: an overtaken turn was taken back, or a person was erased. */
  deleted: boolean;
  session_id: string;
  /** Absent in feedback on a whole session. */
  qid?: string;
  /** The time of the query, or of the feedback: ISO 8601 with milliseconds, in UTC. */
  happened_at: string;
  ai_version: string;
  application?: string;
}

/** One turn, without anything that was said: no words, no slots, and nobody who said them. */
export interface TurnLine extends Line, Pick<LoggedTurn, 'ordinal' | 'language' | 'competency' | 'state'> {
  kind: 'turn';
  /** The caller's device, under the name that stored items and lines give it. */
  channel?: string;
  outcome: LoggedTurn['outcome'];
  /** The session's outcome after this turn; absent of turns that were logged before it was kept. */
  session_outcome?: SessionOutcome;
  intent?: string;
  milliseconds: number;
  business_logic?: 'answered' | 'failed';
  business_logic_milliseconds?: number;
}

export interface FeedbackLine extends Line {
  kind: 'feedback';
  rating: Rating;
}

export type LogLine = TurnLine | FeedbackLine;

/** The port of delivering lines to where they are kept. */
export interface LineDelivery {
  /** @throws {Error} where not all of them were taken; again, some may be there twice */
  deliver(lines: readonly LogLine[]): Promise<void>;
}
