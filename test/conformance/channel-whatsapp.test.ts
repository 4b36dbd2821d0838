import { createHmac, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeChannel } from './support/channels.ts';
import { isSent } from './support/handed-over.ts';

const settings = {
  token: 'EAAJB-the-access-token',
  appSecret: '0123456789abcdef0123456789abcdef',
  verifyToken: 'a-verify-token-of-a-channel',
  phoneNumberId: '106540352242922',
};

/** The envelope of https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks */
const envelope = (value: object, number = settings.phoneNumberId) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: number },
            ...value,
          },
          field: 'messages',
        },
      ],
    },
  ],
});

const signed = (body: string, secret: string) => ({
  'Content-Type': 'application/json',
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

const channel = describeChannel({
  kind: 'whatsapp',
  settings,
  wrongSettings: { ...settings, appSecret: 'f'.repeat(32) },
  path: `/v25.0/${settings.phoneNumberId}/messages`,
  user: () => `1650555${randomInt(1000, 9999)}${randomInt(100, 999)}`,
  request: ({ id, user, text, at, isImage }, _address, { appSecret }: { appSecret?: string }) => {
    const common = { from: user, id: `wamid.${id}`, timestamp: String(Math.floor(at / 1000)) };
    const message = isImage
      ? {
          ...common,
          type: 'image',
          image: {
            mime_type: 'image/jpeg',
            sha256: '81d3bd8a8db4868c9520ed47186e8b7c',
            id: '2754859441498128',
          },
        }
      : { ...common, type: 'text', text: { body: text } };
    const contacts = [{ profile: { name: 'Sheena Nelson' }, wa_id: user }];
    const body = JSON.stringify(envelope({ contacts, messages: [message] }));
    return { headers: signed(body, appSecret ?? ''), body };
  },
  read: (body) => {
    const { to, text, interactive } = JSON.parse(body);
    return { user: to, text: text?.body ?? interactive?.body.text ?? '' };
  },
  takes: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.answer' }] },
  // Meta reports its limit of messages to one user as a client error.
  refuses: {
    status: 400,
    body: { error: { message: 'Too many messages', type: 'OAuthException', code: 131056 } },
  },
});

const post = async (body: object) => {
  const text = JSON.stringify(body);
  return channel.ana.call('POST', channel.place(), { headers: signed(text, settings.appSecret), body: text });
};

describe.runIf(isSent())('the address of a WhatsApp channel', () => {
  const check = (query: string) => channel.ana.call('GET', `${channel.place()}?${query}`, {});

  test('answers Meta’s check with its challenge, if the token is the channel’s', async () => {
    const { status, body } = await check(
      `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${settings.verifyToken}`,
    );
    expect([status, body.toString()]).toEqual([200, '1158201444']);
  });

  test('returns 404 to a wrong token, and never echoes markup', async () => {
    const asked = [
      'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=wrong',
      'hub.mode=subscribe&hub.challenge=1158201444',
      `hub.mode=subscribe&hub.challenge=<script>&hub.verify_token=${settings.verifyToken}`,
      '',
    ];
    const answers = await Promise.all(asked.map(check));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe.runIf(isSent())('a message to a WhatsApp number', () => {
  test('may be a choice, whose id is the query', async () => {
    const { user } = await channel.write('paint the wall');
    await channel.got(user, 1);
    const reply = (type: string, id: string) => ({
      context: { from: '15550783881', id: 'wamid.asked' },
      from: user,
      id: `wamid.choice-${user}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'interactive',
      interactive: { type, [type]: { id, title: 'r…' } },
    });
    const messages = [reply('button_reply', 'red')];
    expect((await post(envelope({ messages }))).status).toBe(200);
    expect(await channel.got(user, 2)).toEqual(['Which color?', 'Painting it red.']);
  });

  test('may come in a batch of up to 3 MB, answered in order', async () => {
    const user = '16505550998';
    const timestamp = String(Math.floor(Date.now() / 1000));
    const written = (body: string, index: number) => ({
      from: user,
      id: `wamid.batch-${index}`,
      timestamp,
      type: 'text',
      text: { body },
    });
    const messages = ['paint the wall', 'red', 'thank you'].map(written);
    const contacts = [{ profile: { name: 'x'.repeat(2_900_000) }, wa_id: user }];
    expect((await post(envelope({ contacts, messages }))).status).toBe(200);
    const larger = [{ profile: { name: 'x'.repeat(3 * 1024 * 1024) }, wa_id: user }];
    const more = [written('thank you', 3)];
    expect((await post(envelope({ contacts: larger, messages: more }))).status).toBe(413);
    expect(await channel.got(user, 3)).toEqual(['Which color?', 'Painting it red.', 'You are welcome.']);
  });

  test('is ignored if it is a reaction, a receipt, 29 days old, or for another number', async () => {
    const user = '16505550999';
    const at = String(Math.floor(Date.now() / 1000));
    const from = { from: user, timestamp: at };
    const text = { type: 'text', text: { body: 'thank you' } };
    const statuses = [{ id: 'wamid.sent', status: 'delivered', timestamp: at, recipient_id: user }];
    const reaction = { type: 'reaction', reaction: { message_id: 'wamid.sent', emoji: '👍' } };
    const old = String(Math.floor(Date.now() / 1000) - 29 * 86_400);
    const tried = [
      envelope({ messages: [{ ...from, id: 'wamid.old', ...text, timestamp: old }] }),
      envelope({ messages: [{ ...from, id: 'wamid.r', ...reaction }] }),
      envelope({ statuses }),
      envelope({ messages: [{ ...from, id: 'wamid.o', ...text }] }, '999999999999'),
      { object: 'page', entry: [] },
    ];
    for (const body of tried) expect((await post(body)).status).toBe(200);
    expect((await post(envelope({ messages: [{ ...from, id: 'wamid.t', ...text }] }))).status).toBe(200);
    expect(await channel.got(user, 1)).toEqual(['You are welcome.']);
  });
});
