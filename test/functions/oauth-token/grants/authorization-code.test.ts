import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { codeDigest } from '../../../../functions/shared/domain/credentials/secrets.ts';
import { useAuthorization } from '../../../support/authorization.ts';

const authorization = useAuthorization();
const { code, exchange, resolve } = authorization;

const refused = { status: 400, body: { error: 'invalid_grant' } };

describe('a code', () => {
  test.each(['acme', 'acme-app'])('of %s returns a token for its user, in two round trips', async (name) => {
    const fresh = await code(name, { scope: 'query account_read' });
    authorization.store.roundTrips.length = 0;
    const { status, headers, body } = await exchange(name, fresh);
    expect(status).toBe(200);
    // The first correct secret from an address is recorded.
    const trusts = name === 'acme' ? ['UpdateItem'] : [];
    expect(authorization.store.roundTrips).toEqual([['BatchGetItem'], ['TransactWriteItems', ...trusts]]);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 36_000, scope: 'query account_read' });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store' });
    expect(await resolve(body.access_token)).toMatchObject({
      institution: 'acme',
      userId: 'ann-id',
      grant: 'authorization_code',
      clientId: authorization.client(name).client_id,
    });
  });
});

test('a code without a client revision, from an earlier release, is refused without a fault', async () => {
  const fresh = await code();
  await authorization.store.uncounted().send(
    new UpdateCommand({
      TableName: process.env.CREDENTIALS_TABLE,
      Key: { pk: codeDigest(fresh) },
      UpdateExpression: 'REMOVE client_revision',
    }),
  );
  expect(await exchange('acme', fresh)).toMatchObject(refused);
});

describe('a code that is used again', () => {
  test('is refused, and its token is revoked', async () => {
    const fresh = await code();
    const { body } = await exchange('acme', fresh);
    expect(await resolve(body.access_token)).toBeDefined();
    expect(await exchange('acme', fresh)).toMatchObject(refused);
    expect(await resolve(body.access_token)).toBeUndefined();
  });

  test('50 times at once returns one token, which the others revoke', async () => {
    const fresh = await code();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange('acme', fresh)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused);
    expect(await resolve(won[0]?.body.access_token)).toBeUndefined();
  });
});
