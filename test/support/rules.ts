import { ParleyError } from '../../functions/shared/domain/errors.ts';
import type { User } from '../../functions/shared/domain/institutions/directory.ts';
import type { TokenLimits } from '../../functions/shared/domain/oauth/issue-token.ts';
import type { SecretUses } from '../../functions/shared/domain/oauth/secret-uses.ts';
import type { RandomBytes } from '../../functions/shared/domain/random.ts';

/** The error with which the work is refused: code, message and details. */
export async function refusalOf(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { code: error.code, message: error.message, ...error.details };
  }
  throw new Error('nothing was refused');
}

/** Bytes that are the same within a draw and one higher in the next, so that draws differ. */
export function countingBytes(): RandomBytes {
  let draws = -1;
  return (size) => {
    draws += 1;
    return new Uint8Array(size).fill(draws % 62);
  };
}

export const ORIGIN = { sourceIp: '192.0.2.7', requestId: 'request-1', now: Date.UTC(2030, 0, 1) };

/** Password rules for tests about something else. */
export const isCommonPassword = (): boolean => false;

/** Secret uses for tests about something else: nothing is recorded. */
export const noSecretUses: SecretUses = { secretUsed: async () => undefined };

/** Token limits for tests about something else: there are none. */
export const noTokenLimits: TokenLimits = { isUsedUp: () => false, take: async () => undefined };

/** A deployment key for tests that need any. */
export const DEPLOYMENT_KEY: Uint8Array = Buffer.from('k'.repeat(64));

/** A stored user of the institution `acme`. */
export const ANN: User = {
  institution: 'acme',
  userId: 'ann',
  scopes: ['query', 'account_read'],
  status: 'active',
  revision: 3,
  createdAt: 0,
};
