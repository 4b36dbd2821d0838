import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** Shorter answers are not compressed: it would cost more than it saves. */
const PACK_FROM_CHARACTERS = 4096;
const AS_IT_IS = 0;
const PACKED = 1;

/** The inputs of a stored answer's key: the deployment's key and a digest of the request. */
export interface AnswerKey {
  deploymentKey: Uint8Array;
  request: Uint8Array;
}

/** @param nonce 12 random bytes, never reused for one request */
export async function sealAnswer(answer: string, key: AnswerKey, nonce: Uint8Array): Promise<Uint8Array> {
  const isLong = answer.length >= PACK_FROM_CHARACTERS;
  const bytes = isLong ? await promisify(deflateRaw)(answer, { level: 1 }) : Buffer.from(answer);
  return seal(Buffer.concat([Buffer.of(isLong ? PACKED : AS_IT_IS), bytes]), answerKey(key), nonce);
}

/** The decrypted answer; undefined if the key differs or the text was altered. */
export async function openAnswer(sealed: Uint8Array, key: AnswerKey): Promise<string | undefined> {
  const opened = unseal(sealed, answerKey(key));
  if (opened === undefined) return undefined;
  const bytes = opened.subarray(1);
  return (opened[0] === PACKED ? await promisify(inflateRaw)(bytes) : bytes).toString('utf8');
}

const answerKey = ({ deploymentKey, request }: AnswerKey): Uint8Array =>
  deriveKey(deploymentKey, 'parley stored answer', request);
