/** All error codes that callers can get. `http/errors.ts` maps each to a status and headers. */
export type ErrorCode =
  // RFC 6749 §5.2, on the token endpoint
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  // RFC 6750 §3.1, on protected paths; `unauthorized` means that no credential was sent
  | 'unauthorized'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'referrer_not_allowed'
  | 'bearer_token_required'
  // the rest of HTTP
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_key_reused'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'temporarily_unavailable'
  | 'server_error';

export interface FieldError {
  /** The field's name as the caller sent it; nested names are joined by dots. */
  field: string;
  message: string;
}

/** The state of a limit after a use; sent in `RateLimit` and `RateLimit-Policy`. */
export interface RateState {
  /** The limit's name, for example `queries-per-second`. */
  name: string;
  /** Maximum units per window. */
  most: number;
  windowSeconds: number;
  /** Units left in this window, as far as known. */
  left: number;
  /** Seconds until the window ends, possibly fractional. */
  resetsInSeconds: number;
}

export interface ErrorDetails {
  fields?: FieldError[];
  /** Seconds until a retry may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The exhausted limits; sent as `RateLimit`. */
  rates?: readonly RateState[];
  /** The missing scope; sent in the challenge of `insufficient_scope`. */
  scope?: string;
  /** The scheme of the refused credential, for the challenge. */
  scheme?: 'Basic';
  /** For the log only; never sent to the caller. Must contain no secret. */
  cause?: unknown;
}

/** A refusal. `message` is for the caller: it says what to do and contains no secret. */
export class ParleyError extends Error {
  override name = 'ParleyError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** `invalid_request` for one field, named in the error. */
export function fieldError(field: string, message: string): ParleyError {
  return new ParleyError('invalid_request', `${field}: ${message}`, { fields: [{ field, message }] });
}

/** Default seconds before a caller should retry. */
const RETRY_AFTER_SECONDS = 2;

/** The error for a failed dependency: neither the caller nor the code is at fault. */
export const unavailable = (cause: unknown, retryAfterSeconds = RETRY_AFTER_SECONDS): ParleyError =>
  new ParleyError('temporarily_unavailable', 'The service is temporarily unavailable. Please retry later.', {
    retryAfterSeconds,
    cause,
  });
