/** Every refusal that a caller can meet. `http/errors.ts` maps each code to its status and headers. */
export type ErrorCode =
  // RFC 6749 §5.2, on the token endpoint
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  // RFC 6750 §3.1, on protected paths; `unauthorized` is a request without a credential
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
  /** The name of the field as the caller sent it; nested fields joined by dots. */
  field: string;
  message: string;
}

/** The state of a limit after a use of it; sent as a part of `RateLimit` and `RateLimit-Policy`. */
export interface RateState {
  /** Such as `queries-per-second`. */
  name: string;
  /** Units in each window at most. */
  most: number;
  windowSeconds: number;
  /** Units that are left in this window, as far as it is known. */
  left: number;
  /** Seconds until the window ends; a fraction counts. */
  resetsInSeconds: number;
}

export interface ErrorDetails {
  fields?: FieldError[];
  /** Seconds until a repeat may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The limits that are used up; sent as `RateLimit`. */
  rates?: readonly RateState[];
  /** The scope that was missing; sent in the challenge of an `insufficient_scope`. */
  scope?: string;
  /** The scheme of the credential that was refused, for the challenge. */
  scheme?: 'Basic';
  /** For the log only; never sent. Must hold no secret. */
  cause?: unknown;
}

/** A refusal. `message` is the sentence that the caller reads: it says what to do and holds no secret. */
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

/** A field that does not hold what it must: `invalid_request` that names the field. */
export function fieldError(field: string, message: string): ParleyError {
  return new ParleyError('invalid_request', `${field}: ${message}`, { fields: [{ field, message }] });
}

/** Seconds after which what was unavailable may be asked for again. */
const RETRY_AFTER_SECONDS = 2;

/**
 * An error where no answer can be given now, by no fault of the caller's nor of the code: a part that is needed does
 * not work.
 */
export const unavailable = (cause: unknown, retryAfterSeconds = RETRY_AFTER_SECONDS): ParleyError =>
  new ParleyError('temporarily_unavailable', 'The service cannot answer now. Wait a little and try again.', {
    retryAfterSeconds,
    cause,
  });
