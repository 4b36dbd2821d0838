import { createHmac, timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from './secret-key.ts';

/** Compares two texts in constant time, unless their lengths differ. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

/**
 * True if Twilio signed a form: HMAC-SHA1 of the address that it called and of each parameter's name and value, in the
 * order of names, in base64. https://www.twilio.com/docs/usage/security
 * @param url the address with its query, exactly as it is set at Twilio
 */
export function isSignedByTwilio(
  { url, parameters, signature }: { url: string; parameters: ReadonlyMap<string, string>; signature: string },
  authToken: string,
): boolean {
  const names = [...parameters.keys()].sort();
  const text = url + names.map((name) => name + parameters.get(name)).join('');
  return isSameText(signature, createHmac('sha1', authToken).update(text).digest('base64'));
}

/**
 * True if Meta signed a request: HMAC-SHA256 of the body with the app's secret, in hexadecimal after `sha256=`.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export const isSignedByMeta = (
  { body, signature }: { body: Uint8Array; signature: string },
  appSecret: string,
): boolean => isSameText(signature, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);

/** True if two secrets are equal. Their digests are compared, so that the time tells nothing of either. */
export const isSameSecret = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHmac('sha256', 'parley channels').update(text).digest('hex');
  return isSameText(digest(given), digest(expected));
};

/** A request whose signature covers the time at which it was sent. */
interface TimedRequest {
  /** Seconds since the epoch, as the platform wrote them. */
  timestamp: string;
  signature: string;
  body: Uint8Array;
}

/** The maximum age of such a request, as Slack and Chatwoot recommend. */
const WINDOW_SECONDS = 300;

function isSignedRecently(
  { timestamp, signature, body }: TimedRequest,
  { prefix, signs, secret }: { prefix: string; signs: string; secret: string },
  now: number,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > WINDOW_SECONDS) return false;
  const digest = hmacSha256(Buffer.from(secret)).update(signs).update(body).digest('hex');
  return isSameText(signature, `${prefix}${digest}`);
}

/**
 * True if Slack signed the request recently (signing version v0: HMAC-SHA256 of version, time and raw body).
 * @param now milliseconds since the epoch
 */
export const isSignedBySlack = (request: TimedRequest, secret: string, now: number): boolean =>
  isSignedRecently(request, { prefix: 'v0=', signs: `v0:${request.timestamp}:`, secret }, now);

/**
 * True if Chatwoot signed the request recently: HMAC-SHA256 of time, dot and raw body, after `sha256=` (Chatwoot 4.13).
 * @param now milliseconds since the epoch
 */
export const isSignedByChatwoot = (request: TimedRequest, secret: string, now: number): boolean =>
  isSignedRecently(request, { prefix: 'sha256=', signs: `${request.timestamp}.`, secret }, now);
