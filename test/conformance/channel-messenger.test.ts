import { createHmac, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeChannel } from './support/channels.ts';
import { isSent } from './support/handed-over.ts';

const PAGE = '1067280970047460';
const settings = {
  token: 'EAAJB-the-page-access-token',
  appSecret: '0123456789abcdef0123456789abcdef',
  verifyToken: 'a-verify-token-of-a-channel',
  pageId: PAGE,
};

/** The envelope of https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks */
const envelope = (user: string, event: object, { at = Date.now(), page = PAGE } = {}) => ({
  object: 'page',
  entry: [
    {
      id: page,
      time: at,
      messaging: [{ sender: { id: user }, recipient: { id: page }, timestamp: at, ...event }],
    },
  ],
});

const signed = (body: string, secret: string) => ({
  'Content-Type': 'application/json',
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

const channel = describeChannel({
  kind: 'messenger',
  settings,
  wrongSettings: { ...settings, appSecret: 'f'.repeat(32) },
  path: '/v25.0/me/messages',
  user: () => `1254${randomInt(1_000_000, 9_999_999)}${randomInt(10_000, 99_999)}`,
  request: ({ id, user, text, at, isImage }, _address, { appSecret }: { appSecret?: string }) => {
    const attachments = [{ type: 'image', payload: { url: 'https://scontent.example/1.jpg' } }];
    const message = { mid: `m_${id}`, ...(isImage ? { attachments } : { text }) };
    const body = JSON.stringify(envelope(user, { message }, { at }));
    return { headers: signed(body, appSecret ?? ''), body };
  },
  read: (body) => {
    const { recipient, message } = JSON.parse(body);
    return { user: recipient.id, text: message.text ?? '' };
  },
  takes: { recipient_id: '1254477777772919', message_id: 'm_answer' },
  refuses: {
    status: 400,
    body: { error: { message: 'Calls to this API', type: 'OAuthException', code: 613 } },
  },
});

const post = async (body: object) => {
  const text = JSON.stringify(body);
  return channel.ana.call('POST', channel.place(), { headers: signed(text, settings.appSecret), body: text });
};

describe.runIf(isSent())('a message to a page', () => {
  test('is answered with the page’s token', async () => {
    const { user } = await channel.write('thank you');
    await channel.got(user, 1);
    const call = channel.sent.find((sent) => sent.user === user);
    expect(call?.headers.authorization).toBe(`Bearer ${settings.token}`);
  });

  test('may be a button or a quick reply, whose payload is the query', async () => {
    const user = '1254000000000001';
    const postback = { mid: 'm_postback', title: 'paint the wall', payload: 'PAINT' };
    expect((await post(envelope(user, { postback }))).status).toBe(200);
    expect(await channel.got(user, 1)).toEqual(['Which color?']);
    const message = { mid: 'm_quick', text: 'r…', quick_reply: { payload: 'red' } };
    expect((await post(envelope(user, { message }))).status).toBe(200);
    expect(await channel.got(user, 2)).toEqual(['Which color?', 'Painting it red.']);
  });

  test('is ignored if it is the page’s own, a receipt, 29 days old, or to another page', async () => {
    const user = '1254000000000002';
    const tried = [
      envelope(user, { message: { mid: 'm_echo', text: 'thank you', is_echo: true, app_id: 1 } }),
      envelope(user, { delivery: { mids: ['m_answer'], watermark: 1 } }),
      envelope(user, { read: { watermark: 1 } }),
      envelope(user, { message: { mid: 'm_old', text: 'thank you' } }, { at: Date.now() - 29 * 86_400_000 }),
      envelope(user, { message: { mid: 'm_other', text: 'thank you' } }, { page: '999999999999' }),
    ];
    for (const body of tried) expect((await post(body)).status).toBe(200);
    expect((await post(envelope(user, { message: { mid: 'm_mine', text: 'thank you' } }))).status).toBe(200);
    expect(await channel.got(user, 1)).toEqual(['You are welcome.']);
  });
});
