import { afterEach, describe, expect, test } from 'vitest';
import { handler } from '../../../functions/oauth-metadata/handler.ts';
import { ROUTES } from '../../../infra/routes.ts';
import { apiEvent } from '../../support/requests.ts';

const RESOURCE = '/.well-known/oauth-authorization-server';

afterEach(() => {
  delete process.env.ISSUER;
});

async function metadata(context: Record<string, string>, headers: Record<string, string> = {}) {
  const event = apiEvent({ method: 'GET', headers });
  const requestContext = { ...event.requestContext, ...context };
  const answer = await handler({ ...event, resource: RESOURCE, requestContext }, {} as never);
  return JSON.parse(answer.body);
}

describe('the issuer', () => {
  test.each([
    [
      { domainName: 'x.execute-api.eu-west-1.amazonaws.com', path: `/api${RESOURCE}` },
      'https://x.execute-api.eu-west-1.amazonaws.com/api',
    ],
    [{ domainName: 'parley.example', path: `${RESOURCE}/` }, 'https://parley.example'],
    [{ domainName: 'parley.example', path: `/talk${RESOURCE}` }, 'https://parley.example/talk'],
    [{ domainName: 'evil" onload="x', path: RESOURCE }, 'http://localhost'],
  ])('of %o is %s', async (context, issuer) => {
    expect(await metadata(context)).toMatchObject({ issuer });
  });

  test.each(['127.0.0.1:3000', 'localhost', '[::1]:3000'])('on a laptop is plain http: %s', async (host) => {
    expect(await metadata({ domainName: host, path: RESOURCE })).toMatchObject({ issuer: `http://${host}` });
  });

  test.each(['127.0.0.1.evil.example', 'localhost.evil.example', 'xlocalhost', '127.0.0.x', '[::2]'])(
    'is https at any name that is not the loopback’s: %s',
    async (host) => {
      expect(await metadata({ domainName: host, path: RESOURCE })).toMatchObject({
        issuer: `https://${host}`,
      });
    },
  );

  test('cannot be changed by a request header', async () => {
    const chosen = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const headers = { ...chosen, 'X-Forwarded-Proto': 'http' };
    expect(await metadata({ domainName: 'parley.example', path: RESOURCE }, headers)).toMatchObject({
      issuer: 'https://parley.example',
      token_endpoint: 'https://parley.example/v1/oauth',
    });
  });

  test('is the one set by the deployment', async () => {
    process.env.ISSUER = 'https://auth.example/';
    expect(await metadata({ domainName: 'other.example', path: RESOURCE })).toMatchObject({
      issuer: 'https://auth.example',
      token_endpoint: 'https://auth.example/v1/oauth',
    });
  });
});

test('every listed endpoint is a route, and PKCE offers only S256', async () => {
  const document = await metadata({ domainName: 'parley.example', path: RESOURCE });
  const endpoints = Object.entries(document).filter(([name]) => name.endsWith('_endpoint'));
  expect(endpoints).toHaveLength(4);
  for (const [, url] of endpoints) {
    expect(ROUTES.map(({ path }) => path)).toContain(new URL(String(url)).pathname);
  }
  expect(document).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('the document is JSON by GET, lists what is supported and omits empty lists', async () => {
  const event = apiEvent({ method: 'GET' });
  const answer = await handler({ ...event, resource: RESOURCE }, {} as never);
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'Content-Type': 'application/json' } });
  const document = JSON.parse(answer.body);
  expect(document).toMatchObject({
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'password'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
  for (const value of Object.values(document)) expect(value).not.toEqual([]);
  expect(document.issuer).toMatch(/^https:\/\/[^?#]+$/);
});
