import { createHmac, createSecretKey, type Hmac } from 'node:crypto';

/**
 * A key object for Node's crypto functions. Given raw bytes, they first try to read a key object, and the resulting
 * internal exception costs several times as much as a small digest or cipher.
 */
export const secretKey = (bytes: Uint8Array) => createSecretKey(bytes);

/** An HMAC with SHA-256, without any data yet. */
export const hmacSha256 = (key: Uint8Array): Hmac => createHmac('sha256', secretKey(key));
