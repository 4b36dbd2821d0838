import type { RandomBytes } from '../random.ts';

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
/** Standard Webhooks requires 24 to 64 bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Decodes a Standard Webhooks secret (`whsec_` and base64); undefined if it is invalid. */
export function readWebhookSecret(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64');
  return bytes.byteLength >= MIN_BYTES && bytes.byteLength <= MAX_BYTES ? bytes : undefined;
}

/** Generates a Standard Webhooks secret of 32 bytes. */
export const newWebhookSecret = (random: RandomBytes): string =>
  `whsec_${Buffer.from(random(32)).toString('base64')}`;
