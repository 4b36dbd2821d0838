import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import { describe, expect, test } from 'vitest';
import { ownLogin } from '../conformance/support/parley.ts';
import { allow, expectRefused, expectWorks, refuse, settings } from './support.ts';

const METHODS = ['client_secret_basic', 'client_secret_post', 'client_secret_basic_interop'] as const;

const confidential = (authenticationMethod: (typeof METHODS)[number] = 'client_secret_basic') =>
  new OAuth2Client({
    server: settings().base_url,
    discoveryEndpoint: '/.well-known/oauth-authorization-server',
    clientId: settings().client_id,
    clientSecret: settings().client_secret,
    authenticationMethod,
  });

/** Creates a client without a secret, which finds every endpoint by discovery. */
const publicClient = () =>
  new OAuth2Client({ server: settings().base_url, clientId: settings().public_client_id });

async function begin(client: OAuth2Client) {
  const codeVerifier = await generateCodeVerifier();
  const request = { redirectUri: settings().callback, state: 'xyz', codeVerifier };
  return { request, url: await client.authorizationCode.getAuthorizeUri({ ...request, scope: ['query'] }) };
}

describe('@badgateway/oauth2-client', () => {
  test.each(METHODS)('uses client credentials by %s', async (method) => {
    const extraParams = { service_user_id: settings().service_user_id };
    const token = await confidential(method).clientCredentials({ extraParams });
    await expectWorks(token.accessToken);
  });

  test('uses the password grant', async () => {
    const { username, password } = await ownLogin();
    const token = await confidential().password({ username, password, scope: ['query'] });
    await expectWorks(token.accessToken);
  });

  test.each([
    ['confidential', confidential],
    ['public', publicClient],
  ])('uses the code grant with PKCE as a %s client', async (_, make) => {
    const client = make();
    const { request, url } = await begin(client);
    const token = await client.authorizationCode.getTokenFromCodeRedirect(await allow(url), request);
    await expectWorks(token.accessToken);
  });

  test('reports a refused consent', async () => {
    const client = publicClient();
    const { request, url } = await begin(client);
    const granting = client.authorizationCode.getTokenFromCodeRedirect(await refuse(url), request);
    await expect(granting).rejects.toMatchObject({ oauth2Code: 'access_denied' });
  });

  test('introspects and revokes', async () => {
    const client = confidential();
    const extraParams = { service_user_id: settings().service_user_id };
    const token = await client.clientCredentials({ extraParams });
    expect(await client.introspect(token)).toMatchObject({ active: true });
    await client.revoke(token);
    expect(await client.introspect(token)).toMatchObject({ active: false });
    await expectRefused(token.accessToken);
  });
});
