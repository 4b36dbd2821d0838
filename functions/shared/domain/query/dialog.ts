import { hash } from 'node:crypto';
import type { Principal } from '../credentials/principal.ts';
import { BASE62, isBase62, type RandomBytes, randomBase62 } from '../random.ts';
import { deriveKey } from '../sealing.ts';
import { hmacSha256 } from '../secret-key.ts';

const DIALOG_LENGTH = 30;

/** The owner of a conversation: the user whom the presented credential stands for. */
export type SessionOwner = Pick<Principal, 'institution' | 'userId'>;

/** The token by which a caller continues a conversation: 30 base62 characters, 178 bits. */
export const newDialog = (random: RandomBytes): string => randomBase62(DIALOG_LENGTH, random);

export const isDialog = (text: string): boolean => isBase62(text, DIALOG_LENGTH);

/**
 * The one dialog of an owner's seed, so that either can be passed back. A seed may be any text, also one
 * that can be guessed: without the deployment's key nobody can tell its dialog, nor whether the store has its session.
 * As JSON, what is no whole Unicode stays apart from what UTF-8 would make of it.
 */
export function dialogOfSeed(key: Uint8Array, { institution, userId }: SessionOwner, seed: string): string {
  const parts = [institution, userId, JSON.stringify(seed)];
  // 256 bits modulo 62^30 (178 bits): what is uneven about it is below 2^-77.
  let rest = BigInt(`0x${keyedDigest(key, 'parley dialog of a seed', ...parts).toString('hex')}`);
  let dialog = '';
  for (let place = 0; place < DIALOG_LENGTH; place += 1) {
    dialog += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return dialog;
}

/**
 * The key of a dialog's session. The store never sees the dialog itself. A dialog cannot be guessed, but it travels
 * further than a credential, to business logic and into logs: with another user's credential it leads nowhere.
 */
export const sessionKey = ({ institution, userId }: SessionOwner, dialog: string): string =>
  `session#${digest('session', institution, userId, dialog).toString('base64url')}`;

/** The key of the answer to a request with an `Idempotency-Key`. Each end user has keys of their own. */
export const idempotencyRecordKey = (
  key: Uint8Array,
  { institution, userId }: SessionOwner,
  externalUserId: string,
  idempotencyKey: string,
): string => {
  const parts = [institution, userId, externalUserId, idempotencyKey];
  return `idempotency#${keyedDigest(key, 'parley idempotency', ...parts).toString('base64url')}`;
};

/** SHA-256 of the parts, which a NUL keeps apart: none of them can hold one. */
export const digest = (...parts: string[]): Buffer => hash('sha256', parts.join('\0'), 'buffer');

/** The same with the deployment's key (HMAC), for parts that can be guessed. */
export const keyedDigest = (key: Uint8Array, purpose: string, ...parts: string[]): Buffer =>
  hmacSha256(deriveKey(key, purpose)).update(parts.join('\0')).digest();
