import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ROUTES_OF_EVERY_DEPLOYMENT, type Route } from '../../infra/routes.ts';
import type { HttpAnswer, HttpRequest } from '../support/http.ts';
import { appKey, FORM, functionChallenge, JSON_TYPE, KEYS, QUERY, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

/** Protected operations with their scopes, each with a well-formed request. */
const PROTECTED: readonly (readonly [string, string, string, string, string | undefined])[] = [
  ['create a key', 'POST', KEYS, 'app_write', '{"name":"x"}'],
  ['list keys', 'GET', KEYS, 'app_read', undefined],
  ['update a key', 'POST', `${KEYS}${randomUUID()}`, 'app_write', '{"name":"x"}'],
  ['delete a key', 'DELETE', `${KEYS}${randomUUID()}`, 'app_write', undefined],
  ['query', 'POST', QUERY, 'query', '{"query":"hello","external_user_id":"u"}'],
];

const request = (
  [, method, path, , body]: (typeof PROTECTED)[number],
  headers: HttpRequest['headers'] = {},
): Promise<HttpAnswer> =>
  api.call(method, path, {
    headers: { ...(body === undefined ? {} : { 'Content-Type': JSON_TYPE }), ...headers },
    ...(body === undefined ? {} : { body }),
  });

const challenge = (answer: HttpAnswer): string => String(answer.headers['www-authenticate']);

describe.each(PROTECTED)('a request to %s (RFC 6750 §3)', (...operation) => {
  test('without a credential gets 401, both schemes and no error code', async () => {
    const answer = await request(operation);
    refused(answer, 401);
    expect(challenge(answer)).toMatch(/(^|, )Bearer /);
    expect(challenge(answer)).toMatch(/(^|, )App-Key /);
    expect(challenge(answer)).not.toContain('error=');
  });

  test.each(['Basic dXNlcjpwYXNz', 'Bearer'])('with the credential "%s" gets 401', async (Authorization) => {
    const answer = await request(operation, { Authorization });
    refused(answer, 401);
    expect(challenge(answer)).toMatch(/(^|, )Bearer /);
  });

  test('with an invalid token gets 401 invalid_token', async () => {
    const answer = await request(operation, { Authorization: `Bearer ${'B'.repeat(30)}` });
    refused(answer, 401, 'invalid_token');
    expect(challenge(answer)).toMatch(/Bearer .*error="invalid_token"/);
  });

  test('with a key that lacks the scope gets 403', async () => {
    const [, , , scope] = operation;
    const { key } = await api.newKey({ scopes: scope === 'query' ? 'app_read' : 'query' });
    refused(await request(operation, appKey(key)), 403, 'insufficient_scope');
  });

  test('without a credential gets 401 even if its body is malformed', async () => {
    const [, method, path] = operation;
    refused(await api.call(method, path, { headers: { 'Content-Type': FORM }, body: '{{{' }), 401);
  });
});

const SCOPED: Route[] = ROUTES_OF_EVERY_DEPLOYMENT.filter((route) => 'scope' in route);

describe.each(SCOPED)('$method $path', ({ method, path, scope }) => {
  test('without the scope gets 403 insufficient_scope, which names it (RFC 6750 §3.1)', async () => {
    const others = ['query', 'app_read', 'app_write', 'account_read'].filter((other) => other !== scope);
    const headers = await api.bearer(others.join(' '));
    const answer = await api.call(method, path.replace(/\{\w+\}/g, randomUUID()), { headers });
    refused(answer, 403, 'insufficient_scope');
    expect(functionChallenge(answer)).toContain('error="insufficient_scope"');
    expect(functionChallenge(answer)).toContain(`scope="${scope}"`);
  });
});

describe('the Authorization header', () => {
  test('is accepted in any letter case of its name', async () => {
    const { Authorization } = await api.bearer();
    await api.listKeys({ aUTHORIZATION: Authorization });
  });

  test('is the only place for a credential: a token in the address is ignored', async () => {
    const { access_token } = await api.newToken();
    refused(await api.call('GET', `${KEYS}?access_token=${access_token}`), 401);
  });
});
