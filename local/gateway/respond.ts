import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { readOrigins } from '../../functions/shared/http/cors.ts';
import {
  ERROR_ALIASES_VARIABLE,
  type ErrorAlias,
  readErrorAliases,
} from '../../functions/shared/http/error-aliases.ts';
import {
  errorTemplate,
  GATEWAY_RESPONSES,
  type GatewayResponse,
  METHOD_NOT_ALLOWED,
  methodNotAllowedHeaders,
  preflightHeaders,
  responseHeaders,
} from '../../infra/gateway-responses.ts';
import { Refusal } from './refusal.ts';

/** An answer ready to be written. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** An answer from the gateway itself, with the service's error body. */
export function gatewayAnswer(
  response: GatewayResponse,
  requestId: string,
  status = response.status ?? 500,
  headers: Record<string, string> = { ...responseHeaders(origins()), ...response.headers },
): Answer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': requestId,
      ...headers,
    },
    body: Buffer.from(errorTemplate(response, requestId, aliases())),
  };
}

/** A request to a mock integration. */
export interface MockRequest {
  /** The resource's path, and its methods as in the `Allow` header. */
  path: string;
  methods: string;
  /** True if pages of other origins may call the resource. */
  cors: boolean;
  requestId: string;
  contentType: string | undefined;
  /** The request's `Origin`. */
  asking: string | undefined;
}

/** The answers that need no function. A mock may throw a `Refusal`, as the gateway may. */
export interface GatewayAnswers {
  refusal(refusal: Refusal, requestId: string): Answer;
  methodNotAllowed(request: MockRequest): Answer;
  preflight(request: MockRequest): Answer;
}

export const OWN_ANSWERS: GatewayAnswers = {
  refusal: (refusal, requestId) => gatewayAnswer(GATEWAY_RESPONSES[refusal.type], requestId, refusal.status),
  methodNotAllowed: ({ methods, requestId, ...request }) => {
    const headers = methodNotAllowedHeaders(methods, { ...request, origins: origins() });
    return gatewayAnswer(METHOD_NOT_ALLOWED, requestId, METHOD_NOT_ALLOWED.status, headers);
  },
  preflight: ({ methods, asking }) => ({
    status: 204,
    headers: preflightHeaders(methods, origins(), asking),
    body: Buffer.alloc(0),
  }),
};

/**
 * Reads a function's result for a proxy integration.
 * @throws {Refusal} if it is not a proxy result, which API Gateway calls a malformed Lambda proxy response
 */
export function functionAnswer(result: unknown): Answer {
  if (!isProxyResult(result)) throw new Refusal('DEFAULT_5XX', 502);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name] = String(value);
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
    headers[name] = values.map(String);
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')) {
    headers['Content-Type'] = 'application/json';
  }
  return {
    status: result.statusCode,
    headers,
    body: Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Writes an answer, without the body for HEAD. */
export function write(response: ServerResponse, answer: Answer, close: boolean): void {
  if (response.destroyed || response.headersSent) return;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (answer.status !== 204) response.setHeader('Content-Length', answer.body.byteLength);
  if (close) response.setHeader('Connection', 'close');
  response.end(answer.body);
}

function isProxyResult(value: unknown): value is APIGatewayProxyResult {
  if (typeof value !== 'object' || value === null || !('statusCode' in value)) return false;
  const { statusCode } = value;
  if (!Number.isInteger(statusCode) || Number(statusCode) < 200 || Number(statusCode) > 599) return false;
  return (
    !('body' in value) || value.body === undefined || value.body === null || typeof value.body === 'string'
  );
}

const origins = (): string[] => readOrigins(process.env.CORS_ORIGINS);

const aliases = (): ErrorAlias[] => readErrorAliases(process.env[ERROR_ALIASES_VARIABLE]);
