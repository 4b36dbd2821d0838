import type { ErrorCode } from '../functions/shared/domain/errors.ts';
import { ANY_ORIGIN, corsHeaders, originHeaders } from '../functions/shared/http/cors.ts';
import { type ErrorAlias, withErrorAliases } from '../functions/shared/http/error-aliases.ts';
import {
  CHALLENGE,
  INVALID_TOKEN_CHALLENGE,
  NO_STORE,
  SERVER_ERROR_MESSAGE,
} from '../functions/shared/http/errors.ts';
import { type Route, servedMethods } from './routes.ts';

/**
 * An answer of the gateway itself. The stack turns it into a gateway response, and the local gateway sends the same
 * answer.
 */
export interface GatewayResponse {
  /** Absent to keep the gateway's own status. */
  status?: number;
  error: ErrorCode;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** The answer to a request that may be retried shortly. */
const UNAVAILABLE = {
  status: 503,
  error: 'temporarily_unavailable',
  message: 'The service is temporarily unavailable. Please retry later.',
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
    message: 'Nothing exists at this path.',
  },
  RESOURCE_NOT_FOUND: { status: 404, error: 'not_found', message: 'Nothing exists at this path.' },
  REQUEST_TOO_LARGE: {
    status: 413,
    error: 'payload_too_large',
    message: 'The request is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message: 'Unsupported content: use a Content-Type from the documentation.',
  },
  THROTTLED: {
    status: 429,
    error: 'too_many_requests',
    message: 'Too many requests. Please wait, then retry.',
    headers: { 'Retry-After': '1' },
  },
  /** All firewall rules share this response, so it also tells clients over a rate limit to wait. */
  WAF_FILTERED: {
    status: 429,
    error: 'too_many_requests',
    message:
      'The firewall blocked this: too many requests with this credential or from this address, or a request that ' +
      'looks like an attack. Please wait, then retry.',
    headers: { 'Retry-After': '60' },
  },
  QUOTA_EXCEEDED: {
    status: 429,
    error: 'too_many_requests',
    message: 'The quota is used up. Please retry later.',
    headers: { 'Retry-After': '3600' },
  },
  BAD_REQUEST_PARAMETERS: {
    status: 400,
    error: 'invalid_request',
    message: 'The request is malformed. Check its path, parameters and headers.',
  },
  BAD_REQUEST_BODY: {
    status: 400,
    error: 'invalid_request',
    message: 'The request body is malformed.',
  },
  /**
   * The authorizer fails if it cannot look up a credential. AWS does not document which of the two response types a
   * failure gets. Callers see the second (`x-amzn-errortype: AuthorizerConfigurationException`) whenever the
   * authorizer returns no policy: after an error, a timeout or a throttled invocation. Both must tell callers to
   * retry.
   */
  AUTHORIZER_FAILURE: UNAVAILABLE,
  AUTHORIZER_CONFIGURATION_ERROR: UNAVAILABLE,
  INTEGRATION_FAILURE: UNAVAILABLE,
  INTEGRATION_TIMEOUT: UNAVAILABLE,
  DEFAULT_4XX: { error: 'invalid_request', message: 'The request cannot be accepted.' },
  DEFAULT_5XX: { error: 'server_error', message: SERVER_ERROR_MESSAGE },
} as const satisfies Record<string, GatewayResponse>;

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES;

/** A method that an existing path does not support; `Allow` lists the supported ones. */
export const METHOD_NOT_ALLOWED = {
  status: 405,
  error: 'method_not_allowed',
  message: 'This path does not support the method. The Allow header lists the supported ones.',
} as const satisfies GatewayResponse;

/** The error body as a template: `requestId` is the id or the gateway's variable for it. */
export const errorTemplate = (
  { error, message }: GatewayResponse,
  requestId: string,
  aliases: readonly ErrorAlias[],
): string =>
  JSON.stringify(withErrorAliases({ error, error_description: message, request_id: requestId }, aliases));

/** The methods of a path for its `Allow` header and its preflight. */
export const allowedMethods = (routes: readonly Route[], path: string): string =>
  [
    ...routes.filter((route) => route.path === path).flatMap(servedMethods),
    ...(hasPreflight(routes, path) ? ['OPTIONS'] : []),
  ].join(', ');

/** False for paths that pages of other origins must not call. */
export const hasPreflight = (routes: readonly Route[], path: string): boolean =>
  !routes.some((route) => route.path === path && route.cors === false);

/**
 * Headers of every gateway response, so that browser clients can read errors. They are constants and the same for all
 * paths, so with several allowed origins they allow every origin. That is safe: the errors reveal nothing about any
 * caller.
 */
export const responseHeaders = (origins: readonly string[]): Record<string, string> => ({
  ...NO_STORE,
  ...corsHeaders(origins.length === 1 ? origins : [ANY_ORIGIN], undefined),
});

/** The headers of a 405 answer; see {@link hasPreflight} for `cors`. */
export const methodNotAllowedHeaders = (
  methods: string,
  { cors, origins, asking }: { cors: boolean; origins: readonly string[]; asking?: string | undefined },
): Record<string, string> => ({
  ...NO_STORE,
  ...(cors ? corsHeaders(origins, asking) : {}),
  Allow: methods,
});

/** The headers of a CORS preflight answer. */
export const preflightHeaders = (
  methods: string,
  origins: readonly string[],
  asking?: string,
): Record<string, string> => ({
  ...originHeaders(origins, asking),
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Dialog, Idempotency-Key, traceparent',
  'Access-Control-Max-Age': '7200',
});

/** Makes the gateway pass bodies on as bytes, so that functions can refuse invalid UTF-8. */
export const BINARY_MEDIA_TYPES = ['*/*'];
