import { createHmac, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeChannel } from './support/channels.ts';
import { isSent } from './support/handed-over.ts';

const settings = { token: 'xoxb-1', signingSecret: '0123456789abcdef0123456789abcdef' };

/** Signs as Slack documents: v0, the time and the raw body. */
function signed(body: string, secret: string, { at = Date.now(), type = 'application/json' } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'Content-Type': type,
    'X-Slack-Request-Timestamp': timestamp,
    'X-Slack-Signature': `v0=${digest}`,
  };
}

/** An event in the form of https://docs.slack.dev/apis/events-api */
const envelope = (id: string, event: object) => ({
  token: 'XXYYZZ',
  team_id: 'T123ABC456',
  api_app_id: 'A123ABC456',
  type: 'event_callback',
  event_id: `Ev${id}`,
  event_time: Math.floor(Date.now() / 1000),
  event,
});

const tsOf = (at: number) => (at / 1000).toFixed(6);

/** Returns the user's direct-message channel, whose id here is the user's id with another letter. */
const channelOf = (user: string) => user.replace('U', 'D');

const channel = describeChannel({
  kind: 'slack',
  settings,
  wrongSettings: { ...settings, signingSecret: 'f'.repeat(32) },
  path: '/api/chat.postMessage',
  user: () => `U${randomInt(1_000_000, 9_999_999)}`,
  request: ({ id, user, text, at, isImage }, _address, { signingSecret }: { signingSecret?: string }) => {
    const event = {
      type: 'message',
      channel: channelOf(user),
      user,
      text,
      ts: tsOf(at),
      event_ts: tsOf(at),
      channel_type: 'im',
      ...(isImage && { subtype: 'file_share', files: [{ id: 'F1' }] }),
    };
    const body = JSON.stringify(envelope(id, event));
    return { headers: signed(body, signingSecret ?? ''), body };
  },
  read: (body) => {
    const { channel: place, text } = JSON.parse(body);
    return { user: place.replace('D', 'U'), text };
  },
  takes: { ok: true, channel: 'D0', ts: '1503435956.000247' },
  refuses: { status: 200, body: { ok: false, error: 'ratelimited' } },
});

const post = async (body: string, options: Parameters<typeof signed>[2] = {}) =>
  channel.ana.call('POST', channel.place(), { headers: signed(body, settings.signingSecret, options), body });

describe.runIf(isSent())('a bot in Slack', () => {
  test('answers Slack’s check of its address', async () => {
    const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P';
    const { status, body } = await post(JSON.stringify({ type: 'url_verification', challenge }));
    expect([status, JSON.parse(body.toString())]).toEqual([200, { challenge }]);
  });

  test('rejects old requests', async () => {
    const event = {
      type: 'message',
      channel: 'D9',
      user: 'U9',
      text: 'thank you',
      ts: '1.0',
      channel_type: 'im',
    };
    const text = JSON.stringify(envelope('old', event));
    expect((await post(text, { at: Date.now() - 600_000 })).status).toBe(404);
  });

  test('takes a button’s value as the query, once', async () => {
    const { user } = await channel.write('paint the wall');
    await channel.got(user, 1);
    // The form of https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
    const payload = {
      type: 'block_actions',
      team: { id: 'T123ABC456', domain: 'example' },
      user: { id: user, username: 'ann', team_id: 'T123ABC456' },
      api_app_id: 'A123ABC456',
      container: { type: 'message', message_ts: '1503435956.000247', channel_id: channelOf(user) },
      channel: { id: channelOf(user), name: 'directmessage' },
      message: { bot_id: 'B1', type: 'message', text: 'Which color?', ts: '1503435956.000247' },
      actions: [
        { type: 'button', action_id: 'choice_0', block_id: 'b', value: 'red', action_ts: tsOf(Date.now()) },
      ],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const type = 'application/x-www-form-urlencoded';
    expect((await post(body, { type })).status).toBe(200);
    expect((await post(body, { type })).status).toBe(200);
    expect(await channel.got(user, 2)).toEqual(['Which color?', 'Painting it red.']);
  });

  test('answers a mention, and ignores other messages, bots and edits', async () => {
    const user = `U${randomInt(1_000_000, 9_999_999)}`;
    const place = channelOf(user);
    const said = { channel: place, user, ts: tsOf(Date.now()), channel_type: 'channel' };
    const events = [
      { ...said, type: 'message', text: 'thank you' },
      { ...said, type: 'message', text: 'thank you', channel_type: 'im', bot_id: 'B1' },
      { ...said, type: 'message', text: 'thank you', channel_type: 'im', subtype: 'message_changed' },
      { ...said, type: 'app_mention', text: '<@U0LAN0Z89> thank you' },
    ];
    for (const [index, event] of events.entries()) {
      expect((await post(JSON.stringify(envelope(`${user}${index}`, event)))).status).toBe(200);
    }
    expect(await channel.got(user, 1)).toEqual(['You are welcome.']);
  });
});
