import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  businessLogicClient,
  type CallOutcome,
  type CallReport,
} from '../../../functions/shared/business-logic/client.ts';
import type { Resolve } from '../../../functions/shared/business-logic/exchange.ts';
import { withExactNumbers } from '../../../functions/shared/domain/query-json.ts';
import type { BusinessLogicSettings } from '../../../functions/shared/engine/assistant.ts';
import type { BusinessLogicRequest } from '../../../functions/shared/engine/business-logic.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

interface Call {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Behaviour = (response: ServerResponse, call: Call, count: number) => void;

let server: Server;
let port = 0;
let behave: Behaviour;
const calls: Call[] = [];
const reports: CallReport[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      calls.push(call);
      behave(response, call, calls.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls.length = 0;
  reports.length = 0;
  behave = (response) => response.end('{}');
});

const request: BusinessLogicRequest = {
  account: withExactNumbers('12345678901234567890', 0),
  qid: '0b5ae0d2-52a5-4f0f-8a0e-1d2c3b4a5968',
  query: 'ünïcode',
  ai_version: 'v',
  dialog: 'd',
  session_id: 's',
  session_info: {},
  device: null,
  language: 'en',
  lat: null,
  lon: null,
  time_offset: null,
  external_user_id: 'u',
  intent: null,
  intent_probability: null,
  state: 'root',
  slots: {},
};

interface Setup {
  settings?: Partial<BusinessLogicSettings>;
  environment?: Record<string, string>;
  resolve?: Resolve;
  remainingMs?: number;
}

function callServer({
  settings,
  environment,
  resolve,
  remainingMs = 25_000,
}: Setup = {}): Promise<CallOutcome> {
  const client = businessLogicClient({
    environment: environment ?? { BLS_ALLOW_LOOPBACK: '1', BLS_SECRET: SECRET },
    now: Date.now,
    report: (report) => reports.push(report),
    ...(resolve && { resolve }),
  });
  const all = {
    url: `http://127.0.0.1:${port}/bls`,
    secret: 'env:BLS_SECRET',
    timeoutMs: 4000,
    sign: true,
    onError: null,
    ...settings,
  };
  return client(all, request, remainingMs);
}

const answering = (body: string | Buffer, status = 200) => {
  behave = (response) => response.writeHead(status).end(body);
};

describe('a call', () => {
  test('posts the request as JSON, its numbers as the caller wrote them', async () => {
    expect(await callServer()).toMatchObject({ status: 'answered', body: {} });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ path: '/bls', headers: { 'content-type': 'application/json' } });
    expect(calls[0]?.body).toContain('"account":12345678901234567890,');
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ qid: request.qid, query: 'ünïcode' });
  });

  test('carries a signature that an independent implementation verifies', async () => {
    await callServer();
    const { body = '', headers = {} } = calls[0] ?? {};
    const verify = (text: string) => new Webhook(SECRET).verify(text, headers as Record<string, string>);
    expect(verify(body)).toMatchObject({ qid: request.qid });
    expect(headers['webhook-id']).toBe(request.qid);
    expect(() => verify(body.replace('root', 'done'))).toThrow();
  });

  test('is unsigned where the version says so', async () => {
    await callServer({ settings: { sign: false }, environment: { BLS_ALLOW_LOOPBACK: '1' } });
    expect(calls[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  test.each([{}, { BLS_SECRET: '' }, { BLS_SECRET: 'secret' }, { BLS_SECRET: 'whsec_c2hvcnQ=' }])(
    'is not made where it cannot be signed (%j)',
    async (secret) => {
      const outcome = await callServer({ environment: { BLS_ALLOW_LOOPBACK: '1', ...secret } });
      expect(outcome).toEqual({ status: 'failed', reason: 'unsigned' });
      expect(calls).toHaveLength(0);
    },
  );

  test('goes where the environment says, to BLS names only', async () => {
    const environment = {
      BLS_ALLOW_LOOPBACK: '1',
      BLS_SECRET: SECRET,
      BLS_URL: `http://127.0.0.1:${port}/from-environment`,
      OTHER_URL: `http://127.0.0.1:${port}/other`,
    };
    await callServer({ environment, settings: { url: 'env:BLS_URL' } });
    expect(calls[0]?.path).toBe('/from-environment');
    for (const url of ['env:OTHER_URL', 'env:BLS_MISSING']) {
      expect(await callServer({ environment, settings: { url } })).toMatchObject({
        reason: 'not_configured',
      });
    }
    expect(calls).toHaveLength(1);
  });

  test('is reported by its outcome and time, and nothing of its content', async () => {
    answering('{"response_slots":{"secret":"s3cret"}}');
    await callServer();
    answering('oops', 500);
    await callServer();
    expect(reports).toEqual([
      { qid: request.qid, status: 'answered', milliseconds: expect.any(Number) },
      { qid: request.qid, status: 'failed', reason: 'status_500', milliseconds: expect.any(Number) },
    ]);
  });
});

describe('an answer', () => {
  test('comes back whole, with its numbers as written beside', async () => {
    const text =
      '{"state":"x","slots":{"_A_":{"values":[{"value":1,"resolved":1}]}},"big":12345678901234567890,"__proto__":{"a":1}}';
    answering(text);
    const outcome = await callServer();
    expect(outcome.status).toBe('answered');
    if (outcome.status !== 'answered') return;
    expect(JSON.stringify(outcome.exactBody)).toBe(text);
    expect(outcome.body).toMatchObject({ state: 'x', big: 12345678901234567000 });
    expect('a' in {}).toBe(false);
  });

  test.each(['', 'null', '[]', '"text"', '{', '{"a":1e999}', Buffer.from([0x7b, 0xff, 0x7d])])(
    '%j does not count',
    async (body) => {
      answering(body);
      expect((await callServer()).status).toBe('failed');
    },
  );

  test.each([
    { state: 7 },
    { slots: [] },
    { slots: { _A_: 'x' } },
    { slots: { _A_: { values: [{ resolved: 2 }] } } },
    { response_slots: 'x' },
    { visual_payload: [] },
    { session_info: 'x' },
  ])('with a field of another type does not count: %j', async (body) => {
    answering(JSON.stringify(body));
    expect(await callServer()).toEqual({ status: 'failed', reason: 'invalid_answer' });
  });

  test('with nulls for what it leaves out counts', async () => {
    answering('{"state":null,"slots":null,"response_slots":null,"visual_payload":null,"session_info":null}');
    expect((await callServer()).status).toBe('answered');
  });

  test('may be 64 levels deep and no deeper', async () => {
    answering(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`);
    expect((await callServer()).status).toBe('answered');
    answering(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(await callServer()).toMatchObject({ reason: 'invalid_answer' });
  });

  const padded = (frame: string, bytes: number) => frame.replace('*', 'x'.repeat(bytes - frame.length + 1));

  test('may be 256 KB and no byte more', async () => {
    answering(padded('{"pad":"*"}', 262_144));
    expect((await callServer()).status).toBe('answered');
    answering(padded('{"pad":"*"}', 262_145));
    expect(await callServer()).toMatchObject({ reason: 'too_large' });
  });

  test('is cut off while it streams, however long it would be', async () => {
    const piece = Buffer.alloc(65_536, 'x');
    behave = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    };
    expect(await callServer()).toMatchObject({ reason: 'too_large' });
  });

  test('may keep 32 KB for the session and no more', async () => {
    const answer = (bytes: number) => `{"session_info":${padded('{"a":"*"}', bytes)}}`;
    answering(answer(32_768));
    expect((await callServer()).status).toBe('answered');
    answering(answer(32_769));
    expect(await callServer()).toMatchObject({ reason: 'session_info_too_large' });
  });

  test.each([201, 299])('of status %d counts', async (status) => {
    answering('{}', status);
    expect((await callServer()).status).toBe('answered');
  });

  test.each([301, 302, 307, 400, 404, 429, 500, 501, 503])(
    'of status %d does not, and is not asked again',
    async (status) => {
      behave = (response) => response.writeHead(status, { location: '/elsewhere' }).end('{}');
      expect(await callServer()).toEqual({ status: 'failed', reason: `status_${status}` });
      expect(calls.map(({ path }) => path)).toEqual(['/bls']);
    },
  );
});

describe('time', () => {
  test.each<[string, Behaviour]>([
    ['never begins', () => undefined],
    ['never ends', (response) => void response.write('{')],
  ])('runs out for an answer that %s, once', async (_name, behaviour) => {
    behave = behaviour;
    expect(await callServer({ settings: { timeoutMs: 60 } })).toEqual({
      status: 'failed',
      reason: 'timeout',
    });
    expect(calls).toHaveLength(1);
  });

  test('that remains for the query bounds the call', async () => {
    behave = () => undefined;
    expect(await callServer({ remainingMs: 60 })).toMatchObject({ reason: 'timeout' });
    expect(await callServer({ remainingMs: 0 })).toMatchObject({ reason: 'timeout' });
    expect(calls).toHaveLength(1);
  });
});

describe('a connection', () => {
  test('that is reset is tried once more, as the same query', async () => {
    behave = (response, _call, count) => (count === 1 ? response.destroy() : response.end('{}'));
    expect((await callServer()).status).toBe('answered');
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([request.qid, request.qid]);
  });

  test('that is reset twice is not tried a third time', async () => {
    behave = (response) => response.destroy();
    expect(await callServer()).toEqual({ status: 'failed', reason: 'connection' });
    expect(calls).toHaveLength(2);
  });

  test('is kept for the next call', async () => {
    const ports = new Set<unknown>();
    behave = (response) => {
      ports.add(response.socket?.remotePort);
      response.end('{}');
    };
    for (let count = 0; count < 3; count += 1) await callServer();
    expect(ports.size).toBe(1);
  });

  test('that nobody takes is a failed call', async () => {
    expect(await callServer({ settings: { url: 'http://127.0.0.1:1/' } })).toMatchObject({
      reason: 'connection',
    });
  });
});

describe('an address', () => {
  const to =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.each([
    ['http://example.com/', 'url_refused'],
    ['ftp://example.com/', 'url_refused'],
    ['file:///etc/passwd', 'url_refused'],
    ['not a url', 'url_refused'],
    ['https://127.0.0.1/', 'address_refused'],
    ['https://0x7f000001/', 'address_refused'],
    ['https://[::ffff:7f00:1]/', 'address_refused'],
    ['https://169.254.169.254/latest/meta-data', 'address_refused'],
    ['https://localhost/', 'address_refused'],
  ])('of %s is refused: %s', async (url, reason) => {
    const outcome = await callServer({ settings: { url }, environment: { BLS_SECRET: SECRET } });
    expect(outcome).toEqual({ status: 'failed', reason });
  });

  test.each([[['10.0.0.1']], [['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:169.254.169.254']], [[]]])(
    'that a name leads to is refused where any is private: %j',
    async (addresses) => {
      const outcome = await callServer({
        settings: { url: 'https://bank.example/' },
        environment: { BLS_SECRET: SECRET },
        resolve: to(...addresses),
      });
      expect(outcome).toEqual({ status: 'failed', reason: 'address_refused' });
    },
  );

  test('that was checked is the one that is connected to', async () => {
    const url = `http://bank.example:${port}/`;
    let asked = 0;
    const changing: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    };
    expect((await callServer({ settings: { url }, resolve: changing })).status).toBe('answered');
    expect(asked).toBe(1);
    expect(calls[0]?.headers.host).toBe(`bank.example:${port}`);
  });

  test('beyond loopback is not called over http, allowed range or not', async () => {
    const environment = { BLS_SECRET: SECRET, BLS_ALLOW_LOOPBACK: '1', BLS_ALLOWED_RANGES: '10.0.0.0/8' };
    for (const url of ['http://10.0.0.1/', 'http://bank.example/']) {
      const outcome = await callServer({ settings: { url }, environment, resolve: to('10.0.0.1') });
      expect(outcome).toEqual({ status: 'failed', reason: 'address_refused' });
    }
  });
});
