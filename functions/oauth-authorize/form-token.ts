import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthorizationRequest } from '../shared/domain/authorization-request.ts';
import { isBase62, type RandomBytes, randomBase62 } from '../shared/domain/random.ts';
import type { ApiRequest } from '../shared/http/request.ts';

/**
 * Keeps other sites from sending the form (RFC 9700 §4.7, login CSRF). The browser holds a random key in a cookie
 * that no other origin can set or read, and each page's form a MAC of its request under that key: what is sent
 * must have come from a page that this browser was shown, for this very request. Nothing is stored, and no secret is
 * deployed.
 */
const KEY_LENGTH = 30;
/** How long a page can be left open. */
const KEY_LIFETIME_SECONDS = 1800;

/** `__Host-` ties the cookie to this host; browsers take it with https only, which a laptop does not have. */
const cookieName = (secure: boolean): string => `${secure ? '__Host-' : ''}parley-sign-in`;

const isSecure = ({ baseUrl }: ApiRequest): boolean => baseUrl.startsWith('https:');

/** The browser's key, if it has one. */
export function readKey(request: ApiRequest): string | undefined {
  const name = cookieName(isSecure(request));
  const pairs = (request.headers.get('cookie') ?? []).flatMap((value) => value.split(';'));
  const values = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${name}=`));
  const [value = ''] = values.map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && isBase62(value, KEY_LENGTH) ? value : undefined;
}

export const newKey = (random: RandomBytes): string => randomBase62(KEY_LENGTH, random);

/** `Lax`: the page is reached from the client's site, and must find the key of another tab's page. */
export function keyCookie(request: ApiRequest, key: string): string {
  const secure = isSecure(request);
  const attributes = ['Path=/', `Max-Age=${KEY_LIFETIME_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
  return [`${cookieName(secure)}=${key}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The MAC of a request: whatever of it decides who gets which code. */
export function formToken(key: string, request: AuthorizationRequest): string {
  const { client, redirectUri, redirectUriSent, scopes, state, codeChallenge } = request;
  const bound = [client.clientId, redirectUri, redirectUriSent, scopes, state ?? null, codeChallenge ?? null];
  return createHmac('sha256', key)
    .update(`authorize:${JSON.stringify(bound)}`)
    .digest('base64url');
}

/** True where the form came from a page that this browser was shown, for this request. */
export function isOwnForm(request: ApiRequest, wanted: AuthorizationRequest, token = ''): boolean {
  const key = readKey(request);
  const site = request.headers.get('sec-fetch-site') ?? [];
  // Browsers that say where a form was sent from are believed.
  if (key === undefined || site.some((value) => value !== 'same-origin')) return false;
  const [given, right] = [Buffer.from(token), Buffer.from(formToken(key, wanted))];
  return given.byteLength === right.byteLength && timingSafeEqual(given, right);
}
