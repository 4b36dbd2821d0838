import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Principal } from '../../functions/shared/domain/principal.ts';
import { writeContext } from '../../functions/shared/http/principal.ts';

export interface TestRequest {
  headers?: Record<string, string | string[]>;
  /** A string is sent as it is; a Map as a form; anything else as JSON. */
  body?: unknown;
  pathParameters?: Record<string, string>;
  sourceIp?: string;
  /** What the authorizer found. */
  principal?: Principal;
}

export interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the JSON of any endpoint
  body: any;
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Calls a handler as the REST API would, with the headers of a body that is given as an object. */
export async function call(handler: unknown, request: TestRequest = {}): Promise<TestResponse> {
  const answer = await (handler as Handler)(apiEvent(request), {} as Context);
  return { status: answer.statusCode, headers: answer.headers ?? {}, body: JSON.parse(answer.body) };
}

export function apiEvent(request: TestRequest): APIGatewayProxyEvent {
  const { type, text } = encode(request.body);
  const headers = { ...(type === undefined ? {} : { 'Content-Type': type }), ...request.headers };
  return {
    httpMethod: 'POST',
    body: text,
    isBase64Encoded: false,
    headers: {},
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    ),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: request.pathParameters ?? null,
    requestContext: {
      requestId: 'request-1',
      identity: { sourceIp: request.sourceIp ?? '198.51.100.1' },
      authorizer: request.principal ? writeContext(request.principal) : undefined,
    },
  } as unknown as APIGatewayProxyEvent;
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
