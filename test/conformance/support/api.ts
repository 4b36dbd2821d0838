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

/** Credentials of a client and a user of one institution. */
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

/** Creates a client of the service at one address, for one account. */
export function createApi(address: () => string, account: () => Account) {
  const tokens = new Map<string, Promise<string>>();
  /** Ids of the keys created through this client. */
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

  /** Sends a body as JSON; strings and bytes are sent unchanged. */
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

  /** Returns the header of a token with these scopes (default: all), requested once and then reused. */
  const bearer = async (scope = ''): Promise<{ Authorization: string }> => {
    const token = tokens.get(scope) ?? newToken({ scope }).then(({ access_token }) => access_token);
    tokens.set(scope, token);
    return { Authorization: `Bearer ${await token}` };
  };

  const newKey = async (fields: Record<string, string> = {}): Promise<CreatedKey> =>
    accepted(await postJson(KEYS, { name: 'conformance', ...fields }, await bearer()), createdKeyShape);

  const listKeys = async (headers?: Headers): Promise<ListedKey[]> =>
    accepted(await call('GET', KEYS, { headers: headers ?? (await bearer()) }), listShape).tokens;

  /** Deletes the keys created through this client, because the number of keys per user is limited. */
  const deleteKeys = async (): Promise<void> => {
    if (made.size === 0) return;
    const headers = await bearer();
    await Promise.all([...made].map((id) => call('DELETE', `${KEYS}${id}`, { headers })));
  };

  const findKey = async (id: string): Promise<ListedKey | undefined> =>
    (await listKeys()).find((key) => key.id === id);

  const postQuery = async (fields: unknown, headers?: Headers): Promise<HttpAnswer> =>
    postJson(QUERY, fields, { ...(await bearer()), ...headers });

  /** Asks as a new end user, unless `fields` name one. */
  const ask = async (
    query: string,
    fields: Readonly<Record<string, unknown>> = {},
    headers?: Headers,
  ): Promise<Answer> =>
    accepted(await postQuery({ query, external_user_id: randomUUID(), ...fields }, headers), answerShape);

  /** Asks like `ask`, and retries on 409, the answer to a query overtaken three times on its dialog. */
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

/** Parses the body as JSON, and expects the JSON media type. */
export function jsonOf(answer: HttpAnswer): unknown {
  expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
  return JSON.parse(answer.body.toString('utf8'));
}

/** Expects a 200 with a body of this shape, and returns the body. */
export function accepted<Shape extends z.ZodMiniType>(answer: HttpAnswer, shape: Shape): z.output<Shape> {
  const body = jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return parsed(shape, body);
}

/** Expects the standard error body with this status and code, and returns it. */
export function refused(answer: HttpAnswer, status: number, error?: string): ErrorBody {
  const body = jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(status);
  const refusal = parsed(errorShape, body);
  if (error !== undefined) expect(refusal.error, refusal.error_description).toBe(error);
  expect(answer.headers['access-control-allow-origin'], 'CORS on an error').toBeDefined();
  return refusal;
}

/** Returns the challenge of a function's refusal, whose header API Gateway renames (docs/OPERATIONS.md). */
export const functionChallenge = ({ headers }: HttpAnswer): string =>
  String(headers['www-authenticate'] ?? headers['x-amzn-remapped-www-authenticate']);

/** Expects an `invalid_request` that names this field. */
export function refusedField(answer: HttpAnswer, field: string): ErrorBody {
  const refusal = refused(answer, 400, 'invalid_request');
  expect(
    refusal.errors?.map((entry) => entry.field),
    refusal.error_description,
  ).toContain(field);
  return refusal;
}

/** Expects any 4xx with the standard error body. */
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

/** Addresses that must never receive what end users say. */
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
