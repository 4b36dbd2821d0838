import * as z from 'zod/mini';

/** The settings that every channel has. */
const common = {
  /** The assistant, as in a query; default: the institution's. */
  application: z.exactOptional(z.string()),
  /** The language of the people who write, as in a query. */
  language: z.exactOptional(z.string()),
  /** The service's address for the platform, without a path: some platforms sign it. */
  service: z.string(),
  /** The user gets these if there is no answer, and for a message without words. */
  sorry: z.string(),
  wordsOnly: z.string(),
};

const meta = {
  ...common,
  token: z.string(),
  /** Signs Meta's requests. */
  appSecret: z.string(),
  /** Meta sends it when it checks the address. */
  verifyToken: z.string(),
};

/** How a telephone call sounds and goes on. */
const calls = {
  /** The language that is heard and spoken, as the gateway writes it: `de-DE`. */
  locale: z.string(),
  /** A voice of the gateway; default: its own choice, which may know no SSML. */
  voice: z.exactOptional(z.string()),
  /** Said when a call begins, instead of the assistant's welcome. */
  greeting: z.exactOptional(z.string()),
  /** Said for each choice, with `{number}` and `{choice}`; keys then choose. */
  choice: z.exactOptional(z.string()),
  /** Transcripts below this confidence, 0…1, count as silence; default: none. */
  leastConfidence: z.exactOptional(z.number()),
  /** The number that takes over when a conversation is handed over. */
  handOverTo: z.exactOptional(z.string()),
  /** Said if that number does not answer, before hanging up on silence, and while an answer takes long. */
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
    /** The number, or the id of the messaging service, that answers come from. */
    from: z.string(),
  }),
  z.object({
    kind: z.literal('voice'),
    ...common,
    account: z.string(),
    /** Authenticates calls of the API, and signs Twilio's requests. */
    authToken: z.string(),
    ...calls,
    /** The address of the connections over which calls are held (ConversationRelay), and how many there may be at once. */
    relay: z.exactOptional(z.object({ url: z.string(), mostCalls: z.number() })),
  }),
  z.object({
    kind: z.literal('jambonz'),
    ...common,
    ...calls,
    /** The account at Jambonz, and the key for its API. */
    account: z.string(),
    apiKey: z.string(),
    /** Jambonz proves with it that it calls (RFC 7617). */
    password: z.string(),
    /** The address of the connections, and how many calls there may be at once. */
    relay: z.object({ url: z.string(), mostCalls: z.number() }),
  }),
  z.object({ kind: z.literal('whatsapp'), ...meta, phoneNumberId: z.string() }),
  z.object({ kind: z.literal('messenger'), ...meta, pageId: z.string() }),
  z.object({ kind: z.literal('slack'), ...common, token: z.string(), signingSecret: z.string() }),
  z.object({
    kind: z.literal('teams'),
    ...common,
    /** The bot's id at Microsoft, for which its tokens are. */
    appId: z.string(),
    appPassword: z.string(),
    /** The Microsoft Entra tenant whose people may write; default: everybody whom Microsoft lets write. */
    tenant: z.exactOptional(z.string()),
    /** Where the tokens of calls come from, and where the keys are announced with which Microsoft signs. */
    tokenUrl: z.string(),
    metadataUrl: z.string(),
  }),
]);

export type ChannelSettings = z.output<typeof channelSettings>;
export type ChannelKind = ChannelSettings['kind'];

/** The kinds that hold telephone calls. */
export type CallKind = 'voice' | 'jambonz';

/**
 * How people reach the assistant by a channel, which chooses texts for it and begins their ids: a caller is the same
 * whatever holds the call.
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

/** The address that a platform calls for a channel. @param called names the channel (`calledAs`) */
export const channelAddress = (service: string, kind: ChannelKind, called: string): string =>
  `${service}/v1/channels/${kind}/${called}`;

/** A channel that holds telephone calls. */
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
