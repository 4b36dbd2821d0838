import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../functions/shared/domain/webhooks/events.ts';
import { until } from '../../local/until.ts';
import { useServer } from '../support/server.ts';
import { accepted } from './support/api.ts';
import { PATIENCE } from './support/gateway-socket.ts';
import { handOver, isSent, PEOPLE } from './support/handed-over.ts';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';
import { addReceiver } from './support/receivers.ts';
import { messagesShape } from './support/shapes.ts';

const ana = useTenant();
const stranger = useTenant();

/** A stand-in of Chatwoot's client API, as https://developers.chatwoot.com/api-reference describes it. */
const INBOX = '/public/api/v1/inboxes/aBcD1234';
const contacts: { source_id: string; identifier: string }[] = [];
const conversations: { id: number; contact: string }[] = [];
const written: { conversation: number; content: string }[] = [];
let fails = 0;
const chatwoot = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const answer = (status: number, said: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
  if (fails > 0) {
    fails -= 1;
    answer(502, { error: 'bad gateway' });
    return;
  }
  const body = JSON.parse(text);
  const [, contact, conversation] =
    /^\/contacts(?:\/([\w-]+)\/conversations(?:\/(\d+)\/messages)?)?$/.exec(
      (request.url ?? '').replace(INBOX, ''),
    ) ?? [];
  if (conversation !== undefined) {
    written.push({ conversation: Number(conversation), content: body.content });
    answer(200, { id: written.length, content: body.content, message_type: 0 });
  } else if (contact !== undefined) {
    conversations.push({ id: conversations.length + 11, contact });
    answer(200, { id: conversations.length + 10, inbox_id: 7, messages: [], contact: {} });
  } else {
    contacts.push({ source_id: randomUUID(), identifier: body.identifier });
    answer(200, {
      source_id: contacts.at(-1)?.source_id,
      pubsub_token: 'p',
      id: contacts.length,
      name: body.name,
    });
  }
});

const origin = useServer(chatwoot);
const SECRET = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
let place = '';
let foreign = '';

beforeAll(async () => {
  if (!canOperate()) return;
  await publishAssistant(ana.account().institution, { settings: PEOPLE, echoServer: false });
  place = await addDesk(ana.account().institution);
  foreign = await addDesk(stranger.account().institution);
});

/** Adds a Chatwoot desk. @returns the path of its Webhook URL */
const addDesk = async (institution: string): Promise<string> => {
  const desk = { url: origin() + INBOX, events: EVENT_TYPES, chatwoot: { secret: SECRET } };
  return `/v1/chatwoot/${await addReceiver(institution, desk)}`;
};

/** Signs as Chatwoot does since 4.13: the time, a dot and the raw body. */
function signed(body: string, { secret = SECRET, at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'Content-Type': 'application/json',
    'X-Chatwoot-Timestamp': timestamp,
    'X-Chatwoot-Signature': `sha256=${digest}`,
    'X-Chatwoot-Delivery': randomUUID(),
  };
}

const send = (body: object, options: Parameters<typeof signed>[1] & { to?: string } = {}) => {
  const text = JSON.stringify(body);
  return ana.call('POST', options.to ?? place, { headers: signed(text, options), body: text });
};

const conversationOf = ({ id, contact }: { id: number; contact: string }) => ({
  id,
  inbox_id: 7,
  status: 'open',
  channel: 'Channel::Api',
  can_reply: true,
  contact_inbox: { id: 3, contact_id: 1, inbox_id: 7, source_id: contact },
});

/** An event as Chatwoot sends it when an agent answers. */
const reply = (to: { id: number; contact: string }, content: string, more: object = {}) => ({
  event: 'message_created',
  id: 100 + written.length,
  content,
  created_at: new Date().toISOString(),
  message_type: 'outgoing',
  content_type: 'text',
  content_attributes: {},
  private: false,
  source_id: null,
  sender: { id: 5, name: 'Mia', email: 'mia@bank.example', type: 'user' },
  inbox: { id: 7, name: 'Parley' },
  conversation: conversationOf(to),
  account: { id: 1, name: 'Bank' },
  ...more,
});

const status = (of: { id: number; contact: string }, now: string) => ({
  event: 'conversation_status_changed',
  ...conversationOf(of),
  status: now,
});

const contentsOf = (id: number) =>
  written.filter(({ conversation }) => conversation === id).map(({ content }) => content);

async function begin() {
  const { dialog, session_id } = await handOver(ana);
  const found = () => {
    const contact = contacts.find(({ identifier }) => identifier === session_id);
    return conversations.find((begun) => begun.contact === contact?.source_id);
  };
  const isThere = () => contentsOf(found()?.id ?? 0).length >= 2;
  await until(() => (isThere() ? true : undefined), PATIENCE);
  const conversation = found() ?? { id: 0, contact: '' };
  return { dialog, conversation, begun: contentsOf(conversation.id) };
}

const messagesOf = async (dialog: string) => {
  const headers = { ...(await ana.bearer()), Dialog: dialog };
  return accepted(await ana.call('GET', '/v1/dialog/messages', { headers }), messagesShape);
};
const saidTo = async (dialog: string) =>
  (await messagesOf(dialog)).messages.filter(({ from }) => from === 'person');

describe.runIf(isSent())('a conversation in Chatwoot', () => {
  test('begins with the user’s query, and passes each answer to the user once', async () => {
    const { dialog, conversation, begun } = await begin();
    expect(begun).toEqual([expect.stringContaining('waits for somebody'), 'asdf hjkl yxcv']);
    const event = reply(conversation, 'I am here.');
    const answers = [await send(event), ...(await Promise.all([send(event), send(event)]))];
    expect(answers.map((answer) => answer.status)).toContain(200);
    expect((await send(event)).status).toBe(200);
    expect(await saidTo(dialog)).toMatchObject([{ name: 'Mia', text: 'I am here.' }]);
    await ana.ask('thank you', { dialog });
    const isThere = () => contentsOf(conversation.id).length >= 3;
    await until(() => (isThere() ? true : undefined), PATIENCE);
    expect(contentsOf(conversation.id).slice(2)).toEqual(['thank you']);
  });

  test('returns to the assistant when it is resolved or pending in Chatwoot', async () => {
    const resolved = await begin();
    expect((await send(status(resolved.conversation, 'resolved'))).status).toBe(200);
    expect((await messagesOf(resolved.dialog)).owner).toBe('assistant');
    expect((await send(reply(resolved.conversation, 'too late'))).status).toBe(200);
    expect(await saidTo(resolved.dialog)).toEqual([]);
    const pending = await begin();
    expect((await send(status(pending.conversation, 'pending'))).status).toBe(200);
    expect((await messagesOf(pending.dialog)).owner).toBe('assistant');
    expect(contentsOf(resolved.conversation.id)).toEqual(resolved.begun);
  });

  test('is retried if Chatwoot refuses a request', async () => {
    fails = 1;
    expect((await begin()).begun).toHaveLength(2);
  });

  test('ignores private notes, bots, the user’s own messages and unknown conversations', async () => {
    const { dialog, conversation } = await begin();
    const tried = [
      reply(conversation, 'for us', { private: true }),
      reply(conversation, 'a bot', { sender: { id: 1, name: 'Bot', type: 'agent_bot' } }),
      reply(conversation, 'the user', { message_type: 'incoming' }),
      reply({ ...conversation, id: 99_999 }, 'another'),
      reply({ ...conversation, contact: 'another' }, 'another contact'),
      { event: 'conversation_updated', ...conversationOf(conversation) },
    ];
    for (const event of tried) expect((await send(event)).status).toBe(200);
    expect(await saidTo(dialog)).toEqual([]);
    expect((await messagesOf(dialog)).owner).toBe('people');
  });
});

describe.runIf(isSent())('a request to a Chatwoot desk', () => {
  test('has no effect if it is forged, old, altered or of another institution', async () => {
    const { dialog, conversation } = await begin();
    const event = reply(conversation, 'forged');
    const text = JSON.stringify(event);
    const tried = [
      await send(event, { secret: 'f'.repeat(32) }),
      await send(event, { at: Date.now() - 600_000 }),
      await send(event, { at: Date.now() + 600_000 }),
      await ana.call('POST', place, { headers: signed(text), body: text.replace('forged', 'altered') }),
      await ana.call('POST', place, { headers: { 'Content-Type': 'application/json' }, body: text }),
      await send(event, { to: `${place}0` }),
      await send(event, { to: '/v1/chatwoot/nobody.nothing' }),
      await ana.call('POST', place, {
        headers: { 'Content-Type': 'application/json' },
        body: 'x'.repeat(300_000),
      }),
    ];
    expect(tried.map((answer) => answer.status)).toEqual(tried.map(() => 404));
    // Another institution's desk cannot reach this conversation, even with a valid signature.
    expect((await send(event, { to: foreign })).status).toBe(200);
    expect(await saidTo(dialog)).toEqual([]);
  });
});
