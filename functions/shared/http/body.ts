import { fieldError, ParleyError } from '../domain/errors.ts';
import type { ApiRequest } from './request.ts';

/** The most that any endpoint reads of a body. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * The most parameters of a form: many times what any endpoint knows. Node's reader of forms takes the square of the
 * number of those that have no `=`.
 */
export const MAX_PARAMETERS = 1000;

/** The most of a parameter's name that a refusal repeats. */
const MAX_NAME_LENGTH = 64;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The media type of the body, lower case, without parameters. Anything but UTF-8 is refused with 415. */
export function mediaType(request: ApiRequest): string {
  const values = request.headers.get('content-type') ?? [];
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw unsupported('send exactly one Content-Type header');
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !['utf-8', '"utf-8"'].includes(charset)) {
    throw unsupported('the charset of the body must be UTF-8');
  }
  return type;
}

/**
 * Reads a JSON object, and gives the text that it was read from beside it: numbers in that may say more than a double
 * holds. Keys such as `__proto__` are plain data in the object.
 * @throws {ParleyError} 415 for another content type, 413 for too many bytes, 400 for what is no JSON object
 */
export function jsonBody(request: ApiRequest): { body: Record<string, unknown>; text: string } {
  if (mediaType(request) !== JSON_TYPE) throw unsupported(`send the body as ${JSON_TYPE}`);
  const text = bodyText(request);
  return { body: parseJsonObject(text), text };
}

/**
 * Reads a form. RFC 6749 §3.2: a parameter without a value counts as left out, a repeated one is an error.
 * @throws {ParleyError} 415 for another content type, 413 for too many bytes, 400 for a repeated parameter
 */
export function formBody(request: ApiRequest): Map<string, string> {
  if (mediaType(request) !== FORM) throw unsupported(`send the body as ${FORM}`);
  return parseForm(bodyText(request));
}

/**
 * Reads either form; what a form holds are all strings.
 * @param emptyFields whether a form's field without a value counts as left out, or says to empty what it names
 */
export function jsonOrFormBody(
  request: ApiRequest,
  emptyFields: 'drop' | 'keep' = 'drop',
): Record<string, unknown> {
  const type = mediaType(request);
  if (type === JSON_TYPE) return parseJsonObject(bodyText(request));
  if (type === FORM) return Object.fromEntries(parseForm(bodyText(request), emptyFields));
  throw unsupported(`send the body as ${JSON_TYPE} or ${FORM}`);
}

function bodyText({ body }: ApiRequest): string {
  if (body.byteLength > MAX_BODY_BYTES) {
    throw new ParleyError('payload_too_large', `The body is over ${MAX_BODY_BYTES} bytes; send less.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ParleyError('invalid_request', 'The body is not valid UTF-8.');
  }
}

function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ParleyError('invalid_request', 'The body is not valid JSON.');
  }
  if (!isObject(value)) throw new ParleyError('invalid_request', 'The body must be a JSON object.');
  return value;
}

function parseForm(text: string, emptyFields: 'drop' | 'keep' = 'drop'): Map<string, string> {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    throw new ParleyError('invalid_request', `The form has over ${MAX_PARAMETERS} parameters; send fewer.`);
  }
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) throw fieldError(repeatable(name), 'send this parameter once');
    parameters.set(name, value);
  }
  if (emptyFields === 'keep') return parameters;
  for (const [name, value] of parameters) if (value === '') parameters.delete(name);
  return parameters;
}

/** A name as a refusal may repeat it: what RFC 6749 §5.2 keeps out of descriptions is a question mark. */
const repeatable = (name: string): string =>
  name.slice(0, MAX_NAME_LENGTH).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unsupported = (what: string): ParleyError =>
  new ParleyError('unsupported_media_type', `Unsupported content: ${what}.`);
