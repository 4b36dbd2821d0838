import { describe, expect, test } from 'vitest';
import { isToken } from '../../../functions/shared/domain/credentials/secrets.ts';
import { useTokenEndpoint, without } from '../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();

describe('an answer', () => {
  test.each([
    ['client credentials', 'three', endpoint.clientGrant, 'query app_read'],
    ['password', 'four', endpoint.passwordGrant, 'query app_write'],
  ])(
    'to the %s grant is the token of the contract, in %s round trips',
    async (grant, _, parameters, scope) => {
      const { status, headers, body } = await endpoint.ask(parameters());
      expect(status).toBe(200);
      const counts = (times: number) => Array.from({ length: times }, () => 'UpdateItem');
      // Counted beforehand: the user name with and without the institution, the account and the source.
      const beforehand = (times: number) => (grant === 'password' ? [counts(times)] : []);
      const trips = (first: number, last: number) => [['BatchGetItem'], ...beforehand(first), counts(last)];
      // Writes the token, then reads again what it is based on, in parallel with the counts.
      const writesToken = ['TransactWriteItems', 'BatchGetItem'];
      const withoutToken = () => {
        const { roundTrips } = endpoint.store;
        const last = roundTrips.slice(grant === 'password' ? 2 : 1).flat();
        expect(last.filter((name) => name !== 'UpdateItem').toSorted()).toEqual(writesToken.toSorted());
        return [
          ...roundTrips.slice(0, grant === 'password' ? 2 : 1),
          last.filter((name) => name === 'UpdateItem'),
        ];
      };
      expect(withoutToken()).toEqual(trips(4, grant === 'password' ? 4 : 1));
      endpoint.store.roundTrips.length = 0;
      await endpoint.ask(parameters());
      // From now on the source is trusted.
      expect(withoutToken()).toEqual(trips(2, grant === 'password' ? 2 : 0));
      expect(body).toEqual({
        access_token: expect.toSatisfy(isToken),
        expires_in: 36_000,
        token_type: 'Bearer',
        scope,
        refresh_token: expect.toSatisfy(isToken),
      });
      expect(body.refresh_token).not.toBe(body.access_token);
      expect(headers).toMatchObject({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    },
  );

  test('gives a refresh token that cannot be used', async () => {
    const { body } = await endpoint.ask(endpoint.clientGrant());
    expect(await endpoint.resolve(body.refresh_token)).toBeUndefined();
    const refused = await endpoint.ask({
      ...endpoint.client(),
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    });
    expect(refused).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
  });
});

describe('a malformed request', () => {
  test.each([
    ['grant_type', () => without(endpoint.clientGrant(), 'grant_type')],
    ['grant_type', () => endpoint.clientGrant('acme', { grant_type: '' })],
    ['service_user_id', () => without(endpoint.clientGrant(), 'service_user_id')],
    ['username', () => without(endpoint.passwordGrant(), 'username')],
    ['password', () => endpoint.passwordGrant({ password: '' })],
  ])('without %s gets an error, and nothing is read', async (field, parameters) => {
    const answer = await endpoint.ask(parameters());
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', errors: [{ field, message: 'send this parameter' }] },
    });
    expect(endpoint.store.operations).toEqual([]);
  });

  test('with an unknown grant type is unsupported_grant_type', async () => {
    for (const grant_type of ['implicit', '__proto__', 'PASSWORD', 'authorization_code ']) {
      const answer = await endpoint.ask(endpoint.clientGrant('acme', { grant_type }));
      expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    }
  });
});
