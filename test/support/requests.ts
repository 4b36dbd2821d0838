import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import { writeContext } from '../../functions/shared/http/principal.ts';

export interface TestRequest {
  /** Default POST. */
  method?: string;
  query?: Iterable<readonly [string, string]>;
  headers?: Record<string, string | string[]>;
  /** A string is sent unchanged, a Map as a form, anything else as JSON. */
  body?: unknown;
  pathParameters?: Record<string, string>;
  sourceIp?: string;
  /** The request id from API Gateway; always the same by default. */
  requestId?: string;
  /** The service's host; a laptop's loopback address uses http. */
  host?: string;
  /** The principal from the authorizer. */
  principal?: Principal;
}

export interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the JSON of any endpoint
  body: any;
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Calls a handler like the REST API, and adds the headers for a body that is an object. */
export async function call(handler: unknown, request: TestRequest = {}): Promise<TestResponse> {
  const answer = await callForText(handler, request);
  return { ...answer, body: JSON.parse(answer.body) };
}

/** Calls a handler like `call`, for an answer that is not JSON. */
export async function callForText(
  handler: unknown,
  request: TestRequest = {},
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const answer = await (handler as Handler)(apiEvent(request), {} as Context);
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.body };
}

export function apiEvent(request: TestRequest): APIGatewayProxyEvent {
  const { type, text } = encode(request.body);
  const headers = { ...(type === undefined ? {} : { 'Content-Type': type }), ...request.headers };
  return {
    httpMethod: request.method ?? 'POST',
    body: text,
    isBase64Encoded: false,
    headers: {},
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    ),
    queryStringParameters: null,
    multiValueQueryStringParameters: request.query ? repeats(request.query) : null,
    pathParameters: request.pathParameters ?? null,
    requestContext: {
      requestId: request.requestId ?? 'request-1',
      domainName: request.host ?? 'parley.example',
      identity: { sourceIp: request.sourceIp ?? '198.51.100.1' },
      authorizer: request.principal ? writeContext(request.principal) : undefined,
    },
  } as unknown as APIGatewayProxyEvent;
}

function repeats(pairs: Iterable<readonly [string, string]>): Record<string, string[]> {
  const collected: Record<string, string[]> = {};
  for (const [name, value] of pairs) collected[name] = [...(collected[name] ?? []), value];
  return collected;
}

function encode(body: unknown): { type?: string; text: string | null } {
  if (body === undefined) return { text: null };
  if (typeof body === 'string') return { text: body };
  if (body instanceof Map) {
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams([...body] as [string, string][]).toString(),
    };
  }
  return { type: 'application/json', text: JSON.stringify(body) };
}
