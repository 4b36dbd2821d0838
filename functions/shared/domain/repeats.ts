import type { DeploymentKey } from './deployment-key.ts';
import { ParleyError } from './errors.ts';
import { digest, keyedDigest, type SessionOwner } from './query/dialog.ts';
import { openAnswer, sealAnswer } from './query/sealed-answer.ts';
import { ANSWER_LIFETIME_MS } from './query/sessions.ts';
import type { RandomBytes } from './random.ts';
import { NONCE_BYTES } from './sealing.ts';

/** The answer to a change of application tokens that carried an `Idempotency-Key`. */
export interface KeptAnswer {
  /** The key that it is kept under: a digest of its owner and of the `Idempotency-Key`. */
  key: string;
  /** Tells whether a later request under the key is the same request. */
  fingerprint: string;
  /** The body, sealed with what only the request gives: it may hold a secret. */
  answer: Uint8Array;
  /** Milliseconds since the epoch from which on the key is free again. */
  endsAt: number;
}

export interface RepeatStore {
  /** Strongly consistent. */
  findAnswer(key: string): Promise<KeptAnswer | undefined>;
}

export interface RepeatDependencies {
  repeats: RepeatStore;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** Thrown where the request was answered before: with that answer. */
export class Repeated extends Error {
  override name = 'Repeated';
  readonly text: string;

  constructor(text: string) {
    super('the request was answered before');
    this.text = text;
  }
}

/** Makes of an answer what is written with the change that it answers, so that of two requests one alone is carried out. */
export type Keep = (text: string) => Promise<KeptAnswer>;

/**
 * @param request whose it is, its `Idempotency-Key`, and what it asks for, as text
 * @returns what throws `Repeated` for a request that was answered before
 * @throws {ParleyError} `idempotency_key_reused`
 */
export function keeper(
  { repeats, deploymentKey, random }: RepeatDependencies,
  request: { owner: SessionOwner; idempotencyKey: string; asked: string; now: number },
): Keep {
  const { institution, userId } = request.owner;
  return async (text) => {
    const deployment = await deploymentKey();
    const place = [institution, userId, request.idempotencyKey];
    const key = `repeat#${keyedDigest(deployment, 'parley repeat', ...place).toString('base64url')}`;
    const asked = digest('asked', request.asked);
    const opening = { deploymentKey: deployment, request: asked };
    const parts = [key, asked.toString('base64url')];
    const fingerprint = keyedDigest(deployment, 'parley fingerprint', ...parts).toString('base64url');
    const before = await repeats.findAnswer(key);
    if (before !== undefined && request.now < before.endsAt) {
      const answer = before.fingerprint === fingerprint && (await openAnswer(before.answer, opening));
      if (typeof answer === 'string') throw new Repeated(answer);
      throw new ParleyError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request; send a new one.',
      );
    }
    const answer = await sealAnswer(text, opening, random(NONCE_BYTES));
    return { key, fingerprint, answer, endsAt: request.now + ANSWER_LIFETIME_MS };
  };
}
