import { fieldError } from '../domain/errors.ts';
import { readPlace } from '../domain/handoffs/read-messages.ts';
import { MAX_WAIT_SECONDS } from '../domain/handoffs/waits.ts';
import { choiceParameter, parameter } from './parameters.ts';
import type { ApiRequest } from './request.ts';

/**
 * The number of the message after which to read.
 * @throws {ParleyError} for an invalid message cursor
 */
export function afterParameter(request: ApiRequest, sessionId: string): number {
  const text = parameter(request, 'after');
  const after = text === undefined ? 0 : readPlace(text, sessionId);
  if (after === undefined) throw fieldError('after', 'send the cursor of an earlier answer, or omit it');
  return after;
}

/** True if the caller's person is typing; undefined if the request does not say. */
export function typingParameter(request: ApiRequest): boolean | undefined {
  const text = choiceParameter(request, 'typing', ['true', 'false']);
  return text === undefined ? undefined : text === 'true';
}

/**
 * The end of the wait for a message.
 * @throws {ParleyError} for an invalid number of seconds
 */
export function waitEnd(request: ApiRequest): number {
  const text = parameter(request, 'wait') ?? '0';
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MAX_WAIT_SECONDS)) {
    throw fieldError('wait', `send a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}`);
  }
  return request.now + seconds * 1000;
}
