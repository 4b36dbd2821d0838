import { intersectScopes, parseScopes, type Scope } from '../credentials/scopes.ts';
import type { Client, Institution, User } from '../institutions/directory.ts';
import type { BrowserSession, SessionAddress } from '../sign-in/browser-sessions.ts';
import type { Consent } from './consents.ts';
import { isCodeChallenge } from './pkce.ts';
import { redirectAllowed } from './redirects.ts';

/** The parameters of an authorization request as they were sent: every value of each. */
export type SentParameters = ReadonlyMap<string, readonly string[]>;

/** The address that the answer goes to, and the state that it repeats. */
export interface AnswerAddress {
  redirectUri: string;
  /** As it was sent, character by character. */
  state: string | undefined;
}

/** A valid authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest extends AnswerAddress {
  client: Client;
  /** False where the client left it out, since it has only one. */
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

/** A refusal that the client is told, by sending its user back. `description` is plain ASCII. */
export interface AuthorizationRefusal {
  error: AuthorizationErrorCode;
  description: string;
}

/** Reasons why the user can be sent nowhere and is shown a page instead (RFC 6749 §4.1.2.1, RFC 9700 §4.11). */
export type PageRefusal = 'unknown_client' | 'unknown_redirect';

export type ReadRequest =
  | { kind: 'request'; request: AuthorizationRequest }
  | { kind: 'refusal'; to: AnswerAddress; refusal: AuthorizationRefusal }
  | { kind: 'page'; refusal: PageRefusal };

/** The port of the authorization page: one strongly consistent round trip. */
export interface AuthorizationReader {
  /** Whoever has a session at the address, and what they allowed the client, come along. */
  readClient(ids: {
    institution: string;
    clientId: string;
    session: SessionAddress | undefined;
  }): Promise<{ client: Client; institution: Institution; visitor?: Visitor } | undefined>;
}

/** A user whose browser has a session, as it was read: `sessionStands` tells whether it is still good. */
export interface Visitor {
  session: BrowserSession;
  user: User;
  consent: Consent | undefined;
}

/** The only value of a parameter; undefined where it is absent, empty or repeated. */
export function onlyValue(sent: SentParameters, name: string): string | undefined {
  const values = sent.get(name) ?? [];
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/**
 * Reads an authorization request. Nothing is redirected before the client and its redirect URI are known to be
 * right; from there on, everything that is wrong is said to the client.
 * @param client whom `client_id` names, if anybody
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
  // RFC 6749 §3.1.2.3: it may be left out where there is only one.
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

/** Every parameter that means something here. */
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
    if (method !== undefined) return invalid('Send the code_challenge that goes with the method.');
    return client.secretDigest === undefined || client.requiresPkce
      ? invalid('This client must send a code_challenge.')
      : undefined;
  }
  // Left out it would mean plain (RFC 7636 §4.3), which is not accepted.
  if (method !== 'S256') return invalid('The code_challenge_method must be S256.');
  return isCodeChallenge(challenge) ? undefined : invalid('The code_challenge is no SHA-256 in base64url.');
}

function scopeRefusal(sent: SentParameters, client: Client): AuthorizationRefusal | undefined {
  const { scopes, refused } = wantedScopes(sent, client);
  if (!refused && scopes.length > 0) return undefined;
  const most = client.scopes.length === 0 ? 'none' : client.scopes.join(' ');
  return { error: 'invalid_scope', description: `Ask for scopes that this client is allowed: ${most}.` };
}

/** The scopes that are asked for; where none are, all that the client is allowed (RFC 6749 §3.3). */
function wantedScopes(sent: SentParameters, client: Client): { scopes: Scope[]; refused: boolean } {
  const text = onlyValue(sent, 'scope');
  if (text === undefined) return { scopes: client.scopes, refused: false };
  const { scopes, unknown } = parseScopes(text);
  const allowed = intersectScopes(scopes, client.scopes);
  return { scopes: allowed, refused: unknown.length > 0 || allowed.length < scopes.length };
}

const invalid = (description: string): AuthorizationRefusal => ({ error: 'invalid_request', description });
