import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Principal } from '../domain/credentials/principal.ts';
import type { Entry } from '../domain/institutions/admission.ts';

/** A request as handlers see it: header names in lower case, repeated values kept, the body as bytes. */
export interface ApiRequest {
  requestId: string;
  method: string;
  /** The service's address without a trailing slash: everything before `/v1`. */
  baseUrl: string;
  /** Header values by lower-case name, in order; repeats are kept. */
  headers: ReadonlyMap<string, readonly string[]>;
  /** Query parameters by name, in order; repeats are kept. */
  query: ReadonlyMap<string, readonly string[]>;
  pathParameters: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  /** The connection's source address, from the gateway. */
  sourceIp: string;
  /** When the function received the request, in milliseconds since the epoch. */
  now: number;
  /** When the gateway received it, never after `now`: the difference is the wait for a function. */
  arrivedAt: number;
}

/** A request on a protected path, with the caller that the authorizer identified. */
export interface AuthorizedRequest extends ApiRequest {
  principal: Principal;
  /** The request's admission under its institution's limits; absent without limits. */
  entry?: Entry;
}

/** Reads a REST API (v1) proxy event, including base64 bodies, any header case and repeated values. */
export function readRequest(event: APIGatewayProxyEvent, now: number): ApiRequest {
  const headers = readHeaders(event);
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    baseUrl: readBaseUrl(event),
    headers,
    query: collect(event.multiValueQueryStringParameters, event.queryStringParameters, (name) => name),
    pathParameters: event.pathParameters ?? {},
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: event.requestContext.identity.sourceIp,
    now,
    arrivedAt: arrivalOf(event.requestContext.requestTimeEpoch, now),
  };
}

/** The longest that a gateway waits for a function. A longer wait shows a wrong clock. */
const LONGEST_WAIT_MS = 30_000;

const arrivalOf = (gatewayTime: number | undefined, now: number): number =>
  gatewayTime !== undefined && gatewayTime < now && now - gatewayTime <= LONGEST_WAIT_MS ? gatewayTime : now;

/**
 * The stage, or a custom domain's base path, is the part of the path before the route. No header is used, since callers
 * choose headers: the gateway gives the host, and only a laptop uses plain http.
 */
function readBaseUrl(event: APIGatewayProxyEvent): string {
  const { path = '', domainName = '' } = event.requestContext;
  const host = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:.]+\](:\d+)?$/.test(domainName)
    ? domainName
    : 'localhost';
  const scheme = LOOPBACK.test(host) ? 'http' : 'https';
  const route = path.endsWith('/') ? path.slice(0, -1) : path;
  const prefix = route.endsWith(event.resource) ? route.slice(0, -event.resource.length) : '';
  return `${scheme}://${host}${prefix}`;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Header values by lower-case name, from an endpoint's or the authorizer's event. */
export function readHeaders({
  multiValueHeaders,
  headers,
}: {
  multiValueHeaders: MultipleValues | null;
  headers: SingleValues | null;
}): Map<string, string[]> {
  return collect(multiValueHeaders, headers, (name) => name.toLowerCase());
}

/** A header's single value; undefined if it is absent or repeated. */
export function header(request: Pick<ApiRequest, 'headers'>, name: string): string | undefined {
  const values = request.headers.get(name);
  return values?.length === 1 ? values[0] : undefined;
}

type MultipleValues = Readonly<Record<string, string[] | undefined>>;
type SingleValues = Readonly<Record<string, string | undefined>>;

function collect(
  multiple: MultipleValues | null,
  single: SingleValues | null,
  fold: (name: string) => string,
): Map<string, string[]> {
  const collected = new Map<string, string[]>();
  const add = (name: string, values: string[]) => {
    const key = fold(name);
    const before = collected.get(key);
    collected.set(key, before === undefined ? values : [...before, ...values]);
  };
  // The gateway sends both forms; `sam local` may send only the single-value one.
  if (multiple) for (const [name, values] of Object.entries(multiple)) add(name, values ?? []);
  else for (const [name, value] of Object.entries(single ?? {})) if (value !== undefined) add(name, [value]);
  return collected;
}
