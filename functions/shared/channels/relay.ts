import { randomUUID } from 'node:crypto';
import { CONVERSATION_RELAY } from '../business-logic/channels/conversation-relay.ts';
import type { Gateway } from '../business-logic/channels/gateway.ts';
import { JAMBONZ_GATEWAY } from '../business-logic/channels/jambonz-messages.ts';
import { callPlace } from '../business-logic/channels/voice.ts';
import { type CallChannel, type CallKind, isCallChannel } from '../domain/channels/channel.ts';
import { digest } from '../domain/query/dialog.ts';
import type { KeptCall } from '../domain/voice/kept-calls.ts';
import { answerRelay, type RelayDependencies } from '../domain/voice/relay.ts';
import type { RelayInput } from '../domain/voice/relayed-call.ts';
import { plainSpeech } from '../domain/voice/speech.ts';
import { calledAs, findCalled, hasChannel } from '../domain/webhooks/webhooks.ts';
import { createConnectionStore } from '../store/connections.ts';
import { createLooks } from '../store/looks.ts';
import { createSockets } from '../store/sockets.ts';
import { askInCall } from './ask-in-call.ts';
import { callDependencies } from './call-dependencies.ts';

const GATEWAYS: { [Kind in CallKind]: Gateway<Kind> } = {
  voice: CONVERSATION_RELAY,
  jambonz: JAMBONZ_GATEWAY,
};

/** The gateway for the kind of a channel. */
const gatewayOf = ({ channel }: CallChannel): Gateway<CallKind> =>
  GATEWAYS[channel.kind] as Gateway<CallKind>;

export type OpenRelay = ReturnType<typeof openRelay>;

/** The dependencies and actions of calls over connections. */
export function openRelay(name: string) {
  const sockets = createSockets();
  const lookLater = createLooks();
  const deps = callDependencies(name);

  function relayOf(institution: string, channel: CallChannel): RelayDependencies {
    const gateway = gatewayOf(channel);
    return {
      ...deps,
      ask: ({ caller, callId }, { idempotencyKey, ...query }) =>
        askInCall(
          deps,
          { institution, channel, place: callPlace(caller, callId, calledAs(institution, channel.id)) },
          { ...query, idempotencyKey: digest('call', idempotencyKey).toString('base64url') },
        ),
      listening: gateway.listening,
      send: async (connection, said, turn) => {
        const message = gateway.said(said, turn, channel.channel);
        return message === undefined || sockets.send(connection, message);
      },
      late: () => deps.givenUp({ institution, channelId: channel.id, reason: 'late' }),
      sendOneMoment: async (connection) => {
        const message = gateway.oneMoment(plainSpeech(channel.channel.oneMoment), channel.channel);
        if (message !== undefined) await sockets.send(connection, message);
      },
      lookLater: (where, look, delayMs) => lookLater({ ...where, look }, delayMs),
      newId: randomUUID,
    };
  }

  return {
    sockets,
    deps,
    connections: createConnectionStore(),
    /** The channel of a call; undefined if it was removed or uses no connections. */
    async channelOf({ institution, channelId }: KeptCall): Promise<CallChannel | undefined> {
      const found = await findCalled(deps, calledAs(institution, channelId));
      if (found === undefined || !hasChannel(found.webhook) || !isCallChannel(found.webhook)) return;
      return found.webhook.channel.relay === undefined ? undefined : found.webhook;
    },
    hear: (where: KeptCall, channel: CallChannel, input: RelayInput): Promise<void> =>
      answerRelay(relayOf(where.institution, channel), where, input, channel.channel),
  };
}
