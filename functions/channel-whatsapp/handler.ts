import * as z from 'zod/mini';
import { channelEndpoint } from '../shared/channels/endpoint.ts';
import { readMeta } from '../shared/channels/meta.ts';
import type { ChannelMessage } from '../shared/domain/channels/messages.ts';

const change = z.object({
  field: z.literal('messages'),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    messages: z.array(z.unknown()),
  }),
});

const outer = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.unknown()) })),
});

const reply = z.object({ id: z.string(), title: z.string() });

const message = z.object({
  from: z.string(),
  id: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  interactive: z.optional(z.object({ button_reply: z.optional(reply), list_reply: z.optional(reply) })),
  button: z.optional(z.object({ text: z.string() })),
});

/** Messages that need no answer: reactions, and what WhatsApp itself says. */
const SILENT = ['reaction', 'system', 'unsupported', 'request_welcome'];

/** `/v1/channels/whatsapp/{channel}`: takes the messages that WhatsApp's Cloud API receives for a number. */
export const handler = channelEndpoint({ name: 'channel-whatsapp', kind: 'whatsapp' }, (request, channel) =>
  readMeta(request, channel, (body) => messagesFor(body, channel.channel.phoneNumberId)),
);

/** The messages to a number; an app may have several, which share its address. */
function messagesFor(body: unknown, phoneNumberId: string): ChannelMessage[] {
  const changes = outer.safeParse(body).data?.entry.flatMap((entry) => entry.changes) ?? [];
  return changes.flatMap((some) => {
    const { data } = change.safeParse(some);
    if (data?.value.metadata.phone_number_id !== phoneNumberId) return [];
    return data.value.messages.flatMap(readMessage);
  });
}

function readMessage(some: unknown): ChannelMessage[] {
  const { data } = message.safeParse(some);
  if (data === undefined || SILENT.includes(data.type)) return [];
  const { from, id, timestamp, text, interactive, button } = data;
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  // The id of a choice is the whole choice, of which the title shows as much as fits.
  const words = text?.body ?? chosen?.id ?? button?.text ?? '';
  return [{ id, user: from, address: from, text: words, at: Number(timestamp) * 1000 }];
}
