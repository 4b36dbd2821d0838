import { allowanceOf, type UseCounter } from '../shared/domain/allowance.ts';
import type { TokenLimits } from '../shared/domain/issue-token.ts';
import { type Limits, tokenRates } from '../shared/domain/limits.ts';

/** A process goes by what it read of an institution's limits this long. */
export const LIMITS_FRESH_MS = 5000;

/** How many institutions a process remembers. */
const REMEMBERED = 10_000;

export interface TokenLimitsDependencies {
  counter: UseCounter;
  /** Strongly consistent; none where there is no such institution. */
  readLimits(institution: string): Promise<Limits>;
  /** Told of what could not be read or counted, and was let through. */
  uncounted(error: unknown): void;
}

/** How many tokens institutions may still obtain. An institution without limits has nothing counted. */
export function createTokenLimits({ counter, readLimits, uncounted }: TokenLimitsDependencies): TokenLimits {
  const known = new Map<string, { limits: Limits; readAt: number }>();
  const allowance = allowanceOf(counter, 'tokens', uncounted);

  async function limitsOf(institution: string, now: number): Promise<Limits> {
    const memory = known.get(institution);
    if (memory !== undefined && now - memory.readAt < LIMITS_FRESH_MS) return memory.limits;
    try {
      const limits = await readLimits(institution);
      if (known.size >= REMEMBERED) known.clear();
      known.set(institution, { limits, readAt: now });
      return limits;
    } catch (error) {
      uncounted(error);
      return memory?.limits ?? {};
    }
  }

  return {
    isUsedUp(institution, now) {
      const memory = known.get(institution);
      const isFresh = memory !== undefined && now - memory.readAt < LIMITS_FRESH_MS;
      return isFresh && allowance.refusal(institution, tokenRates(memory.limits), now) !== undefined;
    },
    async take(institution, now) {
      await allowance.take(institution, tokenRates(await limitsOf(institution, now)), now);
    },
  };
}
