import type { RateLimit } from './rate-limits.ts';

/** Why a call got no answer: the service's own error, or a transport error. */
export class CallError extends Error {
  override name = 'CallError';
  /**
   * The `error` in the service's error body, or `network`, `timeout`, `redirected`, `too_large` or `unreadable` (not an
   * answer of the service).
   */
  readonly code: string;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The request id, with which the service's operator can find the request. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The institution's limits that applied to the request. */
  readonly limits: readonly RateLimit[];
  /** The invalid fields, each with a message. */
  readonly fields: readonly { field: string; message: string }[];

  constructor(code: string, message: string, details: CallErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.limits = details.limits ?? [];
    this.fields = details.fields ?? [];
  }
}

export interface CallErrorDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  limits?: readonly RateLimit[] | undefined;
  fields?: readonly { field: string; message: string }[] | undefined;
  cause?: unknown;
}
