import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, FORM, formOf, OAUTH, refused } from './support/api.ts';
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
});

describe('the client credentials grant', () => {
  test('refuses a client that authenticates in both ways (RFC 6749 §2.3)', async () => {
    const { client_id, client_secret } = api.account();
    const answer = await api.postForm(OAUTH, api.clientGrant(), basic(client_id, client_secret));
    refused(answer, 400, 'invalid_request');
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

  test('ignores parameters in the address', async () => {
    const path = `${OAUTH}?${formOf(api.clientGrant())}`;
    refused(
      await api.call('POST', path, { headers: { 'Content-Type': FORM }, body: '' }),
      400,
      'invalid_request',
    );
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
