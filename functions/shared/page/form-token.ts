import { createHmac, timingSafeEqual } from 'node:crypto';
import { isBase62, type RandomBytes, randomBase62 } from '../domain/random.ts';
import type { ApiRequest } from '../http/request.ts';
import { readCookie, writeCookie } from './cookies.ts';

/**
 * Keeps other sites from sending a page's form (RFC 6749 §10.12, login CSRF). The browser holds a random key in a cookie
 * that no other origin can set or read, and each form a MAC of its meaning under that key: what is sent must have come
 * from a page that this browser was shown, for this very purpose. Nothing is stored, and no secret is deployed.
 */
const COOKIE = 'parley-sign-in';
const KEY_LENGTH = 30;
/** The time for which a page can be left open. */
const KEY_LIFETIME_SECONDS = 1800;

/** Whatever decides what sending the form does, the name of the page first. */
export type FormMeaning = readonly [string, ...unknown[]];

/** The key of a browser's forms, and the header that makes it keep it. */
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

/** True where the form came from a page that this browser was shown, with this meaning. */
export function isOwnForm(request: ApiRequest, meaning: FormMeaning, token = ''): boolean {
  const key = readKey(request);
  const site = request.headers.get('sec-fetch-site') ?? [];
  // Browsers that say where a form was sent from are believed.
  if (key === undefined || site.some((value) => value !== 'same-origin')) return false;
  const [given, right] = [Buffer.from(token), Buffer.from(formToken(key, meaning))];
  return given.byteLength === right.byteLength && timingSafeEqual(given, right);
}
