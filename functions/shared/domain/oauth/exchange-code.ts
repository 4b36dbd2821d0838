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

/** Port of the code exchange. */
export interface CodeExchangeStore extends ClientStore {
  /** Reads the user, client and consent that a code depends on, strongly consistent. */
  readGrounds(
    code: Pick<AuthorizationCode, 'institution' | 'userId' | 'clientId'>,
  ): Promise<{ user?: User; consent?: Consent }>;
  /** Deletes a token. Does nothing if it is gone. */
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
 * Returns a function that exchanges a code for an approval (RFC 6749 §4.1.3, RFC 7636 §4.6). The caller repeats it
 * until the token could be written. The token's write ensures that a code is used only once, and only while
 * everything it depends on is unchanged. A second exchange is refused here and revokes the first one's token (RFC
 * 6749 §4.1.2).
 * @throws {ParleyError} from the returned function: `invalid_client`, `unauthorized_client`, `invalid_grant`,
 * `too_many_requests`
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
    // The token's transaction checks this too; here it explains why the write failed.
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

/** True while the user is unchanged since the consent and has not withdrawn it. */
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

/** The same message for every reason, so that a stolen code reveals nothing. */
const badCode = (): ParleyError =>
  new ParleyError(
    'invalid_grant',
    'The code is wrong, used, revoked or older than 60 seconds, or was issued for another client, redirect_uri or code_challenge.',
  );
