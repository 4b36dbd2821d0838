import { allowanceOf, type UseCounter } from '../shared/domain/institutions/allowance.ts';
import { type Limits, tokenRates } from '../shared/domain/institutions/limits.ts';
import { keptFresh } from '../shared/domain/kept-fresh.ts';
import type { TokenLimits } from '../shared/domain/oauth/issue-token.ts';

/** A process goes by what it read of an institution's limits this long. */
export const LIMITS_FRESH_MS = 5000;

export interface TokenLimitsDependencies {
  counter: UseCounter;
  /** Strongly consistent; none where there is no such institution. */
  readLimits(institution: string): Promise<Limits>;
  /** Told of what could not be read or counted, and was let through. */
  uncounted(error: unknown): void;
}

/** Limits the tokens that institutions may still obtain. An institution without limits has nothing counted. */
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
