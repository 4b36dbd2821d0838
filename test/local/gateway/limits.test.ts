import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../../infra/routes.ts';
import { MAX_PAYLOAD_BYTES } from '../../../local/gateway/body.ts';
import type { LambdaHandler } from '../../../local/gateway/invoke.ts';
import { createGateway, MAX_HEADER_BYTES } from '../../../local/gateway/server.ts';
import { ISSUER, useGateway } from './support.ts';

let calls = 0;
const count = async (event: { body: string | null }) => {
  calls += 1;
  return { statusCode: 200, body: String(Buffer.from(event.body ?? '', 'base64').byteLength) };
};
const never = () => new Promise(() => undefined);
const crash = async () => {
  throw new Error('secret detail');
};
const FUNCTIONS = {
  'oauth-token': count as LambdaHandler,
  'keys-list': never,
  'keys-create': crash,
  'keys-update': async () => ({ body: 'no status' }),
  'keys-delete': async () => ({
    statusCode: 201,
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    body: Buffer.from([1, 2, 255]).toString('base64'),
    isBase64Encoded: true,
  }),
};
const gateway = useGateway(FUNCTIONS);
/** A gateway with short time limits, which large bodies may exceed on a busy machine. */
const hasty = useGateway(FUNCTIONS, {
  integrationTimeoutMs: 150,
  headersTimeoutMs: 150,
  requestTimeoutMs: 300,
  timeoutCheckMs: 20,
});

const AUTHORIZED = { headers: { Authorization: 'Bearer x' } };
const KEYS = '/v1/apps/applicationtoken';

describe('a body', () => {
  test('of exactly the limit reaches the function whole', async () => {
    const response = await gateway.fetch('/v1/oauth', {
      method: 'POST',
      body: Buffer.alloc(MAX_PAYLOAD_BYTES),
    });
    expect(await response.text()).toBe(String(MAX_PAYLOAD_BYTES));
  });

  test('of one byte more is 413, and no function is called', async () => {
    const before = calls;
    const response = await gateway.fetch('/v1/oauth', {
      method: 'POST',
      body: Buffer.alloc(MAX_PAYLOAD_BYTES + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'payload_too_large' });
    expect(calls).toBe(before);
  });

  test('that claims to be enormous is refused before it is sent', async () => {
    const answer = await gateway.raw(
      'POST /v1/oauth HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nabc',
      false,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('shorter than its Content-Length calls no function', async () => {
    const before = calls;
    await gateway.raw('POST /v1/oauth HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nabc');
    expect(calls).toBe(before);
  });

  test('longer than its Content-Length does not become another request', async () => {
    const before = calls;
    const answer = await gateway.raw(
      'POST /v1/oauth HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabcdef / HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    expect(answer).toMatch(/HTTP\/1\.1 400 Bad Request/);
    expect(calls).toBeLessThanOrEqual(before + 1);
  });

  test('sent with both Content-Length and chunked framing is refused', async () => {
    const answer = await gateway.raw(
      'POST /v1/oauth HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('in chunks arrives whole', async () => {
    const answer = await gateway.raw(
      'POST /v1/oauth HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/\r\n\r\n5$/);
  });
});

describe('the headers', () => {
  const FIXED = 'GET /v1/oauth HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
  const ofBytes = (bytes: number) => {
    const filler = 'X-Filler: ';
    return `${FIXED}${filler}${'a'.repeat(bytes - FIXED.length - filler.length - 2)}\r\n\r\n`;
  };
  test.each([
    [MAX_HEADER_BYTES, 405],
    [MAX_HEADER_BYTES + 1, 431],
    [10 * MAX_HEADER_BYTES, 431],
  ])('of %i bytes are answered with %i', async (bytes, status) => {
    const answer = await gateway.raw(ofBytes(bytes));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('"error":');
  });

  test.each([
    'nonsense\r\n\r\n',
    'GET /v1/oauth HTTP/1.1\r\n\r\n',
    'GET /v1/oauth HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n',
  ])('that are not HTTP are 400 with the error body (%j)', async (text) => {
    const answer = await gateway.raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      error: 'invalid_request',
    });
  });
});

describe('time', () => {
  test('a function that does not answer is 503 with Retry-After', async () => {
    const response = await hasty.fetch(KEYS, AUTHORIZED);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('a client that is slow to send its headers gets 408 and is cut off', async () => {
    expect(await hasty.raw('GET /v1/oauth HTTP/1.1\r\nHost: x\r\n', false)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client that is slow to send its body is cut off, and no function is called', async () => {
    const before = calls;
    const slow = 'POST /v1/oauth HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab';
    expect(await hasty.raw(slow, false)).toMatch(/^HTTP\/1\.1 408 /);
    expect(calls).toBe(before);
  });
});

describe('a function', () => {
  test('that throws is 502, without the error that it threw', async () => {
    const response = await gateway.fetch(KEYS, { method: 'POST', ...AUTHORIZED });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('secret');
  });

  test('that returns no proxy result is 502', async () => {
    expect((await gateway.fetch(`${KEYS}/x`, { method: 'POST', ...AUTHORIZED })).status).toBe(502);
  });

  test('can answer with bytes and with repeated headers', async () => {
    const response = await gateway.fetch(`${KEYS}/x`, { method: 'DELETE', ...AUTHORIZED });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 255]);
  });
});

describe('closing', () => {
  test('lets a running request finish and accepts no more', async () => {
    let release: (value: unknown) => void = () => undefined;
    let reached: (value: unknown) => void = () => undefined;
    const arrived = new Promise((resolve) => {
      reached = resolve;
    });
    const held = () => {
      reached(undefined);
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const other = createGateway({ routes: ROUTES, functions: { 'oauth-token': held } });
    const port = await other.listen(0);
    const underWay = fetch(`http://127.0.0.1:${port}/v1/oauth`, { method: 'POST' });
    await arrived;
    const closed = other.close();
    await expect(fetch(`http://127.0.0.1:${port}/v1/oauth`, { method: 'POST' })).rejects.toThrow();
    release({ statusCode: 200, body: 'done' });
    expect(await (await underWay).text()).toBe('done');
    await closed;
  });

  test('cuts off a client that never finishes', async () => {
    const other = createGateway({ routes: ROUTES, functions: {}, issuer: ISSUER });
    const port = await other.listen(0);
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('POST /v1/oauth HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n');
    // The request is in progress once the gateway has answered `100 Continue`.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('ab');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await other.close(50);
    await ended;
  });

  test('a port that is taken is an error that names it', async () => {
    const other = createGateway({ routes: ROUTES, functions: {} });
    await expect(other.listen(gateway.port())).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('more requests than can be answered', () => {
  test('are refused at once with 503 and Retry-After, and answered again once others are done', async () => {
    const begun: (() => void)[] = [];
    const held = () => new Promise((resolve) => begun.push(() => resolve({ statusCode: 200, body: '{}' })));
    const healthy = async () => ({ statusCode: 200, body: '{"status":"ok"}' });
    const busy = createGateway({
      routes: ROUTES,
      functions: { 'oauth-token': held, health: healthy },
      maxUnderWay: 2,
    });
    const port = await busy.listen(0);
    const post = () => fetch(`http://127.0.0.1:${port}/v1/oauth/`, { method: 'POST' });
    const first = post();
    const second = post();
    await expect.poll(() => begun.length).toBe(2);
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await fetch(`http://127.0.0.1:${port}/v1/health`)).status).toBe(200);
    begun[0]?.();
    expect((await first).status).toBe(200);
    const third = post();
    await expect.poll(() => begun.length).toBe(3);
    for (const end of begun) end();
    expect((await Promise.all([second, third])).map(({ status }) => status)).toEqual([200, 200]);
    await busy.close();
  });
});
