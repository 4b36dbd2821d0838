import { CallError } from './errors.ts';
import { type RateLimit, readRateLimits } from './rate-limits.ts';
import { readRetryAfter } from './retries.ts';
import type { Surroundings } from './surroundings.ts';

export interface Request {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Limits {
  signal?: AbortSignal | undefined;
  /** The time limit for the complete answer. */
  timeoutMs: number;
  onLimits?: OnLimits | undefined;
}

/** Called with the institution's limits from an answer. */
export type OnLimits = (limits: readonly RateLimit[]) => void;

export type JsonObject = Record<string, unknown>;

/** More than any answer of the service: Lambda's limit is 6 MB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Sends a request once and reads the JSON object of a 200 answer.
 * @throws {CallError} for any other outcome; the signal's reason if the caller aborts
 */
export async function exchange(
  { fetch, now }: Pick<Surroundings, 'fetch' | 'now'>,
  { url, method, headers, body }: Request,
  { signal, timeoutMs, onLimits }: Limits,
): Promise<JsonObject> {
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signals = [timeout.signal, ...(signal === undefined ? [] : [signal])];
  try {
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.any(signals),
      // Credentials must not follow redirects. Workers do not support `error`.
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    return readAnswer(answer, await readText(answer), now(), onLimits);
  } catch (error) {
    if (error instanceof CallError) throw error;
    signal?.throwIfAborted();
    if (timeout.signal.aborted) {
      throw new CallError('timeout', `The service did not answer within ${timeoutMs} ms.`);
    }
    // Browsers give pages no further details about such an answer.
    throw new CallError('network', 'The service could not be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw new CallError('too_large', 'The answer is too large to come from the service.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

function readAnswer(
  { status, headers, type }: Response,
  text: string,
  now: number,
  onLimits: OnLimits | undefined,
): JsonObject {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new CallError('redirected', 'The service redirects elsewhere. Use its final address.', { status });
  }
  const body = readObject(text);
  const limits = readRateLimits({ get: (name) => headers.get(name) });
  if (limits.length > 0) onLimits?.(limits);
  if (status === 200 && body !== undefined) return body;
  const details = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('Retry-After'), now),
    limits,
  };
  if (typeof body?.error !== 'string') {
    throw new CallError('unreadable', `The answer with status ${status} is not from the service.`, details);
  }
  throw new CallError(body.error, textOf(body.error_description) ?? `The service refused with ${status}.`, {
    ...details,
    requestId: textOf(body.request_id) ?? details.requestId,
    fields: readFields(body.errors),
  });
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readFields = (errors: unknown): { field: string; message: string }[] =>
  (Array.isArray(errors) ? errors : [])
    .filter(isObject)
    .flatMap(({ field, message }) =>
      typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [],
    );
