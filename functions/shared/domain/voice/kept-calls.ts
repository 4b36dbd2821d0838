import * as z from 'zod/mini';
import { externalUserOf } from '../channels/answering.ts';
import type { DeploymentKey } from '../deployment-key.ts';
import { keyedDigest } from '../query/dialog.ts';
import { personOf } from '../query/sessions.ts';
import type { RandomBytes } from '../random.ts';
import { deriveKey, NONCE_BYTES, seal, unseal } from '../sealing.ts';
import { type Call, NEW_CALL } from './call.ts';

/** Stores calls until two days after their last change. Reads are strongly consistent. */
export interface CallStore {
  find(
    institution: string,
    channelId: string,
    call: string,
  ): Promise<{ revision: number; sealed: Uint8Array } | undefined>;
  /** @returns false, without writing, unless the stored revision is the one before; a new call has revision 0 */
  write(
    institution: string,
    channelId: string,
    call: string,
    changed: {
      revision: number;
      sealed: Uint8Array;
      now: number;
      /** For a new call: its caller's digest (`personOf`), by which an erasure finds the call. */
      person?: string;
    },
  ): Promise<boolean>;
}

export interface KeptCallDependencies {
  calls: CallStore;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
  now: () => number;
}

/** Identifies a stored call. */
export interface KeptCall {
  institution: string;
  channelId: string;
  /** A keyed digest of the platform's id of the call. */
  key: string;
  /** The caller's digest, which a new call needs. */
  person?: string;
}

const speech = z.object({ text: z.string(), xml: z.string() });
const next = z.discriminatedUnion('do', [
  z.object({ do: z.literal('listen') }),
  z.object({ do: z.literal('dial'), number: z.string() }),
  z.object({ do: z.literal('hang_up') }),
]);
const heard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  z.object({
    kind: z.literal('words'),
    text: z.string(),
    isFinal: z.boolean(),
    confidence: z.exactOptional(z.number()),
  }),
  z.object({ kind: z.literal('digits'), digits: z.string() }),
  z.object({ kind: z.literal('silence') }),
]);
const relay = z.object({
  caller: z.string(),
  callId: z.string(),
  connection: z.exactOptional(z.string()),
  connections: z.number(),
  inputs: z.array(z.object({ at: z.number(), heard })),
  digits: z.array(z.object({ at: z.number(), digit: z.string() })),
  worker: z.exactOptional(z.object({ id: z.string(), until: z.number() })),
  heardUntil: z.exactOptional(z.number()),
  isUnsent: z.boolean(),
  askedAt: z.number(),
  sentAt: z.number(),
  wasCut: z.boolean(),
  spoken: z.exactOptional(z.object({ turn: z.number(), at: z.number() })),
  writes: z.exactOptional(z.array(z.string())),
});
const callShape = z.object({
  turn: z.number(),
  asked: z.exactOptional(z.string()),
  silences: z.number(),
  failures: z.number(),
  said: z.exactOptional(z.object({ speech, choices: z.array(z.string()), next })),
  partial: z.exactOptional(z.string()),
  isWithPeople: z.boolean(),
  isOver: z.boolean(),
  relay: z.exactOptional(relay),
});

/** Identifies a call by a digest that hides the platform's id. */
export async function keptAs(
  { deploymentKey }: Pick<KeptCallDependencies, 'deploymentKey'>,
  { institution, channelId, callId }: { institution: string; channelId: string; callId: string },
): Promise<KeptCall> {
  const digest = keyedDigest(await deploymentKey(), 'parley call', institution, channelId, callId);
  return { institution, channelId, key: digest.toString('hex') };
}

/** The same call with its caller's digest. */
export const calledBy = (where: KeptCall, caller: string): KeptCall => ({
  ...where,
  person: personOf(where.institution, externalUserOf('voice', caller)),
});

const sealingKey = async ({
  deploymentKey,
}: Pick<KeptCallDependencies, 'deploymentKey'>): Promise<Uint8Array> =>
  deriveKey(await deploymentKey(), 'parley calls');

const contextOf = ({ institution, channelId, key }: KeptCall): string => `${institution}#${channelId}#${key}`;

/** @returns a new call if none is stored, or if it was sealed with another key */
export async function readCall(
  deps: KeptCallDependencies,
  where: KeptCall,
): Promise<{ call: Call; revision: number }> {
  const kept = await deps.calls.find(where.institution, where.channelId, where.key);
  if (kept === undefined) return { call: NEW_CALL, revision: 0 };
  const text = unseal(kept.sealed, await sealingKey(deps), contextOf(where))?.toString('utf8');
  const { data = NEW_CALL } = callShape.safeParse(text === undefined ? undefined : JSON.parse(text));
  return { call: data, revision: kept.revision };
}

export async function writeCall(
  deps: KeptCallDependencies,
  where: KeptCall,
  call: Call,
  revision: number,
): Promise<boolean> {
  const plain = Buffer.from(JSON.stringify(call));
  const sealed = seal(plain, await sealingKey(deps), deps.random(NONCE_BYTES), contextOf(where));
  const { institution, channelId, key, person } = where;
  const changed = { revision, sealed, now: deps.now(), ...(person !== undefined && { person }) };
  return deps.calls.write(institution, channelId, key, changed);
}
