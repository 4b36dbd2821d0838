import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorCode, ParleyError } from '../domain/errors.ts';
import { type ErrorAlias, withErrorAliases } from './error-aliases.ts';

/** The status of each error code (RFC 6749 §5.2, RFC 6750 §3.1). */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  referrer_not_allowed: 403,
  bearer_token_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  server_error: 500,
  temporarily_unavailable: 503,
};

const REALM = 'realm="parley"';

/** The challenge of a request without a credential: both schemes, no error code (RFC 6750 §3). */
export const CHALLENGE = `Bearer ${REALM}, App-Key ${REALM}`;
/** The challenge of an invalid, expired or revoked credential (RFC 6750 §3.1). */
export const INVALID_TOKEN_CHALLENGE = `Bearer ${REALM}, error="invalid_token", App-Key ${REALM}, error="invalid_token"`;

export const SERVER_ERROR_MESSAGE = 'The service failed. Please report the request_id to its operator.';

/** The headers of every answer that contains a secret or an error (RFC 6749 §5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

export interface ErrorBody {
  error: ErrorCode;
  error_description: string;
  request_id: string;
  errors?: { field: string; message: string }[];
}

/** The service's common error body. */
export function errorResponse(
  error: ParleyError,
  requestId: string,
  aliases: readonly ErrorAlias[] = [],
): APIGatewayProxyResult {
  const { fields } = error.details;
  const body: ErrorBody = {
    error: error.code,
    error_description: error.message,
    request_id: requestId,
    ...(fields === undefined ? {} : { errors: fields }),
  };
  const challenge = challengeOf(error);
  return {
    statusCode: STATUS[error.code],
    headers: {
      'Content-Type': 'application/json',
      ...NO_STORE,
      ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
      ...retryAfter(error),
    },
    body: JSON.stringify(withErrorAliases(body, aliases)),
  };
}

/** The Retry-After header in whole seconds (RFC 9110 §10.2.3); empty if unset. */
export const retryAfter = ({ details: { retryAfterSeconds } }: ParleyError): Record<string, string> =>
  retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) };

function challengeOf(error: ParleyError): string | undefined {
  switch (error.code) {
    case 'unauthorized':
      return CHALLENGE;
    case 'invalid_token':
      return INVALID_TOKEN_CHALLENGE;
    case 'insufficient_scope': {
      const scope = error.details.scope === undefined ? '' : `, scope="${error.details.scope}"`;
      return `Bearer ${REALM}, error="insufficient_scope"${scope}`;
    }
    case 'invalid_client':
      // RFC 6749 §5.2: a client that used the Authorization header gets a challenge for its scheme.
      return error.details.scheme === 'Basic' ? `Basic ${REALM}` : undefined;
    default:
      return undefined;
  }
}
