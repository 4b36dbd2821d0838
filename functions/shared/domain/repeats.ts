import type { DeploymentKey } from './deployment-key.ts';
import { ParleyError } from './errors.ts';
import { digest, keyedDigest, type SessionOwner } from './query/dialog.ts';
import { openAnswer, sealAnswer } from './query/sealed-answer.ts';
import { ANSWER_LIFETIME_MS } from './query/sessions.ts';
import type { RandomBytes } from './random.ts';
import { NONCE_BYTES } from './sealing.ts';

/** The stored answer to a change of application tokens that was sent with an `Idempotency-Key`. */
export interface KeptAnswer {
  /** The storage key: a digest of the owner and the `Idempotency-Key`. */
  key: string;
  /** Identifies the request, to recognise a retry. */
  fingerprint: string;
  /** The body, encrypted with a key that needs the request, since it may contain a secret. */
  answer: Uint8Array;
  /** When the key may be used again, in milliseconds since the epoch. */
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

/** Thrown, with the earlier answer, if the request was already answered. */
export class Repeated extends Error {
  override name = 'Repeated';
  readonly text: string;

  constructor(text: string) {
    super('the request was already answered');
    this.text = text;
  }
}

/**
 * Creates the stored answer that is written in the transaction of the change, so that only one of two equal requests
 * is carried out.
 */
export type Keep = (text: string) => Promise<KeptAnswer>;

/**
 * @param request its owner, its `Idempotency-Key` and its content as text
 * @returns a function that throws `Repeated` if the request was already answered
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
        'This Idempotency-Key was used for a different request; use a new key.',
      );
    }
    const answer = await sealAnswer(text, opening, random(NONCE_BYTES));
    return { key, fingerprint, answer, endsAt: request.now + ANSWER_LIFETIME_MS };
  };
}
