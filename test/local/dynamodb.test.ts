import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { TABLES } from '../../infra/tables.ts';
import { createTables } from '../../local/create-tables.ts';
import { findBinary, startDynamoDb } from '../../local/dynamodb.ts';
import {
  MACHINE_NETWORK,
  OWN_NETWORK,
  type Surroundings,
  startGuarded,
} from '../../local/guarded-database.ts';
import { isAlive } from '../../local/lifetime.ts';
import { useGuardedDynamoDb } from '../support/dynamodb.ts';
import { type HttpAnswer, send } from '../support/http.ts';
import { childrenOf, listenersOf, untilGone } from '../support/processes.ts';

const store = useGuardedDynamoDb();

test('every defined table exists, and creating them again keeps what they hold', async () => {
  const item = { pk: 'a', kept: true };
  await store.client().send(new PutCommand({ TableName: process.env.SESSIONS_TABLE, Item: item }));
  await createTables(store.client());
  const { TableNames } = await store.client().send(new ListTablesCommand({}));
  expect(TableNames).toHaveLength(Object.keys(TABLES).length);
  const { Item } = await store
    .client()
    .send(new GetCommand({ TableName: process.env.SESSIONS_TABLE, Key: { pk: 'a' } }));
  expect(Item).toEqual(item);
});

describe('the local database refuses', () => {
  const credential = (key: string) =>
    `AWS4-HMAC-SHA256 Credential=${key}/20300101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

  /** Lists the tables like a stranger who knows the server's protocol and port. */
  function list(headers: Record<string, string>, method = 'POST'): Promise<HttpAnswer> {
    const { port } = new URL(store.endpoint());
    return send(new URL(`http://127.0.0.1:${port}/`), {
      method,
      headers: {
        'X-Amz-Target': 'DynamoDB_20120810.ListTables',
        'X-Amz-Date': '20300101T000000Z',
        'Content-Type': 'application/x-amz-json-1.0',
        ...headers,
      },
      body: '{}',
    });
  }
  const key = () => new URL(store.endpoint()).username;

  test('a caller without the key of its start', async () => {
    for (const headers of [
      {},
      { Authorization: '' },
      { Authorization: credential('local') },
      { Authorization: credential('') },
      { Authorization: credential(`${key().slice(1)}0`) },
      { Authorization: credential(`${key()}0`) },
      { Authorization: `Bearer ${key()}` },
    ]) {
      const answer = await list(headers);
      expect(answer.status).toBe(403);
      expect(answer.body.toString()).not.toContain('parley-');
    }
    expect((await list({ Authorization: credential(key()) })).body.toString()).toContain('parley-');
  });

  test('a page in a browser, even with the key', async () => {
    const answer = await list({ Authorization: credential(key()), Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    const preflight = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    expect((await list(preflight, 'OPTIONS')).status).toBe(403);
  });

  test('to allow pages to read its answers: it sends no CORS headers', async () => {
    const answers = [await list({ Authorization: credential(key()) }), await list({})];
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('the key of another start: each start makes its own', async () => {
    const other = await startDynamoDb();
    expect(new URL(other.endpoint).username).not.toBe(key());
    expect(key()).toMatch(/^[0-9a-f]{32}$/);
    await other.stop();
  });
});

/** The command that gives a program its own network, which not every machine permits. */
const [program = '', ...words] = OWN_NETWORK.command;
const hasOwnNetwork = spawnSync(program, [...words, 'true']).status === 0;

const MISSING: Surroundings = { ...OWN_NETWORK, command: ['no-such-program'] };
const FORBIDDEN: Surroundings = { ...OWN_NETWORK, command: ['false'] };

describe('the database process behind it', () => {
  test.skipIf(!hasOwnNetwork)(
    'listens in a network namespace of its own, where nothing else can connect',
    async () => {
      const before = new Set(childrenOf(process.pid));
      const server = await startDynamoDb();
      const started = childrenOf(process.pid).filter((pid) => !before.has(pid));
      expect(started.length).toBeGreaterThanOrEqual(2);
      expect(listenersOf(started)).toEqual([]);
      await server.stop();
    },
  );

  test.each([
    ['has no such command', MISSING],
    ['does not allow it', FORBIDDEN],
  ])('listens at an address that no page can guess where the machine %s', async (_why, first) => {
    const before = new Set(childrenOf(process.pid));
    const server = await startDynamoDb(undefined, [first, MACHINE_NETWORK]);
    const started = childrenOf(process.pid).filter((pid) => !before.has(pid));
    const [address = '', ...others] = listenersOf(started);
    expect(others).toEqual([]);
    expect(address).toMatch(/^127\.\d+\.\d+\.\d+:\d+$/);
    expect(address).not.toMatch(/^127\.0\.0\.1:/);
    const client = connect(server.endpoint);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    client.destroy();
    await server.stop();
    await untilGone(started);
  });

  test('listens at another address if the first one fails', async () => {
    const nowhere = { host: '192.0.2.1', port: 8000 };
    let tries = 0;
    const place = async () => {
      tries += 1;
      // Found at each try: another program may take a port that was found earlier.
      return tries === 1 ? nowhere : MACHINE_NETWORK.place();
    };
    const server = await startDynamoDb(undefined, [{ command: [], place }]);
    expect(tries).toBeGreaterThan(1);
    const client = connect(server.endpoint);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    client.destroy();
    await server.stop();
    const never = { command: [], place: async () => nowhere };
    await expect(startDynamoDb(undefined, [never])).rejects.toThrow('has ended');
  });

  test('reports that it could not be started anywhere', async () => {
    await expect(startDynamoDb(undefined, [MISSING, FORBIDDEN])).rejects.toThrow('could not be started');
  });

  test('ends although new connections to it are in progress', { timeout: 30_000 }, async () => {
    for (let round = 0; round < 30; round += 1) {
      const { agent, pid, stop } = await startGuarded(findBinary(), []);
      for (let asked = 0; asked <= round % 5; asked += 1)
        request({ agent })
          .on('error', () => undefined)
          .end();
      await stop();
      expect(isAlive(pid)).toBe(false);
    }
  });

  test('closes its callers’ connections when it is killed, and nothing waits for it', async () => {
    const server = await startDynamoDb();
    const client = connect(server.endpoint);
    await client.send(new ListTablesCommand({}));
    process.kill(server.pid ?? 0, 'SIGTERM');
    await untilGone([server.pid ?? 0]);
    const { username, port } = new URL(server.endpoint);
    const dead = new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', headers: { Authorization: `Credential=${username}/` } }, resolve)
        .on('error', reject)
        .end();
    });
    await expect(dead).rejects.toThrow('socket hang up');
    client.destroy();
    await server.stop();
  });
});
