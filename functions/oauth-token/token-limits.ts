import { allowanceOf, type UseCounter } from '../shared/domain/institutions/allowance.ts';
import { type Limits, tokenRates } from '../shared/domain/institutions/limits.ts';
import { keptFresh } from '../shared/domain/kept-fresh.ts';
import type { TokenLimits } from '../shared/domain/oauth/issue-token.ts';

/** How long a process caches an institution's limits. */
export const LIMITS_FRESH_MS = 5000;

export interface TokenLimitsDependencies {
  counter: UseCounter;
  /** Strongly consistent; rejects if the institution does not exist. */
  readLimits(institution: string): Promise<Limits>;
  /** Called with the error if a limit could not be read or counted; the token is issued anyway. */
  uncounted(error: unknown): void;
}

/** Limits how many tokens an institution may obtain. Without limits nothing is counted. */
export function createTokenLimits({ counter, readLimits, uncounted }: TokenLimitsDependencies): TokenLimits {
  const known = keptFresh<Limits>(LIMITS_FRESH_MS);
  const allowance = allowanceOf(counter, 'tokens', uncounted);

  async function limitsOf(institution: string, now: number): Promise<Limits> {
    const kept = known.of(institution, now);
    if (kept?.isFresh) return kept.value;
    try {
      const limits = await readLimits(institution);
      known.keep(institution, limits, now);
      return limits;
    } catch (error) {
      uncounted(error);
      return kept?.value ?? {};
    }
  }

  return {
    isUsedUp(institution, now) {
      const kept = known.of(institution, now);
      if (!kept?.isFresh) return false;
      return allowance.refusal(institution, tokenRates(kept.value), now) !== undefined;
    },
    async take(institution, now) {
      await allowance.take(institution, tokenRates(await limitsOf(institution, now)), now);
    },
  };
}
