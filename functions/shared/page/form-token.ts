import { createHmac } from 'node:crypto';
import { isBase62, type RandomBytes, randomBase62 } from '../domain/random.ts';
import { isSameText } from '../domain/signatures.ts';
import type { ApiRequest } from '../http/request.ts';
import { readCookie, writeCookie } from './cookies.ts';

/**
 * Keeps other sites from submitting a page's form (RFC 6749 §10.12, login CSRF). The browser has a random key in a
 * cookie that other origins can neither set nor read, and each form contains a MAC of its meaning under that key. A
 * submitted form must therefore come from a page shown to this browser for the same purpose. Nothing is stored, and no
 * secret is deployed.
 */
const COOKIE = 'parley-sign-in';
const KEY_LENGTH = 30;
/** How long a form stays valid. */
const KEY_LIFETIME_SECONDS = 1800;

/** The facts that determine the effect of a form; the page's name comes first. */
export type FormMeaning = readonly [string, ...unknown[]];

/** The browser's form key, and the header that sets its cookie. */
export function formKey(request: ApiRequest, random: RandomBytes): { key: string; cookie: string } {
  const key = readKey(request) ?? randomBase62(KEY_LENGTH, random);
  return { key, cookie: writeCookie(request, COOKIE, key, KEY_LIFETIME_SECONDS) };
}

function readKey(request: ApiRequest): string | undefined {
  const value = readCookie(request, COOKIE);
  return value !== undefined && isBase62(value, KEY_LENGTH) ? value : undefined;
}

export const formToken = (key: string, [page, ...meaning]: FormMeaning): string =>
  createHmac('sha256', key)
    .update(`${page}:${JSON.stringify(meaning)}`)
    .digest('base64url');

/** True if the form comes from a page shown to this browser, with this meaning. */
export function isOwnForm(request: ApiRequest, meaning: FormMeaning, token = ''): boolean {
  const key = readKey(request);
  const site = request.headers.get('sec-fetch-site') ?? [];
  // If the browser names the site that sent the form, it must be this site.
  if (key === undefined || site.some((value) => value !== 'same-origin')) return false;
  return isSameText(token, formToken(key, meaning));
}
