import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizer } from '../../../functions/authorizer/handler.ts';
import {
  appKeyDigest,
  newAppKey,
  newToken,
  tokenDigest,
} from '../../../functions/shared/domain/credentials/secrets.ts';
import { DependencyFailure } from '../../../functions/shared/domain/dependency-failure.ts';
import { unavailable } from '../../../functions/shared/domain/errors.ts';
import { METRIC, metricFields } from '../../../functions/shared/http/metrics.ts';
import { createAuditReader, createAuditTrail } from '../../../functions/shared/store/audit.ts';
import { createCredentialReader, writeKey, writeToken } from '../../../functions/shared/store/credentials.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
const END = 1_900_000_000;
let now = (END - 100) * 1000;
const lines: Record<string, unknown>[] = [];
const authorize = createAuthorizer({
  credentials: createCredentialReader(store.client),
  trail: createAuditTrail(store.client),
  now: () => now,
  report: (line) => void lines.push(line),
});

const token = newToken(randomBytes);
const key = newAppKey(randomBytes);
const owner = { institution: 'acme', userId: 'u 1', scopes: ['query', 'app_read'] as const };

beforeAll(async () => {
  const storedToken = writeToken({
    ...owner,
    scopes: [...owner.scopes],
    digest: tokenDigest(token),
    grant: 'client_credentials',
    clientId: 'acme.client',
    issuedAt: 0,
    expiresAt: END,
  });
  const storedKey = writeKey({
    ...owner,
    scopes: ['query'],
    digest: appKeyDigest(key),
    id: 'key-1',
    name: 'A key',
    referrers: ['*.example.com', '10.0.0.0/8'],
    createdAt: 0,
    sequence: 0,
  });
  for (const Item of [storedToken, storedKey]) {
    await store.uncounted().send(new PutCommand({ TableName: process.env.CREDENTIALS_TABLE, Item }));
  }
});

let requests = 0;
function nextRequestId(): string {
  requests += 1;
  return `request-${requests}`;
}
function event(headers: Record<string, string[]>): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:eu-west-1:123456789012:api1/prod/POST/v1/apps/applicationtoken/x',
    multiValueHeaders: headers,
    requestContext: { requestId: nextRequestId(), identity: { sourceIp: '203.0.113.9' } },
    headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.at(-1)])),
  } as unknown as APIGatewayRequestAuthorizerEvent;
}
const ask = (...values: string[]) => authorize(event({ Authorization: values }));

const policyOf = (effect: 'Allow' | 'Deny') => ({
  Version: '2012-10-17',
  Statement: [
    {
      Action: 'execute-api:Invoke',
      Effect: effect,
      Resource: 'arn:aws:execute-api:eu-west-1:123456789012:api1/prod/*/*',
    },
  ],
});

test('a token authorizes its user for the whole stage, in one read', async () => {
  const answer = await ask(`Bearer ${token}`);
  expect(store.operations).toEqual(['GetItem']);
  expect(answer).toEqual({
    principalId: tokenDigest(token).slice(0, 16),
    policyDocument: policyOf('Allow'),
    context: {
      kind: 'token',
      credentialId: tokenDigest(token).slice(0, 16),
      institution: 'acme',
      userId: 'u 1',
      scopes: 'query app_read',
      referrers: '',
      expiresAt: String(END),
      grant: 'client_credentials',
      clientId: 'acme.client',
    },
  });
});

test('a key authorizes its user with its own scopes and referrers, in one read', async () => {
  const answer = await ask(`App-Key ${key}`);
  expect(store.operations).toEqual(['GetItem']);
  expect(answer).toEqual({
    principalId: 'key-1',
    policyDocument: policyOf('Allow'),
    context: {
      kind: 'key',
      credentialId: 'key-1',
      institution: 'acme',
      userId: 'u 1',
      scopes: 'query',
      referrers: '*.example.com,10.0.0.0/8',
    },
  });
});

test.each(['bearer', 'BEARER', 'Bearer  ', ' Bearer'])(
  'accepts the scheme in any case and with extra spaces: %j',
  async (scheme) => {
    expect(await ask(`${scheme} ${token}`)).toMatchObject({ policyDocument: policyOf('Allow') });
    const appKeyScheme = scheme.replace(/bearer/i, (found) => (found === 'BEARER' ? 'APP-KEY' : 'app-key'));
    expect(await ask(`${appKeyScheme} ${key}`)).toMatchObject({ policyDocument: policyOf('Allow') });
  },
);

test('accepts a header name in any case', async () => {
  expect(await authorize(event({ authorization: [`Bearer ${token}`] }))).toMatchObject({
    policyDocument: policyOf('Allow'),
  });
});

test.each([
  ['an unknown token', () => `Bearer ${newToken(randomBytes)}`],
  ['an unknown key', () => `App-Key ${newAppKey(randomBytes)}`],
])('%s is denied without a reason, and nothing is written', async (_, value) => {
  expect(await ask(value())).toEqual({ principalId: 'nobody', policyDocument: policyOf('Deny') });
  expect(store.operations).toEqual(['GetItem']);
});

describe('a credential that is no longer valid', () => {
  const suspended = newAppKey(randomBytes);
  const ended = newToken(randomBytes);
  const at = Date.UTC(2031, 0, 1, 12, 0, 30);
  const trail = async () => {
    const events = await createAuditReader(store.uncounted).read('acme', '2031-01-01');
    return events.map((one) => [one.action, one.outcome, one.reason, one.actor.id, one.at]);
  };
  beforeAll(async () => {
    now = at;
    const key = { ...owner, digest: appKeyDigest(suspended), id: 'key-2', name: 'k', referrers: [] };
    const stored = writeKey({ ...key, scopes: ['query'], createdAt: 0, sequence: 0 });
    const token = { ...owner, digest: tokenDigest(ended), scopes: [...owner.scopes], issuedAt: 0 };
    const items = [
      { ...stored, suspended: true },
      writeToken({ ...token, grant: 'password', expiresAt: END }),
    ];
    for (const Item of items) {
      await store.uncounted().send(new PutCommand({ TableName: process.env.CREDENTIALS_TABLE, Item }));
    }
    return () => {
      now = (END - 100) * 1000;
    };
  });

  test('is denied and recorded in the audit trail, at most once a minute', async () => {
    const expired = ['credential.use', 'refused', 'expired', tokenDigest(ended).slice(0, 16)];
    for (let time = 0; time < 3; time += 1) {
      expect(await ask(`Bearer ${ended}`)).toMatchObject({ policyDocument: policyOf('Deny') });
    }
    expect(await trail()).toEqual([[...expired, at]]);
    now = at + 29_999;
    await ask(`Bearer ${ended}`);
    expect(await trail()).toHaveLength(1);
    now = at + 30_000;
    await ask(`Bearer ${ended}`);
    expect(await ask(`App-Key ${suspended}`)).toMatchObject({ policyDocument: policyOf('Deny') });
    const disabled = ['credential.use', 'refused', 'user_disabled', 'key-2', now];
    expect(await trail()).toEqual(expect.arrayContaining([[...expired, at], [...expired, now], disabled]));
    expect(await trail()).toHaveLength(3);
  });

  test('is denied even if the trail cannot be written', async () => {
    const failing = createAuthorizer({
      credentials: createCredentialReader(store.client),
      trail: { record: () => Promise.reject(new Error('down')) },
      now: () => now,
      report: () => undefined,
    });
    const answer = await failing(event({ Authorization: [`Bearer ${ended}`] }));
    expect(answer).toEqual({ principalId: 'nobody', policyDocument: policyOf('Deny') });
  });
});

describe('a malformed credential is Unauthorized', () => {
  test.each([
    ['none', []],
    ['an empty one', ['']],
    ['a scheme alone', ['Bearer']],
    ['a scheme with spaces', ['Bearer   ']],
    ['a credential without a scheme', [token]],
    ['another scheme', [`Basic ${token}`]],
    ['a name that every object has', [`constructor ${token}`]],
    ['two words', [`Bearer ${token} ${token}`]],
    ['a comma', [`Bearer ${token},`]],
    ['10 KB', [`Bearer ${'a'.repeat(10_000)}`]],
    ['two headers', [`Bearer ${token}`, `Bearer ${token}`]],
    ['two headers, one of them a key', [`Bearer ${token}`, `App-Key ${key}`]],
  ])('%s', async (_, values) => {
    await expect(ask(...values)).rejects.toThrow(/^Unauthorized$/);
    expect(store.operations).toEqual([]);
  });

  test('no headers at all', async () => {
    await expect(authorize(event({}))).rejects.toThrow(/^Unauthorized$/);
  });

  test('and is counted for the alarm on failures, without logging what was sent', async () => {
    lines.length = 0;
    await expect(ask(`Basic ${token}`)).rejects.toThrow(/^Unauthorized$/);
    expect(lines).toEqual([
      {
        service: 'authorizer',
        requestId: expect.any(String),
        ...metricFields(now, { [METRIC.foreignCredentials]: 1 }),
      },
    ]);
  });

  test('and a failed look-up logs which call was refused, without what was sent', async () => {
    const denied = Object.assign(new Error('secret words'), { name: 'AccessDeniedException' });
    const asked = { dependency: 'DynamoDB', operation: 'GetItem' };
    const refused = createAuthorizer({
      credentials: { find: () => Promise.reject(unavailable(new DependencyFailure(asked, true, denied))) },
      trail: createAuditTrail(store.client),
      now: () => now,
      report: (line) => void lines.push(line),
    });
    lines.length = 0;
    await expect(refused(event({ Authorization: [`Bearer ${token}`] }))).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
    expect(lines).toEqual([
      {
        level: 'ERROR',
        service: 'authorizer',
        requestId: expect.any(String),
        message: 'refused',
        error: { name: 'AccessDeniedException', ...asked },
      },
    ]);
  });

  test('and neither a valid nor an unknown credential is counted', async () => {
    lines.length = 0;
    await ask(`Bearer ${token}`);
    await ask(`Bearer ${newToken(randomBytes)}`);
    expect(lines).toEqual([]);
  });
});
