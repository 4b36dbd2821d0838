import { expect, test } from 'vitest';
import { CallError, type Credential, Parley, type ParleyOptions } from '../../../clients/typescript/index.ts';
import { answer, hangUp, json, refusal, useScriptedServer } from './scripted-server.ts';

const server = useScriptedServer();

const KEY: Credential = { appKey: 'a'.repeat(40) };
const CLIENT: Credential = { clientId: 'c', clientSecret: 's', serviceUserId: 'u', scope: 'query' };
const HELLO = { query: 'hello', external_user_id: 'bo' };

/** Creates a client that records its waits instead of waiting. */
function client(credential: Credential, options: Partial<ParleyOptions> = {}) {
  const waits: number[] = [];
  const clock = { now: 0 };
  const parley = new Parley({
    baseUrl: `${server.url()}/`,
    credential,
    ...options,
    surroundings: {
      now: () => clock.now,
      random: () => 0,
      wait: async (milliseconds) => void waits.push(milliseconds),
      ...options.surroundings,
    },
  });
  return { parley, waits, clock };
}

const token = (access_token: string, expires_in = 36_000) => json(200, { access_token, expires_in });

/** Returns the error of a failed call. */
async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('the call was not refused', { cause: error });
}

test('a query that fails is retried unchanged under the same key', async () => {
  server.script(hangUp, refusal(503, 'unavailable', { 'Retry-After': '3' }), json(502, '<html>'), answer());
  const { parley, waits } = client(KEY);
  expect((await parley.query(HELLO)).dialog).toBe('d1');
  expect(waits).toEqual([0, 3000, 0]);
  expect(server.received).toHaveLength(4);
  const [first] = server.received;
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(first?.headers.authorization).toBe(`App-Key ${'a'.repeat(40)}`);
  for (const { headers, body, path } of server.received) {
    expect({ path, body }).toEqual({ path: '/v1/query', body: JSON.stringify(HELLO) });
    expect(headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  }
});

test('each query has its own key, which a caller may set', async () => {
  server.script(answer());
  const { parley } = client(KEY);
  await parley.query(HELLO);
  await parley.query(HELLO);
  await parley.query(HELLO, { idempotencyKey: 'mine' });
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
});

test('a refusal throws the service’s error, and is not retried', async () => {
  const errors = [{ field: 'query', message: 'send it' }];
  server.script(
    json(400, { error: 'invalid_request', error_description: 'Send it.', request_id: 'r7', errors }),
  );
  const error = await failureOf(client(KEY).parley.query(HELLO));
  expect(error).toMatchObject({ code: 'invalid_request', message: 'Send it.', status: 400, requestId: 'r7' });
  expect(error.fields).toEqual(errors);
  expect(server.received).toHaveLength(1);
});

test('a 429 with a long Retry-After throws an error with its value', async () => {
  server.script(refusal(429, 'too_many_requests', { 'Retry-After': '3600' }));
  const { parley, waits } = client(KEY);
  expect(await failureOf(parley.query(HELLO))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  expect(waits).toEqual([]);
});

test('creating or updating a key is retried under the same Idempotency-Key', async () => {
  const { parley } = client(KEY);
  for (const change of [() => parley.createKey({ name: 'k' }), () => parley.updateKey('i', { name: 'k' })]) {
    server.received.length = 0;
    server.script(hangUp, json(200, { id: 'i' }));
    expect(await change()).toMatchObject({ id: 'i' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  }
});

test('deleting a key is retried only after a 429', async () => {
  server.script(hangUp);
  expect(await failureOf(client(KEY).parley.deleteKey('i'))).toMatchObject({ code: 'network' });
  expect(server.received).toHaveLength(1);
  server.script(refusal(429, 'too_many_requests'), json(200, { deleted: 'i' }));
  expect(await client(KEY).parley.deleteKey('i')).toEqual({ deleted: 'i' });
});

test('a token is fetched once for concurrent calls, and used until a minute before it expires', async () => {
  server.script(token('t1'), answer(), answer(), answer(), answer(), token('t2'), answer());
  const { parley, clock } = client(CLIENT);
  await Promise.all([parley.query(HELLO), parley.query(HELLO), parley.query(HELLO)]);
  clock.now = 36_000_000 - 60_001;
  await parley.query(HELLO);
  clock.now += 1;
  await parley.query(HELLO);
  const asked = server.received.filter(({ path }) => path === '/v1/oauth/');
  expect(asked.map(({ body }) => body)).toEqual(
    Array(2).fill('grant_type=client_credentials&client_id=c&client_secret=s&service_user_id=u&scope=query'),
  );
  expect(server.received.at(-1)?.headers.authorization).toBe('Bearer t2');
  expect(server.received.at(-3)?.headers.authorization).toBe('Bearer t1');
});

test('a refused token is replaced once for the same query', async () => {
  server.script(token('t1'), refusal(401, 'invalid_token'), token('t2'), answer());
  await client(CLIENT).parley.query(HELLO);
  const queries = server.received.filter(({ path }) => path === '/v1/query');
  expect(queries.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  expect(new Set(queries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  server.received.length = 0;
  server.script(token('t1'), refusal(401, 'invalid_token'), token('t2'), refusal(401, 'invalid_token'));
  expect(await failureOf(client(CLIENT).parley.query(HELLO))).toMatchObject({ status: 401 });
  expect(server.received).toHaveLength(4);
});

test('a refused key throws an error without a retry', async () => {
  server.script(refusal(401, 'invalid_token'));
  expect(await failureOf(client(KEY).parley.query(HELLO))).toMatchObject({
    status: 401,
    code: 'invalid_token',
  });
  expect(server.received).toHaveLength(1);
});

test('custom tokens are requested again when they expire or are refused', async () => {
  let count = 0;
  const { parley, clock } = client({
    token: async () => ({ access_token: `own${++count}`, expires_in: 100 }),
  });
  server.script(answer(), answer(), refusal(401, 'invalid_token'), answer());
  await parley.query(HELLO);
  // The token is renewed halfway, since the usual margin of a minute would be more than half of its life.
  clock.now = 50_000;
  await parley.query(HELLO);
  await parley.query(HELLO);
  const used = server.received.map(({ headers }) => headers.authorization);
  expect(used).toEqual(['Bearer own1', 'Bearer own2', 'Bearer own2', 'Bearer own3']);
});

test('a wrong secret throws an error, and a failed token endpoint is retried', async () => {
  server.script(refusal(401, 'invalid_client'));
  expect(await failureOf(client(CLIENT).parley.query(HELLO))).toMatchObject({ code: 'invalid_client' });
  server.script(refusal(503, 'unavailable'), token('t1'), answer());
  expect((await client(CLIENT).parley.query(HELLO)).dialog).toBe('d1');
});

test.each([
  ['a page', json(200, '<!doctype html>')],
  ['a list', json(200, [])],
  ['an object without an answer', json(200, { ok: true })],
  ['nothing', json(200, '')],
])('%s instead of an answer throws an error, without a retry', async (_name, act) => {
  server.script(act);
  expect(await failureOf(client(KEY).parley.query(HELLO))).toMatchObject({ code: 'unreadable', status: 200 });
  expect(server.received).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  server.script((response) => void response.writeHead(307, { Location: '/elsewhere' }).end());
  expect(await failureOf(client(KEY).parley.query(HELLO))).toMatchObject({ code: 'redirected' });
  expect(server.received).toHaveLength(1);
});

test('an answer that does not end throws a timeout', async () => {
  server.script((response) => void response.writeHead(200).write('{'));
  const { parley } = client(KEY, { timeoutMs: 30, attempts: 1 });
  expect(await failureOf(parley.query(HELLO))).toMatchObject({ code: 'timeout' });
});

test('an answer of more than 8 MB throws an error', async () => {
  const part = 'x'.repeat(1024 * 1024);
  const pour = (parts: number) =>
    json(200, `${JSON.stringify({ dialog: 'd' }).slice(0, -1)},"more":"${part.repeat(parts)}"}`);
  server.script(pour(7));
  expect(await failureOf(client(KEY).parley.query(HELLO))).toMatchObject({ code: 'unreadable' });
  server.script(pour(8));
  expect(await failureOf(client(KEY).parley.query(HELLO))).toMatchObject({ code: 'too_large' });
});

test('a caller can abort a call at any time, and gets the abort reason as the error', async () => {
  const reason = new Error('enough');
  await expect(client(KEY).parley.query(HELLO, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(server.received).toHaveLength(0);

  const during = new AbortController();
  server.script(() => during.abort(reason));
  await expect(client(KEY).parley.query(HELLO, { signal: during.signal })).rejects.toBe(reason);
  expect(server.received).toHaveLength(1);

  const waiting = new AbortController();
  server.script((response, request) => {
    refusal(503, 'unavailable', { 'Retry-After': '20' })(response, request);
    response.once('close', () => setImmediate(() => waiting.abort(reason)));
  });
  const own = new Parley({ baseUrl: server.url(), credential: KEY });
  await expect(own.query(HELLO, { signal: waiting.signal })).rejects.toBe(reason);
});

test('an aborted call does not abort another call’s token request', async () => {
  const giveUp = new AbortController();
  server.script((response, request) => {
    giveUp.abort();
    token('t1')(response, request);
  }, answer());
  const { parley } = client(CLIENT);
  const [first, second] = await Promise.allSettled([
    parley.query(HELLO, { signal: giveUp.signal }),
    parley.query(HELLO),
  ]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});

test('a conversation sends queries in order, each with the last dialog', async () => {
  server.script(answer('d1'), refusal(400, 'invalid_request'), answer('d2'));
  const { parley } = client(KEY);
  const conversation = parley.conversation({ external_user_id: 'bo', channel: 'web' });
  const results = await Promise.allSettled(
    ['one', 'two', 'three'].map((query) => conversation.ask(query, { fields: { page: query } })),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
    { external_user_id: 'bo', channel: 'web', page: 'one', query: 'one' },
    { external_user_id: 'bo', channel: 'web', page: 'two', query: 'two', dialog: 'd1' },
    { external_user_id: 'bo', channel: 'web', page: 'three', query: 'three', dialog: 'd1' },
  ]);
  expect(conversation.dialog).toBe('d2');
});

test('errors never contain the secret', async () => {
  server.script(refusal(401, 'invalid_client'));
  const error = await failureOf(client({ ...CLIENT, clientSecret: 'very-secret' }).parley.query(HELLO));
  expect(JSON.stringify([error.message, error.stack, error])).not.toContain('very-secret');
});

test('requests for the log and versions have their filters, without empty ones', async () => {
  server.script(json(200, { conversations: [] }));
  const { parley } = client(KEY);
  await parley.listConversations({ from: '2030-01-01', competency: 'a b&c', limit: 5, application: '' });
  await parley.readConversation('a/b', { cursor: 'x=' });
  await parley.readInsights();
  await parley.listUnhandled({ language: 'es' });
  await parley.listVersions();
  await parley.listVersions({ cursor: 'y' });
  await parley.compareVersions({ before: 'v', after: 'w' });
  await parley.readVersionHistory({ application: 'a:b' });
  await parley.listChanges({ limit: 5 });
  await parley.writeConversationTest('a/b');
  await parley.searchConversations({ text: 'a b', limit: 5 });
  expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/conversations?from=2030-01-01&competency=a+b%26c&limit=5',
    'GET /v1/conversations/a%2Fb?cursor=x%3D',
    'GET /v1/insights',
    'GET /v1/unhandled?language=es',
    'GET /v1/versions',
    'GET /v1/versions?cursor=y',
    'GET /v1/versions/diff?before=v&after=w',
    'GET /v1/versions/history?application=a%3Ab',
    'GET /v1/audit?limit=5',
    'GET /v1/conversations/a%2Fb/test',
    'GET /v1/search?text=a+b&limit=5',
  ]);
});

test('an explanation is requested in the address, not in the body', async () => {
  server.script(answer());
  const { parley } = client(KEY);
  await parley.query(HELLO, { explain: true });
  await parley.conversation({ external_user_id: 'bo' }).ask('hello', { explain: true });
  await parley.query(HELLO, { explain: false });
  expect(server.received.map(({ path }) => path)).toEqual([
    '/v1/query?explain=true',
    '/v1/query?explain=true',
    '/v1/query',
  ]);
  expect(server.received[0]?.body).toBe(JSON.stringify(HELLO));
});

test('assigning a version or rolling back is retried only after a 429', async () => {
  const { parley } = client(KEY);
  const assign = () => parley.assignVersion({ application: 'a:b', ai_version: 'v' });
  const rollBack = () => parley.rollBackVersion('a:b');
  for (const [call, path, body] of [
    [assign, '/v1/versions/assign', { application: 'a:b', ai_version: 'v' }],
    [rollBack, '/v1/versions/rollback', { application: 'a:b' }],
  ] as const) {
    server.received.length = 0;
    server.script(refusal(503, 'unavailable'), json(200, {}));
    expect(await failureOf(call())).toMatchObject({ code: 'unavailable' });
    server.script(hangUp, json(200, {}));
    expect(await failureOf(call())).toMatchObject({ code: 'network' });
    expect(server.received.map((request) => [request.path, JSON.parse(request.body)])).toEqual([
      [path, body],
      [path, body],
    ]);
    // A 429 means that nothing was done, so the request is retried.
    server.script(refusal(429, 'too_many_requests'), json(200, {}));
    await call();
    expect(server.received).toHaveLength(4);
  }
});
