import type { LoggedTurn, Rating, SessionOutcome } from './conversations.ts';

/**
 * The part common to all exported log lines: which log item the line is about and when it was written. The last line
 * of each item is the valid one: `sequence` grows with each change and sorts as text. A line delivered twice keeps
 * its `sequence`.
 */
interface Line {
  institution: string;
  /** The day on which the session began (`YYYY-MM-DD`, UTC); all lines of a session are in one folder. */
  day: string;
  sequence: string;
  /** True if the item was deleted before it expired: an overtaken turn was withdrawn, or a person was erased. */
  deleted: boolean;
  session_id: string;
  /** Absent in feedback on a whole session. */
  qid?: string;
  /** When the query or feedback arrived: ISO 8601 with milliseconds, UTC. */
  happened_at: string;
  ai_version: string;
  application?: string;
}

/** One turn without anything that was said: no words, no slots, no person. */
export interface TurnLine extends Line, Pick<LoggedTurn, 'ordinal' | 'language' | 'competency' | 'state'> {
  kind: 'turn';
  /** The caller's device. Stored items and lines name it `channel`. */
  channel?: string;
  outcome: LoggedTurn['outcome'];
  /** The session's outcome after this turn. */
  session_outcome: SessionOutcome;
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

/** Port for delivering lines to storage. */
export interface LineDelivery {
  /** @throws {Error} if some were not accepted; a retry may store others twice */
  deliver(lines: readonly LogLine[]): Promise<void>;
}
