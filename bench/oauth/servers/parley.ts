import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createOauthToken } from '../../../functions/oauth-token/handler.ts';
import { clientSecretDigest } from '../../../functions/shared/domain/secrets.ts';
import { createCodeExchangeStore } from '../../../functions/shared/store/client-requests.ts';
import { createTokenStore } from '../../../functions/shared/store/credentials-tokens.ts';
import { createSignInStore } from '../../../functions/shared/store/directory-sign-in.ts';
import { createMemoryStore } from '../memory-store.ts';
import { report } from './report.ts';

/** Our token function behind a plain HTTP server that makes its event; in memory, or on DynamoDB if one is named. */
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
  },
  { ...common, userId: 'user', revision: 1 },
);
const durable = { signIns: createSignInStore(), tokens: createTokenStore() };
const handler = createOauthToken({
  ...(DYNAMODB_ENDPOINT ? durable : memory),
  exchanges: createCodeExchangeStore(),
  random: randomBytes,
  serviceUserIdAliases: () => ['clinc_user_id'],
}) as unknown as (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

let requests = 0;
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', async () => {
    requests += 1;
    const event = {
      httpMethod: incoming.method,
      headers: incoming.headers,
      multiValueHeaders: incoming.headersDistinct,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: Buffer.concat(chunks).toString(),
      isBase64Encoded: false,
      requestContext: { requestId: String(requests), identity: { sourceIp: '127.0.0.1' } },
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, headers, body } = await handler(event, {});
    outgoing.writeHead(statusCode, headers as Record<string, string>).end(body);
  });
});
server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
