import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../local/until.ts';
import { useServer } from '../support/server.ts';
import { accepted, NOT_PUBLIC, refusedField } from './support/api.ts';
import { PATIENCE } from './support/gateway-socket.ts';
import { handOver, isSent, PEOPLE } from './support/handed-over.ts';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';
import { actedWebhookShape, madeWebhookShape, webhooksShape } from './support/shapes.ts';

const ana = useTenant();
const stranger = useTenant();
/** Institution for the webhook that hangs, so that it cannot delay the events of other tests. */
const patient = useTenant();

interface Received {
  path: string;
  at: number;
  id: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; data: { session_id: string; order: number; message?: { text: string } } };
}

/** Requests that arrived; `answers` holds what each path replies. */
const received: Received[] = [];
const answers = new Map<string, (request: Received, response: ServerResponse) => void>();

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const headers = request.headers as Record<string, string>;
  const path = request.url ?? '';
  const call = {
    path,
    at: Date.now(),
    id: headers['webhook-id'] ?? '',
    headers,
    body,
    event: JSON.parse(body),
  };
  received.push(call);
  const answer = answers.get(path);
  if (answer === undefined) response.writeHead(204).end();
  else answer(call, response);
});
const origin = useServer(server);
const addressOf = (path: string) => origin() + path;

beforeAll(async () => {
  if (!canOperate()) return;
  for (const tenant of [ana, stranger, patient])
    await publishAssistant(tenant.account().institution, { settings: PEOPLE, echoServer: false });
});

async function add(path: string, more: object = {}, owner = ana) {
  const body = { url: addressOf(path), ...more };
  const made = accepted(await owner.postJson('/v1/webhooks', body, await owner.bearer()), madeWebhookShape);
  const act = async (action: string) =>
    accepted(
      await owner.postJson(`/v1/webhooks/${made.webhook_id}`, { action }, await owner.bearer()),
      actedWebhookShape,
    );
  const remove = async () =>
    owner.call('DELETE', `/v1/webhooks/${made.webhook_id}`, { headers: await owner.bearer() });
  return { ...made, act, remove };
}

const does = async (session: string, body: object) =>
  ana.postJson(`/v1/handoffs/${session}`, body, await ana.bearer());

/** Waits for `many` calls to a path about a session, and returns them. */
async function gotten(path: string, session: string, many: number): Promise<Received[]> {
  const of = () => received.filter((call) => call.path === path && call.event.data.session_id === session);
  await until(() => (of().length >= many ? true : undefined), PATIENCE);
  return of();
}

const typesOf = (calls: readonly Received[]) => calls.map(({ event }) => event.type);

describe.runIf(isSent())('a webhook', () => {
  // The first six tests mostly wait: for events that must not come, timeouts and retries.
  test.concurrent('gets the events of a conversation in order and once, validly signed', async () => {
    const { secret, remove } = await add('/all');
    const { dialog, session_id } = await handOver(ana);
    await ana.ask('is anybody there?', { dialog });
    await does(session_id, { action: 'claim', name: 'Mia' });
    await does(session_id, { action: 'answer', text: 'I am here, ünd 5 €.' });
    await does(session_id, { action: 'close' });
    const calls = await gotten('/all', session_id, 6);
    expect(typesOf(calls)).toEqual([
      'handoff.opened',
      'message.created',
      'message.created',
      'handoff.claimed',
      'message.created',
      'handoff.closed',
    ]);
    const verifier = new Webhook(secret);
    for (const { body, headers } of calls) expect(verifier.verify(body, headers)).toBeDefined();
    const orders = calls.map(({ event }) => event.data.order);
    expect(orders).toEqual([...orders].sort((first, second) => first - second));
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(calls.map(({ event }) => event.data.message?.text)).toEqual([
      undefined,
      'asdf hjkl yxcv',
      'is anybody there?',
      undefined,
      'I am here, ünd 5 €.',
      undefined,
    ]);
    expect(calls[3]?.event.data).toMatchObject({
      handoff: { status: 'claimed', claimed_by: { name: 'Mia' } },
    });
    await delay(1000);
    expect(await gotten('/all', session_id, 6)).toHaveLength(6);
    await remove();
  });

  test.concurrent('gets only the events that it subscribed to', async () => {
    const { remove } = await add('/opened', { events: ['handoff.opened'] });
    const { session_id } = await handOver(ana);
    await does(session_id, { action: 'claim', name: 'Mia' });
    expect(typesOf(await gotten('/opened', session_id, 1))).toEqual(['handoff.opened']);
    await delay(1000);
    expect(await gotten('/opened', session_id, 1)).toHaveLength(1);
    await remove();
  });

  test.concurrent('that hangs delays no query and no other webhook, and is retried', async () => {
    let hangs = true;
    answers.set('/hanging', (_call, response) => {
      if (!hangs) response.writeHead(204).end();
    });
    const hanging = await add('/hanging', {}, patient);
    const other = await add('/other', {}, patient);
    const first = await handOver(patient);
    await gotten('/hanging', first.session_id, 1);
    const second = await handOver(patient);
    const others = await gotten('/other', second.session_id, 2);
    expect(typesOf(others)).toEqual(['handoff.opened', 'message.created']);
    hangs = false;
    const calls = await gotten('/hanging', first.session_id, 3);
    expect(others[1]?.at).toBeLessThan(calls[1]?.at ?? 0);
    expect(typesOf(calls)).toEqual(['handoff.opened', 'handoff.opened', 'message.created']);
    await hanging.remove();
    await other.remove();
  });

  test.concurrent('is signed with both secrets during a rotation, and then only with the new one', async () => {
    const { secret, act, remove } = await add('/rotated');
    const { secret: next = '' } = await act('rotate_secret');
    const { session_id } = await handOver(ana);
    const [call] = await gotten('/rotated', session_id, 2);
    const verify = (by: string, { body = '', headers = {} }: Partial<Received> = {}) =>
      new Webhook(by).verify(body, headers);
    expect(verify(secret, call)).toBeDefined();
    expect(verify(next, call)).toBeDefined();
    expect((await act('retire_secret')).secrets).toBe(1);
    await does(session_id, { action: 'claim', name: 'Mia' });
    const last = (await gotten('/rotated', session_id, 3)).at(-1);
    expect(verify(next, last)).toBeDefined();
    expect(() => verify(secret, last)).toThrow();
    await remove();
  });

  test('is tested with an empty event, whose result is returned', async () => {
    answers.set('/refusing', (_call, response) => response.writeHead(403).end());
    const good = await add('/good');
    const refusing = await add('/refusing');
    expect(await good.act('test')).toMatchObject({ delivered: true });
    expect(await refusing.act('test')).toMatchObject({ delivered: false, reason: 'status_403' });
    const call = received.find(({ path }) => path === '/good');
    expect(call?.event).toMatchObject({ type: 'webhook.test', data: {} });
    expect(new Webhook(good.secret).verify(call?.body ?? '', call?.headers ?? {})).toBeDefined();
    await good.remove();
    await refusing.remove();
  });
});

describe.runIf(isSent())('webhooks', () => {
  test('of another institution cannot be seen, tested, changed or removed, and get no events', async () => {
    const { webhook_id, remove } = await add('/tenant');
    const headers = await stranger.bearer();
    const listed = accepted(await stranger.call('GET', '/v1/webhooks', { headers }), webhooksShape);
    expect(listed.webhooks).toEqual([]);
    const path = `/v1/webhooks/${webhook_id}`;
    const tried = [
      await stranger.postJson(path, { action: 'test' }, headers),
      await stranger.postJson(path, { action: 'rotate_secret' }, headers),
      await stranger.call('DELETE', path, { headers }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
    const mine = await ana.bearer();
    for (const id of ['x', `${webhook_id}0`, '%23', 'a'.repeat(2000)]) {
      expect((await ana.call('DELETE', `/v1/webhooks/${id}`, { headers: mine })).status).toBe(404);
      expect((await ana.postJson(`/v1/webhooks/${id}`, { action: 'test' }, mine)).status).toBe(404);
    }
    const { dialog, session_id } = await stranger.ask('zxcv qwer uiop');
    expect((await stranger.ask('asdf hjkl yxcv', { dialog })).owner).toBe('people');
    await delay(1500);
    expect(received.filter(({ event }) => event.data.session_id === session_id)).toEqual([]);
    await remove();
  });

  test('require the scope, and a Bearer token to add one or rotate its secret', async () => {
    const { webhook_id, remove } = await add('/scope');
    const { key } = await ana.newKey({ scopes: 'webhook_write' });
    const headers = { Authorization: `App-Key ${key}` };
    const url = addressOf('/key');
    const path = `/v1/webhooks/${webhook_id}`;
    const tried = [
      await ana.call('GET', '/v1/webhooks', { headers: await ana.bearer('query conversation_answer') }),
      await ana.postJson('/v1/webhooks', { url }, headers),
      await ana.postJson(path, { action: 'rotate_secret' }, headers),
      await ana.call('GET', '/v1/webhooks', { headers }),
      await ana.postJson(path, { action: 'test' }, headers),
    ];
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200]);
    await remove();
  });

  test.each(NOT_PUBLIC)('cannot be added with the address %s', async (url) => {
    refusedField(await ana.postJson('/v1/webhooks', { url }, await ana.bearer()), 'url');
  });

  test('are of known events', async () => {
    const bearer = await ana.bearer();
    const url = addressOf('/known');
    refusedField(await ana.postJson('/v1/webhooks', { url, events: ['all'] }, bearer), 'events.0');
    refusedField(await ana.postJson('/v1/webhooks', { url, events: [] }, bearer), 'events');
  });
});
