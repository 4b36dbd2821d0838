import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { createQueue } from '../../functions/query/queue.ts';
import { readAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import { businessLogicClient } from '../../functions/shared/business-logic/client.ts';
import { countingAssistant, loadedAssistant } from '../functions/query/support/assistant.ts';
import { createService } from '../functions/query/support/service.ts';
import { useCountedDynamoDb } from '../support/wire.ts';

const db = useCountedDynamoDb();
const KNOWN = '1 so far.';
const UNKNOWN = '(outcome_unknown)';
const NOT_SENT = 'Not now.';

/** A bank that does a deed once per Idempotency-Key, and gives the same answer to the same key. */
let bank: Server;
let calls: { key: string; qid: string; query: string }[] = [];
let done = new Set<string>();
/** The bank's answer instead of the real one, and whether it does the deed. */
let refusal: { status: number; headers: Record<string, string>; does: boolean } | undefined;
let proxy: FaultProxy;
let service: ReturnType<typeof createService>;

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

beforeAll(async () => {
  bank = createServer(async (request, response) => {
    const { qid, query } = JSON.parse(await read(request));
    const key = String(request.headers['idempotency-key']);
    calls.push({ key, qid, query });
    if (refusal === undefined || refusal.does) done.add(key);
    if (refusal !== undefined) return void response.writeHead(refusal.status, refusal.headers).end();
    response.end(JSON.stringify({ response_slots: { turns: [...done].indexOf(key) + 1 } }));
  });
  bank.listen(0, '127.0.0.1');
  await once(bank, 'listening');
  proxy = await startFaultProxy(() => `http://127.0.0.1:${(bank.address() as AddressInfo).port}`);
});
beforeEach(async () => {
  calls = [];
  done = new Set();
  refusal = undefined;
  service = createService(db);
  service.businessLogic = businessLogicClient({
    addresses: readAddressRule({ BLS_ALLOW_LOOPBACK: '1' }),
    now: () => service.time,
    report: () => undefined,
  });
  await publish(300);
});
afterEach(() => {
  proxy.fault = () => undefined;
});
afterAll(() => {
  proxy.close();
  bank.close();
});

/** @param timeoutMs time limit of a call, which slow and hanging answers reach */
async function publish(timeoutMs: number): Promise<void> {
  const { counted } = countingAssistant.states;
  if (counted === undefined || countingAssistant.businessLogic === null) throw new Error('no deed to do');
  const url = `http://127.0.0.1:${proxy.port}/`;
  await service.publish(
    undefined,
    loadedAssistant({
      businessLogic: { ...countingAssistant.businessLogic, url, sign: false, timeoutMs },
      states: { ...countingAssistant.states, counted: { ...counted, deed: true } },
    }),
  );
}

const failing = (fault: Fault) => {
  proxy.fault = () => fault;
};
const working = () => {
  proxy.fault = () => undefined;
};
const say = async (fields: Record<string, unknown>) => {
  const { status, body } = await service.ask(fields);
  return status === 200 ? String(body.visuals.speakableResponse) : status;
};
/** Removes `answered` from the sessions, which the previous release did not write. */
async function withoutNews(): Promise<void> {
  const table = process.env.SESSIONS_TABLE;
  const { Items = [] } = await db.uncounted().send(new ScanCommand({ TableName: table }));
  for (const { answered, ...before } of Items) {
    if (answered !== undefined) await db.uncounted().send(new PutCommand({ TableName: table, Item: before }));
  }
}
const begin = async (): Promise<string> => (await service.ask({ query: 'hello' })).body.dialog;

describe('two simultaneous queries for one deed', () => {
  // Each call takes 10 ms on the test's clock, as a real deed takes time.
  beforeEach(async () => {
    await publish(4000);
    const live = service.businessLogic;
    service.businessLogic = (...call) => {
      service.time += 10;
      return live(...call);
    };
  });

  test('call the business logic once, and share its outcome', async () => {
    const dialog = await begin();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.ask({ dialog, query: 'count' })),
    );
    const answered = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length + refused.length).toBe(12);
    for (const { headers } of refused) expect(headers['Retry-After']).toBe('1');
    expect(calls).toHaveLength(1);
    expect(done.size).toBe(1);
    // Concurrent requests get the same outcome.
    expect(new Set(answered.map(({ body }) => body.visuals.speakableResponse))).toEqual(new Set([KNOWN]));
  });

  test('call it once within one process too, where they wait for each other', async () => {
    service.queue = createQueue();
    const dialog = await begin();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.ask({ dialog, query: 'count' })),
    );
    expect(answers.map(({ body }) => body.visuals.speakableResponse)).toEqual(Array(12).fill(KNOWN));
    expect(done.size).toBe(1);
    // A later query does a new deed.
    expect(await say({ dialog, query: 'count' })).toBe('2 so far.');
  });

  test('under one Idempotency-Key are one: the other waits and gets the same answer', async () => {
    service.queue = createQueue();
    const dialog = await begin();
    const headers = { 'Idempotency-Key': 'pay-rent' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.ask({ dialog, query: 'count' }, { headers })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(calls).toHaveLength(1);
  });

  test('that begin a conversation under one Idempotency-Key in two processes call under one key', async () => {
    const headers = { 'Idempotency-Key': 'pay-rent' };
    const answers = await Promise.all([1, 2].map(() => service.ask({ query: 'count' }, { headers })));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(done.size).toBe(1);
  });
});

describe('a deed', () => {
  test('costs one more write than a look-up', async () => {
    const dialog = await begin();
    db.operations.length = 0;
    expect(await say({ dialog, query: 'count' })).toBe(KNOWN);
    expect(db.operations).toEqual(['BatchGetItem', 'PutItem', 'PutItem']);
    db.operations.length = 0;
    await say({ dialog, query: 'hello' });
    expect(db.operations).toEqual(['BatchGetItem', 'PutItem']);
  });

  test('that was not sent is reported as not sent, and is not repeated', async () => {
    const dialog = await begin();
    const { port } = proxy;
    proxy.close();
    try {
      expect(await say({ dialog, query: 'count' })).toBe(NOT_SENT);
    } finally {
      proxy = await startFaultProxy(() => `http://127.0.0.1:${(bank.address() as AddressInfo).port}`, port);
    }
    expect(await say({ dialog, query: 'hello' })).toBe('Hello.');
    expect(calls).toEqual([]);
  });

  test.each([
    [{ status: 303, headers: { location: '/receipt' } }, UNKNOWN],
    [{ status: 302, headers: { location: '/receipt' } }, UNKNOWN],
    [{ status: 503, headers: {} }, UNKNOWN],
    [{ status: 503, headers: { 'parley-deed': 'not-done' } }, NOT_SENT],
    [{ status: 429, headers: {} }, NOT_SENT],
  ])('answered with %j is reported as %s, and is done at most once', async ({ status, headers }, told) => {
    const dialog = await begin();
    refusal = { status, headers, does: told === UNKNOWN };
    expect(await say({ dialog, query: 'count' })).toBe(told);
    refusal = undefined;
    expect(await say({ dialog, query: 'hello' })).toBe(told === UNKNOWN ? KNOWN : 'Hello.');
    expect(done.size).toBe(told === UNKNOWN ? 1 : 0);
  });

  test.each(['lost', 'cut', 'slow', 'hang', 'refuse', 'empty', 'error'] as const)(
    'whose answer is a %s has an unknown outcome: the next turn asks again under the same key',
    async (fault) => {
      const dialog = await begin();
      failing(fault);
      expect(await say({ dialog, query: 'count' })).toBe(UNKNOWN);
      working();
      expect(await say({ dialog, query: 'hello' })).toBe(KNOWN);
      expect(done.size).toBe(1);
      expect(new Set(calls.map(({ key, qid, query }) => `${key} ${qid} ${query}`)).size).toBe(1);
      expect(await say({ dialog, query: 'hello' })).toBe('Hello.');
    },
  );

  const LOST = '(outcome_lost)';
  const giveUp = async (dialog: string) => {
    failing('lost');
    const said = [];
    for (const query of ['count', 'hello', 'hello', 'hello']) said.push(await say({ dialog, query }));
    return said;
  };

  test('with an unknown outcome is given up after four calls, and never reported as done', async () => {
    const dialog = await begin();
    expect(await giveUp(dialog)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN, LOST]);
    working();
    expect(await say({ dialog, query: 'hello' })).toBe('Hello.');
    expect(done.size).toBe(1);
  });

  test('given up keeps its key: the next wish for it asks again and starts no other', async () => {
    const dialog = await begin();
    await giveUp(dialog);
    expect(await say({ dialog, query: 'count' })).toBe(LOST);
    expect(await say({ dialog, query: 'hello' })).toBe('Hello.');
    expect(await say({ dialog, query: 'count' })).toBe(LOST);
    working();
    expect(await say({ dialog, query: 'count' })).toBe(`(outcome_found) ${KNOWN}`);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(await say({ dialog, query: 'count' })).toBe('2 so far.');
  });

  test('given up, and not done according to the server, starts again with the next wish', async () => {
    const dialog = await begin();
    await giveUp(dialog);
    working();
    refusal = { status: 503, headers: { 'parley-deed': 'not-done' }, does: false };
    expect(await say({ dialog, query: 'count' })).toContain(`(outcome_found) ${NOT_SENT}`);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
  });

  test('given up is kept if the process dies while asking once more', async () => {
    const dialog = await begin();
    await giveUp(dialog);
    working();
    const live = service.businessLogic;
    service.businessLogic = async (...call) => {
      await live(...call);
      throw new Error('the process died');
    };
    expect(await say({ dialog, query: 'count' })).toBe(500);
    service.businessLogic = live;
    service.time += 25_000;
    expect(await say({ dialog, query: 'hello' })).toBe(KNOWN);
    expect(done.size).toBe(1);
    expect(await say({ dialog, query: 'count' })).toBe('2 so far.');
  });

  test('pending in a session of the previous release is asked for again under its key', async () => {
    const dialog = await begin();
    failing('lost');
    await say({ dialog, query: 'count' });
    working();
    await withoutNews();
    expect(await say({ dialog, query: 'hello' })).toBe(KNOWN);
    expect(done.size).toBe(1);
  });

  test('whose process died is asked for again once its reservation ends, and blocks the dialog until then', async () => {
    const dialog = await begin();
    const live = service.businessLogic;
    service.businessLogic = async (...call) => {
      await live(...call);
      throw new Error('the process died');
    };
    expect(await say({ dialog, query: 'count' })).toBe(500);
    service.businessLogic = live;
    service.time += 24_999;
    expect(await say({ dialog, query: 'hello' })).toBe(409);
    service.time += 1;
    expect(await say({ dialog, query: 'hello' })).toBe(KNOWN);
    expect(done.size).toBe(1);
  });
});
