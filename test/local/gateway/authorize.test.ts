import { expect, test } from 'vitest';
import { authorize } from '../../../local/gateway/authorize.ts';
import type { Incoming } from '../../../local/gateway/event.ts';
import type { LambdaHandler } from '../../../local/gateway/invoke.ts';
import { Refusal } from '../../../local/gateway/refusal.ts';
import { policy, useGateway } from './support.ts';

const seen: string[] = [];
const answers: Record<string, (arn: string) => unknown> = {
  allow: (arn) => policy('Allow', arn, { institution: 'acme', admin: true, level: 3, none: null }),
  wide: (arn) => policy('Allow', `${arn.split('/').slice(0, 2).join('/')}/*/*`),
  elsewhere: () => policy('Allow', 'arn:aws:execute-api:local:000000000000:local/local/GET/other'),
  deny: (arn) => policy('Deny', arn),
  nested: (arn) => policy('Allow', arn, { scopes: ['query'] }),
  nothing: () => undefined,
  unauthorized: () => {
    throw new Error('Unauthorized');
  },
  crash: () => {
    throw new Error('secret detail');
  },
  late: () => new Promise(() => undefined),
};
const authorizer = async (event: { methodArn: string; headers: Record<string, string> }) => {
  const name = event.headers.Authorization ?? '';
  seen.push(name);
  return answers[name]?.(event.methodArn);
};
const gateway = useGateway({ authorizer: authorizer as LambdaHandler }, { integrationTimeoutMs: 500 });

const call = (authorization?: string) =>
  gateway.fetch('/v1/apps/applicationtoken/', {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

test('a policy that allows lets the request through with its context as strings', async () => {
  const response = await call('allow');
  expect(response.status).toBe(200);
  const event = (await response.json()) as { requestContext: { authorizer: unknown } };
  expect(event.requestContext.authorizer).toEqual({
    institution: 'acme',
    admin: 'true',
    level: '3',
    principalId: 'someone',
  });
});

test('a policy for every method and path of the stage allows too', async () => {
  expect((await call('wide')).status).toBe(200);
});

test.each([undefined, ''])(
  'a request without a credential (%s) is 401 and the authorizer is not asked',
  async (value) => {
    seen.length = 0;
    const response = await call(value);
    expect(response.status).toBe(401);
    expect(seen).toEqual([]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="parley", App-Key realm="parley"');
    expect(await response.json()).toMatchObject({ error: 'unauthorized' });
  },
);

test('the authorizer can say that a credential is missing', async () => {
  const response = await call('unauthorized');
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).not.toContain('error=');
});

test.each(['deny', 'elsewhere'])(
  'a policy that does not allow the call (%s) is 401 invalid_token',
  async (name) => {
    const response = await call(name);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ error: 'invalid_token' });
  },
);

test.each(['crash', 'late', 'nothing', 'nested'])(
  'an authorizer that gives no policy (%s) is 503 with Retry-After, without details',
  async (name) => {
    const response = await call(name);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: 'temporarily_unavailable' });
    expect(text).not.toContain('secret');
  },
);

test.each([
  ['throws', () => Promise.reject(new Error('secret detail'))],
  ['takes too long', () => Promise.reject(new Refusal('INTEGRATION_TIMEOUT'))],
  ['is not there', () => Promise.reject(new Refusal('DEFAULT_5XX', 502))],
  ['gives nothing', () => Promise.resolve(undefined)],
])(
  'an authorizer that %s has the response type that API Gateway is reported to choose',
  async (_, invoke) => {
    const request = { method: 'GET', headers: { authorization: 'any' }, rawHeaders: [], socket: {} };
    const incoming = {
      request: request as unknown as Incoming['request'],
      requestId: 'request-1',
      host: 'x',
      target: { path: '/v1/query', query: '' },
      match: { resource: '/v1/query', parameters: {} } as unknown as Incoming['match'],
      body: Buffer.alloc(0),
      now: 0,
    };
    await expect(authorize(incoming, invoke)).rejects.toMatchObject({
      type: 'AUTHORIZER_CONFIGURATION_ERROR',
    });
  },
);

test('a public route never asks the authorizer and carries no context', async () => {
  seen.length = 0;
  const response = await gateway.fetch('/v1/oauth/', { method: 'POST', headers: { Authorization: 'deny' } });
  expect(response.status).toBe(200);
  const event = (await response.json()) as { requestContext: { authorizer: unknown } };
  expect(event.requestContext.authorizer).toEqual({});
  expect(seen).toEqual([]);
});
