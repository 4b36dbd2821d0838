/**
 * The scale for every decision about a query: probabilities, 0…1. Rules use these steps and no numbers of their own, so
 * that no rule is tuned to a single conversation.
 */
export const CERTAINTY = {
  /** Above chance. */
  trace: 0.05,
  /** Enough if other evidence agrees. */
  slight: 0.2,
  /** Below this, a proposal is too unlikely. Between this and `likely`, the user is asked. */
  doubt: 0.35,
  /** More likely than not. */
  likely: 0.5,
  /** Outweighs other readings of the query. */
  sure: 0.75,
  /** Holds whatever else the query says. */
  certain: 0.95,
} as const;

/**
 * The least probability for a yes to a deed: the probability of a yes times the probability that the reply adds nothing
 * to it.
 */
export const YES_TO_A_DEED = 0.7;

/** Lengths of parts of a query, in words. People say or type hardly more than `many` at once. */
export const WORDS = { couple: 2, few: 4, several: 8, many: 64 } as const;

/** Lengths of words, in letters. Shorter words resemble too many others, or are function words. */
export const LETTERS = { few: 3, several: 4 } as const;
