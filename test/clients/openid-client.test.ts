import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import { ownLogin } from '../conformance/support/parley.ts';
import { allow, expectRefused, expectWorks, refuse, settings } from './support.ts';

const options: client.DiscoveryRequestOptions = {
  algorithm: 'oauth2',
  execute: [client.allowInsecureRequests],
};

const discover = (id: string, authentication: client.ClientAuth) =>
  client.discovery(new URL(settings().base_url), id, undefined, authentication, options);

const confidential = (make: (secret: string) => client.ClientAuth = client.ClientSecretBasic) =>
  discover(settings().client_id, make(settings().client_secret));

async function begin(config: client.Configuration) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: settings().callback,
    scope: 'query',
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { url, checks: { pkceCodeVerifier, expectedState } };
}

describe('openid-client', () => {
  test.each([
    ['header', client.ClientSecretBasic],
    ['body', client.ClientSecretPost],
  ])('finds the server and uses client credentials in the %s', async (_, make) => {
    const { service_user_id } = settings();
    const token = await client.clientCredentialsGrant(await confidential(make), { service_user_id });
    await expectWorks(token.access_token);
  });

  test('uses the password grant', async () => {
    const { username, password } = await ownLogin();
    const { institution } = settings();
    const parameters = { username, password, institution, scope: 'query' };
    const token = await client.genericGrantRequest(await confidential(), 'password', parameters);
    expect(token.scope).toBe('query');
    await expectWorks(token.access_token);
  });

  test.each(['confidential', 'public'])(
    'uses the code grant with PKCE, state and iss as a %s client',
    async (kind) => {
      const config =
        kind === 'public' ? await discover(settings().public_client_id, client.None()) : await confidential();
      const { url, checks } = await begin(config);
      const token = await client.authorizationCodeGrant(config, await allow(url), checks);
      expect(token.expires_in).toBe(36_000);
      await expectWorks(token.access_token);
    },
  );

  test('reports a refused consent', async () => {
    const config = await confidential();
    const { url, checks } = await begin(config);
    const granting = client.authorizationCodeGrant(config, await refuse(url), checks);
    await expect(granting).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('introspects and revokes', async () => {
    const config = await confidential();
    const { service_user_id } = settings();
    const { access_token } = await client.clientCredentialsGrant(config, { service_user_id });
    const told = await client.tokenIntrospection(config, access_token);
    expect(told).toMatchObject({ active: true, sub: service_user_id });
    await client.tokenRevocation(config, access_token);
    expect(await client.tokenIntrospection(config, access_token)).toEqual({ active: false });
    await expectRefused(access_token);
  });
});
