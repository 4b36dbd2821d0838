import { createHash } from 'node:crypto';
import { BASE62, isBase62, type RandomBytes, randomBase62 } from './random.ts';

const DIALOG_LENGTH = 30;

/** The token by which a caller continues a conversation: 30 base62 characters, 178 bits. */
export const newDialog = (random: RandomBytes): string => randomBase62(DIALOG_LENGTH, random);

export const isDialog = (text: string): boolean => isBase62(text, DIALOG_LENGTH);

/**
 * The one dialog of a seed within an institution, so that either can be passed back (SPEC §2.3). A seed may be any
 * text: as JSON, what is no whole Unicode stays apart from what UTF-8 would make of it.
 */
export function dialogOfSeed(institution: string, seed: string): string {
  // 256 bits modulo 62^30 (178 bits): what is uneven about it is below 2^-77.
  let rest = BigInt(`0x${digest('seed', institution, JSON.stringify(seed)).toString('hex')}`);
  let dialog = '';
  for (let place = 0; place < DIALOG_LENGTH; place += 1) {
    dialog += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return dialog;
}

/** Where a dialog's session is kept. The store never sees the dialog itself. */
export const sessionKey = (institution: string, dialog: string): string =>
  `session#${digest('session', institution, dialog).toString('base64url')}`;

/** Where the answer to a request with an `Idempotency-Key` is kept. Each user has keys of their own. */
export const idempotencyRecordKey = (institution: string, userId: string, key: string): string =>
  `idempotency#${digest('idempotency', institution, userId, key).toString('base64url')}`;

/** SHA-256 of the parts, which a NUL keeps apart: none of them can hold one. */
export const digest = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();
