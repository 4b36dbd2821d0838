import { createHmac } from 'node:crypto';

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
/** Standard Webhooks asks for 24 to 64 bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Reads a secret in the form `whsec_` and base64, or gives undefined where it is none. */
export function readSecret(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64');
  return bytes.byteLength >= MIN_BYTES && bytes.byteLength <= MAX_BYTES ? bytes : undefined;
}

/**
 * The headers of a signed call (Standard Webhooks 1.0, HMAC-SHA256).
 * @param timestamp epoch seconds
 */
export function signedHeaders(
  secret: Uint8Array,
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
