/**
 * The one scale that every decision about a query rests on: probabilities, 0…1. A rule takes a step of it and has no
 * number of its own, so that no step can be fitted to one conversation.
 */
export const CERTAINTY = {
  /** Likelier than nothing. */
  trace: 0.05,
  /** Worth a look where much else speaks for it. */
  slight: 0.2,
  /** Below it something is too unlikely; from it to `likely` it is asked about. */
  doubt: 0.35,
  /** Likelier than not. */
  likely: 0.5,
  /** Outweighs what else a query may be. */
  sure: 0.75,
  /** Stands beside anything. */
  certain: 0.95,
} as const;

/** A deed needs this probability that there is a yes and nothing beside it: of one, times that of the other. */
export const YES_TO_A_DEED = 0.7;

/** Of two labels of different competencies the first is meant if it weighs so many times as much. */
export const CLEARLY = 2;

/** Lengths of stretches of a query, in words. */
export const WORDS = { couple: 2, few: 4, several: 8 } as const;
