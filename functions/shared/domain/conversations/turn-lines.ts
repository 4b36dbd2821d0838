import type { LoggedTurn, Rating, SessionOutcome } from './conversations.ts';

/**
 * What a line outside the table says of which item of the log, and when it said so. Who reads the lines takes the last
 * one of an item: `sequence` grows with each change of it, sorts as text, and a line that comes twice has it twice.
 */
interface Line {
  institution: string;
  /** When the session began, so that all lines of one are in one folder: `YYYY-MM-DD`, in UTC. */
  day: string;
  sequence: string;
  /** Whether the item is gone before its time: an overtaken turn was taken back, a person was erased. */
  deleted: boolean;
  session_id: string;
  /** Absent in feedback on a whole session. */
  qid?: string;
  /** When the query came, or the feedback: ISO 8601 with milliseconds, in UTC. */
  happened_at: string;
  ai_version: string;
  application?: string;
}

/** One turn, without anything that was said: no words, no slots, and nobody who said them. */
export interface TurnLine extends Line, Pick<LoggedTurn, 'ordinal' | 'language' | 'competency' | 'state'> {
  kind: 'turn';
  channel?: string;
  outcome: LoggedTurn['outcome'];
  /** What the session was after this turn. */
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

/** The port of delivering lines to where they are kept. */
export interface LineDelivery {
  /** @throws {Error} where not all of them were taken; again, some may be there twice */
  deliver(lines: readonly LogLine[]): Promise<void>;
}
