import { beforeAll, describe, expect, test } from 'vitest';
import { basic, useTokenEndpoint, without } from '../../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();

beforeAll(async () => {
  await endpoint.addLogin('acme', 'shared');
  await endpoint.addLogin('rival', 'shared');
});

describe('the password grant', () => {
  test('takes a user name in any case, with or without its institution while one has it', async () => {
    expect(await endpoint.ask(endpoint.passwordGrant({ username: 'ANN' }))).toMatchObject({ status: 200 });
    expect(await endpoint.ask(without(endpoint.passwordGrant(), 'institution'))).toMatchObject({
      status: 200,
    });
  });

  test('needs the institution where two have the user name', async () => {
    const shared = endpoint.passwordGrant({ username: 'shared' });
    expect(await endpoint.ask(without(shared, 'institution'))).toMatchObject({
      body: { error: 'invalid_grant' },
    });
    expect(await endpoint.ask(shared)).toMatchObject({ status: 200 });
    expect(await endpoint.ask({ ...shared, institution: 'rival' })).toMatchObject({ status: 200 });
  });

  test('ignores client credentials, right or wrong', async () => {
    const headers = { Authorization: basic('a', 'b') };
    expect(await endpoint.ask(endpoint.passwordGrant({ client_id: 'x' }), { headers })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['wrong password', { password: 'correct horsf' }],
    ['password with more after it', { password: 'correct horse ' }],
    ['password of 100 KB', { password: 'x'.repeat(100_000) }],
    ['unknown user', { username: 'nobody' }],
    ['user of another institution', { institution: 'rival' }],
    ['institution that cannot be', { institution: 'a#b' }],
    ['institution *', { institution: '*' }],
    ['user name that cannot be', { username: 'a\0'.repeat(1000) }],
  ])('refuses a %s in the same words', async (_, changes) => {
    const answer = await endpoint.ask(endpoint.passwordGrant(changes), { sourceIp: '203.0.113.2' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'invalid_grant',
      error_description: 'The user name or password is wrong, or the institution must be given too.',
      request_id: 'request-1',
    });
    endpoint.clock.now += 3_600_000;
  });
});
