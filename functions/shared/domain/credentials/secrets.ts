import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, isBase62, type RandomBytes, randomBase62 } from '../random.ts';

const TOKEN_LENGTH = 30;
const KEY_PREFIX = 'cak_';
const KEY_RANDOM_LENGTH = 30;
const KEY_CHECKSUM_LENGTH = 6;
const CLIENT_SECRET_LENGTH = 40;
const SESSION_SECRET_LENGTH = 40;

/** An access or refresh token: 30 base62 characters, 178 bits (RFC 6749 §10.10 asks for 160). */
export const newToken = (random: RandomBytes): string => randomBase62(TOKEN_LENGTH, random);

export const isToken = (text: string): boolean => isBase62(text, TOKEN_LENGTH);

/** An App-Key: `cak_`, 30 base62 characters and a checksum of 6; 40 in total. */
export function newAppKey(random: RandomBytes): string {
  const secret = randomBase62(KEY_RANDOM_LENGTH, random);
  return KEY_PREFIX + secret + checksum(secret);
}

/** True if form and checksum are right, so mistyped and truncated keys are refused. */
export function isAppKey(text: string): boolean {
  const secret = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + KEY_RANDOM_LENGTH);
  return isBase62(secret, KEY_RANDOM_LENGTH) && text === KEY_PREFIX + secret + checksum(secret);
}

/** A client secret. Generated, never chosen, so a plain digest is safe to store. */
export const newClientSecret = (random: RandomBytes): string => randomBase62(CLIENT_SECRET_LENGTH, random);

/** An authorization code, of the same form as a token. */
export const newCode = newToken;

export const isCode = isToken;

/** The secret of a remembered browser session. */
export const newSessionSecret = (random: RandomBytes): string => randomBase62(SESSION_SECRET_LENGTH, random);

export const isSessionSecret = (text: string): boolean => isBase62(text, SESSION_SECRET_LENGTH);

export const codeDigest = (code: string): string => digest('code:', code);
export const tokenDigest = (token: string): string => digest('at:', token);
export const appKeyDigest = (key: string): string => digest('key:', key);
export const clientSecretDigest = (secret: string): string => digest('cs:', secret);
export const sessionDigest = (secret: string): string => digest('ss:', secret);

/** Compares two digests of the same kind in constant time. */
export function digestsEqual(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return leftBytes.byteLength === rightBytes.byteLength && timingSafeEqual(leftBytes, rightBytes);
}

/** SHA-256 in hex. The prefix keeps a secret of one kind from being accepted as another kind. */
function digest(prefix: 'at:' | 'code:' | 'key:' | 'cs:' | 'ss:', secret: string): string {
  return hash('sha256', prefix + secret, 'hex');
}

/** CRC-32 as 6 base62 digits, most significant first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < KEY_CHECKSUM_LENGTH; place += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
