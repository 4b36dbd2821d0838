import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, FORM, formOf, functionChallenge, JSON_TYPE, OAUTH, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { tokenShape } from './support/shapes.ts';

const api = useApi();
/** Returns a new unknown client id, because failures are counted per client. */
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

  test('is not cacheable (RFC 6749 §5.1)', async () => {
    const { headers } = await api.postForm(OAUTH, api.clientGrant());
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.pragma).toBe('no-cache');
  });

  test('has the default scopes for an empty scope parameter (RFC 6749 §3.2)', async () => {
    expect((await api.newToken({ scope: '' })).scope).toContain('query');
  });
});

describe('the client credentials grant', () => {
  test('accepts Basic authentication of the client', async () => {
    const { client_id, client_secret, service_user_id } = api.account();
    const fields = { grant_type: 'client_credentials', service_user_id };
    accepted(await api.postForm(OAUTH, fields, basic(client_id, client_secret)), tokenShape);
  });

  test('refuses a client that authenticates in both ways (RFC 6749 §2.3)', async () => {
    const { client_id, client_secret } = api.account();
    const answer = await api.postForm(OAUTH, api.clientGrant(), basic(client_id, client_secret));
    refused(answer, 400, 'invalid_request');
  });

  test.each([['client_secret'], ['client_id', 'client_secret']])(
    'requires the client: without %s',
    async (...names) => {
      const fields = Object.entries(api.clientGrant()).filter(([field]) => !names.includes(field));
      const answer = await api.postForm(OAUTH, fields);
      expect([400, 401]).toContain(answer.status);
      expect(['invalid_client', 'invalid_request']).toContain(refused(answer, answer.status).error);
    },
  );

  test('answers an unknown client in the header with 401 and a Basic challenge (RFC 6749 §5.2)', async () => {
    const { service_user_id } = api.account();
    const fields = { grant_type: 'client_credentials', service_user_id };
    const answer = await api.postForm(OAUTH, fields, basic(strangerId(), 'x'.repeat(40)));
    refused(answer, 401, 'invalid_client');
    expect(functionChallenge(answer)).toMatch(/^Basic /);
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

  test('ignores a client id', async () => {
    accepted(await api.postForm(OAUTH, { ...api.passwordGrant(), client_id: 'whoever' }), tokenShape);
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
  test('must be form-urlencoded', async () => {
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

  test('ignores parameters in the address', async () => {
    const path = `${OAUTH}?${formOf(api.clientGrant())}`;
    refused(
      await api.call('POST', path, { headers: { 'Content-Type': FORM }, body: '' }),
      400,
      'invalid_request',
    );
  });

  test('has a refusal that is not cacheable either', async () => {
    const { headers } = await api.postForm(OAUTH, { grant_type: 'nonsense' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toContain(JSON_TYPE);
  });

  test('never has the secret of the request in its answer', async () => {
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
