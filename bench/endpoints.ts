import { startDynamoDb } from '../local/dynamodb.ts';
import type { Demo } from '../local/service.ts';
import { startCountingProxy } from './support/counting-proxy.ts';
import { type Call, load, send } from './support/load.ts';
import { cpuMicroseconds } from './support/processes.ts';
import { startService } from './support/service.ts';
import { printTable } from './support/table.ts';
import { balanceQuestion, variedSentence } from './support/varied-sentences.ts';

/** The important calls; the baseline is an answer without function and store. */
function calls(demo: Demo, bearer: string, dialog: string): Record<string, Call> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const json = { 'Content-Type': 'application/json', Authorization: `App-Key ${demo.app_key}` };
  const query = (fields: object) => JSON.stringify({ external_user_id: 'bench', ...fields });
  return {
    'floor: unknown path': { method: 'GET', path: '/v1/nothing', status: 404 },
    'token, client credentials': {
      method: 'POST',
      path: '/v1/oauth',
      headers: form,
      body: () => clientForm(demo),
    },
    'token, password': { method: 'POST', path: '/v1/oauth', headers: form, body: () => passwordForm(demo) },
    'key list': {
      method: 'GET',
      path: '/v1/apps/applicationtoken',
      headers: { Authorization: `Bearer ${bearer}` },
    },
    'query, new session': {
      method: 'POST',
      path: '/v1/query',
      headers: json,
      body: (index) => query({ query: variedSentence(index) }),
    },
    'query, with business logic': {
      method: 'POST',
      path: '/v1/query',
      headers: json,
      body: (index) => query({ query: balanceQuestion(index), dialog_seed: `bench-${index}` }),
    },
    'query, session kept': {
      method: 'POST',
      path: '/v1/query',
      headers: json,
      body: (index) => query({ query: variedSentence(index), dialog }),
    },
  };
}

const clientForm = (demo: Demo): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: demo.client_id,
    client_secret: demo.client_secret,
    service_user_id: demo.service_user_id,
  }).toString();

const passwordForm = (demo: Demo): string =>
  new URLSearchParams({
    grant_type: 'password',
    username: demo.username,
    password: demo.password,
    institution: demo.institution,
  }).toString();

async function prepare(demo: Demo): Promise<Record<string, Call>> {
  const bare = calls(demo, '', '');
  const token = JSON.parse(await send(demo.base_url, expectCall(bare, 'token, client credentials'), 0));
  const first = JSON.parse(await send(demo.base_url, expectCall(bare, 'query, new session'), 0));
  return calls(demo, token.access_token, first.dialog);
}

function expectCall(all: Record<string, Call>, name: string): Call {
  const call = all[name];
  if (call === undefined) throw new Error(`there is no call named ${name}`);
  return call;
}

/**
 * The number of concurrent callers where it is not four. One dialog takes one query at a time. Five concurrent
 * attempts on one account would be throttled, since a retried store call counts twice.
 */
const CONNECTIONS: Readonly<Record<string, number>> = { 'query, session kept': 1, 'token, password': 2 };

/**
 * Requests per second and latency through the gateway, each compared with the baseline of the same run, and the
 * service's CPU time per request. Consecutive queries differ, since encodings are cached.
 */
export async function benchEndpoints(smoke: boolean): Promise<void> {
  const service = await startService();
  try {
    const all = await prepare(service.demo);
    const rows: (string | number)[][] = [];
    let floor = 0;
    for (const [name, call] of Object.entries(all)) {
      const connections = CONNECTIONS[name] ?? 4;
      const count = smoke ? 4 : name === 'token, password' ? 200 : 2000;
      await load(service.demo.base_url, call, { count: Math.ceil(count / 4), connections });
      const before = cpuMicroseconds(service.pid);
      const figures = await load(service.demo.base_url, call, { count, connections });
      const cpu = (cpuMicroseconds(service.pid) - before) / count / 1000;
      floor ||= figures.p50;
      rows.push([
        name,
        connections,
        figures.requestsPerSecond,
        figures.p50,
        figures.p99,
        figures.p50 / floor,
        cpu,
      ]);
    }
    const headings = [
      'request',
      'connections',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'p50 over the floor',
      'CPU ms',
    ];
    printTable('Through the gateway, local store', headings, rows);
  } finally {
    await service.stop();
  }
}

/** Store round trips for one request of each kind: the authorizer's and the function's, counted on the wire. */
export async function benchRoundTrips(): Promise<void> {
  const store = await startDynamoDb();
  const proxy = await startCountingProxy(store.endpoint);
  const service = await startService({ environment: { DYNAMODB_ENDPOINT: proxy.endpoint } });
  try {
    const all = await prepare(service.demo);
    const rows: string[][] = [];
    for (const [name, call] of Object.entries(all)) {
      await send(service.demo.base_url, call, -1);
      proxy.take();
      await send(service.demo.base_url, call, -1);
      const operations = proxy.take();
      rows.push([name, String(operations.length), operations.join(' → ') || 'none']);
    }
    printTable('Store round trips, the authorizer’s GetItem first', ['request', 'count', 'operations'], rows);
  } finally {
    await service.stop();
    await proxy.close();
    await store.stop();
  }
}
