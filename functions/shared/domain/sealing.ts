import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { secretKey } from './secret-key.ts';

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;

/** Length of a nonce in bytes. A nonce must never be reused with a key. */
export const NONCE_BYTES = 12;

/**
 * Derives a 32-byte key for a single purpose (HKDF with SHA-256, RFC 5869).
 * @param secret the input key
 * @param salt makes the key differ for each thing that is sealed
 */
export const deriveKey = (secret: Uint8Array, purpose: string, salt: Uint8Array | string = ''): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey(secret), salt, purpose, 32));

/**
 * Encrypts and authenticates (AES-256-GCM).
 * @param key 32 bytes
 * @param context must be the same for unsealing; not part of the result
 * @returns nonce, ciphertext and tag
 */
export function seal(plain: Uint8Array, key: Uint8Array, nonce: Uint8Array, context = ''): Uint8Array {
  const cipher = createCipheriv(ALGORITHM, secretKey(key), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined if the key or context differs, or the text was altered */
export function unseal(sealed: Uint8Array, key: Uint8Array, context = ''): Buffer | undefined {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, secretKey(key), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return undefined;
  }
}
