import * as z from 'zod/mini';

/** The settings of every channel. */
const common = {
  /** The assistant, as in a query; default: the institution's. */
  application: z.exactOptional(z.string()),
  /** The language of the people who write, as in a query. */
  language: z.exactOptional(z.string()),
  /** The service's address for the platform, without a path; some platforms sign it. */
  service: z.string(),
  /** Sent if there is no answer, and for a message without text. */
  sorry: z.string(),
  wordsOnly: z.string(),
};

const meta = {
  ...common,
  token: z.string(),
  /** Signs Meta's requests. */
  appSecret: z.string(),
  /** Meta sends this token to verify the address. */
  verifyToken: z.string(),
};

/** The settings of telephone calls. */
const calls = {
  /** The language of the call, as the gateway writes it: `de-DE`. */
  locale: z.string(),
  /** A voice of the gateway; default: the gateway's choice, which may not support SSML. */
  voice: z.exactOptional(z.string()),
  /** Spoken when a call begins, instead of the assistant's welcome. */
  greeting: z.exactOptional(z.string()),
  /** Read out for each choice, with `{number}` and `{choice}`. Unset: keys select nothing. */
  choice: z.exactOptional(z.string()),
  /** Transcripts below this confidence, 0…1, count as silence; default: 0. */
  leastConfidence: z.exactOptional(z.number()),
  /** The number to dial when a conversation is handed over. */
  handOverTo: z.exactOptional(z.string()),
  /** Spoken if that number does not answer, before hanging up on silence, and before a slow answer. */
  unreachable: z.string(),
  goodbye: z.string(),
  oneMoment: z.string(),
};

/** The settings and secrets of each kind of channel. They are stored sealed. */
export const channelSettings = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sms'),
    ...common,
    account: z.string(),
    /** Authenticates calls, and signs Twilio's requests. */
    authToken: z.string(),
    /** The sender of answers: a number, or the id of a messaging service. */
    from: z.string(),
  }),
  z.object({
    kind: z.literal('voice'),
    ...common,
    account: z.string(),
    /** Authenticates calls of the API, and signs Twilio's requests. */
    authToken: z.string(),
    ...calls,
    /** The address of the connections for ConversationRelay, and the most calls at once. */
    relay: z.exactOptional(z.object({ url: z.string(), mostCalls: z.number() })),
  }),
  z.object({
    kind: z.literal('jambonz'),
    ...common,
    ...calls,
    /** The account at Jambonz, and the key for its API. */
    account: z.string(),
    apiKey: z.string(),
    /** Authenticates Jambonz's connections (RFC 7617). */
    password: z.string(),
    /** The address of the connections, and the most calls at once. */
    relay: z.object({ url: z.string(), mostCalls: z.number() }),
  }),
  z.object({ kind: z.literal('whatsapp'), ...meta, phoneNumberId: z.string() }),
  z.object({ kind: z.literal('messenger'), ...meta, pageId: z.string() }),
  z.object({ kind: z.literal('slack'), ...common, token: z.string(), signingSecret: z.string() }),
  z.object({
    kind: z.literal('teams'),
    ...common,
    /** The bot's id at Microsoft, the audience of its tokens. */
    appId: z.string(),
    appPassword: z.string(),
    /** The Microsoft Entra tenant whose members may write; default: everybody whom Microsoft admits. */
    tenant: z.exactOptional(z.string()),
    /** Where to get tokens for calls, and where Microsoft announces its signing keys. */
    tokenUrl: z.string(),
    metadataUrl: z.string(),
  }),
]);

export type ChannelSettings = z.output<typeof channelSettings>;
export type ChannelKind = ChannelSettings['kind'];

/** The kinds for telephone calls. */
export type CallKind = 'voice' | 'jambonz';

/**
 * The device of a channel's users, which selects texts and begins their ids: a caller has the same id on every
 * telephone platform.
 */
export const deviceOf = (kind: ChannelKind): string => DEVICES[kind] ?? kind;

const DEVICES: { readonly [Kind in ChannelKind]?: string } = { jambonz: 'voice' };

/** A channel of one kind, as it is stored among the institution's webhooks. */
export interface Channel<Kind extends ChannelKind = ChannelKind> {
  id: string;
  /** The platform's address for messages to its users. */
  url: string;
  channel: Extract<ChannelSettings, { kind: Kind }>;
}

/** The address that a platform calls for a channel. @param called the channel's name there (`calledAs`) */
export const channelAddress = (service: string, kind: ChannelKind, called: string): string =>
  `${service}/v1/channels/${kind}/${called}`;

export type CallChannel = { [Kind in CallKind]: Channel<Kind> }[CallKind];

export const isCallChannel = <Some extends { channel: ChannelSettings }>(
  some: Some,
): some is Some & CallChannel => isOfKind(some, 'voice') || isOfKind(some, 'jambonz');

export const isOfKind = <Kind extends ChannelKind, Some extends { channel: ChannelSettings }>(
  some: Some,
  kind: Kind,
): some is Some & Channel<Kind> => some.channel.kind === kind;

export const DEFAULT_SORRY = 'I cannot answer right now. Please try again in a few minutes.';
export const DEFAULT_UNREACHABLE = 'Nobody can take your call right now. What can I do for you?';
export const DEFAULT_GOODBYE = 'I cannot hear you. Goodbye.';
export const DEFAULT_ONE_MOMENT = 'One moment, please.';
export const DEFAULT_WORDS_ONLY = 'I can only read text. Please write what you need.';
