import { expect, test, vi } from 'vitest';
import { useTokenEndpoint } from '../../support/token-endpoint.ts';

// The cost of a password hash does not matter to these tests.
vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-passwords.ts')).quickPasswords(original),
);

const endpoint = useTokenEndpoint();

const wrong = { password: 'wrong password' };
const from = (sourceIp: string) => ({ sourceIp });

/** Fails `times` times in a row, and checks that no attempt is delayed. */
async function fail(times: number, parameters: Record<string, string>, sourceIp: string) {
  for (let count = 0; count < times; count += 1) {
    const { status } = await endpoint.ask({ ...parameters, ...wrong }, { sourceIp });
    expect(status).toBe(400);
  }
}

/** Adds a user, and returns the parameters of its password grant. */
async function user(username: string) {
  await endpoint.addLogin('acme', username);
  return endpoint.passwordGrant({ username });
}

test('from the fifth on double the delay of the next attempt, until one succeeds', async () => {
  const bob = await user('bob');
  const here = from('192.0.2.1');
  await fail(5, bob, here.sourceIp);
  const refused = await endpoint.ask(bob, here);
  expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  expect(refused.headers['Retry-After']).toBe('1');
  endpoint.clock.now += 999;
  expect(await endpoint.ask(bob, here)).toMatchObject({ status: 429 });
  endpoint.clock.now += 1;
  await fail(1, bob, here.sourceIp);
  endpoint.clock.now += 1999;
  expect(await endpoint.ask(bob, here)).toMatchObject({ status: 429 });
  endpoint.clock.now += 1;
  expect(await endpoint.ask(bob, here)).toMatchObject({ status: 200 });
  await fail(4, bob, here.sourceIp);
  expect(await endpoint.ask(bob, here)).toMatchObject({ status: 200 });
});

test('are counted by the address of the connection, whatever the headers say', async () => {
  const zoe = await user('zoe');
  for (let count = 0; count < 5; count += 1) {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `198.51.100.${count}`,
    };
    const asked = { ...from('192.0.2.1'), headers };
    expect(await endpoint.ask({ ...zoe, ...wrong }, asked)).toMatchObject({ status: 400 });
  }
  expect(await endpoint.ask(zoe, from('192.0.2.1'))).toMatchObject({ status: 429 });
});
