import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { describeChannel } from './support/channels.ts';
import { isSent } from './support/handed-over.ts';

const BOT = 'c9e8c047-2a74-40a2-b28a-b162d5f5327c';
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const KEY = 'a-key-of-microsoft';
const settings = { appId: BOT, appPassword: 'a-client-secret', tenant: TENANT };

const [microsoft, stranger, forSkype] = await Promise.all([
  generateKeyPair('RS256'),
  generateKeyPair('RS256'),
  generateKeyPair('RS256'),
]);

/** The documents of https://learn.microsoft.com/en-us/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const keys = {
  keys: [
    {
      ...(await exportJWK(microsoft.publicKey)),
      use: 'sig',
      kid: KEY,
      x5t: KEY,
      x5c: ['MII'],
      endorsements: ['msteams', 'webchat'],
    },
    { ...(await exportJWK(forSkype.publicKey)), use: 'sig', kid: 'for-skype', endorsements: ['skype'] },
  ],
};
const metadataAt = (origin: string) => ({
  issuer: 'https://api.botframework.com',
  authorization_endpoint: 'https://invalid.botframework.com',
  jwks_uri: `${origin}/v1/.well-known/keys`,
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
});
let tokensGiven = 0;
const typing: string[] = [];

/** Signs as the Bot Connector does. */
async function tokenWith({
  audience = BOT,
  serviceUrl = '',
  kid = KEY,
  key = microsoft.privateKey,
} = {}): Promise<string> {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ serviceurl: serviceUrl })
    .setProtectedHeader({ alg: 'RS256', kid, x5t: kid, typ: 'JWT' })
    .setIssuer('https://api.botframework.com')
    .setAudience(audience)
    .setNotBefore(expires - 3600)
    .setExpirationTime(expires)
    .sign(key);
}

const serverAt = (origin: string) => `${origin}/amer/`;
/** Returns the id of a person's chat, which here contains the person's id. */
const chatOf = (user: string) => `a:17I0kl9EkpE1O9PH5TWrzrLNwnWWcfrU7QZjKR0${user}`;

/** A message in the form of https://learn.microsoft.com/en-us/microsoftteams/platform/bots/how-to/conversations/conversation-messages */
const messageOf = (
  user: string,
  text: string,
  { id = String(randomUUID()), at = Date.now(), origin = '' } = {},
) => ({
  type: 'message',
  id,
  timestamp: new Date(at).toISOString(),
  localTimestamp: new Date(at).toISOString(),
  serviceUrl: serverAt(origin),
  channelId: 'msteams',
  from: {
    id: `29:1XJKJMvc5GBtc2JwZq0oj8tHZmzrQgFmB39ATiQWA85gQtHieVkKilBZ9XHoq9j7Zaqt7CZ${user}`,
    name: 'Megan Bowen',
    aadObjectId: user,
  },
  conversation: { conversationType: 'personal', tenantId: TENANT, id: chatOf(user) },
  recipient: { id: `28:${BOT}`, name: 'Teams TestBot' },
  textFormat: 'plain',
  text,
  entities: [
    {
      locale: 'en-US',
      country: 'US',
      platform: 'Windows',
      timezone: 'America/Los_Angeles',
      type: 'clientInfo',
    },
  ],
  channelData: { tenant: { id: TENANT } },
  locale: 'en-US',
});

const TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

const channel = describeChannel({
  kind: 'teams',
  settings,
  settingsAt: (origin) => ({
    tokenUrl: `${origin}/${TENANT}/oauth2/v2.0/token`,
    metadataUrl: `${origin}/v1/.well-known/openidconfiguration`,
  }),
  wrongSettings: { ...settings, appId: 'd9e8c047-2a74-40a2-b28a-b162d5f5327c' },
  path: '/teams',
  sentTo: /^\/amer\/v3\/conversations\/a%3A17I0kl9EkpE1O9PH5TWrzrLNwnWWcfrU7QZjKR0[^/]+\/activities\/[^/]+$/,
  signsBody: false,
  user: () => `7faf8ab2-3d56-4244-b585-${randomInt(100_000_000_000, 999_999_999_999)}`,
  serve: (path, body, origin) => {
    if (path === '/v1/.well-known/openidconfiguration') return metadataAt(origin);
    if (path === '/v1/.well-known/keys') return keys;
    if (path !== `/${TENANT}/oauth2/v2.0/token`) return undefined;
    tokensGiven += 1;
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      client_id: BOT,
      client_secret: 'a-client-secret',
      scope: 'https://api.botframework.com/.default',
    });
    return {
      token_type: 'Bearer',
      expires_in: 3600,
      ext_expires_in: 3600,
      access_token: 'eyJhbGciOiJIUzI1Ni.e30.sig',
    };
  },
  request: async ({ id, user, text, at, isImage }, _address, given, origin) => {
    const { appId } = given as typeof settings;
    const serviceUrl = serverAt(origin);
    const image = [{ contentType: 'image/*', contentUrl: `${origin}/v3/attachments/1/views/original` }];
    const activity = { ...messageOf(user, text, { id, at, origin }), ...(isImage && { attachments: image }) };
    const token = await tokenWith({ audience: appId, serviceUrl });
    return { headers: { ...TYPE, Authorization: `Bearer ${token}` }, body: JSON.stringify(activity) };
  },
  read: (body) => {
    const { type, conversation, text = '' } = JSON.parse(body);
    const user = conversation.id.replace(chatOf(''), '');
    if (type === 'typing') typing.push(user);
    return type === 'message' ? { user, text } : undefined;
  },
  takes: { id: '1:answer' },
  refuses: { status: 429, body: { error: { code: 'TooManyRequests' } } },
});

/** Sends an activity with a token. */
async function post(activity: object, claims: Parameters<typeof tokenWith>[0] = {}) {
  const token = await tokenWith({ serviceUrl: serverAt(channel.origin()), ...claims });
  const headers = { ...TYPE, Authorization: `Bearer ${token}` };
  return channel.ana.call('POST', channel.place(), { headers, body: JSON.stringify(activity) });
}

const newUser = () => `7faf8ab2-3d56-4244-b585-${randomInt(100_000_000_000, 999_999_999_999)}`;

describe.runIf(isSent())('a bot in Teams', () => {
  test('shows that it is typing, and reuses its token', async () => {
    const before = tokensGiven;
    const { user } = await channel.write('thank you');
    await channel.got(user, 1);
    const call = channel.sent.find((sent) => sent.user === user);
    expect(call?.headers.authorization).toBe('Bearer eyJhbGciOiJIUzI1Ni.e30.sig');
    expect(typing.filter((shown) => shown === user)).toHaveLength(1);
    await channel.write('thank you', { user });
    await channel.got(user, 2);
    // At most two tokens: one for answers, and one for people's messages, which another function sends.
    expect(tokensGiven - before).toBe(0);
    expect(tokensGiven).toBeLessThanOrEqual(2);
  });

  test.each([
    ['signed by another', { key: stranger.privateKey }],
    ['for another server', { serviceUrl: 'https://smba.trafficmanager.net/emea/' }],
    ['of a key for Skype', { kid: 'for-skype', key: forSkype.privateKey }],
  ])('rejects a token %s', async (_what, claims) => {
    const user = newUser();
    const activity = messageOf(user, 'thank you', { origin: channel.origin() });
    expect((await post(activity, claims)).status).toBe(404);
    expect(channel.sent.filter((call) => call.user === user)).toEqual([]);
  });

  test('rejects a server other than Microsoft’s, even if the token names it', async () => {
    const serviceUrl = 'https://evil.example/amer/';
    const activity = { ...messageOf(newUser(), 'thank you'), serviceUrl };
    expect((await post(activity, { serviceUrl })).status).toBe(404);
  });

  test('rejects another platform’s message, even with that platform’s own key', async () => {
    const activity = { ...messageOf(newUser(), 'hello', { origin: channel.origin() }), channelId: 'skype' };
    expect((await post(activity, { kid: 'for-skype', key: forSkype.privateKey })).status).toBe(404);
  });

  test('ignores edits, deletions, reactions, bots and people of another tenant', async () => {
    const user = newUser();
    const said = messageOf(user, 'thank you', { origin: channel.origin() });
    const foreign = { tenant: { id: 'f2f988bf-86f1-41af-91ab-2d7cd011db47' } };
    const ignored = [
      { ...said, type: 'messageUpdate', channelData: { ...said.channelData, eventType: 'editMessage' } },
      {
        ...said,
        type: 'messageDelete',
        channelData: { ...said.channelData, eventType: 'softDeleteMessage' },
      },
      { ...said, type: 'messageReaction', reactionsAdded: [{ type: 'like' }], text: undefined },
      { ...said, type: 'conversationUpdate', membersAdded: [{ id: `28:${BOT}` }], text: undefined },
      { ...said, type: 'typing', text: undefined },
      { ...said, from: { ...said.from, id: '28:another-bot' } },
      { ...said, id: randomUUID(), channelData: foreign },
      { ...said, id: undefined },
    ];
    for (const activity of ignored) expect((await post(activity)).status).toBe(200);
    const own = messageOf(user, 'thank you', { origin: channel.origin() });
    expect((await post(own)).status).toBe(200);
    await post({ ...own, type: 'messageUpdate', text: 'paint the wall' });
    expect(await channel.got(user, 1)).toEqual(['You are welcome.']);
  });

  test('never fails, whatever fields a message has', async () => {
    const said = messageOf(newUser(), 'thank you', { origin: channel.origin() });
    const names = Object.keys(said).filter((name) => !['serviceUrl', 'channelId'].includes(name));
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
    const changed = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 4 });
    const mentioned = fc.record({
      conversation: fc.constant({ id: '19:group', conversationType: 'groupChat' }),
      entities: fc.array(
        fc.oneof(value, fc.constant({ type: 'mention', mentioned: said.recipient, text: '' })),
      ),
      text: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, mentioned), async (change) => {
        expect((await post({ ...said, ...change, id: randomUUID() })).status).toBe(200);
      }),
      { numRuns: runs(40) },
    );
  });

  test('answers messages with the same id in two chats separately', async () => {
    const [first, second] = [newUser(), newUser()];
    const id = '1485983408511';
    await post(messageOf(first, 'thank you', { id, origin: channel.origin() }));
    await post(messageOf(second, 'thank you', { id, origin: channel.origin() }));
    expect(await channel.got(first, 1)).toEqual(['You are welcome.']);
    expect(await channel.got(second, 1)).toEqual(['You are welcome.']);
  });

  test('answers only mentions in a team’s channel, in their thread', async () => {
    const user = newUser();
    const said = messageOf(user, 'thank you', { origin: channel.origin() });
    const thread = `${chatOf(user)};messageid=1481567603816`;
    const conversation = { isGroup: true, conversationType: 'channel', tenantId: TENANT, id: thread };
    await post({ ...said, conversation, id: randomUUID() });
    const entity = {
      type: 'mention',
      mentioned: { id: `28:${BOT}`, name: 'Bot' },
      text: '<at>Bot</at>',
    };
    const text = '<at>Bot</at>&nbsp;thank you';
    await post({ ...said, conversation, id: randomUUID(), text, entities: [entity] });
    expect(await channel.got(`${user};messageid=1481567603816`, 1)).toEqual(['You are welcome.']);
  });
});
