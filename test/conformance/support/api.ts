import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type HttpAnswer, type HttpRequest, send } from '../../support/http.ts';
import {
  type Answer,
  answerShape,
  type CreatedKey,
  createdKeyShape,
  type ErrorBody,
  errorShape,
  type ListedKey,
  listShape,
  type Token,
  tokenShape,
} from './shapes.ts';

export const OAUTH = '/v1/oauth/';
export const KEYS = '/v1/apps/applicationtoken/';
export const QUERY = '/v1/query';
export const OPENAPI = '/v1/openapi.json';

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/** A client, its user and where they are known: what a caller needs to begin. */
export interface Account {
  institution: string;
  client_id: string;
  client_secret: string;
  service_user_id: string;
  username: string;
  password: string;
}

type Headers = NonNullable<HttpRequest['headers']>;
type FormFields = Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

/** A caller's view of the service at one address, signed in to one account. */
export function createApi(address: () => string, account: () => Account) {
  const tokens = new Map<string, Promise<string>>();
  /** The ids of the keys that were made. */
  const made = new Set<string>();

  const call = async (
    method: string,
    path: string,
    { headers, body }: Omit<HttpRequest, 'method'> = {},
  ): Promise<HttpAnswer> => {
    const answer = await send(new URL(path, address()), {
      method,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    const created = answer.status === 200 && path === KEYS && method === 'POST' && createdId(answer);
    if (created) made.add(created);
    return answer;
  };

  const postForm = (path: string, fields: FormFields, headers: Headers = {}) =>
    call('POST', path, { headers: { 'Content-Type': FORM, ...headers }, body: formOf(fields) });

  /** Sends JSON; a string goes as it is. */
  const postJson = (path: string, body: unknown, headers: Headers = {}) =>
    call('POST', path, {
      headers: { 'Content-Type': JSON_TYPE, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });

  const clientGrant = (): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_id: account().client_id,
    client_secret: account().client_secret,
    service_user_id: account().service_user_id,
  });
  const passwordGrant = (): Record<string, string> => ({
    grant_type: 'password',
    institution: account().institution,
    username: account().username,
    password: account().password,
  });

  const newToken = async (fields: Record<string, string> = {}): Promise<Token> => {
    const answer = await postForm(OAUTH, { ...clientGrant(), ...fields });
    return accepted(answer, tokenShape);
  };

  /** The header of a token with these scopes, or with all that there are; asked for once. */
  const bearer = async (scope = ''): Promise<{ Authorization: string }> => {
    const token = tokens.get(scope) ?? newToken({ scope }).then(({ access_token }) => access_token);
    tokens.set(scope, token);
    return { Authorization: `Bearer ${await token}` };
  };

  const newKey = async (fields: Record<string, string> = {}): Promise<CreatedKey> =>
    accepted(await postJson(KEYS, { name: 'conformance', ...fields }, await bearer()), createdKeyShape);

  const listKeys = async (headers?: Headers): Promise<ListedKey[]> =>
    accepted(await call('GET', KEYS, { headers: headers ?? (await bearer()) }), listShape).tokens;

  /** Deletes the keys that were made and are there still: a user has only so many. */
  const deleteKeys = async (): Promise<void> => {
    if (made.size === 0) return;
    const headers = await bearer();
    await Promise.all([...made].map((id) => call('DELETE', `${KEYS}${id}`, { headers })));
  };

  const findKey = async (id: string): Promise<ListedKey | undefined> =>
    (await listKeys()).find((key) => key.id === id);

  const postQuery = async (fields: unknown, headers?: Headers): Promise<HttpAnswer> =>
    postJson(QUERY, fields, { ...(await bearer()), ...headers });

  /** Asks as an end user whom nobody knows yet, unless `fields` say who. */
  const ask = async (
    query: string,
    fields: Readonly<Record<string, unknown>> = {},
    headers?: Headers,
  ): Promise<Answer> =>
    accepted(await postQuery({ query, external_user_id: randomUUID(), ...fields }, headers), answerShape);

  /** As `ask`, until it is answered: whoever is overtaken three times on a dialog is told to come again. */
  const askAgain = async (query: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Answer> => {
    const body = { query, external_user_id: randomUUID(), ...fields };
    for (;;) {
      const answer = await postQuery(body);
      if (answer.status !== 409) return accepted(answer, answerShape);
      if (!/^\d+$/.test(String(answer.headers['retry-after']))) throw new Error('it does not say when');
    }
  };

  return {
    account,
    call,
    postForm,
    postJson,
    clientGrant,
    passwordGrant,
    newToken,
    bearer,
    newKey,
    listKeys,
    deleteKeys,
    findKey,
    postQuery,
    ask,
    askAgain,
  };
}

export type Api = ReturnType<typeof createApi>;

export const appKey = (key: string): { Authorization: string } => ({ Authorization: `App-Key ${key}` });

export function formOf(fields: FormFields): string {
  const parameters = new URLSearchParams();
  const pairs = isIterable(fields) ? fields : Object.entries(fields);
  for (const [name, value] of pairs) parameters.append(name, value);
  return parameters.toString();
}

function createdId({ body }: HttpAnswer): string | undefined {
  const created = createdKeyShape.safeParse(JSON.parse(body.toString('utf8')));
  return created.success ? created.data.id : undefined;
}

const isIterable = (fields: FormFields): fields is Iterable<readonly [string, string]> =>
  Symbol.iterator in fields;

/** The body as JSON. The media type must say so. */
export function jsonOf(answer: HttpAnswer): unknown {
  expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
  return JSON.parse(answer.body.toString('utf8'));
}

/** Reads a 200 of this shape. */
export function accepted<Shape extends z.ZodMiniType>(answer: HttpAnswer, shape: Shape): z.output<Shape> {
  const body = jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return parsed(shape, body);
}

/** Reads a refusal: the one error body, with this status and code. */
export function refused(answer: HttpAnswer, status: number, error?: string): ErrorBody {
  const body = jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(status);
  const refusal = parsed(errorShape, body);
  if (error !== undefined) expect(refusal.error, refusal.error_description).toBe(error);
  expect(answer.headers['access-control-allow-origin'], 'CORS on an error').toBeDefined();
  return refusal;
}

/** The challenge of a refusal by a function, to which API Gateway gives another name (docs/OPERATIONS.md). */
export const functionChallenge = ({ headers }: HttpAnswer): string =>
  String(headers['www-authenticate'] ?? headers['x-amzn-remapped-www-authenticate']);

/** Reads an `invalid_request` that names this field. */
export function refusedField(answer: HttpAnswer, field: string): ErrorBody {
  const refusal = refused(answer, 400, 'invalid_request');
  expect(
    refusal.errors?.map((entry) => entry.field),
    refusal.error_description,
  ).toContain(field);
  return refusal;
}

/** Any clear 4xx with the error body. */
export function refusedClearly(answer: HttpAnswer): ErrorBody {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.body.toString('utf8').slice(0, 300)).toBeLessThan(500);
  return refused(answer, answer.status);
}

function parsed<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> {
  const result = z.safeParse(shape, value);
  if (result.success) return result.data;
  throw new Error(`${z.prettifyError(result.error)}\n${JSON.stringify(value, undefined, 2)}`);
}

/** Addresses to which nothing that end users say is sent. */
export const NOT_PUBLIC = [
  'ftp://example.com/',
  'http://example.com/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::ffff:192.168.0.1]/',
  'https://[fd00:ec2::254]/',
  'https://user:password@example.com/',
  'nowhere',
];
