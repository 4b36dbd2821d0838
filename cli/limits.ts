import { InvalidArgumentError } from 'commander';
import { DEFAULT_REQUESTS_PER_SECOND, type Limits } from '../functions/shared/domain/institutions/limits.ts';

/** Limits as commands print them: null for unlimited; `requests_per_second` has a default. */
export const printedLimits = ({
  queriesPerSecond,
  queriesPerDay,
  tokensPerSecond,
  requestsPerSecond = DEFAULT_REQUESTS_PER_SECOND,
}: Limits) => ({
  queries_per_second: queriesPerSecond ?? null,
  queries_per_day: queriesPerDay ?? null,
  tokens_per_second: tokensPerSecond ?? null,
  requests_per_second: requestsPerSecond,
});

/** Reads a limit: an integer from 1 to a billion, or `none`. */
export function readLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a positive whole number, or none.');
}
