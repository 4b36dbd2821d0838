import { CERTAINTY } from './certainty-weights.ts';

/** Evidence that one of a collection's best documents answers a question. Contains no words and no document. */
export interface Evidence {
  /** The similarity in meaning of its nearest sentence, −1…1. */
  sentence: number;
  /** Its score minus that of the other of the best two; negative for the second. */
  ahead: number;
  /** The number of distinct terms in the question, at most `MOST_TERMS`. */
  terms: number;
}

/** The kinds of evidence, in a fixed order. */
export const EVIDENCE = ['sentence', 'ahead', 'terms'] as const;

export const MOST_TERMS = 6;

/** A wrong document costs half of what a right one gains, since the user sees its title. */
const COST_OF_WRONG = 1 / 2;
/** The least certainty at which answering pays. */
export const LEAST_CERTAINTY = COST_OF_WRONG / (1 + COST_OF_WRONG);
/** The second document is shown too if its likelihood is at least this share of the first's. */
const TOLD_BESIDE = 0.25;

/** The probability that a document answers, 0…1. */
export function likelihoodOf(evidence: Evidence): number {
  const { bias, weights } = CERTAINTY;
  const sum = EVIDENCE.reduce<number>((all, name) => all + weights[name] * evidence[name], bias);
  return 1 / (1 + Math.exp(-sum));
}

/** The probability, 0…1, that one of the best two documents answers, and how many to show. */
export function certaintyOf(best: readonly Evidence[]): { certainty: number; told: 1 | 2 } {
  const [first = 0, second = 0] = best.map(likelihoodOf);
  return { certainty: Math.min(1, first + second), told: second >= TOLD_BESIDE * first ? 2 : 1 };
}
