import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { createApi, refused } from './support/api.ts';
import { baseUrl, canOperate, changeInstitution, createTenant } from './support/parley.ts';

describe.runIf(canOperate())('an institution', () => {
  test('beyond its rate limit gets 429 with Retry-After', async () => {
    const account = await createTenant();
    await changeInstitution(account.institution, { limits: { requestsPerSecond: 1 } });
    const api = createApi(baseUrl, () => account);
    const token = await api.bearer();
    const answers: HttpAnswer[] = [];
    const tooMany = () => answers.filter(({ status }) => status === 429);
    // A busy machine may answer only one request a second.
    while (answers.length < 120 && tooMany().length === 0)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 12 }, () => api.call('GET', '/v1/versions/', { headers: token })),
        )),
      );
    expect(tooMany().length).toBeGreaterThan(0);
    expect(tooMany().length).toBeLessThan(answers.length);
    for (const answer of tooMany()) {
      refused(answer, 429, 'too_many_requests');
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.headers.ratelimit).toBe('"requests-per-second";r=0;t=1');
    }
  });
});
