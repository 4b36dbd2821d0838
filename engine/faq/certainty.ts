import { CERTAINTY } from './certainty-weights.ts';

/** What tells whether one of the best documents of a collection answers a question. Names no word, no document. */
export interface Evidence {
  /** The nearness in meaning of its nearest sentence, −1…1. */
  sentence: number;
  /** How far its score is above that of the other of the best two; negative for the second. */
  ahead: number;
  /** The number of different words in the question that mean something; more than `MOST_TERMS` tell nothing more. */
  terms: number;
}

/** The kinds of evidence, in a fixed order. */
export const EVIDENCE = ['sentence', 'ahead', 'terms'] as const;

export const MOST_TERMS = 6;

/** A wrong document costs half of what a right one gives: it is named, and the user sees what it is about. */
const COST_OF_WRONG = 1 / 2;
/** The certainty from which an answer gives more than it costs. */
export const LEAST_CERTAINTY = COST_OF_WRONG / (1 + COST_OF_WRONG);
/** The second document is told beside the first where it is this much as likely to answer. */
const TOLD_BESIDE = 0.25;

/** The probability that a document answers, 0…1. */
export function likelihoodOf(evidence: Evidence): number {
  const { bias, weights } = CERTAINTY;
  const sum = EVIDENCE.reduce<number>((all, name) => all + weights[name] * evidence[name], bias);
  return 1 / (1 + Math.exp(-sum));
}

/** The probability that one of the best two documents answers, 0…1, and the number of them that are told then. */
export function certaintyOf(best: readonly Evidence[]): { certainty: number; told: 1 | 2 } {
  const [first = 0, second = 0] = best.map(likelihoodOf);
  return { certainty: Math.min(1, first + second), told: second >= TOLD_BESIDE * first ? 2 : 1 };
}
