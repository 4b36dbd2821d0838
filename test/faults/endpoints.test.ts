import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FAULTS, type Fault, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { createAuthorizer } from '../../functions/authorizer/handler.ts';
import { createOauthAuthorize } from '../../functions/oauth-authorize/handler.ts';
import { createOauthToken, handler } from '../../functions/oauth-token/handler.ts';
import { createAuditTrail } from '../../functions/shared/store/audit.ts';
import {
  createAuthorizationReader,
  createCodeExchangeStore,
} from '../../functions/shared/store/client-requests.ts';
import { createCredentialReader } from '../../functions/shared/store/credentials.ts';
import { createCodeStore } from '../../functions/shared/store/credentials-codes.ts';
import { createTokenStore } from '../../functions/shared/store/credentials-tokens.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createSecretUses } from '../../functions/shared/store/sign-ins-secrets.ts';
import { ROUTES } from '../../infra/routes.ts';
import type { LambdaHandler } from '../../local/gateway/invoke.ts';
import { createGateway } from '../../local/gateway/server.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { noTokenLimits } from '../support/rules.ts';

const store = useDynamoDb();
const TOKEN = `Bearer ${'a'.repeat(30)}`;

/** An answer with its complete body. */
interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** The endpoints over HTTP, with their own proxy in front of the store. */
interface Place {
  proxy: FaultProxy;
  queryWithoutRight(): Promise<Answer>;
  issue(): Promise<Answer>;
  signInPage(): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * @param tokens the token endpoint; by default one whose store is behind the proxy too
 * @param budgetMs the authorizer's time limit
 */
async function openPlace(tokens?: typeof handler, budgetMs = 400): Promise<Place> {
  const proxy = await startFaultProxy(store.endpoint);
  const endpoint = atPort(store.endpoint(), proxy.port);
  const clients: ReturnType<typeof connect>[] = [];
  // A client stops retrying after many failures, so each endpoint has its own, as each function does.
  const connection = () => {
    const client = connect(endpoint);
    clients.push(client);
    return () => client;
  };
  const [authorizing, paging, issuing] = [connection(), connection(), connection()];
  const functions = {
    authorizer: createAuthorizer({
      credentials: createCredentialReader(authorizing),
      trail: createAuditTrail(authorizing),
      now: Date.now,
      report: () => undefined,
      budgetMs,
    }),
    'oauth-authorize': createOauthAuthorize({
      clients: createAuthorizationReader(paging),
      signIns: createSignInStore(paging),
      codes: createCodeStore(paging),
      random: randomBytes,
    }),
    'oauth-token':
      tokens ??
      createOauthToken({
        limits: noTokenLimits,
        tokens: createTokenStore(issuing),
        secretUses: createSecretUses(issuing),
        signIns: createSignInStore(issuing),
        exchanges: createCodeExchangeStore(issuing),
        random: randomBytes,
        serviceUserIdAliases: () => [],
      }),
    query: async (): Promise<APIGatewayProxyResult> => ({ statusCode: 200, body: '{}' }),
  };
  const gateway = createGateway({
    routes: ROUTES,
    functions: functions as unknown as Record<string, LambdaHandler>,
  });
  const base = `http://127.0.0.1:${await gateway.listen(0)}`;
  const ask = async (path: string, request: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${base}${path}`, request);
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  return {
    proxy,
    queryWithoutRight: () => ask('/v1/query', { method: 'POST', headers: { Authorization: TOKEN } }),
    issue: () =>
      ask('/v1/oauth/', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: CLIENT_ID,
          client_secret: 'wrong',
          service_user_id: 'u',
        }),
      }),
    signInPage: () =>
      ask(
        `/v1/oauth/authorize?response_type=code&client_id=${CLIENT_ID}&redirect_uri=https%3A%2F%2Fx.test%2F`,
      ),
    async close() {
      await gateway.close();
      for (const client of clients) client.destroy();
      proxy.close();
    },
  };
}

const CLIENT_ID = `acme.${'a'.repeat(20)}`;

const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The service is temporarily unavailable. Please retry later.',
};

describe('where every answer of the store is a', () => {
  const answers = new Map<Fault, Record<'query' | 'token' | 'page', Answer>>();
  const of = (fault: Fault) => {
    const given = answers.get(fault);
    if (given === undefined) throw new Error(`nothing was asked under ${fault}`);
    return given;
  };
  // An endpoint takes seconds to give up, so all are called concurrently, under every fault.
  beforeAll(async () => {
    await Promise.all(
      FAULTS.map(async (fault) => {
        const place = await openPlace();
        place.proxy.fault = () => fault;
        const [query, token, page] = await Promise.all([
          place.queryWithoutRight(),
          place.issue(),
          place.signInPage(),
        ]);
        answers.set(fault, { query, token, page });
        await place.close();
      }),
    );
  });

  describe.each(FAULTS)('%s,', (fault) => {
    test('a protected path returns 503 with Retry-After and our body, without calling a credential invalid', () => {
      const { status, headers, body } = of(fault).query;
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(JSON.parse(body)).toMatchObject(UNAVAILABLE);
    });

    test('the token endpoint returns 503 with Retry-After and our body', () => {
      const { status, headers, body } = of(fault).token;
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(JSON.parse(body)).toMatchObject(UNAVAILABLE);
    });

    test('the sign-in page shows a page that says so', () => {
      const { status, headers, body } = of(fault).page;
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(body).toContain('The service is unavailable. Nothing was shared.');
    });
  });
});

test('the deployed token endpoint returns 503 too, and the usual refusals once the fault is over', async () => {
  // Enough time for a busy machine, since the requests after the fault must be answered.
  const place = await openPlace(handler, 3000);
  onTestFinished(place.close);
  process.env.DYNAMODB_ENDPOINT = atPort(store.endpoint(), place.proxy.port);
  place.proxy.fault = () => 'hang';
  const refused = await place.queryWithoutRight();
  expect(refused.status).toBe(503);
  place.proxy.fault = () => 'refuse';
  expect((await place.issue()).status).toBe(503);
  place.proxy.fault = () => undefined;
  expect((await place.queryWithoutRight()).status).toBe(401);
  expect((await place.issue()).status).toBe(401);
});
