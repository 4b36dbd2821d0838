import { describe, expect, test } from 'vitest';
import { refused } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

describe.each(['/v1/oauth/introspect', '/v1/oauth/revoke'])('%s', (path) => {
  test('rejects a client with a wrong secret, and reveals nothing about the token', async () => {
    const form = { client_id: api.demo().client_id, client_secret: 'x'.repeat(40), token: 'x'.repeat(30) };
    const answer = await api.call('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    refused(answer, 401, 'invalid_client');
    expect(answer.body.toString()).not.toContain('active');
  });
});
