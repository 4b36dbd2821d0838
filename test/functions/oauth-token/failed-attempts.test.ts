import { describe, expect, test, vi } from 'vitest';
import { useTokenEndpoint, without } from '../../support/token-endpoint.ts';

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

/** Fails `times` times at an account, at most four times from each address. */
async function failAnywhere(times: number, parameters: Record<string, string>, network = '203.0.113') {
  for (let done = 0; done < times; done += 4) {
    await fail(Math.min(4, times - done), parameters, `${network}.${done / 4}`);
  }
}

describe('over all addresses', () => {
  test('are limited to 25 per account, then one in ten minutes, with the same answers for unknown users', async () => {
    await user('dora');
    const bodies = [];
    for (const username of ['dora', 'nobody']) {
      const parameters = endpoint.passwordGrant({ username });
      const began = endpoint.clock.now;
      await failAnywhere(25, parameters);
      for (const guess of [parameters, { ...parameters, ...wrong }]) {
        const refused = await endpoint.ask(guess, from('192.0.2.3'));
        expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '600' } });
        bodies.push(refused.body);
      }
      endpoint.clock.now = began + 600_000 - 1;
      expect(await endpoint.ask(parameters, from('192.0.2.4'))).toMatchObject({ status: 429 });
      endpoint.clock.now = began + 600_000;
      await fail(1, parameters, '192.0.2.4');
      expect(await endpoint.ask(parameters, from('192.0.2.5'))).toMatchObject({ status: 429 });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

describe('from one address over all accounts', () => {
  const spray = async (times: number, sourceIp: string) => {
    for (let count = 0; count < times; count += 1) {
      await fail(1, endpoint.passwordGrant({ username: `guessed-${sourceIp}-${count}` }), sourceIp);
    }
  };

  test('are limited to 100, then one a minute, for all accounts together', async () => {
    const gil = await user('gil');
    const began = endpoint.clock.now;
    await spray(100, '192.0.2.100');
    const refused = await endpoint.ask(gil, from('192.0.2.100'));
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
    expect(await endpoint.ask(gil, from('192.0.2.101'))).toMatchObject({ status: 200 });
    endpoint.clock.now = began + 60_000 - 1;
    expect(await endpoint.ask(gil, from('192.0.2.100'))).toMatchObject({ status: 429 });
    endpoint.clock.now = began + 60_000;
    await fail(1, gil, '192.0.2.100');
    expect(await endpoint.ask(gil, from('192.0.2.100'))).toMatchObject({ status: 429 });
  });
});

describe('naming the institution or not', () => {
  test.each([
    ['then not', { institution: 'acme' }, {}],
    ['first not', {}, { institution: 'acme' }],
  ])('alternating (%s) gives no extra guess, for a known or unknown user', async (_, first, second) => {
    const username = `jo-${Object.keys(first).length}`;
    await user(username);
    for (const name of [username, `no-${username}`]) {
      const form = (more: Record<string, string>) => ({
        ...without(endpoint.passwordGrant({ username: name }), 'institution'),
        ...more,
      });
      await fail(3, form(first), '192.0.2.50');
      await fail(2, form(second), '192.0.2.50');
      for (const more of [first, second]) {
        expect(await endpoint.ask(form(more), from('192.0.2.50')), name).toMatchObject({ status: 429 });
      }
    }
  });

  test('all failures are forgotten after a success', async () => {
    const kim = await user('kim');
    const unnamed = without(kim, 'institution');
    for (const right of [kim, unnamed]) {
      await fail(2, kim, '192.0.2.60');
      await fail(2, unnamed, '192.0.2.60');
      expect(await endpoint.ask(right, from('192.0.2.60'))).toMatchObject({ status: 200 });
      await fail(2, kim, '192.0.2.60');
      await fail(2, unnamed, '192.0.2.60');
      expect(await endpoint.ask(right, from('192.0.2.60'))).toMatchObject({ status: 200 });
    }
  });
});
