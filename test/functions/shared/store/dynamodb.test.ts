import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';

const calls: IncomingMessage['headers'][] = [];
const whole = (outgoing: ServerResponse) => outgoing.end('{}');
/** The server's treatments of the next calls; all others get a whole answer. */
const next: ((outgoing: ServerResponse) => void)[] = [];
const server = createServer((incoming, outgoing) => {
  calls.push(incoming.headers);
  incoming.resume().on('end', () => (next.shift() ?? whole)(outgoing));
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

test('a call takes no trace of Lambda along', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'query');
  vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1');
  const client = connect(address());
  await client.send(command());
  client.destroy();
  vi.unstubAllEnvs();
  expect(calls.at(-1)?.['x-amzn-trace-id']).toBeUndefined();
});

const begun = (outgoing: ServerResponse) => {
  outgoing.setHeader('Content-Length', 100);
  outgoing.write('{"Item":');
};

describe('an answer that begins and', () => {
  test.each([
    [
      'is cut off',
      (outgoing: ServerResponse) => {
        begun(outgoing);
        setImmediate(() => outgoing.destroy());
      },
    ],
    ['does not end', begun],
  ])('%s is asked for again, and where that goes on told as unavailable', async (_, failing) => {
    const client = connect(address(), { attemptMs: 100 });
    next.push(failing, failing);
    const before = calls.length;
    await expect(client.send(command())).resolves.toBeDefined();
    expect(calls.length - before).toBe(3);
    next.push(failing, failing, failing);
    await expect(client.send(command())).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    client.destroy();
  });
});
