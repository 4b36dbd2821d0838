import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { codeDigest } from '../../../../functions/shared/domain/credentials/secrets.ts';
import { createKey } from '../../../../functions/shared/domain/keys/keys.ts';
import { createKeyStore } from '../../../../functions/shared/store/credentials-keys.ts';
import { newPkce } from '../../../../infra/openapi/code-flow.ts';
import { CALLBACK, useAuthorization } from '../../../support/authorization.ts';

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

  test('grants at most the scopes of the user, and lists them', async () => {
    const fresh = await code('acme', { scope: 'account_write query' });
    expect(await exchange('acme', fresh)).toMatchObject({ status: 200, body: { scope: 'query' } });
  });

  test('is valid for 60 seconds', async () => {
    const [inTime, late] = [await code(), await code()];
    const began = authorization.clock.now;
    authorization.clock.now = began + 59_999;
    expect((await exchange('acme', inTime)).status).toBe(200);
    authorization.clock.now = began + 60_000;
    expect(await exchange('acme', late)).toMatchObject(refused);
  });

  test('requested without a redirect is exchanged without one or with the only registered one', async () => {
    for (const redirect_uri of ['', CALLBACK]) {
      const answer = await exchange('acme', await code('acme', { redirect_uri: '' }), { redirect_uri });
      expect(answer.status).toBe(200);
    }
    expect(await exchange('acme', await code(), { redirect_uri: '' })).toMatchObject(refused);
  });

  test('of a confidential client with a challenge also needs its verifier', async () => {
    const { challenge, verifier } = newPkce();
    const begun = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect(await exchange('acme', await code('acme', begun))).toMatchObject(refused);
    const answer = await exchange('acme', await code('acme', begun), { code_verifier: verifier });
    expect(answer.status).toBe(200);
  });

  test('is exchanged despite wrong secrets from other addresses, at a known or new address', async () => {
    const wrong = { client_secret: 'x'.repeat(40) };
    for (let guess = 0; guess < 64; guess += 1) {
      const sourceIp = `203.0.113.${guess % 20}`;
      for (const name of ['acme', 'acme-app']) await exchange(name, 'x', wrong, { sourceIp });
    }
    for (const sourceIp of ['192.0.2.1', '192.0.2.2']) {
      for (const name of ['acme', 'acme-app']) {
        expect((await exchange(name, await code(name), {}, { sourceIp })).status, name).toBe(200);
      }
    }
  });

  test('is exchanged at an address known for the client, despite wrong secrets from there', async () => {
    const here = { sourceIp: '192.0.2.3' };
    expect((await exchange('acme', await code(), {}, here)).status).toBe(200);
    for (let guess = 0; guess < 20; guess += 1) {
      const answer = await exchange('acme', 'x', { client_secret: 'x'.repeat(40) }, here);
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
    expect((await exchange('acme', await code(), {}, here)).status).toBe(200);
  });

  test('of a public client is exchanged despite secrets sent for it from the same address', async () => {
    const here = { sourceIp: '192.0.2.4' };
    for (let guess = 0; guess < 20; guess += 1) {
      const answer = await exchange('acme-app', 'x', { client_secret: 'x'.repeat(40) }, here);
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
    expect((await exchange('acme-app', await code('acme-app'), {}, here)).status).toBe(200);
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

test('a token from a code cannot create a key', async () => {
  const { body } = await exchange('acme', await code());
  const principal = await resolve(body.access_token);
  if (principal === undefined) throw new Error('the token stands for nobody');
  const keys = createKeyStore(authorization.store.client);
  const dependencies = { keys, random: randomBytes, newId: () => '', nextSequence: () => 0 };
  const origin = { sourceIp: '192.0.2.1', requestId: 'request-1', now: authorization.clock.now };
  const creating = createKey(dependencies, principal, { name: 'x', referrers: [] }, origin);
  await expect(creating).rejects.toMatchObject({ code: 'bearer_token_required' });
});
