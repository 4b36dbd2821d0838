import * as z from 'zod/mini';
import { channelEndpoint, type Received } from '../shared/channels/endpoint.ts';
import type { ChannelMessage } from '../shared/domain/channels/messages.ts';
import { isSignedBySlack } from '../shared/domain/signatures.ts';
import { fromSlack } from '../shared/domain/slack/slack.ts';
import { formBody, jsonBody, mediaType } from '../shared/http/body.ts';
import { header } from '../shared/http/request.ts';

/** A request of Slack's Events API: its check of the address, or an event. */
const outer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string() }),
  z.object({ type: z.literal('event_callback'), event_id: z.string(), event: z.unknown() }),
]);

/**
 * What somebody wrote to the bot alone, or where it was mentioned. Bots have `bot_id`; edits, deletions and joins a
 * `subtype`.
 */
const written = z.object({
  type: z.enum(['message', 'app_mention']),
  channel: z.string(),
  channel_type: z.optional(z.string()),
  user: z.string(),
  text: z.optional(z.string()),
  ts: z.string(),
  thread_ts: z.optional(z.string()),
  bot_id: z.optional(z.undefined()),
  subtype: z.optional(z.literal('file_share')),
});

/** A button that somebody chose. */
const chosen = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.optional(z.string()) }),
  actions: z.array(z.object({ value: z.string(), action_ts: z.string() })),
});

const NOTHING: Received = { messages: [] };

/** `POST /v1/channels/slack/{channel}`: takes what people write to the bot in Slack, and the buttons they choose. */
export const handler = channelEndpoint({ name: 'channel-slack', kind: 'slack' }, (request, { channel }) => {
  const timestamp = header(request, 'x-slack-request-timestamp') ?? '';
  const signature = header(request, 'x-slack-signature') ?? '';
  const isSigned = isSignedBySlack(
    { timestamp, signature, body: request.body },
    channel.signingSecret,
    request.now,
  );
  if (!isSigned) return undefined;
  if (mediaType(request) !== 'application/json') return readChoice(formBody(request).get('payload') ?? '');
  const event = outer.safeParse(jsonBody(request).body).data;
  if (event?.type === 'url_verification') {
    return { messages: [], response: { body: { challenge: event.challenge } } };
  }
  const { data } = written.safeParse(event?.event);
  // In a channel, only what mentions the bot is for it; Slack tells of that as a message too.
  if (event === undefined || data === undefined || (data.type === 'message' && data.channel_type !== 'im')) {
    return NOTHING;
  }
  return { messages: [readWritten(data, event.event_id)] };
});

function readWritten(
  { type, channel, user, text = '', ts, thread_ts: thread }: z.output<typeof written>,
  eventId: string,
): ChannelMessage {
  const isMention = type === 'app_mention';
  const words = isMention ? text.replace(/^\s*<@[A-Z0-9]+(?:\|[^>]*)?>[\s,:]*/, '') : text;
  // A mention is answered in its thread, which may be a new one.
  const address = addressOf(channel, isMention ? (thread ?? ts) : thread);
  return { id: eventId, user, address, text: fromSlack(words), at: timeOf(ts) };
}

function readChoice(payload: string): Received {
  const { data } = chosen.safeParse(parsed(payload));
  const [action] = data?.actions ?? [];
  if (data === undefined || action === undefined) return NOTHING;
  const { user, channel, message } = data;
  const id = `${channel.id} ${message.ts} ${user.id} ${action.action_ts}`;
  const address = addressOf(channel.id, message.thread_ts);
  return { messages: [{ id, user: user.id, address, text: action.value, at: timeOf(action.action_ts) }] };
}

/** A channel, and the thread in it. */
const addressOf = (channel: string, thread: string | undefined): string =>
  thread === undefined ? channel : `${channel} ${thread}`;

/** Slack's times are seconds with six decimals. */
const timeOf = (ts: string): number => {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds * 1000) : Date.now();
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
