/** The pure part of a public client's code grant (RFC 6749 §4.1, RFC 7636). */

/** The state to keep while the user is on the sign-in page. */
export interface PendingSignIn {
  clientId: string;
  state: string;
  verifier: string;
  /** The user's destination in the console. */
  hash: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** 256 random bits as 43 characters, for a state or a verifier (RFC 7636 §4.1). */
export const newSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** RFC 7636 §4.2, `S256`. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

/** @param root the service's address without `/v1` */
const redirectUriOf = (root: string): string => `${root}/console`;

export function authorizationUrl(
  root: string,
  { clientId, state }: Pick<PendingSignIn, 'clientId' | 'state'>,
  challenge: string,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUriOf(root),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${root}/v1/oauth/authorize?${query}`;
}

/** The body of the request that exchanges a code for a token (RFC 6749 §4.1.3). */
export const exchangeBody = (root: string, code: string, { clientId, verifier }: PendingSignIn): string =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUriOf(root),
    code,
    code_verifier: verifier,
  }).toString();

/** The answer in the address to which the user returns. */
export type Return =
  | { kind: 'none' }
  | { kind: 'code'; code: string; pending: PendingSignIn }
  | { kind: 'refused'; error: string; description: string }
  /** An answer that this tab did not request. */
  | { kind: 'foreign' };

/** @param query the query string of the address to which the user returned */
export function readReturn(query: URLSearchParams, pending: PendingSignIn | undefined): Return {
  const [code, error, state] = [query.get('code'), query.get('error'), query.get('state')];
  if (code === null && error === null) return { kind: 'none' };
  if (pending === undefined || state !== pending.state) return { kind: 'foreign' };
  if (error !== null) return { kind: 'refused', error, description: query.get('error_description') ?? '' };
  return code === null ? { kind: 'foreign' } : { kind: 'code', code, pending };
}

/** The institution in a client id: everything before the last period. */
export const institutionOf = (clientId: string): string =>
  clientId.slice(0, Math.max(0, clientId.lastIndexOf('.')));
