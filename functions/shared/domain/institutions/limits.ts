/**
 * Usage limits of an institution, each a positive integer. An omitted limit means unlimited, except
 * `requestsPerSecond`.
 */
export interface Limits {
  queriesPerSecond?: number;
  /** Per UTC day. */
  queriesPerDay?: number;
  tokensPerSecond?: number;
  /**
   * Units of all other authenticated requests (`http/endpoint-weights.ts`). Default {@link
   * DEFAULT_REQUESTS_PER_SECOND}.
   */
  requestsPerSecond?: number;
}

/** New limits; null removes a limit (or restores the default of `requestsPerSecond`), and omitted ones stay. */
export type LimitChange = { [Name in keyof Limits]?: number | null };

/** A maximum number of uses per window. Windows begin at whole multiples of their length. */
export interface Rate {
  most: number;
  windowMs: number;
}

/** Units of other requests per second, unless the institution has its own limit. */
export const DEFAULT_REQUESTS_PER_SECOND = 100;

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** An institution's query limits as rates. */
export const queryRates = ({ queriesPerSecond, queriesPerDay }: Limits): Rate[] => [
  ...(queriesPerSecond === undefined ? [] : [{ most: queriesPerSecond, windowMs: SECOND_MS }]),
  ...(queriesPerDay === undefined ? [] : [{ most: queriesPerDay, windowMs: DAY_MS }]),
];

/** An institution's token limits as rates. */
export const tokenRates = ({ tokensPerSecond }: Limits): Rate[] =>
  tokensPerSecond === undefined ? [] : [{ most: tokensPerSecond, windowMs: SECOND_MS }];

/** An institution's limit on other requests as a rate. */
export const requestRates = ({ requestsPerSecond = DEFAULT_REQUESTS_PER_SECOND }: Limits): Rate[] => [
  { most: requestsPerSecond, windowMs: SECOND_MS },
];
