import { beforeAll, describe, expect, test } from 'vitest';
import { createOauthRevoke } from '../../../functions/oauth-revoke/handler.ts';
import { createCodeExchangeStore } from '../../../functions/shared/store/client-requests.ts';
import { useAuthorization } from '../../support/authorization.ts';
import { call, type TestRequest } from '../../support/requests.ts';
import { noSecretUses } from '../../support/rules.ts';
import { basic } from '../../support/token-endpoint.ts';

const authorization = useAuthorization();
const { client, code, exchange, resolve } = authorization;
let handler: unknown;
beforeAll(() => {
  const tokens = createCodeExchangeStore(authorization.store.client);
  handler = createOauthRevoke({
    tokens,
    secretUses: noSecretUses,
    now: () => authorization.clock.now,
  });
});

const revoke = (form: Record<string, string>, request: TestRequest = {}) =>
  call(handler, { body: new Map(Object.entries(form)), ...request });

const newToken = async (name = 'acme'): Promise<string> =>
  (await exchange(name, await code(name))).body.access_token;

describe('a token', () => {
  test('that its client revokes is invalid from then on, in two round trips', async () => {
    const token = await newToken();
    authorization.store.operations.length = 0;
    expect(await revoke({ ...client(), token })).toMatchObject({ status: 200, body: {} });
    expect(authorization.store.operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect(await resolve(token)).toBeUndefined();
    expect((await revoke({ ...client(), token })).status).toBe(200);
  });

  test('may be revoked by Basic, with a hint, and by a public client that obtained it', async () => {
    const { client_id, client_secret = '' } = client();
    const token = await newToken();
    const headers = {
      Authorization: basic(client_id, client_secret),
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const body = `token=${token}&token_type_hint=refresh_token`;
    expect((await revoke({}, { headers, body })).status).toBe(200);
    expect(await resolve(token)).toBeUndefined();
    const own = await newToken('acme-app');
    expect((await revoke({ ...client('acme-app'), token: own })).status).toBe(200);
    expect(await resolve(own)).toBeUndefined();
  });

  test('is found with any hint', async () => {
    for (const token_type_hint of ['access_token', 'refresh_token', 'a kind that nobody knows']) {
      const token = await newToken();
      expect(await revoke({ ...client(), token, token_type_hint })).toMatchObject({ status: 200, body: {} });
      expect(await resolve(token)).toBeUndefined();
    }
  });

  test('that is unknown counts as revoked, in any form', async () => {
    for (const token of ['x', 'A'.repeat(30), 'é']) {
      expect(await revoke({ ...client(), token })).toMatchObject({ status: 200, body: {} });
    }
  });
});

describe('a request', () => {
  test('without a token gets an error', async () => {
    expect(await revoke(client() as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', errors: [{ field: 'token' }] },
    });
  });
});
