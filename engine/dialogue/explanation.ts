import type { RankedLabel } from '../classify/classifier.ts';
import type { FaqExplanation } from '../faq/ask.ts';
import type { Act } from '../understand/acts/acts.ts';
import type { JudgedProposal } from '../understand/commands.ts';

/** The record of a turn: its proposals and their results. Contains no slot values. */
export interface Explanation {
  /** The best labels of the whole query. */
  ranked: RankedLabel[];
  outOfScope: number | null;
  outcome: 'matched' | 'ambiguous' | 'out_of_scope' | null;
  /** The query's acts that have a noticeable probability. */
  acts: Partial<Record<Act, number>>;
  proposals: ExplainedProposal[];
  /** The turn's moves, in order. */
  transitions: { from: string; to: string; on: string }[];
  /** The slots that got no value, and why: it was refused, not read, or the user did not answer. */
  missed: { slot: string; why: 'refused' | 'not_read' | 'unanswered' }[];
  /** The slot that the answer asks for, or null. */
  asked: string | null;
  businessLogic: 'answered' | 'failed' | null;
  /** Undeclared states that the business logic asked for. */
  refused: { from: string; to: string }[];
  /** The search in each FAQ collection; absent if none was searched. */
  faq?: FaqExplanation[];
  /** Refusals and faults, in sentences. */
  findings: string[];
  /** The units of work for reading the query, and whether the limit stopped the reading. */
  work: { units: number; isExceeded: boolean };
}

/** A proposed command, without the user's words and values. */
export interface ExplainedProposal {
  command: string;
  /** The label or slot of the command. */
  label?: string;
  slot?: string | null;
  way?: string;
  /** How a value was found. */
  how?: string;
  /** The position of the command's words in the query, in UTF-16 units. */
  start: number;
  end: number;
  score: number;
  by: string;
  became: string;
}

/** The record of a turn in which nothing has happened yet. */
export const noExplanation = (): Explanation => ({
  ranked: [],
  outOfScope: null,
  outcome: null,
  acts: {},
  proposals: [],
  transitions: [],
  missed: [],
  asked: null,
  businessLogic: null,
  refused: [],
  findings: [],
  work: { units: 0, isExceeded: false },
});

/** A decided proposal as explanations show it. */
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
