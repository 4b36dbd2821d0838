import * as z from 'zod/mini';
import { channelEndpoint, type Received } from '../shared/channels/endpoint.ts';
import { isFromSlack, slackEvent } from '../shared/channels/slack-request.ts';
import type { ChannelMessage } from '../shared/domain/channels/messages.ts';
import { fromSlack } from '../shared/domain/slack/slack.ts';
import { formBody, mediaType } from '../shared/http/body.ts';

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
  if (!isFromSlack(request, channel.signingSecret)) return undefined;
  const { now } = request;
  if (mediaType(request) !== 'application/json')
    return readChoice(formBody(request).get('payload') ?? '', now);
  const event = slackEvent(request);
  if (event?.type === 'url_verification') {
    return { messages: [], response: { body: { challenge: event.challenge } } };
  }
  const { data } = written.safeParse(event?.event);
  // In a channel, only what mentions the bot is for it; Slack tells of that as a message too.
  if (event === undefined || data === undefined || (data.type === 'message' && data.channel_type !== 'im')) {
    return NOTHING;
  }
  return { messages: [readWritten(data, event.event_id, now)] };
});

function readWritten(
  { type, channel, user, text = '', ts, thread_ts: thread }: z.output<typeof written>,
  eventId: string,
  now: number,
): ChannelMessage {
  const isMention = type === 'app_mention';
  const words = isMention ? text.replace(/^\s*<@[A-Z0-9]+(?:\|[^>]*)?>[\s,:]*/, '') : text;
  // A mention is answered in its thread, which may be a new one.
  const address = addressOf(channel, isMention ? (thread ?? ts) : thread);
  return { id: eventId, user, address, text: fromSlack(words), at: timeOf(ts, now) };
}

function readChoice(payload: string, now: number): Received {
  const { data } = chosen.safeParse(parsed(payload));
  const [action] = data?.actions ?? [];
  if (data === undefined || action === undefined) return NOTHING;
  const { user, channel, message } = data;
  const id = `${channel.id} ${message.ts} ${user.id} ${action.action_ts}`;
  const address = addressOf(channel.id, message.thread_ts);
  return {
    messages: [{ id, user: user.id, address, text: action.value, at: timeOf(action.action_ts, now) }],
  };
}

/** A channel, and the thread in it. */
const addressOf = (channel: string, thread: string | undefined): string =>
  thread === undefined ? channel : `${channel} ${thread}`;

/** Slack's times are seconds with six decimals. @returns milliseconds, now for one that is no time */
const timeOf = (ts: string, now: number): number => {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds * 1000) : now;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
