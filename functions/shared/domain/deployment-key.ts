import { type RandomBytes, randomBase62 } from './random.ts';

/**
 * The port of the deployment's key: what its functions and operators know, and its tables do not hold. Whatever a
 * table keeps sealed, and whatever stands in it for something that can be guessed, is made with it. Read once for
 * a process.
 * @throws {Error} where it cannot be read: a fault of the deployment
 */
export type DeploymentKey = () => Promise<Uint8Array>;

/** 381 bits; AWS makes as many characters of the same kind. */
const LENGTH = 64;
/** Less than this is no key but a mistake. */
const MIN_LENGTH = 43;

/** The key's text, as it is kept where AWS does not make it. */
export const newDeploymentKey = (random: RandomBytes): string => randomBase62(LENGTH, random);

/**
 * The key from its text.
 * @param source names where it was read, for the error
 * @throws {Error} for a text that is too short to be one
 */
export function readDeploymentKey(text: string, source: string): Uint8Array {
  const key = text.trim();
  if (key.length < MIN_LENGTH) throw new Error(`${source} holds no key of a deployment`);
  return Buffer.from(key);
}
