import type { RateState } from '../domain/errors.ts';

/**
 * The headers with an institution's limits and the remaining units; no headers without limits. Format:
 * draft-ietf-httpapi-ratelimit-headers-10, §3 and §4, lists of RFC 9651 strings with quota `q`, window `w`, remaining
 * `r` and seconds until reset `t`.
 */
export function rateLimitHeaders(rates: readonly RateState[] = []): Record<string, string> {
  if (rates.length === 0) return {};
  const list = (item: (rate: RateState) => string) =>
    rates.map((rate) => `"${rate.name}";${item(rate)}`).join(', ');
  return {
    'RateLimit-Policy': list(({ most, windowSeconds }) => `q=${most};w=${windowSeconds}`),
    RateLimit: list(({ left, resetsInSeconds }) => `r=${left};t=${Math.ceil(resetsInSeconds)}`),
  };
}
