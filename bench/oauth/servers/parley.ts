import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createOauthToken } from '../../../functions/oauth-token/handler.ts';
import { clientSecretDigest } from '../../../functions/shared/domain/credentials/secrets.ts';
import { pooled } from '../../../functions/shared/domain/random.ts';
import { createCodeExchangeStore } from '../../../functions/shared/store/client-requests.ts';
import { createTokenStore } from '../../../functions/shared/store/credentials-tokens.ts';
import { createSignInStore } from '../../../functions/shared/store/directory-sign-in.ts';
import { createSecretUses } from '../../../functions/shared/store/sign-ins-secrets.ts';
import { createMemoryStore } from '../memory-store.ts';
import { serve } from './front.ts';

/** Our token function behind a plain HTTP server that makes its event; in memory, or on DynamoDB if it is set. */
const { BENCH_CLIENT_ID: clientId = '', BENCH_CLIENT_SECRET: secret = '', DYNAMODB_ENDPOINT } = process.env;
const common = { institution: 'bench', scopes: ['query' as const], status: 'active' as const, createdAt: 0 };
const memory = createMemoryStore(
  {
    ...common,
    clientId,
    displayName: 'bench',
    secretDigest: clientSecretDigest(secret),
    grants: ['client_credentials'],
    redirectUris: [],
    requiresPkce: false,
    revision: 1,
  },
  { ...common, userId: 'user', revision: 1 },
);
const durable = {
  signIns: createSignInStore(),
  tokens: createTokenStore(),
  secretUses: createSecretUses(),
};
const handler = createOauthToken({
  limits: { isUsedUp: () => false, take: async () => undefined },
  ...(DYNAMODB_ENDPOINT ? durable : memory),
  exchanges: createCodeExchangeStore(),
  random: pooled(randomBytes),
  serviceUserIdAliases: () => ['clinc_user_id'],
}) as unknown as (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

let requests = 0;
serve(async (incoming, body) => {
  requests += 1;
  const event = {
    httpMethod: incoming.method,
    headers: {},
    multiValueHeaders: incoming.headersDistinct,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    resource: '/v1/oauth',
    body,
    isBase64Encoded: false,
    requestContext: {
      requestId: String(requests),
      path: '/v1/oauth',
      domainName: '127.0.0.1',
      identity: { sourceIp: '127.0.0.1' },
    },
  } as unknown as APIGatewayProxyEvent;
  const { statusCode, headers, body: answer } = await handler(event, {});
  return { status: statusCode, headers: headers as Record<string, string>, body: answer };
});
