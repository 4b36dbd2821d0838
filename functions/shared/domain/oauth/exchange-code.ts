import { type AuditEvent, clientEvent } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { type AccessToken, tokenLogId } from '../credentials/credentials.ts';
import { intersectScopes } from '../credentials/scopes.ts';
import { codeDigest, isCode } from '../credentials/secrets.ts';
import { ParleyError } from '../errors.ts';
import type { Client, User } from '../institutions/directory.ts';
import type { Approval } from '../sign-in/sign-in.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import { type AuthenticatedClient, asClient, type ClientStore } from './client-authentication.ts';
import type { ApprovedClient, ClientAttempt } from './client-secret.ts';
import { type Consent, supportsCode } from './consents.ts';
import { verifierMatches } from './pkce.ts';

/** The port of the exchange of a code. */
export interface CodeExchangeStore extends ClientStore {
  /** Reads the user, the client and the consent that a code rests on, strongly consistent. */
  readGrounds(
    code: Pick<AuthorizationCode, 'institution' | 'userId' | 'clientId'>,
  ): Promise<{ user?: User; consent?: Consent }>;
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
 * be written. That a code is used once, and only while nothing that it rests on was changed or taken back, is decided
 * where the token is written; who comes second finds it used here, and what it was exchanged for is revoked (RFC 6749
 * §4.1.2).
 * @throws {ParleyError} of the call: `invalid_client`, `unauthorized_client`, `invalid_grant`, `too_many_requests`
 */
export function codeExchange(store: CodeExchangeStore, exchange: CodeExchange): () => Promise<Approval> {
  let first = true;
  const digest = isCode(exchange.code) ? codeDigest(exchange.code) : undefined;
  const approve = async ({
    client,
    approved,
    presented,
    success,
  }: AuthenticatedClient): Promise<Approval> => {
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
    if (isExpired(code.endsAt, exchange.now) || code.clientRevision !== client.revision) throw badCode();
    // The token's own transaction asks the same; this tells why it could not be written.
    if (!first && !(await stillStands(store, code))) throw badCode();
    first = false;
    const approval = approvalOf(code, client, approved);
    if (approval.scopes.length === 0) throw badCode();
    return { ...approval, ...(success && { success }) };
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

/** True while the user is what they were when they allowed it, and did not take it back. */
async function stillStands(store: CodeExchangeStore, code: AuthorizationCode): Promise<boolean> {
  const { user, consent } = await store.readGrounds(code);
  const unchanged = user?.status === 'active' && user.revision === code.userRevision;
  return unchanged && supportsCode(consent, code.issuedAt);
}

const approvalOf = (code: AuthorizationCode, client: Client, approved: ApprovedClient): Approval => ({
  institution: code.institution,
  userId: code.userId,
  userRevision: code.userRevision,
  scopes: intersectScopes(code.scopes, client.scopes),
  grant: 'authorization_code',
  client: approved,
  code: { digest: code.digest, issuedAt: code.issuedAt },
});

/** The same words whatever is wrong, so that a stolen code tells nothing. */
const badCode = (): ParleyError =>
  new ParleyError(
    'invalid_grant',
    'The code is wrong, used, revoked or over 60 seconds old, or was issued for another client, redirect_uri or code_challenge.',
  );
