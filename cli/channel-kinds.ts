import { jambonzAddress } from '../functions/shared/business-logic/channels/jambonz.ts';
import {
  type ChannelKind,
  type ChannelSettings,
  channelAddress,
  DEFAULT_GOODBYE,
  DEFAULT_ONE_MOMENT,
  DEFAULT_UNREACHABLE,
} from '../functions/shared/domain/channels/channel.ts';
import { CommandFailed } from './output.ts';

/** The options of `parley channel add` that only some kinds have. */
export interface KindOptions {
  account?: string;
  from?: string;
  bot?: string;
  tenant?: string;
  number?: string;
  page?: string;
  api?: string;
  locale?: string;
  voice?: string;
  greeting?: string;
  choice?: string;
  leastConfidence?: string;
  handOverTo?: string;
  relay?: string;
  mostCalls?: string;
  unreachable?: string;
  goodbye?: string;
  oneMoment?: string;
}

type Of<Kind extends ChannelKind> = Extract<ChannelSettings, { kind: Kind }>;
type Common = 'application' | 'language' | 'service' | 'sorry' | 'wordsOnly';

/** How a kind of channel is set up. */
interface KindSetup<Kind extends ChannelKind> {
  /** What the platform is called, and the secrets that are read, a line each. */
  platform: string;
  secrets: readonly string[];
  /** The settings of the kind and the address for messages. @throws {CommandFailed} */
  make(options: KindOptions, secrets: readonly string[]): { settings: Omit<Of<Kind>, Common>; url: string };
  /** The address for the platform, if it is no address of the service. @param called names the channel (`calledAs`) */
  address?(settings: Pick<Of<Kind>, Exclude<keyof Of<Kind>, Common>>, called: string): string;
  /** What is left to do at the platform with the address of the service. */
  nextSteps(address: string): string;
}

function required(value: string | undefined, option: string, form: RegExp, example: string): string {
  if (value !== undefined && form.test(value)) return value;
  throw new CommandFailed(`Use ${option}, such as ${example}.`);
}

/** @throws {CommandFailed} if a secret does not have the form of its kind */
function secret(value: string | undefined, name: string, form: RegExp): string {
  if (value !== undefined && form.test(value)) return value;
  throw new CommandFailed(`That is no ${name}.`);
}

/** The version that the channels were written for; Meta keeps each for two years at least. */
const GRAPH = 'https://graph.facebook.com/v25.0';

/** What anybody could guess is no proof that Meta calls. */
const MIN_VERIFY_TOKEN = 16;

function metaSecrets([token, appSecret, verifyToken = '']: readonly string[]) {
  if (verifyToken.length < MIN_VERIFY_TOKEN) {
    throw new CommandFailed(`Choose a verify token of at least ${MIN_VERIFY_TOKEN} characters.`);
  }
  return {
    token: secret(token, 'access token', /^\S{20,}$/),
    appSecret: secret(appSecret, 'app secret', /^[0-9a-f]{32}$/),
    verifyToken,
  };
}

/** Nor is what anybody could try out. */
const MIN_PASSWORD = 16;

/** Ids at Microsoft and Jambonz, in lower case as its tokens and messages have them. */
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GUID_EXAMPLE = 'c9e8c047-2a74-40a2-b28a-b162d5f5327c';

/** Microsoft's servers for tokens, messages, and the keys with which it signs. */
const MICROSOFT = {
  login: 'https://login.microsoftonline.com',
  connector: 'https://smba.trafficmanager.net/teams',
  keys: 'https://login.botframework.com',
};

const ofOneServer = (api: string): typeof MICROSOFT => ({ login: api, connector: api, keys: api });

/** How calls sound and go on. */
function callSettings(options: KindOptions) {
  const { locale, voice, greeting, choice, handOverTo, leastConfidence } = options;
  const least = Number(leastConfidence ?? 0);
  if (!(least >= 0 && least <= 1)) {
    throw new CommandFailed('Use --least-confidence with a number from 0 to 1, such as 0.3.');
  }
  if (choice !== undefined && !(choice.includes('{number}') && choice.includes('{choice}'))) {
    throw new CommandFailed('Use --choice with a text such as “Press {number} for {choice}.”');
  }
  const number = handOverTo && required(handOverTo, '--hand-over-to', /^\+\d{5,15}$/, '+15550100');
  return {
    locale: required(locale, '--locale', /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'en-US'),
    unreachable: options.unreachable ?? DEFAULT_UNREACHABLE,
    goodbye: options.goodbye ?? DEFAULT_GOODBYE,
    oneMoment: options.oneMoment ?? DEFAULT_ONE_MOMENT,
    ...(voice !== undefined && { voice }),
    ...(greeting !== undefined && { greeting }),
    ...(choice !== undefined && { choice }),
    ...(least > 0 && { leastConfidence: least }),
    ...(number !== undefined && { handOverTo: number }),
  };
}

/** Calls that one channel holds over connections at once, unless it is told otherwise. */
const MOST_CALLS = '50';

/** The settings of calls over connections. */
function relaySettings({ relay = '', mostCalls = MOST_CALLS }: Pick<KindOptions, 'relay' | 'mostCalls'>) {
  const local = /^ws:\/\/(?:127\.0\.0\.1|localhost):\d+\/[^?#\s]*$/.test(relay);
  const url = local
    ? relay
    : required(relay, '--relay', /^wss:\/\/[^/?#\s]+\/[^?#\s]*$/, 'wss://….amazonaws.com/live');
  const most = Number(required(mostCalls, '--most-calls', /^[1-9]\d{0,3}$/, MOST_CALLS));
  return { url, mostCalls: most };
}

/** What every kind needs; docs/CHANNELS.md says where each is found. */
export const KINDS: { readonly [Kind in ChannelKind]: KindSetup<Kind> } = {
  sms: {
    platform: 'Twilio',
    secrets: ['auth token'],
    make: ({ account, from, api = 'https://api.twilio.com' }, [authToken]) => {
      const sid = required(account, '--account', /^AC[0-9a-f]{32}$/, 'AC followed by 32 digits');
      return {
        settings: {
          kind: 'sms',
          account: sid,
          authToken: secret(authToken, 'auth token', /^[0-9a-f]{32}$/),
          from: required(from, '--from', /^(?:\+\d{5,15}|MG[0-9a-f]{32}|\d{3,8})$/, '+15550100 or MG…'),
        },
        url: `${api}/2010-04-01/Accounts/${sid}/Messages.json`,
      };
    },
    nextSteps: (address) =>
      `At Twilio, have the number call this when “A message comes in”, by POST:\n  ${address}`,
  },
  voice: {
    platform: 'Twilio',
    secrets: ['auth token'],
    make: ({ account, api = 'https://api.twilio.com', ...options }, [authToken]) => {
      const sid = required(account, '--account', /^AC[0-9a-f]{32}$/, 'AC followed by 32 digits');
      return {
        settings: {
          kind: 'voice',
          account: sid,
          authToken: secret(authToken, 'auth token', /^[0-9a-f]{32}$/),
          ...callSettings(options),
          ...(options.relay !== undefined && { relay: relaySettings(options) }),
        },
        url: `${api}/2010-04-01/Accounts/${sid}/Calls`,
      };
    },
    nextSteps: (address) =>
      `At Twilio, have the number call this when “A call comes in” and when “Call status changes”, by POST:\n  ${address}`,
  },
  jambonz: {
    platform: 'Jambonz',
    secrets: ['API key', 'password of the application (at least 16 characters)'],
    make: ({ account, api = 'https://api.jambonz.cloud/v1', ...options }, [apiKey, password = '']) => {
      const sid = required(account, '--account', GUID, GUID_EXAMPLE);
      if (password.length < MIN_PASSWORD) {
        throw new CommandFailed(`Choose a password of at least ${MIN_PASSWORD} characters.`);
      }
      return {
        settings: {
          kind: 'jambonz',
          account: sid,
          apiKey: secret(apiKey, 'API key', /^\S{16,}$/),
          password,
          ...callSettings(options),
          relay: relaySettings(options),
        },
        url: `${api}/Accounts/${sid}`,
      };
    },
    address: ({ relay }, called) => jambonzAddress(relay.url, called),
    nextSteps: (address) =>
      `At Jambonz, set this as calling webhook and as call status webhook of the application, with the user parley and the password:\n  ${address}`,
  },
  whatsapp: {
    platform: 'Meta',
    secrets: ['access token', 'app secret', 'verify token'],
    make: ({ number, api = GRAPH }, secrets) => {
      const phoneNumberId = required(number, '--number', /^\d{5,20}$/, '106540352242922');
      return {
        settings: { kind: 'whatsapp', phoneNumberId, ...metaSecrets(secrets) },
        url: `${api}/${phoneNumberId}/messages`,
      };
    },
    nextSteps: (address) =>
      `In the Meta app, under WhatsApp, Configuration, set this Callback URL with your verify token, and subscribe to messages:\n  ${address}`,
  },
  messenger: {
    platform: 'Meta',
    secrets: ['page access token', 'app secret', 'verify token'],
    make: ({ page, api = GRAPH }, secrets) => ({
      settings: {
        kind: 'messenger',
        pageId: required(page, '--page', /^\d{5,20}$/, '106540352242922'),
        ...metaSecrets(secrets),
      },
      url: `${api}/me/messages`,
    }),
    nextSteps: (address) =>
      `In the Meta app, under Messenger, set this Callback URL with your verify token, and subscribe the page to messages and messaging_postbacks:\n  ${address}`,
  },
  slack: {
    platform: 'the Slack app',
    secrets: ['bot token (xoxb-…)', 'signing secret'],
    make: ({ api = 'https://slack.com/api' }, [token, signingSecret]) => ({
      settings: {
        kind: 'slack',
        token: secret(token, 'bot token', /^xox\S+$/),
        signingSecret: secret(signingSecret, 'signing secret', /^[0-9a-f]{16,}$/),
      },
      url: `${api}/chat.postMessage`,
    }),
    nextSteps: (address) =>
      `In the Slack app, set this Request URL under Event Subscriptions and under Interactivity:\n  ${address}`,
  },
  teams: {
    platform: 'the bot at Microsoft',
    secrets: ['client secret'],
    make: ({ bot, tenant, api }, [appPassword]) => {
      const inTenant = tenant && required(tenant, '--tenant', GUID, GUID_EXAMPLE);
      const { login, connector, keys } = api === undefined ? MICROSOFT : ofOneServer(api);
      return {
        settings: {
          kind: 'teams',
          appId: required(bot, '--bot', GUID, GUID_EXAMPLE),
          appPassword: secret(appPassword, 'client secret', /^\S{8,}$/),
          ...(inTenant && { tenant: inTenant }),
          tokenUrl: `${login}/${inTenant || 'botframework.com'}/oauth2/v2.0/token`,
          metadataUrl: `${keys}/v1/.well-known/openidconfiguration`,
        },
        url: connector,
      };
    },
    nextSteps: (address) =>
      `In the Azure Bot, under Configuration, set this Messaging endpoint, and under Channels add Microsoft Teams:\n  ${address}`,
  },
};

/** The address that a channel's platform calls. */
export function platformAddress(channel: ChannelSettings, called: string): string {
  const { address } = KINDS[channel.kind] as KindSetup<ChannelKind>;
  return address?.(channel, called) ?? channelAddress(channel.service, channel.kind, called);
}

export const isKind = (text: string): text is ChannelKind => Object.hasOwn(KINDS, text);
