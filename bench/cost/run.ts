import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { openOperator } from '../../cli/operator.ts';
import { LIMITS_FRESH_MS } from '../../functions/oauth-token/token-limits.ts';
import { MAX_WAIT_SECONDS } from '../../functions/shared/domain/handoffs/waits.ts';
import { SETTINGS_FRESH_MS } from '../../functions/shared/domain/institutions/admission.ts';
import { setLimits } from '../../functions/shared/domain/institutions/institutions.ts';
import { localService } from '../../functions/shared/store/endpoint.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import type { Demo, Stop } from '../../local/service.ts';
import { deployExample, runOnce } from '../support/deployment.ts';
import { printTable } from '../support/table.ts';
import { isRead, startCapacityProxy, type Use } from './capacity-proxy.ts';

/**
 * `npm run bench -- cost`: how much each kind of request uses of everything that AWS bills by request. The local
 * server counts DynamoDB units by AWS's rules. Log bytes are those that the functions wrote, without the lines that
 * Lambda and the gateway add.
 */
async function main(folderPath: string, stops: Stop[]): Promise<void> {
  const server = await startDynamoDb();
  stops.push(() => server.stop());
  const proxy = await startCapacityProxy(server.endpoint);
  stops.push(() => proxy.close());
  process.env.DYNAMODB_ENDPOINT = proxy.endpoint;
  const { folder, demo } = await deployExample(folderPath, stops);
  const { logs } = folder;

  const rows: (string | number)[][] = [];
  for await (const [name, call] of requests(demo)) {
    const before = await bytesOf(logs);
    proxy.take();
    const status = await call();
    const uses = proxy.take();
    rows.push([
      name,
      status,
      sum(uses, isRead),
      sum(uses, (use) => !isRead(use)),
      trips(uses),
      (await bytesOf(logs)) - before,
    ]);
  }
  printTable(
    'What a request takes',
    ['request', 'status', 'read units', 'write units', 'operations', 'log bytes'],
    rows,
  );
  await printItems(server.endpoint);
}

const sum = (uses: readonly Use[], which: (use: Use) => boolean): number =>
  uses.filter(which).reduce((total, { units }) => total + units, 0);

const trips = (uses: readonly Use[]): string => {
  const parts = uses.map(
    ({ operation, table, units }) => `${operation} ${table.replace(/^parley-/, '')} ${units}`,
  );
  return parts.join(', ');
};

type Call = () => Promise<number>;

/** The requests in order, since later ones use what earlier ones created. */
async function* requests(demo: Demo): AsyncGenerator<[string, Call]> {
  let bearer = '';
  let dialog = '';
  const send = async (
    requestPath: string,
    body: string | URLSearchParams | undefined,
    headers: Record<string, string> = {},
    method = 'POST',
  ): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(demo.base_url + requestPath, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const json = { 'Content-Type': 'application/json' };
  const query = async (
    authorization: string,
    headers: Record<string, string> = {},
    text = 'what is my balance',
  ): Promise<number> => {
    const body = JSON.stringify({ query: text, external_user_id: 'u', dialog });
    const [status, answer] = await send('/v1/query', body, {
      Authorization: authorization,
      ...json,
      ...headers,
    });
    dialog = String(answer.dialog ?? '');
    return status;
  };
  const signIn = async (form: Record<string, string>): Promise<number> => {
    const [status, answer] = await send('/v1/oauth', new URLSearchParams(form));
    if (status === 200) bearer = `Bearer ${String(answer.access_token)}`;
    return status;
  };
  const { client_id, service_user_id, institution, username } = demo;
  const token = (client_secret: string) =>
    signIn({ grant_type: 'client_credentials', client_id, service_user_id, client_secret });
  const byPassword = (password: string) =>
    signIn({ grant_type: 'password', institution, username, password });
  const appKey = `App-Key ${demo.app_key}`;
  yield ['a token', () => token(demo.client_secret)];
  yield ['a token refused for its secret', () => token('x'.repeat(40))];
  yield ['a token refused for its password', () => byPassword('x')];
  yield ['a first token by password', () => byPassword(demo.password)];
  yield ['a token by password', () => byPassword(demo.password)];
  yield ['a first query, by token', () => query(bearer)];
  yield ['the next query of a dialog, by token', () => query(bearer)];
  yield [
    'a turn of it that fills two slots',
    () => query(bearer, {}, 'transfer 50 dollars from checking to savings'),
  ];
  const messages = async (wait: number): Promise<number> => {
    const path = `/v1/dialog/messages?wait=${wait}`;
    return (await send(path, undefined, { Authorization: bearer, Dialog: dialog }, 'GET'))[0];
  };
  yield ['messages of a dialog that has none', () => messages(0)];
  yield ['the same with the longest wait', () => messages(MAX_WAIT_SECONDS)];
  yield [
    'the inbox without conversations',
    async () => (await send('/v1/handoffs?limit=100', undefined, { Authorization: bearer }, 'GET'))[0],
  ];
  yield ['a query by key, its first of a minute', () => query(appKey)];
  yield ['a query by key', () => query(appKey)];
  yield ['a query with an Idempotency-Key', () => query(bearer, { 'Idempotency-Key': 'once' })];
  yield ['the same again', () => query(bearer, { 'Idempotency-Key': 'once' })];
  yield ['a query with a credential of nobody', () => query(`Bearer ${'x'.repeat(30)}`)];
  const keys = '/v1/apps/applicationtoken';
  yield [
    'a key made',
    async () => (await send(keys, '{"name":"bench"}', { Authorization: bearer, ...json }))[0],
  ];
  yield ['the list of keys', async () => (await send(keys, undefined, { Authorization: bearer }, 'GET'))[0]];
  await limit(demo.institution);
  yield ['a token, which finds the limits out', () => token(demo.client_secret)];
  yield ['a token of an institution with its limit', () => token(demo.client_secret)];
  yield ['a query by token, which finds the limits out', () => query(bearer)];
  yield ['a query by token of an institution with both its limits', () => query(bearer)];
}

/**
 * Sets every limit of an institution far above the bench's load, and waits until every process must read the limits
 * again.
 */
async function limit(institution: string): Promise<void> {
  const limits = { queriesPerSecond: 100, queriesPerDay: 100_000, tokensPerSecond: 50 };
  const operator = await openOperator();
  await setLimits(operator, institution, limits);
  operator.close();
  await delay(Math.max(SETTINGS_FRESH_MS, LIMITS_FRESH_MS));
}

async function bytesOf(folder: string): Promise<number> {
  // Streams to files are flushed shortly after the answer.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const sizes = await Promise.all((await readdir(folder)).map((name) => stat(path.join(folder, name))));
  return sizes.reduce((total, { size }) => total + size, 0);
}

async function printItems(endpoint: string): Promise<void> {
  const client = new DynamoDBClient(localService(endpoint));
  const rows: (string | number)[][] = [];
  for (const table of [
    'Directory',
    'Credentials',
    'CredentialOwners',
    'SignIns',
    'Sessions',
    'Versions',
    'Throttle',
    'Audit',
  ]) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: `parley-${table}` }));
    const sizes = Items.map(itemBytes).sort((a, b) => a - b);
    if (sizes.length === 0) continue;
    rows.push([table, sizes.length, sizes[0] ?? 0, sizes[sizes.length >> 1] ?? 0, sizes.at(-1) ?? 0]);
  }
  client.destroy();
  printTable(
    'What is stored after it, in bytes an item',
    ['table', 'items', 'least', 'median', 'most'],
    rows,
  );
}

/**
 * A size by DynamoDB's rules: names and texts in UTF-8, numbers two digits per byte plus one, lists and maps plus 3.
 */
const itemBytes = (item: Record<string, AttributeValue>): number =>
  Object.entries(item).reduce(
    (total, [name, value]) => total + Buffer.byteLength(name) + valueBytes(value),
    0,
  );

function valueBytes({ S, N, B, L, M, SS }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.replace(/^-|\./g, '').length / 2) + 1;
  if (B !== undefined) return B.byteLength;
  if (SS !== undefined) return SS.reduce((total, text) => total + Buffer.byteLength(text), 0);
  if (L !== undefined) return L.reduce((total, value) => total + 1 + valueBytes(value), 3);
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  return 1;
}

await runOnce(main);
