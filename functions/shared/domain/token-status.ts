import { type AuditEvent, clientEvent } from './audit.ts';
import {
  asClient,
  authenticateClient,
  type ClientAttempt,
  type ClientStore,
} from './client-authentication.ts';
import { isExpired } from './clock.ts';
import { type AccessToken, tokenLogId } from './credentials.ts';
import { ParleyError } from './errors.ts';
import { isToken, tokenDigest } from './secrets.ts';

/** The port of revocation. */
export interface RevocationStore extends ClientStore {
  /** Deletes a token. One that is gone stays gone. */
  revokeToken(
    token: Pick<AccessToken, 'institution' | 'userId' | 'digest'>,
    event: AuditEvent,
  ): Promise<void>;
}

/**
 * Revokes a token at once and for good (RFC 7009): one that the client obtained, or one of its institution's users
 * that no client had a part in. What is no token any more is revoked already.
 * @throws {ParleyError} `invalid_client`, `too_many_requests`, and `invalid_grant` for a token of another client
 */
export const revokePresented = (
  store: RevocationStore,
  attempt: ClientAttempt & { token: string },
): Promise<void> => asClient(store, attempt, 'token.revoke', () => revoke(store, attempt));

async function revoke(store: RevocationStore, attempt: ClientAttempt & { token: string }): Promise<void> {
  const { client, presented } = await authenticateClient(store, attempt, digestOf(attempt.token));
  if (presented?.kind !== 'token' || presented.token.institution !== client.institution) return;
  const { token } = presented;
  const ownerless = token.clientId === undefined && client.secretDigest !== undefined;
  if (token.clientId !== client.clientId && !ownerless) {
    throw new ParleyError('invalid_grant', 'The token was issued to another client.');
  }
  const what = { action: 'token.revoke', target: tokenLogId(token.digest) } as const;
  await store.revokeToken(token, clientEvent(client, attempt, what));
}

/**
 * The token as it is at this moment (RFC 7662), or undefined where it is none, over, or another institution's.
 * @throws {ParleyError} `invalid_client`, also for a public client: who asks must prove who it is (§2.1);
 *   `too_many_requests`
 */
export const introspect = (
  store: ClientStore,
  attempt: ClientAttempt & { token: string },
): Promise<AccessToken | undefined> =>
  asClient(store, attempt, 'token.introspect', () => readPresented(store, attempt));

async function readPresented(
  store: ClientStore,
  attempt: ClientAttempt & { token: string },
): Promise<AccessToken | undefined> {
  const { client, presented } = await authenticateClient(store, attempt, digestOf(attempt.token));
  if (client.secretDigest === undefined) {
    throw new ParleyError('invalid_client', 'A public client cannot introspect tokens.');
  }
  if (presented?.kind !== 'token' || presented.token.institution !== client.institution) return undefined;
  const { token } = presented;
  return isExpired(token.expiresAt, attempt.now) ? undefined : token;
}

const digestOf = (token: string): string | undefined => (isToken(token) ? tokenDigest(token) : undefined);
