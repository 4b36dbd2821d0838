import { argon2, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../random.ts';

/** Argon2id parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Longer passwords are refused before hashing. */
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_PASSWORD_LENGTH = 8;

interface PasswordHash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

/** Hashes a password with a fresh salt into a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const salt = Buffer.from(random(SALT_BYTES));
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, salt };
  const hash = await derive(password, { ...parameters, hash: Buffer.alloc(HASH_BYTES) });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
}

/**
 * True if the password matches the hash. For an account that does not exist, omit the hash: the check then takes the
 * same time and returns false.
 * @throws {Error} if the stored string is not an Argon2id hash of version 19
 */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const stored = parsePhc(phc ?? DUMMY_HASH);
  const given = await derive(password.slice(0, MAX_PASSWORD_LENGTH + 1), stored);
  const same = timingSafeEqual(given, stored.hash);
  return same && phc !== undefined && password.length <= MAX_PASSWORD_LENGTH;
}

/** A hash with today's parameters that no password matches. */
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(phc: string): PasswordHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('the stored password hash cannot be read');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function derive(
  password: string,
  { memory, passes, parallelism, salt, hash }: PasswordHash,
): Promise<Buffer> {
  // Keyboards may encode the same accent differently (RFC 8265 §4.2.2).
  const message = Buffer.from(password.normalize('NFC'));
  const parameters = { message, nonce: salt, parallelism, tagLength: hash.byteLength, memory, passes };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived)));
  });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
