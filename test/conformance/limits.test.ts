import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { appKey, createApi, OAUTH, QUERY, refused } from './support/api.ts';
import { baseUrl, canOperate, changeInstitution, createTenant } from './support/parley.ts';

const BODY = { query: 'hello', external_user_id: 'u' };

describe.runIf(canOperate())('an institution', () => {
  test.each([
    ['GET', '/v1/versions/'],
    ['GET', '/v1/versions/history/?application=web:site'],
    ['GET', '/v1/insights/'],
    ['GET', '/v1/unhandled/'],
    ['GET', '/v1/conversations/'],
    ['GET', '/v1/conversations/none/'],
    ['GET', '/v1/apps/applicationtoken/'],
    ['POST', '/v1/feedback/'],
    ['POST', '/v1/versions/assign/'],
  ])('beyond its rate limit gets 429 with Retry-After: %s %s', async (method, path) => {
    const account = await createTenant();
    await changeInstitution(account.institution, { limits: { requestsPerSecond: 1 } });
    const api = createApi(baseUrl, () => account);
    const token = await api.bearer();
    const answers: HttpAnswer[] = [];
    const tooMany = () => answers.filter(({ status }) => status === 429);
    // A busy machine may answer only one request a second.
    while (answers.length < 120 && tooMany().length === 0)
      answers.push(
        ...(await Promise.all(Array.from({ length: 12 }, () => api.call(method, path, { headers: token })))),
      );
    expect(tooMany().length).toBeGreaterThan(0);
    expect(tooMany().length).toBeLessThan(answers.length);
    for (const answer of tooMany()) {
      refused(answer, 429, 'too_many_requests');
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.headers.ratelimit).toBe('"requests-per-second";r=0;t=1');
    }
  });

  test('is refused from the next request while suspended, and keeps its keys afterwards', async () => {
    const account = await createTenant();
    const api = createApi(baseUrl, () => account);
    const [token, { key }] = await Promise.all([api.bearer(), api.newKey()]);
    await api.listKeys(token);
    await changeInstitution(account.institution, { isSuspended: true });
    for (const headers of [token, appKey(key)]) {
      refused(await api.postJson(QUERY, BODY, headers), 401, 'invalid_token');
    }
    refused(await api.postForm(OAUTH, api.passwordGrant()), 400, 'invalid_grant');
    await changeInstitution(account.institution, { isSuspended: false });
    await api.listKeys(appKey(key));
    refused(await api.postJson(QUERY, BODY, token), 401, 'invalid_token');
  });
});
