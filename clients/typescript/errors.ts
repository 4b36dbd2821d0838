/** What kept a call from its answer: the service's own error, or one of the way to it. */
export class CallError extends Error {
  override name = 'CallError';
  /**
   * The `error` of the service's error body. Else `network`, `timeout`, `redirected`, `too_large` or `unreadable`
   * (what came is no answer of the service).
   */
  readonly code: string;
  /** Of the HTTP answer, where there was one. */
  readonly status: number | undefined;
  /** What the operator of the service can find the request by. */
  readonly requestId: string | undefined;
  /** How long the service asks to be left alone. */
  readonly retryAfterSeconds: number | undefined;
  /** What is wrong with which field. */
  readonly fields: readonly { field: string; message: string }[];

  constructor(code: string, message: string, details: CallErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fields = details.fields ?? [];
  }
}

export interface CallErrorDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  fields?: readonly { field: string; message: string }[] | undefined;
  cause?: unknown;
}
