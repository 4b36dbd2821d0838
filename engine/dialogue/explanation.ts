import type { RankedLabel } from '../classify/classifier.ts';
import type { FaqExplanation } from '../faq/ask.ts';
import type { Act } from '../understand/acts/acts.ts';
import type { JudgedProposal } from '../understand/commands.ts';

/** A turn's proposals and what became of them. Holds no slot values. */
export interface Explanation {
  /** The best labels of the whole query. */
  ranked: RankedLabel[];
  outOfScope: number | null;
  outcome: 'matched' | 'ambiguous' | 'out_of_scope' | null;
  /** The acts of the query above a minimum probability. */
  acts: Partial<Record<Act, number>>;
  proposals: ExplainedProposal[];
  /** The turn's transitions, in order. */
  transitions: { from: string; to: string; on: string }[];
  /** The slot that the answer asks for, or null. */
  asked: string | null;
  businessLogic: 'answered' | 'failed' | null;
  /** Undeclared states that the business logic asked for. */
  refused: { from: string; to: string }[];
  /** The search result of each FAQ collection searched. */
  faq?: FaqExplanation[];
  /** Refusals and errors, as sentences. */
  findings: string[];
  /** The units of work spent reading the query, and whether the limit stopped it. */
  work: { units: number; isExceeded: boolean };
}

/** A proposed command without the user's words and values. */
export interface ExplainedProposal {
  command: string;
  /** The command's label, if any. */
  label?: string;
  slot?: string | null;
  way?: string;
  /** A value's recognition quality. */
  how?: string;
  /** Its words in the query, as UTF-16 offsets. */
  start: number;
  end: number;
  score: number;
  by: string;
  became: string;
}

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
