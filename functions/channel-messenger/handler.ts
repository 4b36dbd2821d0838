import * as z from 'zod/mini';
import { channelEndpoint } from '../shared/channels/endpoint.ts';
import { readMeta } from '../shared/channels/meta.ts';
import type { ChannelMessage } from '../shared/domain/channels/messages.ts';

const outer = z.object({
  object: z.literal('page'),
  entry: z.array(z.object({ messaging: z.optional(z.array(z.unknown())) })),
});

const event = z.object({
  sender: z.object({ id: z.string() }),
  recipient: z.object({ id: z.string() }),
  timestamp: z.number(),
  message: z.optional(
    z.object({
      mid: z.string(),
      text: z.optional(z.string()),
      /** Set on what the page itself has sent. */
      is_echo: z.optional(z.boolean()),
      quick_reply: z.optional(z.object({ payload: z.string() })),
    }),
  ),
  postback: z.optional(
    z.object({ mid: z.optional(z.string()), title: z.string(), payload: z.optional(z.string()) }),
  ),
});

/** `/v1/channels/messenger/{channel}`: takes the messages to a page. */
export const handler = channelEndpoint({ name: 'channel-messenger', kind: 'messenger' }, (request, channel) =>
  readMeta(request, channel, (body) => messagesTo(body, channel.channel.pageId)),
);

/** The messages to a page; an app may have several, which share its address. */
function messagesTo(body: unknown, pageId: string): ChannelMessage[] {
  const events = outer.safeParse(body).data?.entry.flatMap(({ messaging = [] }) => messaging) ?? [];
  return events.flatMap((some) => {
    const { data } = event.safeParse(some);
    return data?.recipient.id === pageId ? readEvent(data) : [];
  });
}

function readEvent({ sender, timestamp, message, postback }: z.output<typeof event>): ChannelMessage[] {
  const from = { user: sender.id, address: sender.id, at: timestamp };
  if (message !== undefined && message.is_echo !== true) {
    return [{ ...from, id: message.mid, text: message.quick_reply?.payload ?? message.text ?? '' }];
  }
  if (postback === undefined) return [];
  const id = postback.mid ?? `postback ${sender.id} ${timestamp}`;
  return [{ ...from, id, text: postback.title }];
}
