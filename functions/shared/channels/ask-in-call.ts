import { setTimeout as delay } from 'node:timers/promises';
import { NOWHERE, numberIn, spokenAnswer } from '../business-logic/channels/voice.ts';
import {
  type AnsweringDependencies,
  type Asked,
  inNameOf,
  lookForPeople,
} from '../domain/channels/answering.ts';
import type { CallChannel } from '../domain/channels/channel.ts';
import { keepPlace, type Place, type TaskDependencies } from '../domain/channels/messages.ts';
import { type CallAnswer, numberToDial } from '../domain/voice/call.ts';
import type { RelayQuery } from '../domain/voice/relay.ts';
import { kindOf } from '../http/error-kind.ts';

export type CallAsking = TaskDependencies &
  Pick<AnsweringDependencies, 'ask' | 'handoffs' | 'now' | 'givenUp'>;

/** The wait before a failed query is retried under its key, unless the failure says how long. */
const AGAIN_AFTER_MS = 500;

/** Default for `heardUntil`: the time of the query. */
export type CallQuery = Omit<RelayQuery, 'heardUntil'> & Partial<Pick<RelayQuery, 'heardUntil'>>;

/** A call, and the channel that holds it. */
interface CallPlace {
  institution: string;
  channel: CallChannel;
  place: Place;
}

type Refused = Extract<Asked, { reason: string }>;

/**
 * Asks the assistant in a call, and retries temporary failures and faults until the deadline; the key makes this safe.
 * Never throws.
 */
export async function askInCall(deps: CallAsking, from: CallPlace, query: CallQuery): Promise<CallAnswer> {
  for (;;) {
    const answer = await askOnce(deps, from, query).catch((error: unknown) => ({
      reason: `fault_${kindOf(error).name}`,
    }));
    if (!('reason' in answer)) return answer;
    const { reason, retryAfterMs = AGAIN_AFTER_MS, isFinal }: Refused = answer;
    if (isFinal || deps.now() + retryAfterMs > query.until) {
      deps.givenUp({ institution: from.institution, channelId: from.channel.id, reason });
      return 'failed';
    }
    await delay(retryAfterMs);
  }
}

/** Asks once, and stores the place of the conversation. */
async function askOnce(
  deps: CallAsking,
  { institution, channel, place }: CallPlace,
  { query, idempotencyKey, wasWithPeople, heardUntil }: CallQuery,
): Promise<Exclude<CallAnswer, 'failed'> | Refused> {
  const asked = await inNameOf(deps, institution, channel, place, query);
  const answer = await deps.ask(...asked, idempotencyKey, heardUntil);
  if ('reason' in answer) return answer;
  const said = callAnswer(answer);
  const isDialled = numberToDial(said, channel.channel, wasWithPeople) !== undefined;
  // Stored before the answer is spoken, so that a person's reply to it is heard, unless the caller is put through to a
  // number: then nothing is spoken.
  await keepPlace(deps, institution, channel.id, {
    sessionId: answer.sessionId,
    place: isDialled ? { ...place, address: NOWHERE } : place,
    now: deps.now(),
  });
  if (answer.isWithPeople && !isDialled)
    await lookForPeople(deps, institution, channel, place, answer.sessionId);
  return said;
}

function callAnswer({
  visuals,
  isWithPeople,
  done,
}: Exclude<Asked, { reason: string }>): Exclude<CallAnswer, 'failed'> {
  const isDone = (command: string) => done?.commands.includes(command) === true;
  const number = numberIn(visuals);
  return {
    ...spokenAnswer(visuals),
    isWithPeople,
    // If people can take over, `isWithPeople` decides; otherwise the caller's wish for them does.
    handsOver: isWithPeople || (done?.hasPeople === false && isDone('hand_off')),
    ends: isDone('goodbye') && done?.asks === false,
    ...(number !== undefined && { number }),
  };
}
