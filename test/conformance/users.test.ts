import { describe, expect, test } from 'vitest';
import { accepted, appKey, createApi, KEYS, OAUTH, QUERY, refused } from './support/api.ts';
import { baseUrl, canOperate, changeInstitution, changeUser, createTenant } from './support/parley.ts';
import { tokenShape } from './support/shapes.ts';

const BODY = { query: 'hello', external_user_id: 'u' };

async function signedIn() {
  const account = await createTenant();
  const api = createApi(baseUrl, () => account);
  const [token, { key }] = await Promise.all([api.bearer(), api.newKey()]);
  await Promise.all([api.listKeys(token), api.listKeys(appKey(key))]);
  return { account, api, credentials: [token, appKey(key)] as const };
}

describe.runIf(canOperate())('a user', () => {
  test('who is disabled is refused from the next request, with every credential', async () => {
    const { account, api, credentials } = await signedIn();
    await changeUser(account, { status: 'disabled' });
    for (const headers of credentials) {
      refused(await api.call('GET', KEYS, { headers }), 401, 'invalid_token');
      refused(await api.postJson(QUERY, BODY, headers), 401, 'invalid_token');
    }
    refused(await api.postForm(OAUTH, api.passwordGrant()), 400, 'invalid_grant');
    expect(['invalid_grant', 'invalid_request']).toContain(
      refused(await api.postForm(OAUTH, api.clientGrant()), 400).error,
    );
  });

  test('who is reactivated keeps the keys, but has to sign in again', async () => {
    const { account, api, credentials } = await signedIn();
    const [token, key] = credentials;
    await changeUser(account, { status: 'disabled' });
    await changeUser(account, { status: 'active' });
    await api.listKeys(key);
    refused(await api.call('GET', KEYS, { headers: token }), 401, 'invalid_token');
    accepted(await api.postForm(OAUTH, api.passwordGrant()), tokenShape);
  });

  test('who loses a scope loses it in every credential from the next request', async () => {
    const { account, api, credentials } = await signedIn();
    await changeUser(account, { scopes: ['app_write', 'query'] });
    for (const headers of credentials) {
      refused(await api.call('GET', KEYS, { headers }), 403, 'insufficient_scope');
    }
    expect((await api.newToken()).scope.split(' ').sort()).toEqual(['app_write', 'query']);
  });
});

describe.runIf(canOperate())('an institution', () => {
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
