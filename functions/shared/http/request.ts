import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Principal } from '../domain/credentials/principal.ts';
import type { Entry } from '../domain/institutions/admission.ts';

/** A request as every handler sees it: names folded, repeats kept, the body as bytes. */
export interface ApiRequest {
  requestId: string;
  method: string;
  /** The service's address, without a slash at its end: scheme, host and what comes before `/v1`. */
  baseUrl: string;
  /** Header values by lower-case name; a repeated header keeps every value, in order. */
  headers: ReadonlyMap<string, readonly string[]>;
  /** Query parameters by name, every value in order. */
  query: ReadonlyMap<string, readonly string[]>;
  pathParameters: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  /** The address of the connection, as the gateway saw it. */
  sourceIp: string;
  /** Milliseconds since the epoch at which the request came in. */
  now: number;
  /** When the gateway took it: `now` and the time that it waited for a function. Never after `now`. */
  arrivedAt: number;
}

/** A request on a protected path: the authorizer has said who is asking. */
export interface AuthorizedRequest extends ApiRequest {
  principal: Principal;
  /** The request at its institution's limits; absent where nothing is weighed. */
  entry?: Entry;
}

/** Reads a REST API (v1) proxy event; honours base64 bodies, header case and repeats. */
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

/** A gateway waits for no function longer than this; its clock, or ours, is wrong where it seems to. */
const LONGEST_WAIT_MS = 30_000;

const arrivalOf = (gatewayTime: number | undefined, now: number): number =>
  gatewayTime !== undefined && gatewayTime < now && now - gatewayTime <= LONGEST_WAIT_MS ? gatewayTime : now;

/**
 * The stage of the gateway, or the base path of a custom domain, is what the path has before the route's own. No header
 * counts, since its sender chooses it: the gateway names its host, and has no plain http but on a laptop.
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

/** Header values by lower-case name, of an endpoint's event or of the authorizer's. */
export function readHeaders({
  multiValueHeaders,
  headers,
}: {
  multiValueHeaders: MultipleValues | null;
  headers: SingleValues | null;
}): Map<string, string[]> {
  return collect(multiValueHeaders, headers, (name) => name.toLowerCase());
}

/** The only value of a header, or undefined where it is absent or was sent more than once. */
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
  // The gateway sends both forms; the single one only stands in where the other is missing (`sam local`).
  if (multiple) for (const [name, values] of Object.entries(multiple)) add(name, values ?? []);
  else for (const [name, value] of Object.entries(single ?? {})) if (value !== undefined) add(name, [value]);
  return collected;
}
