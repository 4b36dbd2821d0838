import { type RandomBytes, randomBase62 } from './random.ts';

/**
 * Port of the deployment's key, which functions and operators know and no table contains. It encrypts what tables keep
 * sealed and hashes what could be guessed. A process reads it once.
 * @throws {Error} if it cannot be read, which is a fault of the deployment
 */
export type DeploymentKey = () => Promise<Uint8Array>;

/** 381 bits. AWS generates keys of the same length and alphabet. */
const LENGTH = 64;
/** A shorter text cannot be a key. */
const MIN_LENGTH = 43;

/** Generates the key's text where AWS does not. */
export const newDeploymentKey = (random: RandomBytes): string => randomBase62(LENGTH, random);

/**
 * Decodes the key.
 * @param source where the text came from, for the error
 * @throws {Error} if the text is too short
 */
export function readDeploymentKey(text: string, source: string): Uint8Array {
  const key = text.trim();
  if (key.length < MIN_LENGTH) throw new Error(`${source} contains no deployment key: the text is too short`);
  return Buffer.from(key);
}
