import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum seconds between a signature's timestamp and the server's clock. */
export const TOLERANCE_SECONDS = 300;

export interface SignedRequest {
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as received, as bytes or text. */
  body: Uint8Array | string;
}

/**
 * True if a request has a fresh signature by `secret`, as Standard Webhooks describes: HMAC-SHA256 over
 * `id.timestamp.body`, in `webhook-signature` as space-separated `v1,<base64>`.
 * @param secret `whsec_` and the key in base64; any other text is the key itself
 * @param now epoch milliseconds
 */
export function isSigned(request: SignedRequest, secret: string, now: number = Date.now()): boolean {
  const id = single(request.headers['webhook-id']);
  const timestamp = single(request.headers['webhook-timestamp']);
  const signatures = single(request.headers['webhook-signature']);
  const key = keyOf(secret);
  if (id === undefined || timestamp === undefined || signatures === undefined) return false;
  if (key.byteLength === 0 || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Math.floor(now / 1000) - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.body).digest();
  return signatures.split(' ').some((signature) => {
    if (!signature.startsWith('v1,')) return false;
    const given = Buffer.from(signature.slice(3), 'base64');
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
}

const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret, 'utf8');

const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
