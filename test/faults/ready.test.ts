import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FAULTS, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { handler as health } from '../../functions/health/handler.ts';
import { createReady } from '../../functions/ready/handler.ts';
import { folderArtifacts } from '../../functions/shared/store/artifacts-folder.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { reachVersions } from '../../functions/shared/store/versions.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { call } from '../support/requests.ts';

const store = useDynamoDb();
let proxy: FaultProxy;
let folder = '';
let client: ReturnType<typeof connect>;
let now = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'artifacts-'));
  proxy = await startFaultProxy(store.endpoint);
  client = connect(atPort(store.endpoint(), proxy.port));
});
afterEach(() => {
  proxy.fault = () => undefined;
  proxy.seen.length = 0;
});
afterAll(async () => {
  client.destroy();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param budgetMs by default enough for a busy machine; shorter if no answer is expected */
const service = (artifacts = folder, budgetMs = 20_000) =>
  createReady({
    checks: [() => reachVersions(() => client), () => folderArtifacts(artifacts).reach()],
    now: () => now,
    budgetMs,
  });
const OK = { status: 200, body: { status: 'ok' } };

test('frequent checks cause no load: a result is reused for one second', async () => {
  const ready = service();
  for (const at of [0, 500, 999]) {
    now = at;
    await call(ready, { method: 'GET' });
  }
  expect(proxy.seen).toHaveLength(1);
  now = 1000;
  await call(ready, { method: 'GET' });
  expect(proxy.seen).toHaveLength(2);
});

test('a service that reaches its store and artifacts is ready, and says nothing else', async () => {
  const { status, body } = await call(service(), { method: 'GET' });
  expect({ status, body }).toEqual(OK);
});

test.each(FAULTS)(
  'a service is not ready when every answer of the store is a %s, but it is healthy',
  async (fault) => {
    proxy.fault = () => fault;
    const answer = await call(service(folder, 400), { method: 'GET' });
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(answer.headers['Retry-After']).toBe('2');
    const { status, body } = await call(health, { method: 'GET' });
    expect({ status, body }).toEqual(OK);
  },
);

test('a service is not ready without its artifacts', async () => {
  const gone = path.join(folder, 'gone');
  expect(await call(service(gone), { method: 'GET' })).toMatchObject({ status: 503 });
});
