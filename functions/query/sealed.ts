import { deriveKey, seal, unseal } from '../shared/domain/sealing.ts';

/**
 * The two inputs of the key that encrypts a conversation's state: the deployment's key, which no table contains, and
 * the dialog, of which the store has only a digest. Someone with the tables and one input still cannot decrypt the
 * state: a dialog made from a guessed seed also needs the deployment's key, and a random dialog cannot be guessed.
 */
export interface StateKey {
  deploymentKey: Uint8Array;
  dialog: string;
}

/** @param nonce 12 random bytes, never reused for a dialog */
export const sealState = (state: string, key: StateKey, nonce: Uint8Array): string =>
  Buffer.from(seal(Buffer.from(state), stateKey(key), nonce)).toString('base64');

/** The decrypted state; undefined if the key differs or the text was altered. */
export const openState = (sealed: string, key: StateKey): string | undefined =>
  unseal(Buffer.from(sealed, 'base64'), stateKey(key))?.toString('utf8');

const stateKey = ({ deploymentKey, dialog }: StateKey): Uint8Array =>
  deriveKey(deploymentKey, 'parley session state', dialog);
