import { createHmac, timingSafeEqual } from 'node:crypto';

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
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
  return isEqual(signature, createHmac('sha1', authToken).update(text).digest('base64'));
}

/**
 * True if Meta signed a request: HMAC-SHA256 of the body with the app's secret, in hexadecimal after `sha256=`.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export const isSignedByMeta = (
  { body, signature }: { body: Uint8Array; signature: string },
  appSecret: string,
): boolean => isEqual(signature, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);

/** True if two secrets are equal. Their digests are compared, so that the time tells nothing of either. */
export const isSameSecret = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHmac('sha256', 'parley channels').update(text).digest('hex');
  return isEqual(digest(given), digest(expected));
};
