/** Limits on what an institution may use, each a whole number from 1 on; one left out is no limit but for `requestsPerSecond`. */
export interface Limits {
  queriesPerSecond?: number;
  /** A day of UTC. */
  queriesPerDay?: number;
  tokensPerSecond?: number;
  /** Units of all other requests with a credential (`http/endpoint-weights.ts`). Default {@link DEFAULT_REQUESTS_PER_SECOND}. */
  requestsPerSecond?: number;
}

/** A new limit, or null for none (of `requestsPerSecond`: for the default); what is left out stays. */
export type LimitChange = { [Name in keyof Limits]?: number | null };

/** A number of uses at most in each window of the clock, which begins at a whole multiple of its length. */
export interface Rate {
  most: number;
  windowMs: number;
}

/** The units of requests other than queries and tokens that an institution may use in a second, unless one is set for it. */
export const DEFAULT_REQUESTS_PER_SECOND = 100;

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

/** The limit on an institution's other requests, as a rate. */
export const requestRates = ({ requestsPerSecond = DEFAULT_REQUESTS_PER_SECOND }: Limits): Rate[] => [
  { most: requestsPerSecond, windowMs: SECOND_MS },
];
