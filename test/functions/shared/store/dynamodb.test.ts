import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { HttpResponse } from '@smithy/core/protocols';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { useServer } from '../../../support/server.ts';

const calls: IncomingMessage['headers'][] = [];
const bodies: string[] = [];
const whole = (outgoing: ServerResponse) => outgoing.end('{}');
/** The server's responses to the next calls; later calls get a complete answer. */
const next: ((outgoing: ServerResponse) => void)[] = [];
const server = createServer((incoming, outgoing) => {
  calls.push(incoming.headers);
  let body = '';
  incoming.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  incoming.on('end', () => {
    bodies.push(body);
    (next.shift() ?? whole)(outgoing);
  });
});
const address = useServer(server);

const command = () => new GetCommand({ TableName: 't', Key: { pk: 'a' } });

test('a call has the user agent of Parley and a signature for its region', async () => {
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

test('a call in an account goes to the address of its region, signed with the function’s credentials', async () => {
  const account = {
    REGION: 'eu-west-1',
    ACCESS_KEY_ID: 'AKIA',
    SECRET_ACCESS_KEY: 'x',
    SESSION_TOKEN: 'token',
  };
  for (const [name, value] of Object.entries(account)) vi.stubEnv(`AWS_${name}`, value);
  const client = connect();
  const sent: { hostname: string; headers: Record<string, string> }[] = [];
  client.config.requestHandler.handle = async (request) => {
    sent.push(request);
    return { response: new HttpResponse({ statusCode: 200, headers: {}, body: Buffer.from('{}') }) };
  };
  for (let call = 1; call <= 2; call += 1) await client.send(command());
  vi.unstubAllEnvs();
  const request = expect.objectContaining({
    protocol: 'https:',
    hostname: 'dynamodb.eu-west-1.amazonaws.com',
    headers: expect.objectContaining({
      host: 'dynamodb.eu-west-1.amazonaws.com',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(/ Credential=AKIA\/\d{8}\/eu-west-1\/dynamodb\/aws4_request, /),
    }),
  });
  expect(sent).toEqual([request, request]);
});

test('expired credentials are renewed, and the next call is signed with the new ones', async () => {
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

test('a transaction has the same token in all attempts, so that it is done once', async () => {
  const client = connect(address());
  const transaction = () =>
    client.send(
      new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a' } } }] }),
    );
  const before = bodies.length;
  next.push((outgoing) => outgoing.destroy());
  await transaction();
  await transaction();
  client.destroy();
  const tokens = bodies.slice(before).map((body): string => JSON.parse(body).ClientRequestToken);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens).toEqual([tokens[0], tokens[0], expect.not.stringMatching(tokens[0] ?? '')]);
});

test('a call is signed with the time of the store if that differs from the local time', async () => {
  const client = connect(address());
  const ahead = Date.now() + 3_600_000;
  next.push((outgoing) => whole(outgoing.setHeader('Date', new Date(ahead).toUTCString())));
  await client.send(command());
  await client.send(command());
  client.destroy();
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(String(calls.at(-1)?.['x-amz-date'])) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  expect(Math.abs(signedAt - ahead)).toBeLessThan(300_000);
});

test('an address that could not be found is looked up again by the next call', async () => {
  const client = connect(address());
  const { endpointProvider } = client.config;
  client.config.endpointProvider = () => {
    throw new Error('no address');
  };
  await expect(client.send(command())).rejects.toThrow('no address');
  client.config.endpointProvider = endpointProvider;
  await expect(client.send(command())).resolves.toBeDefined();
  client.destroy();
});

test('a call carries no trace of Lambda', async () => {
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
  ])('%s is retried, and reported as unavailable if it keeps failing', async (_, failing) => {
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

test.each(['null', '[]', '"Item"', '1'])('the answer %s is an error, not a missing item', async (text) => {
  const client = connect(address());
  next.push((outgoing) => outgoing.end(text));
  await expect(client.send(command())).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  client.destroy();
});

describe('an error code of Node', () => {
  /** Returns the outcome of a call whose handler throws an error with this code. */
  const outcomeOf = (code: string): Promise<unknown> => {
    const client = connect(address());
    client.config.requestHandler.handle = async () => {
      throw Object.assign(new Error('no'), { code });
    };
    return client.send(command());
  };

  test.each([
    'ENETUNREACH',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'PATH_LENGTH_EXCEEDED',
    'CRL_HAS_EXPIRED',
    'HOSTNAME_MISMATCH',
  ])('%s is unavailable', async (code) => {
    const cause = { dependency: 'DynamoDB', operation: 'GetItem', refused: false };
    await expect(outcomeOf(code)).rejects.toMatchObject({ code: 'temporarily_unavailable', cause });
  });

  test.each(['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_CHAR'])('%s is a fault of the code', async (code) => {
    await expect(outcomeOf(code)).rejects.toMatchObject({ code });
  });
});
