import { fieldError } from './errors.ts';
import { deriveKey, seal, unseal } from './sealing.ts';

/** The list that a cursor continues: it is of no use for any other list, filter or institution. */
export interface CursorContext {
  deploymentKey: Uint8Array;
  institution: string;
  /** The list and all that it was narrowed to. */
  list: readonly (string | undefined)[];
}

const keyOf = ({ deploymentKey, institution }: CursorContext): Uint8Array =>
  deriveKey(deploymentKey, 'parley cursor', institution);

const contextOf = ({ list }: CursorContext): string => JSON.stringify(list.map((part) => part ?? null));

/** The place where a list goes on, as its caller passes it back. @param nonce 12 random bytes */
export const writeCursor = (place: string, context: CursorContext, nonce: Uint8Array): string =>
  Buffer.from(seal(Buffer.from(place), keyOf(context), nonce, contextOf(context))).toString('base64url');

/** @throws {ParleyError} `invalid_request` for what is no cursor of this list */
export function readCursor(cursor: string, context: CursorContext): string {
  const place = /^[A-Za-z0-9_-]{1,400}$/.test(cursor)
    ? unseal(Buffer.from(cursor, 'base64url'), keyOf(context), contextOf(context))
    : undefined;
  if (place === undefined) {
    throw fieldError('cursor', 'send one that an answer gave you, with the same filters, or leave it out');
  }
  return place.toString('utf8');
}
