import { CERTAINTY } from './certainty-weights.ts';

/** Evidence that one of a collection's best documents answers a question. Contains no words and no document. */
export interface Evidence {
  /** The similarity in meaning of its nearest sentence, −1…1. */
  sentence: number;
  /** Its score minus the best score of another document. */
  ahead: number;
  /** The number of distinct terms in the question, at most `MOST_TERMS`. */
  terms: number;
  /**
   * Its similarity to what the conversation is about, less that of the usual candidate, and divided by `terms`, since a
   * short question such as “how much is that?” says little itself. Null if the conversation is about nothing yet.
   */
  subject: number | null;
}

/** The kinds of evidence, in a fixed order. */
export const EVIDENCE = ['sentence', 'ahead', 'terms', 'subject'] as const;

export const MOST_TERMS = 6;
/** How many of the best candidates may answer a question within a competency. */
export const MOST_JUDGED = 5;

/** A wrong document costs half of what a right one gains, since the user sees its title. */
const COST_OF_WRONG = 1 / 2;
/** The least certainty at which answering pays. */
export const LEAST_CERTAINTY = COST_OF_WRONG / (1 + COST_OF_WRONG);
/** The second document is shown too if its likelihood is at least this share of the first's. */
const TOLD_BESIDE = 0.25;

/** The probability that a document answers, 0…1. */
export function likelihoodOf(evidence: Evidence): number {
  const { bias, weights } = evidence.subject === null ? CERTAINTY.first : CERTAINTY.within;
  const sum = EVIDENCE.reduce<number>((all, name) => all + weights[name] * (evidence[name] ?? 0), bias);
  return 1 / (1 + Math.exp(-sum));
}

/** How well a collection's candidates answer a question. */
export interface Verdict {
  /** The places of the candidates in the evidence, likeliest first. */
  order: number[];
  /** The probability, 0…1, that one of the likeliest two answers. */
  certainty: number;
  /** How many to show. */
  told: 1 | 2;
}

/**
 * Judges a collection's candidates. For a question within a competency, their order is that of their likelihood: what
 * the conversation is about may outweigh a score. Otherwise only the best two are judged, and their order stays.
 */
export function judged(evidence: readonly Evidence[], likelihood = likelihoodOf): Verdict {
  const likelihoods = evidence.map(likelihood);
  const order = [...likelihoods.keys()];
  if (evidence[0]?.subject != null) order.sort((a, b) => (likelihoods[b] ?? 0) - (likelihoods[a] ?? 0));
  const [first = 0, second = 0] = order.map((place) => likelihoods[place]);
  return {
    order,
    certainty: Math.min(1, first + second),
    told: second > 0 && second >= TOLD_BESIDE * first ? 2 : 1,
  };
}
