import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import { clientSecretDigest } from '../../functions/shared/domain/credentials/secrets.ts';
import { ParleyError } from '../../functions/shared/domain/errors.ts';
import type { Client, User } from '../../functions/shared/domain/institutions/directory.ts';
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

/** The code with which the work is refused; undefined if it is not. */
export function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ParleyError) return error.code;
    throw error;
  }
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

export const CLIENT_SECRET = 's'.repeat(40);

/** A stored client of the institution `acme`. */
export const CLIENT: Client = {
  clientId: `acme.${'a'.repeat(20)}`,
  institution: 'acme',
  displayName: 'Acme',
  secretDigest: clientSecretDigest(CLIENT_SECRET),
  grants: ['client_credentials'],
  redirectUris: [],
  scopes: ['query', 'app_read'],
  requiresPkce: false,
  status: 'active',
  revision: 1,
  createdAt: 0,
};

/** The audit event of an operator of the institution `acme`, with the fields that a test gives. */
export const eventOf = (given: Partial<AuditEvent> = {}): AuditEvent => ({
  at: ORIGIN.now,
  action: 'institution.set',
  outcome: 'done',
  institution: 'acme',
  actor: { kind: 'operator' },
  requestId: randomUUID(),
  ...given,
});

/** Who calls with a token of a user of the institution `acme`. */
export const CALLER: Principal = {
  kind: 'token',
  id: '0123456789abcdef',
  institution: 'acme',
  userId: 'user',
  scopes: ['query'],
  referrers: [],
};
