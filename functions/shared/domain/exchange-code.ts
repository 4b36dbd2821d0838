import { type AuditEvent, clientEvent } from './audit.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import { type AuthenticatedClient, asClient, type ClientStore } from './client-authentication.ts';
import type { ClientAttempt } from './client-secret.ts';
import { isExpired } from './clock.ts';
import { type AccessToken, tokenLogId } from './credentials.ts';
import type { Client, User } from './directory.ts';
import { ParleyError } from './errors.ts';
import { verifierMatches } from './pkce.ts';
import { intersectScopes } from './scopes.ts';
import { codeDigest, isCode } from './secrets.ts';
import type { Approval } from './sign-in.ts';

/** The port of the exchange of a code. */
export interface CodeExchangeStore extends ClientStore {
  readUser(user: Pick<User, 'institution' | 'userId'>): Promise<User | undefined>;
  /** Deletes a token. One that is gone stays gone. */
  revokeToken(
    token: Pick<AccessToken, 'institution' | 'userId' | 'digest'>,
    event: AuditEvent,
  ): Promise<void>;
}

export interface CodeExchange extends ClientAttempt {
  code: string;
  redirectUri: string | undefined;
  codeVerifier: string | undefined;
}

/**
 * Makes what exchanges a code (RFC 6749 §4.1.3, RFC 7636 §4.6) for an approval, again and again until its token could
 * be written. That a code is used once is decided where the token is written; who comes second finds it used here, and
 * what it was exchanged for is revoked (RFC 6749 §4.1.2).
 * @throws {ParleyError} of the call: `invalid_client`, `unauthorized_client`, `invalid_grant`, `too_many_requests`
 */
export function codeExchange(store: CodeExchangeStore, exchange: CodeExchange): () => Promise<Approval> {
  let first = true;
  const digest = isCode(exchange.code) ? codeDigest(exchange.code) : undefined;
  const approve = async ({ client, presented, success }: AuthenticatedClient): Promise<Approval> => {
    if (!client.grants.includes('authorization_code')) {
      throw new ParleyError('unauthorized_client', 'This client may not use the authorization code grant.');
    }
    const code = presented?.kind === 'code' ? presented.code : undefined;
    if (code === undefined || !isBoundTo(code, client, exchange)) throw badCode();
    if (code.tokenDigest !== undefined) {
      const what = {
        action: 'token.revoke',
        reason: 'code_reused',
        target: tokenLogId(code.tokenDigest),
      } as const;
      const event = clientEvent(client, exchange, what);
      await store.revokeToken({ ...code, digest: code.tokenDigest }, event);
      throw badCode();
    }
    if (isExpired(code.endsAt, exchange.now)) throw badCode();
    const approval = approvalOf(code, client);
    // Only where the token could not be written: the user was changed since the code was issued.
    const user = first ? undefined : await store.readUser(code);
    if (!first && user?.status !== 'active') throw badCode();
    first = false;
    const scopes = intersectScopes(approval.scopes, user?.scopes ?? approval.scopes);
    if (scopes.length === 0) throw badCode();
    const userRevision = user?.revision ?? approval.userRevision;
    return { ...approval, scopes, userRevision, ...(success && { success }) };
  };
  return () => asClient(store, exchange, { action: 'token.issue', digest }, approve);
}

function isBoundTo(code: AuthorizationCode, client: Client, exchange: CodeExchange): boolean {
  const { redirectUri = code.redirectUriSent ? undefined : code.redirectUri } = exchange;
  return (
    code.clientId === client.clientId &&
    code.redirectUri === redirectUri &&
    verifierMatches(code.codeChallenge, exchange.codeVerifier)
  );
}

const approvalOf = (code: AuthorizationCode, client: Client): Approval => ({
  institution: code.institution,
  userId: code.userId,
  userRevision: code.userRevision,
  scopes: intersectScopes(code.scopes, client.scopes),
  grant: 'authorization_code',
  clientId: client.clientId,
  codeDigest: code.digest,
});

/** The same words whatever is wrong, so that a stolen code tells nothing. */
const badCode = (): ParleyError =>
  new ParleyError(
    'invalid_grant',
    'The code is wrong, used or over 60 seconds old, or was issued for another client, redirect_uri or code_challenge.',
  );
