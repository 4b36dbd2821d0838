import { intersectScopes, parseScopes, type Scope } from '../credentials/scopes.ts';
import type { Client, Institution, User } from '../institutions/directory.ts';
import type { BrowserSession, SessionAddress } from '../sign-in/browser-sessions.ts';
import type { Consent } from './consents.ts';
import { isCodeChallenge } from './pkce.ts';
import { redirectAllowed } from './redirects.ts';

/** The parameters of an authorization request with all values that were sent. */
export type SentParameters = ReadonlyMap<string, readonly string[]>;

/** The redirect URI of the answer, and the state that it repeats. */
export interface AnswerAddress {
  redirectUri: string;
  /** Exactly as sent. */
  state: string | undefined;
}

/** A valid authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest extends AnswerAddress {
  client: Client;
  /** False if the client omitted its only redirect URI. */
  redirectUriSent: boolean;
  scopes: Scope[];
  codeChallenge: string | undefined;
}

/** RFC 6749 §4.1.2.1. */
export type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable';

/** A refusal that is sent to the client through the redirect. `description` is plain ASCII. */
export interface AuthorizationRefusal {
  error: AuthorizationErrorCode;
  description: string;
}

/** Reasons to show an error page instead of redirecting (RFC 6749 §4.1.2.1, RFC 9700 §4.11). */
export type PageRefusal = 'unknown_client' | 'unknown_redirect';

export type ReadRequest =
  | { kind: 'request'; request: AuthorizationRequest }
  | { kind: 'refusal'; to: AnswerAddress; refusal: AuthorizationRefusal }
  | { kind: 'page'; refusal: PageRefusal };

/** Port of the authorization page: one strongly consistent round trip. */
export interface AuthorizationReader {
  /** Also reads the session at the address, its user and the user's consent for the client. */
  readClient(ids: {
    institution: string;
    clientId: string;
    session: SessionAddress | undefined;
  }): Promise<{ client: Client; institution: Institution; visitor?: Visitor } | undefined>;
}

/** A user with a browser session, as read; `sessionStands` tells whether the session is still valid. */
export interface Visitor {
  session: BrowserSession;
  user: User;
  consent: Consent | undefined;
}

/** A parameter's single value; undefined if it is absent, empty or repeated. */
export function onlyValue(sent: SentParameters, name: string): string | undefined {
  const values = sent.get(name) ?? [];
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/**
 * Reads an authorization request. An unknown client or redirect URI is never redirected to; every later error is.
 * @param client the client that `client_id` names, if any
 */
export function readAuthorizationRequest(sent: SentParameters, client: Client | undefined): ReadRequest {
  if (client?.status !== 'active') return { kind: 'page', refusal: 'unknown_client' };
  const redirectUri = redirectOf(sent, client);
  if (redirectUri === undefined) return { kind: 'page', refusal: 'unknown_redirect' };
  const to = { redirectUri, state: onlyValue(sent, 'state') };
  const refusal = refusalOf(sent, client);
  if (refusal !== undefined) return { kind: 'refusal', to, refusal };
  const request = {
    ...to,
    client,
    redirectUriSent: (sent.get('redirect_uri') ?? []).length > 0,
    scopes: wantedScopes(sent, client).scopes,
    codeChallenge: onlyValue(sent, 'code_challenge'),
  };
  return { kind: 'request', request };
}

function redirectOf(sent: SentParameters, { redirectUris }: Client): string | undefined {
  const [given, ...more] = sent.get('redirect_uri') ?? [];
  if (more.length > 0) return undefined;
  // RFC 6749 §3.1.2.3: it may be omitted if only one is registered.
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined;
  return redirectAllowed(redirectUris, given) ? given : undefined;
}

function refusalOf(sent: SentParameters, client: Client): AuthorizationRefusal | undefined {
  const repeated = ONCE.find((name) => (sent.get(name) ?? []).length > 1);
  if (repeated !== undefined) return invalid(`Send ${repeated} once.`);
  const responseType = onlyValue(sent, 'response_type');
  if (responseType === undefined) return invalid('Send response_type=code.');
  if (responseType !== 'code') {
    return { error: 'unsupported_response_type', description: 'The response_type must be code.' };
  }
  if (!client.grants.includes('authorization_code')) {
    return {
      error: 'unauthorized_client',
      description: 'This client may not use the authorization code grant.',
    };
  }
  if ((onlyValue(sent, 'response_mode') ?? 'query') !== 'query') {
    return invalid('The response_mode must be query.');
  }
  return challengeRefusal(sent, client) ?? scopeRefusal(sent, client);
}

/** Every parameter that this endpoint uses. */
const ONCE = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
];

function challengeRefusal(sent: SentParameters, client: Client): AuthorizationRefusal | undefined {
  const challenge = onlyValue(sent, 'code_challenge');
  const method = onlyValue(sent, 'code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) return invalid('Send a code_challenge with the code_challenge_method.');
    return client.secretDigest === undefined || client.requiresPkce
      ? invalid('This client must send a code_challenge.')
      : undefined;
  }
  // The default would be plain (RFC 7636 §4.3), which is not accepted.
  if (method !== 'S256') return invalid('The code_challenge_method must be S256.');
  return isCodeChallenge(challenge)
    ? undefined
    : invalid('The code_challenge is not a SHA-256 digest in base64url.');
}

function scopeRefusal(sent: SentParameters, client: Client): AuthorizationRefusal | undefined {
  const { scopes, refused } = wantedScopes(sent, client);
  if (!refused && scopes.length > 0) return undefined;
  const most = client.scopes.length === 0 ? 'none' : client.scopes.join(' ');
  return { error: 'invalid_scope', description: `Use scopes that this client is allowed: ${most}.` };
}

/** The requested scopes; by default all that the client is allowed (RFC 6749 §3.3). */
function wantedScopes(sent: SentParameters, client: Client): { scopes: Scope[]; refused: boolean } {
  const text = onlyValue(sent, 'scope');
  if (text === undefined) return { scopes: client.scopes, refused: false };
  const { scopes, unknown } = parseScopes(text);
  const allowed = intersectScopes(scopes, client.scopes);
  return { scopes: allowed, refused: unknown.length > 0 || allowed.length < scopes.length };
}

const invalid = (description: string): AuthorizationRefusal => ({ error: 'invalid_request', description });
