import { GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { isToken, tokenDigest } from '../../../functions/shared/domain/credentials/secrets.ts';
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

  test('gives a token that is valid until the second it expires', async () => {
    const { body } = await endpoint.ask(endpoint.clientGrant());
    expect(await endpoint.resolve(body.access_token)).toMatchObject({
      kind: 'token',
      institution: 'acme',
      userId: 'acme-user',
      scopes: ['query', 'app_read'],
      grant: 'client_credentials',
      clientId: endpoint.client().client_id,
    });
    const end = endpoint.clock.now + 36_000_000;
    expect(await endpoint.resolve(body.access_token, end - 1)).toBeDefined();
    expect(await endpoint.resolve(body.access_token, end)).toBeUndefined();
  });

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

  test('leaves no secret in any table', async () => {
    const { body } = await endpoint.ask(endpoint.passwordGrant());
    for (const table of [
      'CREDENTIALS_TABLE',
      'CREDENTIAL_OWNERS_TABLE',
      'DIRECTORY_TABLE',
      'THROTTLE_TABLE',
    ]) {
      const { Items } = await endpoint.store
        .uncounted()
        .send(new ScanCommand({ TableName: process.env[table] }));
      for (const secret of [body.access_token, body.refresh_token, 'correct horse']) {
        expect(JSON.stringify(Items)).not.toContain(secret);
      }
    }
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

test('a user who is changed while a token is issued gets a token with the change, or none', async () => {
  const change = (name: string, value: string) =>
    endpoint.store.uncounted().send(
      new UpdateCommand({
        TableName: process.env.DIRECTORY_TABLE,
        Key: { pk: 'institution#acme', sk: 'user#both' },
        UpdateExpression: 'SET #name = :value ADD revision :one',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value, ':one': 1 },
      }),
    );
  const during = (interrupt: () => Promise<unknown>) => {
    let interrupted = false;
    return endpoint.createHandler({
      async readClientSignIn(ids, keys) {
        const read = await endpoint.signIns.readClientSignIn(ids, keys);
        if (!interrupted) await interrupt();
        interrupted = true;
        return read;
      },
    });
  };
  const parameters = endpoint.clientGrant('acme', { service_user_id: 'both' });
  const narrowing = during(() => change('scopes', 'app_read'));
  expect(await endpoint.ask(parameters, {}, narrowing)).toMatchObject({
    status: 200,
    body: { scope: 'app_read' },
  });
  const disabling = during(() => change('status', 'disabled'));
  expect(await endpoint.ask(parameters, {}, disabling)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
});

test('a token is listed under its owner, so that a change of the user can find it', async () => {
  const { body } = await endpoint.ask(endpoint.clientGrant());
  const { Item } = await endpoint.store.uncounted().send(
    new GetCommand({
      TableName: process.env.CREDENTIAL_OWNERS_TABLE,
      Key: { pk: 'acme#acme-user', sk: `token#${tokenDigest(body.access_token)}` },
    }),
  );
  expect(Item).toMatchObject({ expires_at: endpoint.clock.now / 1000 + 36_000 });
});
