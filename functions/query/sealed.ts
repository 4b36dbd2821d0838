import { deriveKey, seal, unseal } from '../shared/domain/sealing.ts';

/**
 * The two parts of the key that seals a conversation: the deployment's key, which no table holds, and the dialog, of
 * which the store has only a digest. The tables with one of the two do not open it: a dialog made of a seed that was
 * guessed is of no use without the deployment's key, nor that key without a dialog, which cannot be guessed.
 */
export interface StateKey {
  deploymentKey: Uint8Array;
  dialog: string;
}

/** @param nonce 12 random bytes, never used twice for one dialog */
export const sealState = (state: string, key: StateKey, nonce: Uint8Array): string =>
  Buffer.from(seal(Buffer.from(state), stateKey(key), nonce)).toString('base64');

/** The state that was sealed; undefined where another key sealed it, or where it was altered. */
export const openState = (sealed: string, key: StateKey): string | undefined =>
  unseal(Buffer.from(sealed, 'base64'), stateKey(key))?.toString('utf8');

const stateKey = ({ deploymentKey, dialog }: StateKey): Uint8Array =>
  deriveKey(deploymentKey, 'parley session state', dialog);
