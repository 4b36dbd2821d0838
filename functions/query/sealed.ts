import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'sealed1.';
/** Shorter answers are sealed as they are: to pack them would cost more than it saves. */
const PACK_FROM_CHARACTERS = 4096;
const AS_IT_IS = 0;
const PACKED = 1;

/**
 * Seals a conversation's state with a key that only the dialog token gives. The store knows the token's digest
 * alone, so who reads the tables reads neither slots nor what was said; a turn brings the token with it.
 * @param nonce 12 random bytes, never used twice for one dialog
 */
export const sealState = (state: string, dialog: string, nonce: Uint8Array): string =>
  PREFIX + seal(Buffer.from(state), keyOfDialog(dialog), nonce).toString('base64');

/**
 * The state that was sealed, or as it is where an earlier release stored it open.
 * @throws {Error} where it was sealed with another dialog's key, or altered
 */
export function openState(stored: string, dialog: string): string {
  if (!stored.startsWith(PREFIX)) return stored;
  return open(Buffer.from(stored.slice(PREFIX.length), 'base64'), keyOfDialog(dialog)).toString('utf8');
}

/**
 * Seals an answer that may be asked for again with a key that only the request that it answers gives.
 * @param key 32 bytes @param nonce 12 random bytes, never used twice for one key
 */
export async function sealAnswer(answer: string, key: Uint8Array, nonce: Uint8Array): Promise<Uint8Array> {
  const isLong = answer.length >= PACK_FROM_CHARACTERS;
  const bytes = isLong ? await promisify(deflateRaw)(answer, { level: 1 }) : Buffer.from(answer);
  return seal(Buffer.concat([Buffer.of(isLong ? PACKED : AS_IT_IS), bytes]), key, nonce);
}

/** @throws {Error} where it was sealed with another key, or altered */
export async function openAnswer(sealed: Uint8Array, key: Uint8Array): Promise<string> {
  const opened = open(Buffer.from(sealed), key);
  const bytes = opened.subarray(1);
  return (opened[0] === PACKED ? await promisify(inflateRaw)(bytes) : bytes).toString('utf8');
}

function seal(plain: Uint8Array, key: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer, key: Uint8Array): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

const keyOfDialog = (dialog: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', dialog, '', 'parley session state', 32));
