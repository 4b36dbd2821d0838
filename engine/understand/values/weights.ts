/** How much each feature of a value speaks for the slot that may take it. */
export const WEIGHTS = {
  /** For every value: an unsure one is better than none. */
  value: 1,
  asked: 0.5,
  empty: 0.15,
  emptyOptional: 0.075,
  /** An optional slot while a required one lacks a value of its entity. */
  optional: -0.2,
  /** A filled slot with no question open. */
  held: 0.25,
  heldDestination: 0.05,
  /** A filled slot while another one is asked for. */
  heldBeside: -0.3,
  /** The value that the slot already holds, beside another that it may take. */
  restated: -0.1,
  fuzzy: -0.2,
  weak: -0.3,
  answer: -0.3,
  /** People say days by ordinals rather than numbers. */
  bareDay: -0.05,
  /** A length of time within a date or time, which it leaves only for more values. */
  withinLonger: -0.4,
  /** The value's length, 1 for 40 characters. */
  length: 0.1,
  /** How much of the time that the utterances have the word beside any slot's values, it is beside this slot's. */
  left: 0.6,
  secondLeft: 0.25,
  right: 0.15,
  leftOfNumber: 0.25,
  secondLeftOfNumber: 0.15,
  rightOfNumber: 0.6,
  /** The utterances have the word that tells most beside other slots' values only. */
  foreign: -0.2,
  /** The words beside the value name the slot's role, or its counterpart's if negative. */
  role: 0.6,
  behindName: 0.6,
  tagged: 3,
} as const;

type Feature = keyof typeof WEIGHTS;
export type Features = Partial<Record<Feature, number>>;

/** The score of a value for a slot; more is better, and what scores below zero is not taken. */
export function scoreOf(features: Features): number {
  let score = 0;
  for (const name in features) score += WEIGHTS[name as Feature] * (features[name as Feature] ?? 0);
  return score;
}
