import { randomUUID } from 'node:crypto';
import { endMessage, textMessage } from '../business-logic/channels/conversation-relay.ts';
import { callPlace } from '../business-logic/channels/voice.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { isOfKind } from '../domain/channels/channel.ts';
import { digest } from '../domain/query/dialog.ts';
import type { KeptCall } from '../domain/voice/kept-calls.ts';
import { answerRelay, type RelayDependencies } from '../domain/voice/relay.ts';
import type { RelayInput } from '../domain/voice/relayed-call.ts';
import { plainSpeech } from '../domain/voice/speech.ts';
import { calledAs, findCalled, hasChannel } from '../domain/webhooks/webhooks.ts';
import { createLooks } from '../store/looks.ts';
import { createSockets } from '../store/sockets.ts';
import { askInCall } from './ask-in-call.ts';
import { callDependencies } from './call-dependencies.ts';

/** What answering calls over connections needs. */
export function openRelay(name: string) {
  const sockets = createSockets();
  const lookLater = createLooks();
  const deps = callDependencies(name);

  const relayOf = (institution: string, channel: Channel<'voice'>): RelayDependencies => ({
    ...deps,
    ask: ({ caller, callId }, { idempotencyKey, ...query }) =>
      askInCall(
        deps,
        { institution, channel, place: callPlace(caller, callId, calledAs(institution, channel.id)) },
        { ...query, idempotencyKey: digest('call', idempotencyKey).toString('base64url') },
      ),
    send: async (connection, said) => {
      const message =
        said.next.do === 'listen' ? textMessage(said.speech, channel.channel) : endMessage(said);
      return message === undefined || sockets.send(connection, message);
    },
    late: () => deps.givenUp({ institution, channelId: channel.id, reason: 'late' }),
    sendOneMoment: async (connection) => {
      const message = textMessage(plainSpeech(channel.channel.oneMoment), channel.channel);
      if (message !== undefined) await sockets.send(connection, message);
    },
    lookLater: (where, look, delayMs) => lookLater({ ...where, look }, delayMs),
    newId: randomUUID,
  });

  return {
    sockets,
    deps,
    /** The channel of a call; undefined if it was removed, or holds no calls over connections. */
    async channelOf({ institution, channelId }: KeptCall): Promise<Channel<'voice'> | undefined> {
      const found = await findCalled(deps, calledAs(institution, channelId));
      if (found === undefined || !hasChannel(found.webhook) || !isOfKind(found.webhook, 'voice')) return;
      return found.webhook.channel.relay === undefined ? undefined : found.webhook;
    },
    hear: (where: KeptCall, channel: Channel<'voice'>, input: RelayInput): Promise<void> =>
      answerRelay(relayOf(where.institution, channel), where, input, channel.channel),
  };
}
