import { type AuditAction, type AuditEvent, clientEvent } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { type AccessToken, tokenLogId } from '../credentials/credentials.ts';
import { isToken, tokenDigest } from '../credentials/secrets.ts';
import { ParleyError } from '../errors.ts';
import { type AuthenticatedClient, asClient, type ClientStore } from './client-authentication.ts';
import type { ClientAttempt } from './client-secret.ts';
import type { RecordSecretUse } from './secret-uses.ts';

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
  recordSecretUse: RecordSecretUse,
  attempt: ClientAttempt & { token: string },
): Promise<void> =>
  ofToken(store, recordSecretUse, attempt, 'token.revoke', (authenticated) =>
    revoke(store, attempt, authenticated),
  );

async function revoke(
  store: RevocationStore,
  attempt: ClientAttempt,
  { client, presented }: AuthenticatedClient,
): Promise<void> {
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
 * The token as it is now (RFC 7662); undefined if it is unknown, expired, or another institution's.
 * @throws {ParleyError} `invalid_client`, also for a public client: the caller must authenticate (§2.1);
 *   `too_many_requests`
 */
export const introspect = (
  store: ClientStore,
  recordSecretUse: RecordSecretUse,
  attempt: ClientAttempt & { token: string },
): Promise<AccessToken | undefined> =>
  ofToken(store, recordSecretUse, attempt, 'token.introspect', async (authenticated) =>
    stateOf(authenticated, attempt.now),
  );

function stateOf({ client, presented }: AuthenticatedClient, now: number): AccessToken | undefined {
  if (client.secretDigest === undefined) {
    throw new ParleyError('invalid_client', 'A public client cannot introspect tokens.');
  }
  if (presented?.kind !== 'token' || presented.token.institution !== client.institution) return undefined;
  const { token } = presented;
  return isExpired(token.expiresAt, now) ? undefined : token;
}

/**
 * Does what a client asks for with a token, and writes a right secret down: that it was used at the same time, once an
 * hour; that the source is trusted afterwards, once a day, in another round trip.
 */
function ofToken<Result>(
  store: ClientStore,
  recordSecretUse: RecordSecretUse,
  attempt: ClientAttempt & { token: string },
  action: AuditAction,
  work: (authenticated: AuthenticatedClient) => Promise<Result>,
): Promise<Result> {
  const digest = isToken(attempt.token) ? tokenDigest(attempt.token) : undefined;
  return asClient(store, attempt, { action, digest }, async (authenticated) => {
    const { approved, success } = authenticated;
    const [done] = await Promise.all([work(authenticated), recordSecretUse(approved, attempt.now)]);
    if (success !== undefined) await store.succeed(success, attempt.now);
    return done;
  });
}
