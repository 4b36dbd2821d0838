import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { AskAssistant } from '../domain/channels/answering.ts';
import type { Scope } from '../domain/credentials/scopes.ts';
import { writeContext } from './principal.ts';

/** Invokes the query function with a gateway's event, and returns its result. */
export type InvokeQuery = (event: Pick<APIGatewayProxyEvent, EventField>) => Promise<unknown>;

type EventField =
  | 'resource'
  | 'path'
  | 'httpMethod'
  | 'headers'
  | 'multiValueHeaders'
  | 'queryStringParameters'
  | 'multiValueQueryStringParameters'
  | 'pathParameters'
  | 'stageVariables'
  | 'requestContext'
  | 'body'
  | 'isBase64Encoded';

const result = z.object({
  statusCode: z.number(),
  headers: z.optional(z.record(z.string(), z.unknown())),
  body: z.string(),
});

const answer = z.object({
  session_id: z.string(),
  owner: z.optional(z.string()),
  visuals: z.record(z.string(), z.unknown()),
  explanation: z.optional(
    z.object({
      asked: z.nullable(z.string()),
      proposals: z.array(z.object({ command: z.string(), became: z.string() })),
    }),
  ),
});

const PATH = '/v1/query';

/**
 * Asks the query function for a channel, which needs no credential: only the stack may invoke the function. Limits,
 * idempotency, logging and hand-over apply as to every query.
 * @param explains true to include `done` in the answer
 */
export const queryAsker =
  (invokeQuery: InvokeQuery, { explains = false } = {}): AskAssistant =>
  async ({ institution, userId }, query, idempotencyKey, heardUntil) => {
    try {
      const requestId = randomUUID();
      const scopes: Scope[] = explains ? ['query', 'ai_model_read'] : ['query'];
      const principal = {
        ...{ id: userId, institution, userId, scopes, referrers: [] },
        ...(heardUntil !== undefined && { heardUntil }),
      };
      const returned = await invokeQuery({
        resource: PATH,
        path: PATH,
        httpMethod: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
        multiValueHeaders: { 'Content-Type': ['application/json'], 'Idempotency-Key': [idempotencyKey] },
        queryStringParameters: explains ? { explain: 'true' } : null,
        multiValueQueryStringParameters: explains ? { explain: ['true'] } : null,
        pathParameters: null,
        stageVariables: null,
        requestContext: contextOf(requestId, writeContext({ kind: 'token', ...principal })),
        body: JSON.stringify(query),
        isBase64Encoded: false,
      });
      return readResult(returned);
    } catch (error) {
      return { reason: error instanceof Error ? error.name : 'not_invoked' };
    }
  };

function readResult(returned: unknown): Awaited<ReturnType<AskAssistant>> {
  const { statusCode, headers = {}, body } = result.parse(returned);
  if (statusCode !== 200) {
    const seconds = Number(headers['Retry-After']);
    // An exceeded limit or a concurrent change of the conversation says when to retry.
    const isFinal = statusCode < 500 && !(seconds > 0);
    return { reason: `query_${statusCode}`, isFinal, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) };
  }
  const { session_id, owner, visuals, explanation } = answer.parse(JSON.parse(body));
  const done = explanation && {
    commands: explanation.proposals
      .filter(({ became }) => became === 'applied')
      .map(({ command }) => command),
    asks: explanation.asked !== null,
    hasPeople: owner !== undefined,
  };
  return { sessionId: session_id, isWithPeople: owner === 'people', visuals, ...(done && { done }) };
}

/** The context of a request without a gateway. */
const contextOf = (
  requestId: string,
  authorizer: Record<string, string>,
): APIGatewayProxyEvent['requestContext'] => ({
  accountId: '',
  apiId: '',
  authorizer,
  domainName: 'localhost',
  httpMethod: 'POST',
  identity: {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp: '127.0.0.1',
    user: null,
    userAgent: 'parley channel',
    userArn: null,
  },
  path: PATH,
  protocol: 'HTTP/1.1',
  requestId,
  requestTimeEpoch: Date.now(),
  resourceId: PATH,
  resourcePath: PATH,
  stage: '',
});
