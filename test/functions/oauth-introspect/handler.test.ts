import { beforeAll, describe, expect, test } from 'vitest';
import { createOauthIntrospect } from '../../../functions/oauth-introspect/handler.ts';
import { createOauthRevoke } from '../../../functions/oauth-revoke/handler.ts';
import { createCodeExchangeStore } from '../../../functions/shared/store/client-requests.ts';
import { useAuthorization } from '../../support/authorization.ts';
import { call, type TestRequest } from '../../support/requests.ts';
import { noSecretUses } from '../../support/rules.ts';

const authorization = useAuthorization();
const { client, code, exchange } = authorization;
let handler: unknown;
beforeAll(() => {
  handler = createOauthIntrospect({
    clients: authorization.clientStore(),
    secretUses: noSecretUses,
    now: () => authorization.clock.now,
  });
});

const introspect = (form: Record<string, string>, request: TestRequest = {}) =>
  call(handler, { body: new Map(Object.entries(form)), ...request });

const newToken = async (name = 'acme'): Promise<string> =>
  (await exchange(name, await code(name, { scope: 'query' }))).body.access_token;

const inactive = { status: 200, body: { active: false } };

describe('a token', () => {
  test('of the institution is described, in one round trip', async () => {
    const token = await newToken('acme-app');
    await introspect({ ...client(), token });
    authorization.store.operations.length = 0;
    const seconds = authorization.clock.now / 1000;
    expect((await introspect({ ...client(), token })).body).toEqual({
      active: true,
      scope: 'query',
      client_id: client('acme-app').client_id,
      token_type: 'Bearer',
      exp: seconds + 36_000,
      iat: seconds,
      sub: 'ann-id',
      institution: 'acme',
      iss: 'https://parley.example',
    });
    expect(authorization.store.operations).toEqual(['BatchGetItem']);
  });

  test('is found with any hint', async () => {
    const token = await newToken();
    for (const token_type_hint of ['access_token', 'refresh_token', 'a kind that nobody knows']) {
      expect((await introspect({ ...client(), token, token_type_hint })).body.active).toBe(true);
    }
  });

  test('that was revoked is inactive at once', async () => {
    const token = await newToken();
    const tokens = createCodeExchangeStore(authorization.store.client);
    const revoke = createOauthRevoke({
      tokens,
      secretUses: noSecretUses,
      now: () => authorization.clock.now,
    });
    await call(revoke, { body: new Map(Object.entries({ ...client(), token })) });
    expect(await introspect({ ...client(), token })).toMatchObject(inactive);
  });

  test('of another institution, unknown or malformed is inactive, without further fields', async () => {
    for (const token of [await newToken('rival'), 'A'.repeat(30), 'x', await code()]) {
      const { status, body } = await introspect({ ...client(), token });
      expect({ status, body }).toEqual(inactive);
    }
  });
});

const wrong = { client_secret: 'wrong', token: 'x' };

test('an address that sent the right secret is trusted, which is written once a day', async () => {
  const home = { sourceIp: '203.0.113.8' };
  const trips = async () => {
    authorization.store.roundTrips.length = 0;
    expect((await introspect({ ...client(), token: 'x' }, home)).status).toBe(200);
    return authorization.store.roundTrips;
  };
  expect(await trips()).toEqual([['BatchGetItem'], ['UpdateItem']]);
  expect(await trips()).toEqual([['BatchGetItem']]);
  const { client_id } = client();
  for (let failure = 0; failure < 9; failure += 1) {
    expect((await introspect({ client_id, ...wrong }, home)).status).toBe(401);
  }
  authorization.clock.now += 86_400_000 - 1;
  expect(await trips()).toEqual([['BatchGetItem']]);
  authorization.clock.now += 1;
  expect(await trips()).toEqual([['BatchGetItem'], ['UpdateItem']]);
});
