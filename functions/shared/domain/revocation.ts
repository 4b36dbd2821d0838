import type { AuditTrail } from './audit.ts';
import {
  type Client,
  type ClientChange,
  type Directory,
  institutionOfClientId,
  type Status,
} from './directory.ts';
import { ParleyError } from './errors.ts';
import { operatorEvent } from './operator-events.ts';
import { clientSecretDigest, newClientSecret } from './secrets.ts';
import type { OwnedCredential, UserDependencies, UserId } from './user-changes.ts';

export interface ClientDependencies extends UserDependencies {
  directory: Directory;
  audit: AuditTrail;
}

/** How many users' credentials are read at a time. */
const CONCURRENCY = 16;

/** Whose tokens: one user's, those that one client obtained, or all of an institution. */
export interface TokenSelection {
  institution: string;
  userId?: string;
  clientId?: string;
}

/**
 * Revokes tokens; they are refused from the next request on. Keys stay. Where it fails halfway, the same call again
 * completes it.
 * @returns how many were revoked
 */
export async function revokeTokens(operator: ClientDependencies, selection: TokenSelection): Promise<number> {
  const { institution, userId, clientId } = selection;
  const target = userId ?? clientId ?? institution;
  await operator.audit.record(operatorEvent(operator, { action: 'token.revoke', institution, target }));
  return sweep(operator, selection);
}

/**
 * Disables a client or makes it active again. Once it is disabled it obtains no code and no token, not by a sign-in
 * that is under way either, and the tokens that it obtained are gone. Where it fails halfway, the same call again
 * completes it.
 * @returns how many tokens were revoked
 * @throws {ParleyError} `not_found`
 */
export async function setClientStatus(
  operator: ClientDependencies,
  clientId: string,
  status: Status,
): Promise<number> {
  const action = status === 'disabled' ? 'client.disable' : 'client.enable';
  const institution = await change(operator, clientId, action, { status });
  return status === 'active' ? 0 : sweep(operator, { institution, clientId });
}

/**
 * Gives a client another secret; the old one is refused from the next request on. Tokens stay.
 * @returns the secret, which is nowhere else
 * @throws {ParleyError} `not_found`
 */
export async function rotateClientSecret(
  operator: ClientDependencies,
  clientId: Client['clientId'],
): Promise<string> {
  const secret = newClientSecret(operator.random);
  await change(operator, clientId, 'client.rotate-secret', { secretDigest: clientSecretDigest(secret) });
  return secret;
}

/** @returns the client's institution */
async function change(
  operator: ClientDependencies,
  clientId: string,
  action: 'client.disable' | 'client.enable' | 'client.rotate-secret',
  what: ClientChange,
): Promise<string> {
  const institution = institutionOfClientId(clientId);
  if (institution !== undefined) {
    const event = operatorEvent(operator, { action, institution, target: clientId });
    if (await operator.directory.changeClient(institution, clientId, what, event)) return institution;
  }
  throw new ParleyError('not_found', `There is no client ${clientId}.`);
}

async function sweep(
  { users }: Pick<ClientDependencies, 'users'>,
  { institution, userId, clientId }: TokenSelection,
): Promise<number> {
  if (userId !== undefined) return revokeOf(users, { institution, userId }, clientId);
  let revoked = 0;
  let batch: UserId[] = [];
  const settle = async () => {
    const counts = await Promise.all(batch.map((user) => revokeOf(users, user, clientId)));
    revoked += counts.reduce((sum, count) => sum + count, 0);
    batch = [];
  };
  for await (const user of users.users(institution)) {
    if (batch.push(user) === CONCURRENCY) await settle();
  }
  await settle();
  return revoked;
}

async function revokeOf(
  users: ClientDependencies['users'],
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
