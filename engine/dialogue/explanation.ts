import type { RankedLabel } from '../classify/classifier.ts';
import type { FaqExplanation } from '../faq/ask.ts';
import type { Act } from '../understand/acts/acts.ts';
import type { JudgedProposal } from '../understand/commands.ts';

/** The account of a turn: its proposals and what became of them. Holds no slot values. */
export interface Explanation {
  /** The best labels of the whole query. */
  ranked: RankedLabel[];
  outOfScope: number | null;
  outcome: 'matched' | 'ambiguous' | 'out_of_scope' | null;
  /** The acts of the query that are at all likely. */
  acts: Partial<Record<Act, number>>;
  proposals: ExplainedProposal[];
  /** The moves of the turn, in order. */
  transitions: { from: string; to: string; on: string }[];
  /** The slot that the answer asks for, or null. */
  asked: string | null;
  businessLogic: 'answered' | 'failed' | null;
  /** States that the business logic asked for and that nothing declares. */
  refused: { from: string; to: string }[];
  /** The search in each FAQ collection, if they were asked. */
  faq?: FaqExplanation[];
  /** Refusals and faults, in sentences. */
  findings: string[];
  /** The units of work that reading the query took, and whether it was given up since it would take too many. */
  work: { units: number; isExceeded: boolean };
}

/** A proposed command without the words and values of the user. */
export interface ExplainedProposal {
  command: string;
  /** The label or the slot that it is about. */
  label?: string;
  slot?: string | null;
  way?: string;
  /** The quality with which a value was read. */
  how?: string;
  /** The stretch of its words in the query, in UTF-16 units. */
  start: number;
  end: number;
  score: number;
  by: string;
  became: string;
}

/** A judged proposal as it is told. */
export function explained({ command, on, score, by, became }: JudgedProposal): ExplainedProposal {
  return {
    command: command.do,
    ...('label' in command ? { label: command.label } : {}),
    ...('slot' in command ? { slot: command.slot } : {}),
    ...(command.do === 'set' ? { way: command.way, how: command.candidate.quality } : {}),
    start: on.start,
    end: on.end,
    score,
    by,
    became,
  };
}
