import { hash } from 'node:crypto';
import type { Principal } from '../credentials/principal.ts';
import { BASE62, isBase62, type RandomBytes, randomBase62 } from '../random.ts';
import { deriveKey } from '../sealing.ts';
import { hmacSha256 } from '../secret-key.ts';

const DIALOG_LENGTH = 30;

/** The owner of a conversation: the user of the presented credential. */
export type SessionOwner = Pick<Principal, 'institution' | 'userId'>;

/** The token by which a caller continues a conversation: 30 base62 characters, 178 bits. */
export const newDialog = (random: RandomBytes): string => randomBase62(DIALOG_LENGTH, random);

export const isDialog = (text: string): boolean => isBase62(text, DIALOG_LENGTH);

/**
 * The dialog derived from an owner's seed; the caller may send either. Seeds can be guessed, but without the
 * deployment's key nobody can compute a seed's dialog or find out whether it has a session. The seed is hashed as
 * JSON, so that lone surrogates stay distinct from the characters that UTF-8 would replace them with.
 */
export function dialogOfSeed(key: Uint8Array, { institution, userId }: SessionOwner, seed: string): string {
  const parts = [institution, userId, JSON.stringify(seed)];
  // 256 bits modulo 62^30 (178 bits): the bias is below 2^-77.
  let rest = BigInt(`0x${keyedDigest(key, 'parley dialog of a seed', ...parts).toString('hex')}`);
  let dialog = '';
  for (let place = 0; place < DIALOG_LENGTH; place += 1) {
    dialog += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return dialog;
}

/**
 * The store key of a dialog's session, so that the store never sees the dialog itself. Business logic and logs do see
 * the dialog, but it is useless with another user's credential.
 */
export const sessionKey = ({ institution, userId }: SessionOwner, dialog: string): string =>
  `session#${digest('session', institution, userId, dialog).toString('base64url')}`;

/** The store key of the answer to a request with an `Idempotency-Key`, separate for each end user. */
export const idempotencyRecordKey = (
  key: Uint8Array,
  { institution, userId }: SessionOwner,
  externalUserId: string,
  idempotencyKey: string,
): string => {
  const parts = [institution, userId, externalUserId, idempotencyKey];
  return `idempotency#${keyedDigest(key, 'parley idempotency', ...parts).toString('base64url')}`;
};

/** SHA-256 of the parts joined by NUL, which no part contains. */
export const digest = (...parts: string[]): Buffer => hash('sha256', parts.join('\0'), 'buffer');

/** The same as an HMAC with the deployment's key, for parts that could be guessed. */
export const keyedDigest = (key: Uint8Array, purpose: string, ...parts: string[]): Buffer =>
  hmacSha256(deriveKey(key, purpose)).update(parts.join('\0')).digest();
