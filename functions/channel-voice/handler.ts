import { relayAddress, relayDocument } from '../shared/business-logic/channels/conversation-relay.ts';
import { callAddress, callPlace } from '../shared/business-logic/channels/voice.ts';
import { askInCall } from '../shared/channels/ask-in-call.ts';
import { callDependencies } from '../shared/channels/call-dependencies.ts';
import { channelOf, unknownChannel } from '../shared/channels/endpoint.ts';
import { readTwilio } from '../shared/channels/twilio.ts';
import { digest } from '../shared/domain/query/dialog.ts';
import { answerCall } from '../shared/domain/voice/conversation.ts';
import { keptAs } from '../shared/domain/voice/kept-calls.ts';
import { replyToRelayed } from '../shared/domain/voice/relay-connections.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { AFTER_RELAY, callerOf, documentOf, heardIn, stepOf } from './twilio.ts';

/** Twilio waits 15 seconds for an answer; callers think that a silent line is dead. */
const ANSWER_MS = 8000;

/** How often Twilio comes back for one answer. The query function answers within 20 seconds. */
const MOST_WAITS = 3;

const deps = callDependencies('channel-voice');

/** `POST /v1/channels/voice/{channel}`: answers what is heard in a call, as a document of TwiML. */
export const handler = publicEndpoint({ name: 'channel-voice', cors: false }, async (request) => {
  const { institution, channel: webhook } = await channelOf(deps, request, 'voice');
  const { channel } = webhook;
  const path = request.pathParameters.channel ?? '';
  const step = stepOf(request.query);
  const url = callAddress(channel.service, path, step.query);
  const parameters = readTwilio(request, url, channel.authToken);
  if (parameters === undefined) throw unknownChannel();
  const callId = parameters.get('CallSid') ?? '';
  if (callId === '' || parameters.get('AccountSid') !== channel.account) throw unknownChannel();
  const place = callPlace(callerOf(parameters, callId), callId, path);
  const answerBy = request.arrivedAt + ANSWER_MS;
  const heard = heardIn(parameters, step.turn);
  const call = { institution, channelId: webhook.id, callId, caller: place.user };
  const answer = () =>
    answerCall(
      {
        ...deps,
        late: () => deps.givenUp({ institution, channelId: webhook.id, reason: 'late' }),
        ask: (query, key, wasWithPeople) =>
          askInCall(
            deps,
            { institution, channel: webhook, place },
            {
              query,
              idempotencyKey: digest('call', key).toString('base64url'),
              wasWithPeople,
              until: answerBy,
            },
          ),
      },
      {
        ...call,
        turn: step.turn,
        ...(step.wait === 0 && { heard }),
        isLastWait: step.wait >= MOST_WAITS,
        settings: channel,
        answerBy,
      },
    );
  const addressOf = (query: string) => callAddress(channel.service, path, query);
  const { relay } = channel;
  const isRelayed = relay !== undefined && heard.kind !== 'hang_up';
  const reply = isRelayed
    ? await replyToRelayed(deps, await keptAs(deps, call), {
        ...{ caller: place.user, callId, answer, settings: channel },
        input: step.isAfterRelay ? 'ended' : heard.kind === 'dialed' ? 'dialed' : 'begun',
      })
    : await answer();
  const body =
    reply.do === 'connect'
      ? relayDocument(relayAddress(relay?.url ?? '', path, callId), addressOf(AFTER_RELAY), channel)
      : documentOf(reply, step.wait, addressOf, channel);
  return { headers: { 'Content-Type': 'text/xml' }, body };
});
