import {
  AuthorizationCode,
  ClientCredentials,
  type ModuleOptions,
  ResourceOwnerPassword,
} from 'simple-oauth2';
import { describe, expect, test } from 'vitest';
import { ownLogin } from '../conformance/support/parley.ts';
import { allow, expectRefused, expectWorks, settings } from './support.ts';

const options = (authorizationMethod: 'header' | 'body'): ModuleOptions => ({
  client: { id: settings().client_id, secret: settings().client_secret },
  auth: {
    tokenHost: settings().base_url,
    tokenPath: '/v1/oauth',
    revokePath: '/v1/oauth/revoke',
  },
  options: { authorizationMethod },
});

describe.each(['header', 'body'] as const)('simple-oauth2 with its credentials in the %s', (method) => {
  test('uses client credentials and revokes', async () => {
    const parameters = { service_user_id: settings().service_user_id, scope: ['query'] };
    const token = await new ClientCredentials(options(method)).getToken(parameters);
    await expectWorks(token.token.access_token);
    expect(token.expired()).toBe(false);
    await token.revoke('access_token');
    await expectRefused(token.token.access_token);
  });

  test('uses the password grant', async () => {
    const { username, password } = await ownLogin();
    const token = await new ResourceOwnerPassword(options(method)).getToken({ username, password });
    await expectWorks(token.token.access_token);
  });

  test('uses the code grant', async () => {
    const { auth, ...others } = options(method);
    const withPage = { ...auth, authorizePath: '/v1/oauth/authorize' };
    const client = new AuthorizationCode({ ...others, auth: withPage });
    const redirect_uri = settings().callback;
    const url = client.authorizeURL({ redirect_uri, scope: ['query', 'account_read'], state: 'a b' });
    const { searchParams } = await allow(url);
    expect(searchParams.get('state')).toBe('a b');
    const token = await client.getToken({ code: searchParams.get('code') ?? '', redirect_uri });
    expect(token.token.scope).toBe('query account_read');
    await expectWorks(token.token.access_token);
  });
});
