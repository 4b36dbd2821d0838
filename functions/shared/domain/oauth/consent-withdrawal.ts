import type { AuditEvent } from '../audit.ts';
import type { UserId, UserStore } from '../institutions/user-changes.ts';
import type { ConsentStore } from './consents.ts';
import { revokeOwned } from './token-sweep.ts';

export interface WithdrawalDependencies {
  users: Pick<UserStore, 'credentials' | 'revoke'>;
  consents: ConsentStore;
}

/**
 * Withdraws a user's consent for a client: the client's tokens for the user are revoked and its codes become invalid.
 * After a partial failure, the same call completes it.
 * @returns how many tokens were revoked
 */
export async function withdrawConsent(
  { users, consents }: WithdrawalDependencies,
  user: UserId,
  clientId: string,
  event: AuditEvent,
): Promise<number> {
  await consents.withdraw(user, clientId, event);
  const revoked = await revokeOwned(users, user, clientId);
  await consents.forget(user, clientId);
  return revoked;
}
