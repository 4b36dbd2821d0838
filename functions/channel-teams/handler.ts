import * as z from 'zod/mini';
import { publicAddressRule } from '../shared/business-logic/addresses.ts';
import { platformCaller } from '../shared/business-logic/channels/platform-call.ts';
import { tokenVerifier } from '../shared/channels/bot-framework.ts';
import { channelEndpoint } from '../shared/channels/endpoint.ts';
import type { ChannelMessage } from '../shared/domain/channels/messages.ts';
import { isTeamsServer } from '../shared/domain/channels/teams.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { jsonBody } from '../shared/http/body.ts';
import { type ApiRequest, header } from '../shared/http/request.ts';

/** What the token of a request is checked against. */
const signed = z.object({ channelId: z.literal('msteams'), serviceUrl: z.string() });

/**
 * What somebody wrote to the bot, or chose, which is sent as if it had been written. An edit is a `messageUpdate`, and a
 * deletion a `messageDelete`.
 */
const written = z.object({
  type: z.literal('message'),
  id: z.string(),
  timestamp: z.optional(z.string()),
  serviceUrl: z.string(),
  from: z.object({ id: z.string(), aadObjectId: z.optional(z.string()) }),
  recipient: z.object({ id: z.string() }),
  conversation: z.object({
    id: z.string(),
    conversationType: z.optional(z.string()),
    tenantId: z.optional(z.string()),
  }),
  text: z.optional(z.string()),
  entities: z.optional(z.array(z.unknown())),
  channelData: z.optional(z.object({ tenant: z.optional(z.object({ id: z.string() })) })),
});

const mention = z.object({
  type: z.literal('mention'),
  mentioned: z.object({ id: z.string() }),
  text: z.optional(z.string()),
});

/** Ways in which a bot's mentions are written in one message: as its name, or a part of it. */
const MOST_NAMES = 5;

/** The ids of bots begin like this. */
const BOT = '28:';

/** Made with the first request: the rule is in the environment, which the local service sets after it loads functions. */
let verifier: ReturnType<typeof tokenVerifier> | undefined;

/** `POST /v1/channels/teams/{channel}`: takes what people write to the bot in Microsoft Teams. */
export const handler = channelEndpoint({ name: 'channel-teams', kind: 'teams' }, async (request, webhook) => {
  const { channel, url } = webhook;
  const { appId, metadataUrl } = channel;
  const authorization = header(request, 'authorization');
  const body = authorization && signableBody(request);
  const { data } = signed.safeParse(body);
  if (!authorization || data === undefined || !isTeamsServer(data.serviceUrl, url)) return undefined;
  verifier ??= tokenVerifier(platformCaller(publicAddressRule()));
  if (!(await verifier({ authorization, appId, metadataUrl, ...data }, request.now))) return undefined;
  const activity = written.safeParse(body).data;
  if (activity === undefined || !isForBot(activity, channel)) return { messages: [] };
  return { messages: [messageOf(activity, request.now)] };
});

/** Another error than that of a wrong token would tell everybody that the channel exists. */
function signableBody(request: ApiRequest): unknown {
  try {
    return jsonBody(request).body;
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}

type Written = z.output<typeof written>;

/** True of what a person of the tenant wrote to the bot alone, or where it is mentioned. */
function isForBot(activity: Written, { tenant }: { tenant?: string }): boolean {
  const { from, conversation, channelData } = activity;
  if (from.id.startsWith(BOT)) return false;
  const writersTenant = channelData?.tenant?.id ?? conversation.tenantId;
  if (tenant !== undefined && writersTenant !== tenant) return false;
  return conversation.conversationType === 'personal' || mentionsOfBot(activity).length > 0;
}

const mentionsOfBot = ({ entities = [], recipient }: Written) =>
  entities.flatMap((entity) => {
    const { data } = mention.safeParse(entity);
    return data?.mentioned.id === recipient.id ? [data] : [];
  });

function messageOf(activity: Written, now: number): ChannelMessage {
  const { id, from, conversation, serviceUrl, timestamp = '' } = activity;
  const at = Date.parse(timestamp);
  return {
    // Ids of messages are unique in their conversation only.
    id: `${conversation.id} ${id}`,
    user: from.aadObjectId ?? from.id,
    address: conversation.id,
    server: serviceUrl,
    text: wordsOf(activity),
    at: Number.isNaN(at) ? now : at,
  };
}

/** The text without the mentions of the bot itself, which are all written alike. */
function wordsOf(activity: Written): string {
  const { text = '' } = activity;
  const names = new Set(mentionsOfBot(activity).flatMap(({ text: name }) => name || []));
  return [...names]
    .slice(0, MOST_NAMES)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text.replaceAll('&nbsp;', ' '))
    .trim();
}
