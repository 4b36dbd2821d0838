import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFaultProxy } from '../../../../bench/support/fault-proxy.ts';
import { counterKey, turnKey } from '../../../../functions/shared/store/conversation-items.ts';
import { createConversationLog } from '../../../../functions/shared/store/conversation-log.ts';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { atPort } from '../../../../local/private-server.ts';
import { entryOf, turnOf } from '../../../support/conversation-log.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';

const ENTRY = entryOf(turnOf({ qid: 'qid' }));

const store = useDynamoDb();
const dependencies = {
  deploymentKey: async () => randomBytes(64),
  random: randomBytes,
  pack: () => new Uint8Array(1),
};

test('a turn is counted and kept although its counters and items conflict with transactions', async () => {
  const proxy = await startFaultProxy(store.endpoint);
  const client = connect(atPort(store.endpoint(), proxy.port));
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  const met = new Set<string>();
  proxy.fault = (operation) => {
    if (met.has(operation)) return undefined;
    met.add(operation);
    return { error: 'TransactionConflictException' };
  };
  const backoff = { attempts: 2, wait: async () => undefined };
  await createConversationLog({ ...dependencies, client: () => client, backoff }).write(ENTRY);
  expect(met).toEqual(new Set(['BatchWriteItem', 'UpdateItem']));
  const TableName = process.env.CONVERSATIONS_TABLE;
  const read = async (Key: Record<string, string>) =>
    (await store.client().send(new GetCommand({ TableName, Key }))).Item;
  expect(await read(counterKey(ENTRY.turn))).toMatchObject({ turns: 1, sessions: 1 });
  expect(await read(turnKey(ENTRY.turn))).toMatchObject({ qid: 'qid' });
});

test('a query waits for an unresponsive log at most as long as one attempt', async () => {
  vi.stubEnv('CONVERSATIONS_TABLE', 'conversations');
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { attemptMs: 60_000 });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const log = createConversationLog({ ...dependencies, client: () => client });
  const unavailable = { code: 'temporarily_unavailable' };
  await Promise.all([
    expect(log.write(ENTRY)).rejects.toMatchObject(unavailable),
    expect(log.withdraw(ENTRY)).rejects.toMatchObject(unavailable),
  ]);
}, 10_000);
