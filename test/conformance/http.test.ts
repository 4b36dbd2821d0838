import { describe, expect, test } from 'vitest';
import { ROUTES_OF_EVERY_DEPLOYMENT } from '../../infra/routes.ts';
import { FORM, JSON_TYPE, KEYS, OAUTH, OPENAPI, QUERY, refused } from './support/api.ts';
import { canOperate, useApi, useTenant } from './support/parley.ts';

const api = useApi();

/** Paths of the service with their methods. */
const PATHS: readonly (readonly [string, readonly string[]])[] = [
  ['/v1/oauth', ['POST']],
  [OAUTH, ['POST']],
  ['/v1/apps/applicationtoken', ['GET', 'POST']],
  [KEYS, ['GET', 'POST']],
  [`${KEYS}00000000-0000-4000-8000-000000000000`, ['DELETE', 'POST']],
  [`${KEYS}00000000-0000-4000-8000-000000000000/`, ['DELETE', 'POST']],
  [QUERY, ['POST']],
  [`${QUERY}/`, ['POST']],
  [OPENAPI, ['GET']],
  ['/v1/chat.js', ['GET']],
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('an unknown path', () => {
  // GET is not tried: a service on a laptop shows a page there.
  test('/ refuses POST, DELETE and PUT', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) refused(await api.call(method, '/'), 404, 'not_found');
  });

  test.each([
    '/v1',
    '/v2/query',
    '/query',
    '/v1/nothing',
    '/v1/query/more',
    '/v1/oauth/more/and/more',
    '/V1/QUERY',
    '/v1//query',
    `${KEYS}one/two`,
    '/v1/query%00',
    '/favicon.ico',
    '/.env',
    '/v1/oauth.json',
  ])('%s is 404 with the error body, by every method and with or without a credential', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      refused(await api.call(method, path), 404, 'not_found');
      refused(await api.call(method, path, { headers: await api.bearer() }), 404, 'not_found');
    }
  });
});

describe('an unsupported method', () => {
  const wrong = PATHS.flatMap(([path, methods]) =>
    METHODS.filter((method) => !methods.includes(method)).map((method) => [method, path, methods] as const),
  );

  test.each(wrong)('%s %s is 405, which names the allowed methods', async (method, path, methods) => {
    const answer = await api.call(method, path, { headers: await api.bearer() });
    refused(answer, 405, 'method_not_allowed');
    const allowed = String(answer.headers.allow).split(/\s*,\s*/);
    expect(allowed).toEqual(expect.arrayContaining([...methods]));
    expect(allowed).not.toContain(method);
  });
});

describe('the two forms of a path', () => {
  test.each(PATHS)('%s answers without a redirect', async (path, [method = 'GET']) => {
    const { status, headers } = await api.call(method, path);
    expect(status).not.toBe(404);
    expect([301, 302, 303, 307, 308]).not.toContain(status);
    expect(headers.location).toBeUndefined();
  });
});

describe('a browser on another site', () => {
  const ORIGIN = { Origin: 'https://shop.example' };
  const open = (value: unknown) => expect(['*', ORIGIN.Origin]).toContain(value);

  test.each(PATHS)('may send a preflight request for %s', async (path, methods) => {
    for (const method of methods) {
      const { status, headers } = await api.call('OPTIONS', path, {
        headers: {
          ...ORIGIN,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'authorization, content-type, idempotency-key',
        },
      });
      expect([200, 204]).toContain(status);
      open(headers['access-control-allow-origin']);
      expect(headers['access-control-allow-methods']).toContain(method);
      const allowed = String(headers['access-control-allow-headers']).toLowerCase();
      for (const name of ['authorization', 'content-type', 'idempotency-key'])
        expect(allowed).toContain(name);
    }
  });

  test('may read successful answers', async () => {
    const token = await api.postForm(OAUTH, api.clientGrant(), ORIGIN);
    const list = await api.call('GET', KEYS, { headers: { ...(await api.bearer()), ...ORIGIN } });
    const answer = await api.postQuery({ query: 'hello', external_user_id: 'u' }, ORIGIN);
    for (const { status, headers } of [token, list, answer]) {
      expect(status).toBe(200);
      open(headers['access-control-allow-origin']);
    }
  });

  test('may read all refusals and their WWW-Authenticate header', async () => {
    const bearer = await api.bearer();
    const answers = await Promise.all([
      api.call('POST', OAUTH, { headers: { ...ORIGIN, 'Content-Type': FORM }, body: 'grant_type=x' }),
      api.call('GET', KEYS, { headers: ORIGIN }),
      api.call('GET', KEYS, { headers: { ...ORIGIN, Authorization: 'Bearer nonsense' } }),
      api.postJson(KEYS, '{', { ...bearer, ...ORIGIN }),
      api.call('PUT', QUERY, { headers: ORIGIN }),
      api.call('GET', '/v1/nothing', { headers: ORIGIN }),
      api.postQuery({}, ORIGIN),
      api.postQuery('x'.repeat(11 * 1024 * 1024), ORIGIN),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 401, 400, 405, 404, 400, 413]);
    for (const answer of answers) {
      refused(answer, answer.status);
      open(answer.headers['access-control-allow-origin']);
    }
    const exposed = String(answers[1]?.headers['access-control-expose-headers']).toLowerCase();
    expect(exposed).toContain('www-authenticate');
  });

  test('is never allowed to send cookies', async () => {
    const { headers } = await api.call('OPTIONS', QUERY, {
      headers: { ...ORIGIN, 'Access-Control-Request-Method': 'POST' },
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('every answer', () => {
  test('has a unique request id, which a refusal also has in its body', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call('GET', KEYS)));
    const ids = answers.map((answer) => refused(answer, 401).request_id);
    expect(new Set(ids).size).toBe(10);
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  });

  test('reveals nothing about the implementation if it is a refusal', async () => {
    const bearer = await api.bearer();
    const answers = await Promise.all([
      api.postQuery('{"query":', {}),
      api.postJson(KEYS, '[]', bearer),
      api.call('POST', OAUTH, { headers: { 'Content-Type': JSON_TYPE }, body: '{' }),
      api.call('GET', '/nowhere'),
    ]);
    for (const { body } of answers)
      expect(body.toString()).not.toMatch(/\.ts\b|node_modules|\bat \w+ \(|DynamoDB|zod/i);
  });
});

describe('HEAD', () => {
  // A separate tenant: no other test changes its lists.
  const tenant = useTenant();
  const GETS = ROUTES_OF_EVERY_DEPLOYMENT.filter(({ method }) => method === 'GET').map(({ path }) =>
    path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
  );

  test.each([...GETS, '/v1/nothing'])('%s is answered as GET is, without the body', async (path) => {
    for (const headers of [{}, await (canOperate() ? tenant : api).bearer()]) {
      const [head, get] = [
        await api.call('HEAD', path, { headers }),
        await api.call('GET', path, { headers }),
      ];
      expect(head.status).toBe(get.status);
      for (const name of ['content-type', 'content-length', 'www-authenticate', 'cache-control']) {
        expect(head.headers[name], name).toBe(get.headers[name]);
      }
      expect(head.body).toHaveLength(0);
    }
  });

  test.each([QUERY, OAUTH])('%s is 405, since there is no GET', async (path) => {
    const { status, headers, body } = await api.call('HEAD', path, { headers: await api.bearer() });
    expect([status, body.length]).toEqual([405, 0]);
    expect(headers.allow).toBe('POST, OPTIONS');
  });
});

describe('the OpenAPI document', () => {
  test.each([OPENAPI, `${OPENAPI}/`])(
    'is at %s for anyone, and names every path of the contract',
    async (path) => {
      const answer = await api.call('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toContain(JSON_TYPE);
      const document: unknown = JSON.parse(answer.body.toString());
      expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
      const text = answer.body.toString();
      for (const name of ['/v1/oauth', '/v1/apps/applicationtoken', '/v1/query', 'external_user_id']) {
        expect(text).toContain(name);
      }
    },
  );
});
