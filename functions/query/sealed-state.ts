import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'sealed1.';

/**
 * Seals a conversation's state with a key that only the dialog token gives. The store knows the token's digest
 * alone, so who reads the tables reads neither slots nor what was said; a turn brings the token with it.
 * @param nonce 12 random bytes, never used twice for one dialog
 */
export function sealState(state: string, dialog: string, nonce: Uint8Array): string {
  const cipher = createCipheriv(ALGORITHM, keyOf(dialog), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(state, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return PREFIX + sealed.toString('base64');
}

/**
 * The state that was sealed, or as it is where an earlier release stored it open.
 * @throws {Error} where it was sealed with another dialog's key, or altered
 */
export function openState(stored: string, dialog: string): string {
  if (!stored.startsWith(PREFIX)) return stored;
  const sealed = Buffer.from(stored.slice(PREFIX.length), 'base64');
  const decipher = createDecipheriv(ALGORITHM, keyOf(dialog), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([opened, decipher.final()]).toString('utf8');
}

const keyOf = (dialog: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', dialog, '', 'parley session state', 32));
