import type { AuditTrail } from '../audit.ts';
import type { Directory } from '../institutions/directory.ts';
import type { OwnedCredential, UserDependencies, UserId, UserStore } from '../institutions/user-changes.ts';
import type { ConsentStore } from './consents.ts';

export interface ClientDependencies extends UserDependencies {
  directory: Directory;
  audit: AuditTrail;
  consents: ConsentStore;
}

/** Which tokens to delete: of one user, of one client, or of a whole institution. */
export interface TokenSelection {
  institution: string;
  userId?: string;
  clientId?: string;
}

/** Users whose credentials are read concurrently. */
const CONCURRENCY = 16;

/**
 * Deletes tokens. Tokens in the making are stopped by a raised revision: the caller raises the user's or client's
 * revision first; for an institution, each user's revision is raised here.
 * @returns how many were deleted
 */
export async function sweepTokens(
  { users }: Pick<ClientDependencies, 'users'>,
  { institution, userId, clientId }: TokenSelection,
): Promise<number> {
  if (userId !== undefined) return revokeOwned(users, { institution, userId }, clientId);
  const counts = await ofEveryUser(users, institution, async (user) => {
    if (clientId === undefined) await users.change(user, {});
    return revokeOwned(users, user, clientId);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Runs the work for every user of an institution, with limited concurrency. */
export async function ofEveryUser<Result>(
  users: UserStore,
  institution: string,
  work: (user: UserId) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let batch: UserId[] = [];
  const settle = async () => {
    results.push(...(await Promise.all(batch.map(work))));
    batch = [];
  };
  for await (const user of users.users(institution)) {
    if (batch.push(user) === CONCURRENCY) await settle();
  }
  await settle();
  return results;
}

/**
 * Deletes a user's tokens, or only the tokens that one client obtained.
 * @returns how many
 */
export async function revokeOwned(
  users: Pick<UserStore, 'credentials' | 'revoke'>,
  user: UserId,
  clientId: string | undefined,
): Promise<number> {
  const chosen = (credential: OwnedCredential) =>
    credential.kind === 'token' && (clientId === undefined || credential.clientId === clientId);
  let revoked = 0;
  for await (const credential of users.credentials(user)) {
    if (!chosen(credential)) continue;
    await users.revoke(user, credential);
    revoked += 1;
  }
  return revoked;
}
