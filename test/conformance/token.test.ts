import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  accepted,
  appKey,
  FORM,
  formOf,
  functionChallenge,
  JSON_TYPE,
  OAUTH,
  QUERY,
  refused,
} from './support/api.ts';
import { useApi } from './support/parley.ts';
import { tokenShape } from './support/shapes.ts';

const api = useApi();
/** Nobody's, and another one every time: failures are counted by client. */
const strangerId = () => `demo.${randomUUID().replaceAll('-', '').slice(0, 20)}`;
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('an access token', () => {
  test.each(['/v1/oauth/', '/v1/oauth'])(
    'comes from %s with the five fields of the contract',
    async (path) => {
      const answer = await api.postForm(path, api.clientGrant());
      const token = accepted(answer, tokenShape);
      expect(token.access_token).not.toBe(token.refresh_token);
      expect(token.access_token).toHaveLength(30);
      expect(token.refresh_token).toHaveLength(30);
      expect(token.expires_in).toBe(36000);
      expect(token.token_type).toBe('Bearer');
    },
  );

  test('is never given twice', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => api.newToken()));
    const secrets = tokens.flatMap((token) => [token.access_token, token.refresh_token]);
    expect(new Set(secrets).size).toBe(24);
  });

  test('may not be kept by a cache (RFC 6749 §5.1)', async () => {
    const { headers } = await api.postForm(OAUTH, api.clientGrant());
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.pragma).toBe('no-cache');
  });

  test('holds space-delimited scopes, all that there are unless some are asked for', async () => {
    const { scope } = await api.newToken();
    expect(scope.split(' ').sort()).toEqual([
      'account_read',
      'account_write',
      'ai_model_read',
      'ai_model_write',
      'app_read',
      'app_write',
      'audit_read',
      'business_logic_write',
      'conversation_answer',
      'conversation_read',
      'conversation_write',
      'query',
      'version_write',
      'webhook_write',
    ]);
  });

  test('holds the scopes that were asked for and no more', async () => {
    const { scope } = await api.newToken({ scope: 'app_read query' });
    expect(scope.split(' ').sort()).toEqual(['app_read', 'query']);
  });

  test('is accepted as soon as it is issued, ten times over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { access_token } = await api.newToken();
      await api.ask('hello', {}, { Authorization: `Bearer ${access_token}` });
    }
  });

  test('is not made by an empty scope parameter to hold no scope (RFC 6749 §3.2)', async () => {
    expect((await api.newToken({ scope: '' })).scope).toContain('query');
  });
});

describe('the refresh token', () => {
  test('is not usable at the token endpoint', async () => {
    const { refresh_token } = await api.newToken();
    const { client_id = '', client_secret = '' } = api.clientGrant();
    const fields = { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
    refused(await api.postForm(OAUTH, fields), 400, 'unsupported_grant_type');
  });

  test('is not usable as an access token', async () => {
    const { refresh_token } = await api.newToken();
    const headers = { Authorization: `Bearer ${refresh_token}` };
    refused(await api.postQuery({ query: 'hello', external_user_id: 'u' }, headers), 401, 'invalid_token');
  });
});

describe('the client credentials grant', () => {
  test('takes the client by Basic authentication as well', async () => {
    const { client_id, client_secret, service_user_id } = api.account();
    const fields = { grant_type: 'client_credentials', service_user_id };
    accepted(await api.postForm(OAUTH, fields, basic(client_id, client_secret)), tokenShape);
  });

  test('takes the Basic scheme in any case', async () => {
    const { client_id, client_secret, service_user_id } = api.account();
    const header = basic(client_id, client_secret).Authorization.replace('Basic', 'bAsIc');
    const fields = { grant_type: 'client_credentials', service_user_id };
    accepted(await api.postForm(OAUTH, fields, { Authorization: header }), tokenShape);
  });

  test('refuses a client that authenticates in both ways (RFC 6749 §2.3)', async () => {
    const { client_id, client_secret } = api.account();
    const answer = await api.postForm(OAUTH, api.clientGrant(), basic(client_id, client_secret));
    refused(answer, 400, 'invalid_request');
  });

  test('takes the user under the wire name that older clients send', async () => {
    const { service_user_id = '', ...fields } = api.clientGrant();
    accepted(await api.postForm(OAUTH, { ...fields, clinc_user_id: service_user_id }), tokenShape);
  });

  test.each(['service_user_id', 'grant_type'])('requires %s', async (name) => {
    const fields = Object.entries(api.clientGrant()).filter(([field]) => field !== name);
    refused(await api.postForm(OAUTH, fields), 400, 'invalid_request');
  });

  test.each(['service_user_id', 'grant_type'])('counts an empty %s as left out', async (name) => {
    refused(await api.postForm(OAUTH, { ...api.clientGrant(), [name]: '' }), 400, 'invalid_request');
  });

  test.each([['client_secret'], ['client_id', 'client_secret']])(
    'needs the client: without %s',
    async (...names) => {
      const fields = Object.entries(api.clientGrant()).filter(([field]) => !names.includes(field));
      const answer = await api.postForm(OAUTH, fields);
      expect([400, 401]).toContain(answer.status);
      expect(['invalid_client', 'invalid_request']).toContain(refused(answer, answer.status).error);
    },
  );

  test('answers an unknown client in the body with invalid_client', async () => {
    const fields = { ...api.clientGrant(), client_id: strangerId() };
    refused(await api.postForm(OAUTH, fields), 401, 'invalid_client');
  });

  test('answers an unknown client in the header with 401 and a Basic challenge (RFC 6749 §5.2)', async () => {
    const { service_user_id } = api.account();
    const fields = { grant_type: 'client_credentials', service_user_id };
    const answer = await api.postForm(OAUTH, fields, basic(strangerId(), 'x'.repeat(40)));
    refused(answer, 401, 'invalid_client');
    expect(functionChallenge(answer)).toMatch(/^Basic /);
  });

  test('refuses a user whom the institution does not have', async () => {
    const answer = await api.postForm(OAUTH, { ...api.clientGrant(), service_user_id: randomUUID() });
    expect(['invalid_grant', 'invalid_request']).toContain(refused(answer, 400).error);
  });

  test('refuses an unknown scope', async () => {
    const answer = await api.postForm(OAUTH, { ...api.clientGrant(), scope: 'query world_domination' });
    refused(answer, 400, 'invalid_scope');
  });

  test('ignores parameters that it does not know (RFC 6749 §3.2)', async () => {
    accepted(
      await api.postForm(OAUTH, { ...api.clientGrant(), colour: 'green', __proto__x: '1' }),
      tokenShape,
    );
  });
});

describe('the password grant', () => {
  test('issues a token for user name, password and institution', async () => {
    accepted(await api.postForm(OAUTH, api.passwordGrant()), tokenShape);
  });

  test('needs no institution where the user name is unique', async () => {
    const { institution, ...fields } = api.passwordGrant();
    expect(institution).toBeDefined();
    accepted(await api.postForm(OAUTH, fields), tokenShape);
  });

  test('issues the scopes that were asked for and no more', async () => {
    const token = accepted(await api.postForm(OAUTH, { ...api.passwordGrant(), scope: 'query' }), tokenShape);
    expect(token.scope).toBe('query');
  });

  test('ignores a client id', async () => {
    accepted(await api.postForm(OAUTH, { ...api.passwordGrant(), client_id: 'whoever' }), tokenShape);
  });

  test.each(['username', 'password'])('requires %s', async (name) => {
    const fields = Object.entries(api.passwordGrant()).filter(([field]) => field !== name);
    refused(await api.postForm(OAUTH, fields), 400, 'invalid_request');
  });

  test('refuses an unknown user and an unknown institution in the same words', async () => {
    const unknownUser = refused(
      await api.postForm(OAUTH, { ...api.passwordGrant(), username: `nobody-${randomUUID()}` }),
      400,
      'invalid_grant',
    );
    const unknownInstitution = refused(
      await api.postForm(OAUTH, { ...api.passwordGrant(), institution: `nowhere-${randomUUID()}` }),
      400,
      'invalid_grant',
    );
    expect(unknownInstitution.error_description).toBe(unknownUser.error_description);
  });
});

describe('a token request', () => {
  test('of an unknown grant is unsupported_grant_type', async () => {
    const fields = { ...api.clientGrant(), grant_type: 'urn:example:magic' };
    refused(await api.postForm(OAUTH, fields), 400, 'unsupported_grant_type');
  });

  test('with a repeated parameter is invalid_request (RFC 6749 §3.2)', async () => {
    const fields = [...Object.entries(api.clientGrant()), ['scope', 'query'], ['scope', 'app_read']] as const;
    refused(await api.postForm(OAUTH, fields), 400, 'invalid_request');
  });

  test('with a parameter repeated in the same words is refused too', async () => {
    const pairs = Object.entries(api.clientGrant());
    refused(await api.postForm(OAUTH, [...pairs, ...pairs.slice(0, 1)]), 400, 'invalid_request');
  });

  test('is form-urlencoded or nothing', async () => {
    refused(await api.postJson(OAUTH, api.clientGrant()), 415, 'unsupported_media_type');
    const multipart = { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x--' };
    refused(await api.call('POST', OAUTH, multipart), 415, 'unsupported_media_type');
    refused(
      await api.call('POST', OAUTH, { body: formOf(api.clientGrant()) }),
      415,
      'unsupported_media_type',
    );
  });

  test('may name the charset of its form', async () => {
    const headers = { 'Content-Type': `${FORM}; charset=UTF-8` };
    accepted(await api.postForm(OAUTH, api.clientGrant(), headers), tokenShape);
  });

  test('reads the body only: parameters in the address count for nothing', async () => {
    const path = `${OAUTH}?${formOf(api.clientGrant())}`;
    refused(
      await api.call('POST', path, { headers: { 'Content-Type': FORM }, body: '' }),
      400,
      'invalid_request',
    );
  });

  test('that is refused may not be kept by a cache either', async () => {
    const { headers } = await api.postForm(OAUTH, { grant_type: 'nonsense' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toContain(JSON_TYPE);
  });

  test('never repeats a secret that it was sent', async () => {
    const client_secret = `s3cret${'x'.repeat(34)}`;
    const answer = await api.postForm(OAUTH, {
      ...api.clientGrant(),
      client_id: strangerId(),
      client_secret,
    });
    expect(answer.body.toString()).not.toContain(client_secret);
    refused(answer, 401);
  });
});

describe('failed sign-ins', () => {
  const signIn = (username: string) =>
    api.postForm(OAUTH, {
      grant_type: 'password',
      institution: api.account().institution,
      username,
      password: 'wrong',
    });

  test('of an account that does not exist are slowed down with 429 and Retry-After', async () => {
    const username = `ghost-${randomUUID()}`;
    let answer = await signIn(username);
    refused(answer, 400, 'invalid_grant');
    for (let attempt = 0; attempt < 30 && answer.status !== 429; attempt += 1)
      answer = await signIn(username);
    refused(answer, 429, 'too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
  });
});

describe('an App-Key', () => {
  test('has nothing to do with the token endpoint', async () => {
    const { key } = await api.newKey();
    accepted(await api.postForm(OAUTH, api.passwordGrant(), {}), tokenShape);
    const answer = await api.call('POST', QUERY, { headers: appKey(key), body: '{}' });
    refused(answer, 415, 'unsupported_media_type');
  });
});
