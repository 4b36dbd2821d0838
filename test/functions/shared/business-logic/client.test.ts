import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { type Behaviour, request, SECRET, useBusinessLogicServer } from './support.ts';

const server = useBusinessLogicServer();

describe('a call', () => {
  test('posts the request as JSON, its numbers as the caller wrote them', async () => {
    expect(await server.call()).toMatchObject({ status: 'answered', body: {} });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ path: '/bls', headers: { 'content-type': 'application/json' } });
    expect(server.calls[0]?.body).toContain('"account":12345678901234567890,');
    expect(JSON.parse(server.calls[0]?.body ?? '')).toMatchObject({ qid: request.qid, query: 'ünïcode' });
  });

  test('carries a signature that an independent implementation verifies', async () => {
    await server.call();
    const { body = '', headers = {} } = server.calls[0] ?? {};
    const verify = (text: string) => new Webhook(SECRET).verify(text, headers as Record<string, string>);
    expect(verify(body)).toMatchObject({ qid: request.qid });
    expect(headers['webhook-id']).toBe(request.qid);
    expect(() => verify(body.replace('root', 'done'))).toThrow();
  });

  test('is unsigned if the version says so', async () => {
    await server.call({ settings: { sign: false }, servers: {} });
    expect(server.calls[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  test.each([
    {},
    { BLS_SECRET: {} },
    { BLS_SECRET: { secrets: [] } },
    { BLS_SECRET: { secrets: ['secret', 'whsec_c2hvcnQ='] } },
    { BLS_OTHER: { secrets: [SECRET] } },
    { BLS_SECRET: { url: SECRET } },
  ])('is not made if it cannot be signed (%j)', async (servers) => {
    const outcome = await server.call({ servers });
    expect(outcome).toEqual({ status: 'failed', reason: 'unsigned' });
    expect(server.calls).toHaveLength(0);
  });

  test('is signed with both secrets while servers change over, and each is enough', async () => {
    const before = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await server.call({ servers: { BLS_SECRET: { secrets: [SECRET, before] } } });
    const { body = '', headers = {} } = server.calls[0] ?? {};
    expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
    for (const secret of [SECRET, before]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeDefined();
    }
    const another = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    expect(() => another.verify(body, headers as Record<string, string>)).toThrow();
  });

  test('goes to the address of its name, and nowhere if the name has none', async () => {
    const url = `http://127.0.0.1:${server.port()}/named`;
    const servers = { BLS_SECRET: { secrets: [SECRET] }, BLS_URL: { url }, BLS_EMPTY: { url: '' } };
    await server.call({ servers, settings: { url: 'env:BLS_URL' } });
    expect(server.calls[0]?.path).toBe('/named');
    for (const url of ['env:BLS_MISSING', 'env:BLS_SECRET', 'env:BLS_EMPTY', 'env:']) {
      expect(await server.call({ servers, settings: { url } })).toMatchObject({ reason: 'not_configured' });
    }
    expect(server.calls).toHaveLength(1);
  });

  test('ignores the environment variables of the process', async () => {
    process.env.BLS_OWN = `http://127.0.0.1:${server.port()}/own`;
    process.env.BLS_OWN_SECRET = SECRET;
    expect(await server.call({ settings: { url: 'env:BLS_OWN' } })).toMatchObject({
      reason: 'not_configured',
    });
    expect(await server.call({ settings: { secret: 'env:BLS_OWN_SECRET' } })).toMatchObject({
      reason: 'unsigned',
    });
    expect(server.calls).toHaveLength(0);
  });

  test('is reported by its outcome and time, without its content', async () => {
    server.answer('{"response_slots":{"secret":"s3cret"}}');
    await server.call();
    server.answer('oops', 500);
    await server.call();
    expect(server.reports).toEqual([
      { qid: request.qid, status: 'answered', milliseconds: expect.any(Number) },
      { qid: request.qid, status: 'failed', reason: 'status_500', milliseconds: expect.any(Number) },
    ]);
  });
});

describe('the time limit', () => {
  test.each<[string, Behaviour]>([
    ['never begins', () => undefined],
    ['never ends', (response) => void response.write('{')],
  ])('ends the call for an answer that %s, without a retry', async (_name, behaviour) => {
    server.behave(behaviour);
    expect(await server.call({ settings: { timeoutMs: 60 } })).toEqual({
      status: 'failed',
      reason: 'timeout',
      mayHaveActed: true,
    });
    expect(server.calls).toHaveLength(1);
  });

  test('is at most the time that remains for the query', async () => {
    server.behave(() => undefined);
    expect(await server.call({ remainingMs: 60 })).toMatchObject({ reason: 'timeout' });
    expect(await server.call({ remainingMs: 0 })).toMatchObject({ reason: 'timeout' });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a connection', () => {
  test('that is reset is retried once, as the same query', async () => {
    server.behave((response, _call, count) => (count === 1 ? response.destroy() : response.end('{}')));
    expect((await server.call()).status).toBe('answered');
    expect(server.calls.map(({ headers }) => headers['webhook-id'])).toEqual([request.qid, request.qid]);
  });

  test('that is reset twice is not retried again', async () => {
    server.behave((response) => response.destroy());
    expect(await server.call()).toEqual({ status: 'failed', reason: 'connection', mayHaveActed: true });
    expect(server.calls).toHaveLength(2);
  });

  test('that died while kept is replaced by a new one, not by another kept one', async () => {
    const kept = new Set<unknown>();
    server.behave((response) => {
      kept.add(response.socket?.remotePort);
      response.end('{}');
    });
    await Promise.all([server.call(), server.call(), server.call()]);
    server.behave((response) => {
      if (kept.has(response.socket?.remotePort)) response.destroy();
      else response.end('{}');
    });
    expect(kept.size).toBeGreaterThan(1);
    expect((await server.call()).status).toBe('answered');
  });

  test('is kept for the next call', async () => {
    const ports = new Set<unknown>();
    server.behave((response) => {
      ports.add(response.socket?.remotePort);
      response.end('{}');
    });
    for (let count = 0; count < 3; count += 1) await server.call();
    expect(ports.size).toBe(1);
  });

  test('that is refused is a failed call', async () => {
    expect(await server.call({ settings: { url: 'http://127.0.0.1:1/' } })).toMatchObject({
      reason: 'connection',
    });
  });
});
