import { fieldError } from './errors.ts';
import { deriveKey, seal, unseal } from './sealing.ts';

/** The context of a cursor. A cursor is invalid for any other list, filter or institution. */
export interface CursorContext {
  deploymentKey: Uint8Array;
  institution: string;
  /** The list and its filters. */
  list: readonly (string | undefined)[];
}

const keyOf = ({ deploymentKey, institution }: CursorContext): Uint8Array =>
  deriveKey(deploymentKey, 'parley cursor', institution);

const contextOf = ({ list }: CursorContext): string => JSON.stringify(list.map((part) => part ?? null));

/** The cursor of a place in a list. @param nonce 12 random bytes */
export const writeCursor = (place: string, context: CursorContext, nonce: Uint8Array): string =>
  Buffer.from(seal(Buffer.from(place), keyOf(context), nonce, contextOf(context))).toString('base64url');

/** @throws {ParleyError} `invalid_request` if the cursor does not belong to this list */
export function readCursor(cursor: string, context: CursorContext): string {
  const place = /^[A-Za-z0-9_-]{1,400}$/.test(cursor)
    ? unseal(Buffer.from(cursor, 'base64url'), keyOf(context), contextOf(context))
    : undefined;
  if (place === undefined) {
    throw fieldError('cursor', 'send a cursor from an earlier answer with the same filters, or omit it');
  }
  return place.toString('utf8');
}
