import { businessLogicAnswer } from '../../../engine/dialogue/business-logic/protocol.ts';
import { findJsonFault, withExactNumbers } from '../domain/query/query-json.ts';

/** Nesting limit, far above what templates use; deeper JSON could overflow the stack when the answer is serialised. */
const MAX_DEPTH = 64;
/** Size limits of the parts that a session stores, so that they fit into its item. */
const MAX_SESSION_INFO_BYTES = 32 * 1024;
const MAX_SLOTS_BYTES = 64 * 1024;

export type AnswerFailure = 'invalid_json' | 'invalid_answer' | 'session_info_too_large' | 'slots_too_large';

/**
 * Checks an answer of a business-logic server.
 * @returns the answer with numbers as doubles and with numbers as written, or the reason why it is invalid
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
  // Checks sizes first, because the schema reports every invalid value.
  if (bytesOf(body, 'session_info') > MAX_SESSION_INFO_BYTES) return 'session_info_too_large';
  if (bytesOf(body, 'slots') > MAX_SLOTS_BYTES) return 'slots_too_large';
  if (!businessLogicAnswer.safeParse(body).success) return 'invalid_answer';
  return { body, exactBody: withExactNumbers(text, body) };
}

/**
 * The size of a field as JSON. A missing field counts as null, and so does any field if the body is not an object.
 */
const bytesOf = (body: unknown, field: string): number =>
  Buffer.byteLength(JSON.stringify(isObject(body) ? (body[field] ?? null) : null));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
