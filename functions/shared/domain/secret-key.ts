import { createHmac, createSecretKey, type Hmac } from 'node:crypto';

/**
 * A key as Node's functions take it at once. Bytes they take only after they have failed to take them for a key object,
 * by an exception that costs several times what a digest or a cipher of a few hundred bytes does.
 */
export const secretKey = (bytes: Uint8Array) => createSecretKey(bytes);

/** An HMAC with SHA-256, not yet fed. */
export const hmacSha256 = (key: Uint8Array): Hmac => createHmac('sha256', secretKey(key));
