/** Limits on what an institution may use, each a whole number from 1 on; one left out is no limit. */
export interface Limits {
  queriesPerSecond?: number;
  /** A day of UTC. */
  queriesPerDay?: number;
  tokensPerSecond?: number;
}

/** A new limit, or null for none; what is left out stays. */
export type LimitChange = { [Name in keyof Limits]?: number | null };

/** A number of uses at most in each window of the clock, which begins at a whole multiple of its length. */
export interface Rate {
  most: number;
  windowMs: number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** The limits on an institution's queries, as rates. */
export const queryRates = ({ queriesPerSecond, queriesPerDay }: Limits): Rate[] => [
  ...(queriesPerSecond === undefined ? [] : [{ most: queriesPerSecond, windowMs: SECOND_MS }]),
  ...(queriesPerDay === undefined ? [] : [{ most: queriesPerDay, windowMs: DAY_MS }]),
];

/** The limits on the tokens that an institution obtains, as rates. */
export const tokenRates = ({ tokensPerSecond }: Limits): Rate[] =>
  tokensPerSecond === undefined ? [] : [{ most: tokensPerSecond, windowMs: SECOND_MS }];
