import { describe, test } from 'vitest';
import { createApi, refusedClearly } from './support/api.ts';
import { baseUrl, canOperate, createTenant } from './support/parley.ts';

describe.runIf(canOperate())('an institution without any version', () => {
  test('gets a clear refusal for a query, and can still create keys', async () => {
    const account = await createTenant();
    const bare = createApi(baseUrl, () => account);
    refusedClearly(await bare.postQuery({ query: 'hello', external_user_id: 'u' }));
    await bare.newKey();
  });
});
