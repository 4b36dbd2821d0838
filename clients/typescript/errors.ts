import type { RateLimit } from './rate-limits.ts';

/** The reason why a call got no answer: the service's own error, or one of the way to it. */
export class CallError extends Error {
  override name = 'CallError';
  /**
   * The `error` of the service's error body. Else `network`, `timeout`, `redirected`, `too_large` or `unreadable`
   * (what came is no answer of the service).
   */
  readonly code: string;
  /** The status of the HTTP answer, where there was one. */
  readonly status: number | undefined;
  /** The id by which the operator of the service can find the request. */
  readonly requestId: string | undefined;
  /** The time for which the service asks to be left alone. */
  readonly retryAfterSeconds: number | undefined;
  /** The limits of the institution that the request was weighed by. */
  readonly limits: readonly RateLimit[];
  /** The fields that are wrong, each with a message. */
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
