import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';

const calls: IncomingMessage['headers'][] = [];
const server = createServer((incoming, outgoing) => {
  calls.push(incoming.headers);
  incoming.resume().on('end', () => outgoing.end('{}'));
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const command = () => new GetCommand({ TableName: 't', Key: { pk: 'a' } });

test('a call says that Parley made it, and is signed for its region with what it says', async () => {
  const client = connect(address());
  await client.send(command());
  client.destroy();
  const headers = calls.at(-1) ?? {};
  expect(headers['user-agent']).toBe('parley');
  expect(headers['x-amz-user-agent']).toBeUndefined();
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/local\/dynamodb\/aws4_request, SignedHeaders=[^,]*x-amz-date[^,]*, Signature=[0-9a-f]{64}$/,
  );
});

test('credentials that have run out are asked for again, and the next call is signed with the new ones', async () => {
  const client = connect(address());
  let asked = 0;
  client.config.credentials = async () => {
    asked += 1;
    return { accessKeyId: `key-${asked}`, secretAccessKey: 'x', expiration: new Date(0) };
  };
  const used: unknown[] = [];
  for (let call = 1; call <= 3; call += 1) {
    await client.send(command());
    used.push(/Credential=([^/]+)/.exec(calls.at(-1)?.authorization ?? '')?.[1]);
  }
  client.destroy();
  expect(new Set(used).size).toBe(3);
});
