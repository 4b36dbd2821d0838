import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { runs } from '../support/runs.ts';
import { MARK, near, type Schema } from './schema-arbitrary.ts';
import { FORM, KEYS, useWholeService } from './support.ts';

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync('functions/openapi/document.json', 'utf8'),
);
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
);

/**
 * Operations for which random requests hardly succeed, since each needs something specific: a page's form its
 * cookie, feedback a session, version use a version, a draft file paths, messages a dialog, webhooks an
 * address and the setting, business logic a public address, and platforms' requests a signature. Tests are in
 * test/functions/oauth-authorize and -account, and in test/conformance/conversations, version-use, drafts,
 * handoffs, webhooks, business-logic-servers, slack, chatwoot and channel-*.
 */
const NEED_MORE = [
  'decide',
  'changeAccount',
  'giveFeedback',
  'assignVersion',
  'rollBackVersion',
  'writeDraft',
  'publishDraft',
  'tryInDraft',
  'sendMessage',
  'actOnHandoff',
  'addWebhook',
  'actOnWebhook',
  'changeBusinessLogic',
  'noteVersion',
  'takeSlackEvent',
  'takeChatwootEvent',
  'takeSms',
  'takeCall',
  'takeWhatsAppMessages',
  'takeMessengerMessages',
  'takeSlackMessage',
  'takeTeamsMessage',
];

/**
 * Returns the number of requests for an operation: more if more of the request varies. The token endpoint
 * gets fewer, since each attempt with a new user name costs a password hash.
 */
function runsOf({ operationId, path, parameters, requestBody }: Operation & { path: string }): number {
  if (path === '/v1/oauth') return runs(60);
  if (requestBody !== undefined) return runs(NEED_MORE.includes(operationId) ? 25 : 100);
  return runs(parameters === undefined || parameters.length === 0 ? 10 : 25);
}

const service = useWholeService();
const kept: { id: string; key: string }[] = [];
let token = '';
/** The number of 200 answers by operation. */
const answered: Record<string, number> = {};

beforeAll(async () => {
  token = await service.token();
  for (let count = 0; count < 3; count += 1) kept.push(await service.newKey(token));
});

const known = (): Record<string, string[]> => ({
  grant_type: ['client_credentials', 'password'],
  client_id: [service.acme.client_id],
  client_secret: [service.acme.client_secret],
  service_user_id: [service.acme.service_user_id],
  institution: ['acme'],
  scope: ['query', 'query app_read'],
  scopes: ['query', 'app_read query'],
  name: ['a key'],
  referrer_addresses: ['a.example', '10.0.0.0/8'],
  expires_at: ['2099-01-01T00:00:00Z', '2001-01-01T00:00:00Z'],
  response_type: ['code'],
  redirect_uri: ['http://127.0.0.1/callback'],
  code_challenge_method: ['S256'],
  query: ['hello', 'paint it'],
  external_user_id: ['u'],
  language: ['en'],
});

function holds({ status, headers, body }: HttpAnswer): void {
  expect(status).toBeLessThan(500);
  expect(JSON.stringify(headers)).not.toContain(MARK);
  if (status < 400 || body.byteLength === 0) return;
  // The sign-in page answers in HTML; every other error has the same JSON shape.
  if (String(headers['content-type']).startsWith('text/html')) {
    expect(body.toString()).not.toMatch(/<script/i);
  } else {
    expect(JSON.parse(body.toString())).toMatchObject({
      error: expect.any(String),
      request_id: expect.any(String),
    });
  }
}

const authorization = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(`Bearer ${token}`) },
    { weight: 2, arbitrary: fc.constantFrom(...kept.map(({ key }) => `App-Key ${key}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Bearer x', 'App-Key', 'Basic eDp5', 'Bearer  ', `Bearer "${MARK}"`),
    },
  );

/** Generates requests that match the OpenAPI document or nearly do. */
function requests({ method, path, parameters = [], requestBody }: (typeof OPERATIONS)[number]) {
  const id = fc.oneof(
    fc.constantFrom(...kept.map((key) => key.id)),
    fc.uuid(),
    // Not `.` or `..`: such a URL is normalised to the collection's before it is sent (RFC 3986 §5.2.4).
    fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/^\.\.?$/.test(text)),
    fc.constant(`%0d%0aX-${MARK}:1`),
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    near(schema, known()).map((body) => ({
      type,
      body: type === FORM ? formOf(body) : JSON.stringify(body),
    })),
  );
  const body: fc.Arbitrary<{ type: string; body: string } | undefined> =
    bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies);
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, schema ?? {}]));
  const query = near({ properties }, known()).map((fields) =>
    asked.length === 0 ? '' : `?${formOf(fields)}`,
  );
  const slash = fc.constantFrom('', '/');
  return fc
    .record({ id, body, slash, query, authorization: authorization() })
    .map(({ id, body, slash, query, authorization }) => ({
      method,
      url: `${path.replace('{token_id}', encodeURIComponent(id.toWellFormed()))}${slash}${query}`,
      headers: {
        Authorization: authorization,
        ...(body === undefined ? {} : { 'Content-Type': body.type }),
      },
      body: body?.body,
    }));
}

/** Returns a request that the operation answers with 200, so that every seed yields such an answer. */
function answeredRequest({ operationId, method, path, requestBody }: (typeof OPERATIONS)[number]) {
  const { client_id, client_secret, service_user_id } = service.acme;
  const client = { client_id, client_secret };
  const bodies: Record<string, object> = {
    issueToken: { ...client, grant_type: 'client_credentials', service_user_id },
    revokeToken: { ...client, token: 'none' },
    introspectToken: { ...client, token: 'none' },
    createKey: { name: 'a key' },
    updateKey: { name: 'another name' },
    query: { query: 'hello', external_user_id: 'u' },
    dismissUnhandled: { outcome: 'not_understood', language: 'en', queries: ['hello'] },
  };
  const body = bodies[operationId];
  if (body === undefined) return undefined;
  const type = Object.keys(requestBody?.content ?? {})[0] ?? '';
  return {
    method,
    url: path.replace('{token_id}', kept[0]?.id ?? ''),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body: type === FORM ? formOf(body) : JSON.stringify(body),
  };
}

function formOf(body: unknown): string {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : String(JSON.stringify(value)),
    ]),
  ).toString();
}

describe('valid and almost valid requests cause no fault and inject no header:', () => {
  test.each(OPERATIONS)('$method $path', { timeout: 120_000 }, async (operation) => {
    const first = answeredRequest(operation);
    await fc.assert(
      fc.asyncProperty(requests(operation), async ({ method, url, headers, body }) => {
        const answer = await service.call(method, url, { headers, ...(body === undefined ? {} : { body }) });
        holds(answer);
        // Otherwise wrong secrets would soon cause all later requests to be throttled unread.
        if (answer.status === 429) await service.forgetFailures();
        if (answer.status === 200)
          answered[operation.operationId] = (answered[operation.operationId] ?? 0) + 1;
      }),
      { numRuns: runsOf(operation), examples: first === undefined ? [] : [[first]] },
    );
  });
});

describe('after these requests', () => {
  test('every operation with a body had both successes and refusals', () => {
    for (const operation of OPERATIONS) {
      const { operationId, requestBody } = operation;
      if (requestBody === undefined || NEED_MORE.includes(operationId)) continue;
      expect(answered[operationId], operationId).toBeGreaterThan(0);
      expect(answered[operationId], operationId).toBeLessThan(runsOf(operation));
    }
  });

  test('no function failed', () => {
    expect(service.faults).toEqual([]);
    expect(service.logs()).not.toContain('"statusCode":500');
  });

  test('only requests answered with 200 stored anything', async () => {
    const items = await service.items();
    const credentials = items.CREDENTIALS_TABLE ?? [];
    const owners = items.CREDENTIAL_OWNERS_TABLE ?? [];
    const ofKind = (kind: string) => credentials.filter((item) => item.kind === kind);
    const { createKey = 0, deleteKey = 0, issueToken = 0, query = 0 } = answered;
    expect(ofKind('key')).toHaveLength(kept.length + createKey - deleteKey);
    expect(ofKind('token')).toHaveLength(1 + issueToken);
    expect(owners.map(({ digest }) => digest).toSorted()).toEqual(credentials.map(({ pk }) => pk).toSorted());
    expect(items.SESSIONS_TABLE?.length).toBeLessThanOrEqual(query);
    expect(items.DIRECTORY_TABLE).toHaveLength(5);
    expect(
      JSON.parse(
        (await service.call('GET', KEYS, { headers: { Authorization: `Bearer ${token}` } })).body.toString(),
      ).tokens,
    ).toHaveLength(kept.length + createKey - deleteKey);
  });
});
