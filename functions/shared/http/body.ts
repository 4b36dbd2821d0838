import { fieldError, ParleyError } from '../domain/errors.ts';
import type { ApiRequest } from './request.ts';

/** Size limit of a body, unless an endpoint sets another. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * Limit of form parameters, far above what any endpoint uses: Node's form parser takes quadratic time for parameters
 * without `=`.
 */
export const MAX_PARAMETERS = 1000;

/** How many characters of a parameter's name an error repeats. */
const MAX_NAME_LENGTH = 64;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The body's media type in lower case without parameters. Any charset except UTF-8 is refused with 415. */
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
 * Reads a JSON object, and returns its text too, since numbers there may be more exact than doubles. Keys such as
 * `__proto__` are plain data.
 * @throws {ParleyError} 415 for another content type, 413 for too many bytes, 400 for anything but a JSON object
 */
export function jsonBody(
  request: ApiRequest,
  maxBytes = MAX_BODY_BYTES,
): { body: Record<string, unknown>; text: string } {
  if (mediaType(request) !== JSON_TYPE) throw unsupported(`send the body as ${JSON_TYPE}`);
  const text = bodyText(request, maxBytes);
  return { body: parseJsonObject(text), text };
}

/**
 * Reads a form. RFC 6749 §3.2: a parameter without a value counts as omitted, a repeated one is an error.
 * @param emptyFields `keep` for a form whose parameters are signed
 * @throws {ParleyError} 415 for another content type, 413 for too many bytes, 400 for a repeated parameter
 */
export function formBody(request: ApiRequest, emptyFields: 'drop' | 'keep' = 'drop'): Map<string, string> {
  if (mediaType(request) !== FORM) throw unsupported(`send the body as ${FORM}`);
  return parseForm(bodyText(request), emptyFields);
}

/**
 * Reads JSON or a form, whose values are all strings.
 * @param emptyFields whether an empty form field counts as omitted or clears the field
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

function bodyText({ body }: ApiRequest, maxBytes = MAX_BODY_BYTES): string {
  if (body.byteLength > maxBytes) {
    throw new ParleyError('payload_too_large', `The body exceeds ${maxBytes} bytes. Send less.`);
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
    throw new ParleyError(
      'invalid_request',
      `The form has more than ${MAX_PARAMETERS} parameters. Send fewer.`,
    );
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

/** A parameter's name for an error description. Characters that RFC 6749 §5.2 forbids become question marks. */
const repeatable = (name: string): string =>
  name.slice(0, MAX_NAME_LENGTH).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unsupported = (what: string): ParleyError =>
  new ParleyError('unsupported_media_type', `Unsupported content: ${what}.`);
