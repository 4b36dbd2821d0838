import type { IncomingMessage } from 'node:http';
import type {
  APIGatewayEventRequestContextWithAuthorizer,
  APIGatewayProxyEvent,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { BINARY_MEDIA_TYPES } from '../../infra/gateway-responses.ts';
import type { Match } from './match.ts';
import { Refusal } from './refusal.ts';

const STAGE = 'local';
const ACCOUNT = '000000000000';
const API = 'local';

/** Path and query of a request line, still encoded. */
export interface Target {
  path: string;
  query: string;
}

/** Splits a request target; also accepts the absolute form that proxies send. */
export function parseTarget(url: string): Target {
  const local = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const rest = url.slice(local.length);
  const mark = rest.indexOf('?');
  return mark === -1
    ? { path: rest || '/', query: '' }
    : { path: rest.slice(0, mark) || '/', query: rest.slice(mark + 1) };
}

export interface Incoming {
  request: IncomingMessage;
  requestId: string;
  /** The gateway's host and port. */
  host: string;
  target: Target;
  match: Match;
  body: Buffer;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A REST API (v1) proxy event for Lambda. `authorizer` is the context that the authorizer returned. */
export function proxyEvent(incoming: Incoming, authorizer?: Record<string, string>): APIGatewayProxyEvent {
  const { match, target, body, request } = incoming;
  const binary = body.byteLength > 0 && isBinary(request.headers['content-type']);
  return {
    resource: match.resource,
    path: decodeURI(target.path),
    httpMethod: request.method ?? 'GET',
    ...headersOf(incoming),
    ...queryOf(target.query),
    pathParameters: Object.keys(match.parameters).length === 0 ? null : match.parameters,
    stageVariables: null,
    requestContext: { ...requestContext(incoming), authorizer: authorizer ?? {} },
    body: body.byteLength === 0 ? null : body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary,
  };
}

/** The event for a REQUEST authorizer: the same request without its body. */
export function authorizerEvent(incoming: Incoming): APIGatewayRequestAuthorizerEvent {
  const { match, target, request } = incoming;
  return {
    type: 'REQUEST',
    methodArn: methodArn(incoming),
    resource: match.resource,
    path: decodeURI(target.path),
    httpMethod: request.method ?? 'GET',
    ...headersOf(incoming),
    ...queryOf(target.query),
    pathParameters: Object.keys(match.parameters).length === 0 ? null : match.parameters,
    stageVariables: null,
    requestContext: { ...requestContext(incoming), authorizer: undefined },
  };
}

export const methodArn = ({ request, target }: Incoming): string =>
  `arn:aws:execute-api:local:${ACCOUNT}:${API}/${STAGE}/${request.method}${target.path}`;

/**
 * Headers in single-value and multi-value form, with names as sent. The single-value form keeps the last of
 * repeated values.
 */
function headersOf({ request }: Incoming) {
  const multiValueHeaders: Record<string, string[]> = Object.create(null);
  const headers: Record<string, string> = Object.create(null);
  const add = (name: string, value: string) => {
    const sent = Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
    multiValueHeaders[sent] = [...(multiValueHeaders[sent] ?? []), value];
    headers[sent] = value;
  };
  for (const [name, value] of rawHeaders(request)) if (!/^x-forwarded-/i.test(name)) add(name, value);
  const forwarded = request.headers['x-forwarded-for'];
  add('X-Forwarded-For', [forwarded, sourceIp(request)].flat().filter(Boolean).join(', '));
  add('X-Forwarded-Port', String(request.socket.localPort ?? ''));
  add('X-Forwarded-Proto', 'http');
  return { headers, multiValueHeaders };
}

/** The headers as pairs, in the order sent. */
export function rawHeaders(request: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    pairs.push([request.rawHeaders[index] ?? '', request.rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

function queryOf(query: string) {
  const multiValueQueryStringParameters: Record<string, string[]> = Object.create(null);
  const queryStringParameters: Record<string, string> = Object.create(null);
  const pairs = query.split('&').filter((pair) => pair !== '');
  for (const pair of pairs) {
    const mark = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decodeParameter(pair.slice(0, mark));
    const value = decodeParameter(pair.slice(mark + 1));
    multiValueQueryStringParameters[name] = [...(multiValueQueryStringParameters[name] ?? []), value];
    queryStringParameters[name] = value;
  }
  if (pairs.length === 0) return { queryStringParameters: null, multiValueQueryStringParameters: null };
  return { queryStringParameters, multiValueQueryStringParameters };
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('BAD_REQUEST_PARAMETERS');
  }
}

function requestContext(
  incoming: Incoming,
): Omit<APIGatewayEventRequestContextWithAuthorizer<never>, 'authorizer'> {
  const { request, requestId, host, match, target, now } = incoming;
  return {
    accountId: ACCOUNT,
    apiId: API,
    domainName: host,
    extendedRequestId: requestId,
    httpMethod: request.method ?? 'GET',
    identity: {
      ...NO_IDENTITY,
      sourceIp: sourceIp(request),
      userAgent: request.headers['user-agent'] ?? null,
    },
    path: target.path,
    protocol: `HTTP/${request.httpVersion}`,
    requestId,
    requestTimeEpoch: now,
    resourceId: match.resource,
    resourcePath: match.resource,
    stage: STAGE,
  };
}

const NO_IDENTITY = {
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
  user: null,
  userArn: null,
};

/** The connection's source address, with an IPv4-mapped IPv6 address as IPv4. */
const sourceIp = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

const isBinary = (contentType = 'application/json'): boolean => {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  return BINARY_MEDIA_TYPES.some((binary) => binary === '*/*' || binary === type);
};
