import { businessLogicAnswer } from '../../../engine/dialogue/business-logic/protocol.ts';
import { findJsonFault, withExactNumbers } from '../domain/query/query-json.ts';

/** Far more than any template reaches into; without a bound, what writes the answer would run out of stack. */
const MAX_DEPTH = 64;
/** Limits on the parts of an answer that a session keeps: they must fit into the session's item beside the rest. */
const MAX_SESSION_INFO_BYTES = 32 * 1024;
const MAX_SLOTS_BYTES = 64 * 1024;

export type AnswerFailure = 'invalid_json' | 'invalid_answer' | 'session_info_too_large' | 'slots_too_large';

/**
 * Checks what a business-logic server sent.
 * @returns the answer with numbers as doubles, and with every number as it was written; or what is wrong
 */
export function readAnswer(bytes: Uint8Array): { body: unknown; exactBody: unknown } | AnswerFailure {
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    return 'invalid_json';
  }
  if (findJsonFault(body, MAX_DEPTH) !== undefined) return 'invalid_answer';
  // Sizes come first: the form has a fault to tell of each value that is wrong.
  if (bytesOf(body, 'session_info') > MAX_SESSION_INFO_BYTES) return 'session_info_too_large';
  if (bytesOf(body, 'slots') > MAX_SLOTS_BYTES) return 'slots_too_large';
  if (!businessLogicAnswer.safeParse(body).success) return 'invalid_answer';
  return { body, exactBody: withExactNumbers(text, body) };
}

/** The size of a field as JSON; of a body that is no object, as of a field that is missing, that of a null. */
const bytesOf = (body: unknown, field: string): number =>
  Buffer.byteLength(JSON.stringify(isObject(body) ? (body[field] ?? null) : null));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
