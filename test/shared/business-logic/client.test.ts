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

  test('is unsigned where the version says so', async () => {
    await server.call({ settings: { sign: false }, environment: { BLS_ALLOW_LOOPBACK: '1' } });
    expect(server.calls[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  test.each([{}, { BLS_SECRET: '' }, { BLS_SECRET: 'secret' }, { BLS_SECRET: 'whsec_c2hvcnQ=' }])(
    'is not made where it cannot be signed (%j)',
    async (secret) => {
      const outcome = await server.call({ environment: { BLS_ALLOW_LOOPBACK: '1', ...secret } });
      expect(outcome).toEqual({ status: 'failed', reason: 'unsigned' });
      expect(server.calls).toHaveLength(0);
    },
  );

  test('goes where the environment says, to BLS names only', async () => {
    const environment = {
      BLS_ALLOW_LOOPBACK: '1',
      BLS_SECRET: SECRET,
      BLS_URL: `http://127.0.0.1:${server.port()}/from-environment`,
      OTHER_URL: `http://127.0.0.1:${server.port()}/other`,
    };
    await server.call({ environment, settings: { url: 'env:BLS_URL' } });
    expect(server.calls[0]?.path).toBe('/from-environment');
    for (const url of ['env:OTHER_URL', 'env:BLS_MISSING']) {
      expect(await server.call({ environment, settings: { url } })).toMatchObject({
        reason: 'not_configured',
      });
    }
    expect(server.calls).toHaveLength(1);
  });

  test('is reported by its outcome and time, and nothing of its content', async () => {
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

describe('time', () => {
  test.each<[string, Behaviour]>([
    ['never begins', () => undefined],
    ['never ends', (response) => void response.write('{')],
  ])('runs out for an answer that %s, once', async (_name, behaviour) => {
    server.behave(behaviour);
    expect(await server.call({ settings: { timeoutMs: 60 } })).toEqual({
      status: 'failed',
      reason: 'timeout',
    });
    expect(server.calls).toHaveLength(1);
  });

  test('that remains for the query bounds the call', async () => {
    server.behave(() => undefined);
    expect(await server.call({ remainingMs: 60 })).toMatchObject({ reason: 'timeout' });
    expect(await server.call({ remainingMs: 0 })).toMatchObject({ reason: 'timeout' });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a connection', () => {
  test('that is reset is tried once more, as the same query', async () => {
    server.behave((response, _call, count) => (count === 1 ? response.destroy() : response.end('{}')));
    expect((await server.call()).status).toBe('answered');
    expect(server.calls.map(({ headers }) => headers['webhook-id'])).toEqual([request.qid, request.qid]);
  });

  test('that is reset twice is not tried a third time', async () => {
    server.behave((response) => response.destroy());
    expect(await server.call()).toEqual({ status: 'failed', reason: 'connection' });
    expect(server.calls).toHaveLength(2);
  });

  test('that died while it was kept is replaced by a new one, not by another that was kept', async () => {
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

  test('that nobody takes is a failed call', async () => {
    expect(await server.call({ settings: { url: 'http://127.0.0.1:1/' } })).toMatchObject({
      reason: 'connection',
    });
  });
});
