import type { ErrorCode } from '../functions/shared/domain/errors.ts';
import { ANY_ORIGIN, corsHeaders, originHeaders } from '../functions/shared/http/cors.ts';
import { type ErrorAlias, withErrorAliases } from '../functions/shared/http/error-aliases.ts';
import {
  CHALLENGE,
  INVALID_TOKEN_CHALLENGE,
  NO_STORE,
  SERVER_ERROR_MESSAGE,
} from '../functions/shared/http/errors.ts';
import type { Route } from './routes.ts';

/**
 * An answer of the gateway itself, before or instead of a function: the stack makes these its gateway
 * responses, the local gateway sends the same.
 */
export interface GatewayResponse {
  /** Absent where the gateway's own status stands. */
  status?: number;
  error: ErrorCode;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** The answer to what can be asked again in a moment. */
const UNAVAILABLE = {
  status: 503,
  error: 'temporarily_unavailable',
  message: 'The service cannot answer now. Wait a little and try again.',
  headers: { 'Retry-After': '2' },
} as const satisfies GatewayResponse;

/** The answers by API Gateway's response types. */
export const GATEWAY_RESPONSES = {
  UNAUTHORIZED: {
    status: 401,
    error: 'unauthorized',
    message: 'Send a credential in the Authorization header: Bearer <access token> or App-Key <key>.',
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
  ACCESS_DENIED: {
    status: 401,
    error: 'invalid_token',
    message: 'The credential is not valid: it is wrong, expired or revoked. Obtain another.',
    headers: { 'WWW-Authenticate': INVALID_TOKEN_CHALLENGE },
  },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 404,
    error: 'not_found',
    message: 'There is nothing at this path.',
  },
  RESOURCE_NOT_FOUND: { status: 404, error: 'not_found', message: 'There is nothing at this path.' },
  REQUEST_TOO_LARGE: {
    status: 413,
    error: 'payload_too_large',
    message: 'The request is larger than the service takes; send less.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message: 'Unsupported content: send the body with the Content-Type that the documentation names.',
  },
  THROTTLED: {
    status: 429,
    error: 'too_many_requests',
    message: 'Too many requests; wait and try again.',
    headers: { 'Retry-After': '1' },
  },
  /** All rules of the firewall share one response, so it has to tell clients over the rate limit to wait. */
  WAF_FILTERED: {
    status: 429,
    error: 'too_many_requests',
    message:
      'The firewall took none of this: too many requests with this credential or from this address, or one that ' +
      'looks like an attack. Wait and try again.',
    headers: { 'Retry-After': '60' },
  },
  QUOTA_EXCEEDED: {
    status: 429,
    error: 'too_many_requests',
    message: 'The quota is used up; try again later.',
    headers: { 'Retry-After': '3600' },
  },
  BAD_REQUEST_PARAMETERS: {
    status: 400,
    error: 'invalid_request',
    message: 'The request is malformed: check its path, parameters and headers.',
  },
  BAD_REQUEST_BODY: {
    status: 400,
    error: 'invalid_request',
    message: 'The body of the request is malformed.',
  },
  /**
   * The authorizer fails where it cannot look a credential up. AWS's pages leave open which of the two types a failure
   * has; callers report the second (`x-amzn-errortype: AuthorizerConfigurationException`) for whatever is no policy:
   * an error, a timeout, a throttled invocation. Both have to tell a caller to come again.
   */
  AUTHORIZER_FAILURE: UNAVAILABLE,
  AUTHORIZER_CONFIGURATION_ERROR: UNAVAILABLE,
  INTEGRATION_FAILURE: UNAVAILABLE,
  INTEGRATION_TIMEOUT: UNAVAILABLE,
  DEFAULT_4XX: { error: 'invalid_request', message: 'The request could not be accepted as it was sent.' },
  DEFAULT_5XX: { error: 'server_error', message: SERVER_ERROR_MESSAGE },
} as const satisfies Record<string, GatewayResponse>;

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES;

/** A wrong method on a path that exists; `Allow` names the right ones. */
export const METHOD_NOT_ALLOWED = {
  status: 405,
  error: 'method_not_allowed',
  message: 'This path does not take that method; the Allow header lists those that it takes.',
} as const satisfies GatewayResponse;

/** The error body as a template: `requestId` is the id, or what the gateway replaces by it. */
export const errorTemplate = (
  { error, message }: GatewayResponse,
  requestId: string,
  aliases: readonly ErrorAlias[],
): string =>
  JSON.stringify(withErrorAliases({ error, error_description: message, request_id: requestId }, aliases));

/** The methods of a path, as its `Allow` header and its preflight list them. */
export const allowedMethods = (routes: readonly Route[], path: string): string =>
  [
    ...routes.filter((route) => route.path === path).map(({ method }) => method),
    ...(hasPreflight(routes, path) ? ['OPTIONS'] : []),
  ].join(', ');

/** False for a path that pages of other origins may not call. */
export const hasPreflight = (routes: readonly Route[], path: string): boolean =>
  !routes.some((route) => route.path === path && route.cors === false);

/**
 * Every gateway response carries these, so that a browser client can read its errors. Its headers are fixed texts,
 * and it is one for all paths: where several origins may call, it is open to all, since it says nothing of anyone.
 */
export const responseHeaders = (origins: readonly string[]): Record<string, string> => ({
  ...NO_STORE,
  ...corsHeaders(origins.length === 1 ? origins : [ANY_ORIGIN], undefined),
});

/** The answer to a method that a path does not take; `cors` as {@link hasPreflight} tells. */
export const methodNotAllowedHeaders = (
  methods: string,
  { cors, origins, asking }: { cors: boolean; origins: readonly string[]; asking?: string | undefined },
): Record<string, string> => ({
  ...NO_STORE,
  ...(cors ? corsHeaders(origins, asking) : {}),
  Allow: methods,
});

/** The answer to a CORS preflight of a path. */
export const preflightHeaders = (
  methods: string,
  origins: readonly string[],
  asking?: string,
): Record<string, string> => ({
  ...originHeaders(origins, asking),
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, traceparent',
  'Access-Control-Max-Age': '7200',
});

/** Bodies reach a function as the bytes that were sent, so that it can refuse what is not UTF-8. */
export const BINARY_MEDIA_TYPES = ['*/*'];
