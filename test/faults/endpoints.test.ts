import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { createAuthorizer } from '../../functions/authorizer/handler.ts';
import { createOauthAuthorize } from '../../functions/oauth-authorize/handler.ts';
import { handler as tokens } from '../../functions/oauth-token/handler.ts';
import { createAuditTrail } from '../../functions/shared/store/audit.ts';
import { createAuthorizationReader } from '../../functions/shared/store/client-requests.ts';
import { createCredentialReader } from '../../functions/shared/store/credentials.ts';
import { createCodeStore } from '../../functions/shared/store/credentials-codes.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { ROUTES } from '../../infra/routes.ts';
import type { LambdaHandler } from '../../local/gateway/invoke.ts';
import { createGateway, type Gateway } from '../../local/gateway/server.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';

const store = useDynamoDb();
const TOKEN = `Bearer ${'a'.repeat(30)}`;

let proxy: FaultProxy;
let client: ReturnType<typeof connect>;
let gateway: Gateway;
let base = '';

/** The token endpoint's own handler, and others with their budgets short, over HTTP and the store behind the proxy. */
beforeAll(async () => {
  proxy = await startFaultProxy(store.endpoint);
  process.env.DYNAMODB_ENDPOINT = atPort(store.endpoint(), proxy.port);
  const through = () => client;
  const authorizer = createAuthorizer({
    credentials: createCredentialReader(through),
    trail: createAuditTrail(through),
    now: Date.now,
    report: () => undefined,
    budgetMs: 400,
  });
  const page = createOauthAuthorize({
    clients: createAuthorizationReader(through),
    signIns: createSignInStore(through),
    codes: createCodeStore(through),
    random: randomBytes,
  });
  const reached = async (): Promise<APIGatewayProxyResult> => ({ statusCode: 200, body: '{}' });
  gateway = createGateway({
    routes: ROUTES,
    functions: {
      authorizer,
      'oauth-authorize': page,
      'oauth-token': tokens,
      query: reached,
    } as unknown as Record<string, LambdaHandler>,
  });
  base = `http://127.0.0.1:${await gateway.listen(0)}`;
});
beforeEach(() => {
  client = connect(atPort(store.endpoint(), proxy.port));
});
afterEach(() => {
  client.destroy();
  proxy.fault = () => undefined;
});
afterAll(async () => {
  await gateway.close();
  proxy.close();
});

const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service cannot answer now. Wait a little and try again.',
};

const issue = () =>
  fetch(`${base}/v1/oauth/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `acme.${'a'.repeat(20)}`,
      client_secret: 'wrong',
      service_user_id: 'u',
    }),
  });

describe.each(FAULTS)('where every answer of the store is a %s', (fault) => {
  test('a protected path is 503 with Retry-After and our body, and no credential is called invalid', async () => {
    proxy.fault = () => fault;
    const answer = await fetch(`${base}/v1/query`, { method: 'POST', headers: { Authorization: TOKEN } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject(UNAVAILABLE);
  });

  test('the token endpoint is 503 with Retry-After and our body', async () => {
    proxy.fault = () => fault;
    const answer = await issue();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject(UNAVAILABLE);
  });

  test('the sign-in page is a page that says so', async () => {
    proxy.fault = () => fault;
    const query = `response_type=code&client_id=acme.${'a'.repeat(20)}&redirect_uri=https%3A%2F%2Fx.test%2F`;
    const answer = await fetch(`${base}/v1/oauth/authorize?${query}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await answer.text()).toContain('This cannot be done now; nothing was shared.');
  });
});

test('once the fault is over, the same requests are refused for what they are', async () => {
  proxy.fault = () => 'hang';
  await fetch(`${base}/v1/query`, { method: 'POST', headers: { Authorization: TOKEN } });
  proxy.fault = () => undefined;
  expect(
    (await fetch(`${base}/v1/query`, { method: 'POST', headers: { Authorization: TOKEN } })).status,
  ).toBe(401);
  expect((await issue()).status).toBe(401);
});
