import { setTimeout as delay } from 'node:timers/promises';
import { NOWHERE, numberIn, spokenAnswer } from '../business-logic/channels/voice.ts';
import {
  type AnsweringDependencies,
  type Asked,
  inNameOf,
  lookForPeople,
} from '../domain/channels/answering.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { keepPlace, type Place, type TaskDependencies } from '../domain/channels/messages.ts';
import { type CallAnswer, numberToDial } from '../domain/voice/call.ts';

export type CallAsking = TaskDependencies &
  Pick<AnsweringDependencies, 'ask' | 'handoffs' | 'now' | 'givenUp'>;

/** The wait before a query that failed is asked again, under the same key, unless it says when. */
const AGAIN_AFTER_MS = 500;

/** A query of a call. */
export interface CallQuery {
  query: string;
  idempotencyKey: string;
  wasWithPeople: boolean;
  /** When nobody waits for the answer any more. */
  until: number;
  /** Until when the caller had heard the answers before. Unset: until the query is asked. */
  heardUntil?: number;
}

/** Asks the assistant in a call, again and again while that can help. */
export async function askInCall(
  deps: CallAsking,
  { institution, channel, place }: { institution: string; channel: Channel<'voice'>; place: Place },
  { query, idempotencyKey, wasWithPeople, until, heardUntil }: CallQuery,
): Promise<CallAnswer> {
  const asked = await inNameOf(deps, institution, channel, place, query);
  for (;;) {
    const answer = await deps.ask(...asked, idempotencyKey, heardUntil);
    if (!('reason' in answer)) {
      const said = callAnswer(answer);
      const isDialled = numberToDial(said, channel.channel, wasWithPeople) !== undefined;
      // Before the answer, so that a person who answers at once is heard; but nothing is said to who talks to another.
      await keepPlace(deps, institution, channel.id, {
        sessionId: answer.sessionId,
        place: isDialled ? { ...place, address: NOWHERE } : place,
        now: deps.now(),
      });
      if (answer.isWithPeople && !isDialled) {
        await lookForPeople(deps, institution, channel, place, answer.sessionId);
      }
      return said;
    }
    const wait = answer.retryAfterMs ?? AGAIN_AFTER_MS;
    if (answer.isFinal || deps.now() + wait > until) {
      deps.givenUp({ institution, channelId: channel.id, reason: answer.reason });
      return 'failed';
    }
    await delay(wait);
  }
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
    // Where people take over, they decide whether they are there; elsewhere a wish for them is all there is.
    handsOver: isWithPeople || (done?.hasPeople === false && isDone('hand_off')),
    ends: isDone('goodbye') && done?.asks === false,
    ...(number !== undefined && { number }),
  };
}
