import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../functions/shared/domain/webhooks/events.ts';
import { until } from '../../local/until.ts';
import { useServer } from '../support/server.ts';
import { accepted, appKey } from './support/api.ts';
import { PATIENCE } from './support/gateway-socket.ts';
import { handOver, isSent, PEOPLE } from './support/handed-over.ts';
import { canOperate, changeInstitution, publishAssistant, useTenant } from './support/parley.ts';
import { addReceiver } from './support/receivers.ts';
import { messagesShape } from './support/shapes.ts';

const ana = useTenant();
const stranger = useTenant();
const bob = useTenant();

interface Posted {
  channel: string;
  text: string;
  thread_ts?: string;
  authorization: string;
  ts: string;
}

/** Messages that the stand-in for Slack's `chat.postMessage` received. */
const posted: Posted[] = [];
const slack = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const ts = `1503435956.${String(posted.length + 1).padStart(6, '0')}`;
  posted.push({ ...JSON.parse(body), authorization: request.headers.authorization ?? '', ts });
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ ok: true, channel: 'C0123', ts }));
});

const origin = useServer(slack);
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5'.replaceAll(/[^0-9a-f]/g, '0');
const desk = { channel: 'C0123', token: 'xoxb-1', signingSecret: SIGNING_SECRET, name: 'Support' };

beforeAll(async () => {
  if (!canOperate()) return;
  for (const { account } of [ana, bob])
    await publishAssistant(account().institution, { settings: PEOPLE, echoServer: false });
  place = await addDesk(ana.account().institution);
  foreign = await addDesk(stranger.account().institution);
});

let place = '';
let foreign = '';

/** Adds a Slack desk. @returns the path of its Request URL */
const addDesk = async (institution: string): Promise<string> => {
  const url = `${origin()}/api/chat.postMessage`;
  return `/v1/slack/${await addReceiver(institution, { url, events: EVENT_TYPES, slack: desk })}`;
};

/** Signs as Slack documents: v0, the time and the raw body. */
function signed(body: string, { secret = SIGNING_SECRET, at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'Content-Type': 'application/json',
    'X-Slack-Request-Timestamp': timestamp,
    'X-Slack-Signature': `v0=${digest}`,
  };
}

const send = (body: object, options: Parameters<typeof signed>[1] & { to?: string } = {}) => {
  const text = JSON.stringify(body);
  return ana.call('POST', options.to ?? place, { headers: signed(text, options), body: text });
};

/** An event as Slack sends it when somebody writes in a thread. */
const reply = (thread: string, text: string, more: object = {}) => ({
  token: 'XXYYZZ',
  team_id: 'T123ABC456',
  api_app_id: 'A123ABC456',
  type: 'event_callback',
  event_id: `Ev${randomUUID().slice(0, 10)}`,
  event_time: Math.floor(Date.now() / 1000),
  event: {
    type: 'message',
    channel: 'C0123',
    user: 'U2147483697',
    text,
    ts: '1503436000.000001',
    thread_ts: thread,
    channel_type: 'channel',
    ...more,
  },
});

/** Waits for `many` posts in the first thread that begins after `after` posts, and returns them. */
async function thread(after: number, many: number): Promise<Posted[]> {
  const lines = () => {
    const root = posted.slice(after).find(({ thread_ts }) => thread_ts === undefined);
    return root === undefined ? [] : [root, ...posted.filter(({ thread_ts }) => thread_ts === root.ts)];
  };
  await until(() => (lines().length >= many ? true : undefined), PATIENCE);
  return lines();
}

async function begin(user = ana) {
  const before = posted.length;
  const { dialog, session_id } = await handOver(user, 'asdf <hjkl> & yxcv');
  const lines = await thread(before, 2);
  return { dialog, session_id, before, ts: lines[0]?.ts ?? '', lines };
}

const messagesOf = async (dialog: string, credential?: Record<string, string>) => {
  const headers = { ...(credential ?? (await ana.bearer())), Dialog: dialog };
  return accepted(await ana.call('GET', '/v1/dialog/messages', { headers }), messagesShape);
};

describe.runIf(isSent())('a conversation in Slack', () => {
  test('is a thread, and passes each reply to the user once, even if Slack repeats it', async () => {
    const { dialog, before, ts, lines } = await begin();
    expect(lines[0]).toMatchObject({ channel: 'C0123', authorization: 'Bearer xoxb-1' });
    expect(lines[1]?.text).toBe('asdf &lt;hjkl&gt; &amp; yxcv');
    const event = reply(ts, 'See <https://bank.example/a|our page> &amp; call');
    const answers = [await send(event), ...(await Promise.all([send(event), send(event)]))];
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await send(event)).status).toBe(200);
    const { messages, person } = await messagesOf(dialog);
    expect(person).toBe('Support');
    const said = messages.filter(({ from }) => from === 'person');
    expect(said).toMatchObject([{ name: 'Support', text: 'See our page (https://bank.example/a) & call' }]);
    await ana.ask('thank you', { dialog });
    expect((await thread(before, 3)).map(({ text }) => text)).toEqual([
      expect.stringContaining('waits for somebody'),
      'asdf &lt;hjkl&gt; &amp; yxcv',
      'thank you',
    ]);
  });

  test('returns to the assistant on the commands !back and !close', async () => {
    const { dialog, ts } = await begin();
    expect((await send(reply(ts, '!back'))).status).toBe(200);
    expect((await messagesOf(dialog)).owner).toBe('assistant');
    const other = await begin();
    expect((await send(reply(other.ts, '!CLOSE '))).status).toBe(200);
    expect((await messagesOf(other.dialog)).owner).toBe('assistant');
    expect((await send(reply(other.ts, 'too late'))).status).toBe(200);
    expect((await thread(other.before, 4)).map(({ text }) => text)).toContain(
      'This was not sent: the conversation has ended or is with the assistant again, or your institution is suspended.',
    );
    expect((await messagesOf(other.dialog)).messages.map(({ text }) => text)).not.toContain('too late');
  });

  test('passes on texts with files or to the channel, and reports in the thread what is not sent', async () => {
    const { dialog, ts, before } = await begin();
    const files = [{ id: 'F1' }];
    const tried = [
      reply(ts, 'for all', { subtype: 'thread_broadcast' }),
      reply(ts, 'with a picture', { subtype: 'file_share', files }),
      reply(ts, '', { subtype: 'file_share', files }),
      reply(ts, 'x'.repeat(4097)),
      reply('1503435956.999998', 'x'.repeat(4097)),
      reply('1503435956.999998', '', { subtype: 'file_share', files }),
    ];
    for (const event of tried) expect((await send(event)).status).toBe(200);
    const said = (await messagesOf(dialog)).messages.filter(({ from }) => from === 'person');
    expect(said.map(({ text }) => text)).toEqual(['for all', 'with a picture']);
    expect((await thread(before, 5)).slice(2).map(({ text }) => text)).toEqual([
      'Only the text was sent: files cannot be.',
      'This was not sent: files cannot be.',
      'This was not sent: a message has at most 4096 characters, and this one has 4097.',
    ]);
    expect(posted.filter(({ thread_ts }) => thread_ts === '1503435956.999998')).toEqual([]);
  });

  test('passes on no reply while its institution is suspended, and reports that', async () => {
    const { institution } = bob.account();
    const to = await addDesk(institution);
    const { key } = await bob.newKey({ scopes: 'query' });
    const { dialog, before, ts } = await begin(bob);
    await changeInstitution(institution, { isSuspended: true });
    expect((await send(reply(ts, 'still here'), { to })).status).toBe(200);
    expect((await thread(before, 3)).at(-1)?.text).toContain('your institution is suspended');
    await changeInstitution(institution, { isSuspended: false });
    expect((await send(reply(ts, 'here again'), { to })).status).toBe(200);
    const { messages } = await messagesOf(dialog, appKey(key));
    expect(messages.map(({ text }) => text)).toEqual(['asdf <hjkl> & yxcv', 'here again']);
  });

  test('ignores replies at another desk of its institution, even with the same secret', async () => {
    const { dialog, ts } = await begin();
    const to = await addDesk(ana.account().institution);
    expect((await send(reply(ts, 'elsewhere'), { to })).status).toBe(200);
    expect((await messagesOf(dialog)).messages.map(({ from }) => from)).toEqual(['user']);
  });

  test('refuses the test of its webhook with 409', async () => {
    const id = place.split('.')[1] ?? '';
    const { status, body } = await ana.postJson(`/v1/webhooks/${id}`, { action: 'test' }, await ana.bearer());
    expect(status).toBe(409);
    expect(body.toString()).toContain('see that a thread begins');
  });

  test('ignores bots, edits, and messages outside its thread', async () => {
    const { dialog, ts } = await begin();
    const tried = [
      reply(ts, 'bot', { bot_id: 'B1' }),
      reply(ts, 'edit', { subtype: 'message_changed' }),
      reply(ts, 'elsewhere', { channel: 'C9999' }),
      reply('1503435956.999999', 'unknown thread'),
      reply(ts, 'no thread', { thread_ts: undefined }),
      { type: 'app_rate_limited' },
    ];
    for (const event of tried) expect((await send(event)).status).toBe(200);
    expect((await messagesOf(dialog)).messages.map(({ from }) => from)).toEqual(['user']);
  });
});

const TYPE = { 'Content-Type': 'application/json' };
/** Bodies sent without a signature; the answer must not reveal whether there is a desk. */
const UNSIGNED = ['', '{', '[]', 'x'.repeat(300_000)];

describe.runIf(isSent())('a request to a Slack desk', () => {
  test('answers Slack’s check of its address', async () => {
    const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P';
    const { status, body } = await send({ token: 'x', type: 'url_verification', challenge });
    expect([status, JSON.parse(body.toString())]).toEqual([200, { challenge }]);
  });

  test('has no effect if it is forged, old, altered or of another institution', async () => {
    const { dialog, ts } = await begin();
    const event = reply(ts, 'forged');
    const text = JSON.stringify(event);
    const tried = [
      await send(event, { secret: 'f'.repeat(32) }),
      await send(event, { at: Date.now() - 600_000 }),
      await send(event, { at: Date.now() + 600_000 }),
      await ana.call('POST', place, { headers: signed(text), body: text.replace('forged', 'altered') }),
      await ana.call('POST', place, { headers: { 'Content-Type': 'application/json' }, body: text }),
      await send(event, { to: `${place}0` }),
      await send(event, { to: `${place}.more` }),
      await send(event, { to: place.replace('/v1/slack/', '/v1/slack/%23') }),
      await send(event, { to: '/v1/slack/nobody.nothing' }),
      ...(await Promise.all(UNSIGNED.map((body) => ana.call('POST', place, { headers: TYPE, body })))),
    ];
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404));
    // Another institution's desk cannot reach this conversation, even with a valid signature.
    expect((await send(event, { to: foreign })).status).toBe(200);
    expect((await messagesOf(dialog)).messages.map(({ from }) => from)).toEqual(['user']);
  });
});
