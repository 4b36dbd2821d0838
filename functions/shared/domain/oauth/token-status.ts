import { type AuditAction, type AuditEvent, clientEvent } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { type AccessToken, tokenLogId } from '../credentials/credentials.ts';
import { isToken, tokenDigest } from '../credentials/secrets.ts';
import { ParleyError } from '../errors.ts';
import { type AuthenticatedClient, asClient, type ClientStore } from './client-authentication.ts';
import type { ClientAttempt } from './client-secret.ts';
import type { RecordSecretUse } from './secret-uses.ts';

/** Port of revocation. */
export interface RevocationStore extends ClientStore {
  /** Deletes a token. Does nothing if it is gone. */
  revokeToken(
    token: Pick<AccessToken, 'institution' | 'userId' | 'digest'>,
    event: AuditEvent,
  ): Promise<void>;
}

/**
 * Revokes a token immediately and permanently (RFC 7009). The token must be the client's own, or a token that a user
 * of its institution obtained without a client. An expired or unknown token counts as revoked.
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
 * The token's current state (RFC 7662); undefined if it is unknown, expired or of another institution.
 * @throws {ParleyError} `invalid_client`, also for a public client, since the caller must authenticate (§2.1);
 * `too_many_requests`
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
 * Runs a client's token request and records its correct secret. The use is recorded once an hour, in the same round
 * trip; the trust in the source once a day, in a second one.
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
