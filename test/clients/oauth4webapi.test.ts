import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownLogin } from '../conformance/support/parley.ts';
import { allow, expectRefused, expectWorks, settings } from './support.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

let server: oauth.AuthorizationServer;
beforeAll(async () => {
  const issuer = new URL(settings().base_url);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, answer);
});

const confidential = () => ({
  client: { client_id: settings().client_id },
  authentication: oauth.ClientSecretBasic(settings().client_secret),
});

describe('oauth4webapi', () => {
  test('uses client credentials, introspects and revokes', async () => {
    const { client, authentication } = confidential();
    const { service_user_id } = settings();
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      { service_user_id },
      insecure,
    );
    const { access_token } = await oauth.processClientCredentialsResponse(server, client, answer);
    await expectWorks(access_token);
    const asked = await oauth.introspectionRequest(server, client, authentication, access_token, insecure);
    expect(await oauth.processIntrospectionResponse(server, client, asked)).toMatchObject({ active: true });
    const revoked = await oauth.revocationRequest(server, client, authentication, access_token, insecure);
    await oauth.processRevocationResponse(revoked);
    await expectRefused(access_token);
  });

  test('uses the password grant', async () => {
    const { client, authentication } = confidential();
    const { username, password } = await ownLogin();
    const { institution } = settings();
    const answer = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authentication,
      'password',
      { username, password, institution },
      insecure,
    );
    const token = await oauth.processGenericTokenEndpointResponse(server, client, answer);
    await expectWorks(token.access_token);
  });

  test('uses the code grant as a public client, and checks state and iss', async () => {
    const { public_client_id: client_id, callback } = settings();
    const client = { client_id };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const parameters = oauth.validateAuthResponse(server, client, await allow(url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      callback,
      verifier,
      insecure,
    );
    const token = await oauth.processAuthorizationCodeResponse(server, client, answer);
    await expectWorks(token.access_token);
  });
});
