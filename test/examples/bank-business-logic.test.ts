import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../examples/bank-assistant/business-logic/server.ts';
import { signedHeaders } from '../../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';
import { listen } from './bank-client.ts';

const NOW = Date.UTC(2026, 4, 20, 15, 0, 0);
const SECRET = `whsec_${Buffer.from('a test secret of some length').toString('base64')}`;

const servers = [createServer({ now: () => NOW }), createServer({ now: () => NOW, secret: SECRET })];
let open = '';
let signed = '';

beforeAll(async () => {
  [open = '', signed = ''] = await Promise.all(servers.map(listen));
});

afterAll(() => {
  for (const server of servers) server.close();
});

describe('the wire', () => {
  const request = { qid: 'q', external_user_id: 'someone', state: 'balance', slots: {} };
  const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers });

  function signature(body: string, timestamp: number, key = SECRET): Record<string, string> {
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', bytes).update(`q.${timestamp}.${body}`).digest('base64');
    const older = Buffer.alloc(32).toString('base64');
    return {
      'webhook-id': 'q',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${older} v1,${mac}`,
    };
  }

  it('gives back an unknown state, and every field it does not know, as they came', async () => {
    const body =
      '{"qid":"q","external_user_id":"u","state":"elsewhere","slots":{"_X_":{"values":[{"resolved":-1}]}},"__proto__":{"a":1},"mine":[1]}';
    const answer = await post(open, body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(body);
    const known = await post(open, body.replace('elsewhere', 'balance'));
    expect(await known.text()).toContain('"__proto__":{"a":1},"mine":[1]');
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no state', JSON.stringify({ ...request, state: undefined })],
    ['a state that is no text', JSON.stringify({ ...request, state: 7 })],
    ['no user', JSON.stringify({ ...request, external_user_id: '' })],
    ['no qid', JSON.stringify({ ...request, qid: null })],
    ['slots that are a list', JSON.stringify({ ...request, slots: [] })],
    ['a slot that is a text', JSON.stringify({ ...request, slots: { _A_: 'x' } })],
  ])('answers %s with 400 and a sentence', async (_name, body) => {
    const answer = await post(open, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  it('accepts a body of 256 KB, and not a byte more', async () => {
    const length = 262_144;
    const body = JSON.stringify(request);
    expect((await post(open, body.padEnd(length))).status).toBe(200);
    expect((await post(open, body.padEnd(length + 1))).status).toBe(413);
  });

  it('answers other methods with 405', async () => {
    const answer = await fetch(open);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('refuses pages in a browser, even with a signed call', async () => {
    const body = JSON.stringify(request);
    const page = { origin: 'https://evil.example' };
    expect((await post(open, body, page)).status).toBe(403);
    const headers = { ...signature(body, Math.floor(NOW / 1000)), ...page };
    expect((await post(signed, body, headers)).status).toBe(403);
  });

  it('answers an Idempotency-Key as before for 24 hours, whatever the body says, and does nothing', async () => {
    const clock = { now: NOW };
    const server = createServer({ now: () => clock.now });
    const url = await listen(server);
    const balance = JSON.stringify({ ...request, external_user_id: 'repeater' });
    const slots = Object.fromEntries(
      Object.entries({ _AMOUNT_: 50, _ACCOUNT_FROM_: 'checking', _ACCOUNT_TO_: 'savings' }).map(
        ([name, value]) => [name, { type: 'string', values: [{ tokens: '', value }] }],
      ),
    );
    const move = (qid: string) =>
      JSON.stringify({ qid, external_user_id: 'repeater', state: 'transfer_confirmed', slots });
    const under = (key: string) => ({ 'idempotency-key': key });
    const left = async () => ((await (await post(url, balance)).text()).match(/"balance":[\d.]+/) ?? [])[0];
    try {
      const first = await (await post(url, move('one'), under('k'))).text();
      expect(await left()).toBe('"balance":1190.5');
      clock.now += 86_399_999;
      expect(await (await post(url, move('two'), under('k'))).text()).toBe(first);
      expect(await (await post(url, balance, under('k'))).text()).toBe(first);
      expect(await left()).toBe('"balance":1190.5');
      await post(url, move('three'), under('another'));
      expect(await left()).toBe('"balance":1140.5');
      clock.now += 1;
      await post(url, move('four'), under('k'));
      expect(await left()).toBe('"balance":1090.5');
    } finally {
      server.close();
    }
  });

  it('forgets the Idempotency-Key of a refused request', async () => {
    const key = { 'idempotency-key': 'refused' };
    expect((await post(open, '{', key)).status).toBe(400);
    expect((await post(open, JSON.stringify(request), key)).status).toBe(200);
  });

  it('accepts only signatures of its secret that are at most five minutes off', async () => {
    const body = JSON.stringify(request);
    const seconds = NOW / 1000;
    const status = async (headers: Record<string, string>, sent = body): Promise<number> =>
      (await post(signed, sent, headers)).status;
    expect(await status(signature(body, seconds))).toBe(200);
    expect(await status(signature(body, seconds - 300))).toBe(200);
    expect(await status(signature(body, seconds - 301))).toBe(401);
    expect(await status(signature(body, seconds + 300))).toBe(200);
    expect(await status(signature(body, seconds + 301))).toBe(401);
    expect(await status({})).toBe(401);
    expect(await status(signature(body, seconds, 'whsec_b3RoZXI='))).toBe(401);
    expect(await status(signature(body, seconds), `${body} `)).toBe(401);
    expect(await status({ ...signature(body, seconds), 'webhook-id': 'r' })).toBe(401);
    expect(await status({ ...signature(body, seconds), 'webhook-signature': 'v1,short' })).toBe(401);
  });
});

it('accepts signatures that the service makes', async () => {
  const body = JSON.stringify({ qid: 'q', external_user_id: 'someone', state: 'balance', slots: {} });
  const secret = readWebhookSecret(SECRET) ?? Buffer.alloc(0);
  const headers = signedHeaders([secret], 'q', NOW / 1000, body);
  expect((await fetch(signed, { method: 'POST', body, headers })).status).toBe(200);
});

describe('the process', () => {
  const path = new URL('../../examples/bank-assistant/business-logic/server.ts', import.meta.url).pathname;

  async function start(): Promise<{ child: ReturnType<typeof spawn>; port: number }> {
    const child = spawn(process.execPath, [path], { env: { ...process.env, PORT: '0' } });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { child, port: (JSON.parse(line) as { listening: number }).listening };
  }

  it('says where it listens, answers, and ends with its standard input', async () => {
    const { child, port } = await start();
    const body = JSON.stringify({ qid: 'q', external_user_id: 'u', state: 'balance', slots: {} });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({
      response_slots: { accounts: [{ balance: 1240.5 }, {}, {}] },
    });
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('exits with 0 on SIGTERM', async () => {
    const { child } = await start();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
