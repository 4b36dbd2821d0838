import { describe, expect, test, vi } from 'vitest';
import { useTokenEndpoint, without } from '../../support/token-endpoint.ts';

// None of it depends on what a password's hash costs.
vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-passwords.ts')).quickPasswords(original),
);

const endpoint = useTokenEndpoint();
const DAY_MS = 86_400_000;

const wrong = { password: 'wrong password' };
const from = (sourceIp: string) => ({ sourceIp });

/** Fails so many times, one after the other, as long as nothing delays it. */
async function fail(times: number, parameters: Record<string, string>, sourceIp: string) {
  for (let count = 0; count < times; count += 1) {
    const { status } = await endpoint.ask({ ...parameters, ...wrong }, { sourceIp });
    expect(status).toBe(400);
  }
}

/** A user of the test's own: the right parameters of the password grant. */
async function user(username: string) {
  await endpoint.addLogin('acme', username);
  return endpoint.passwordGrant({ username });
}

test('from the fifth on delay the next attempt, twice as long each time, until one succeeds', async () => {
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

test('are counted by the address of the connection, whatever a header says of it', async () => {
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

test('delay by 15 minutes at most', async () => {
  const cara = await user('cara');
  await fail(5, cara, '192.0.2.1');
  for (let count = 0; count < 12; count += 1) {
    endpoint.clock.now += 900_000;
    await fail(1, cara, '192.0.2.1');
  }
  const refused = await endpoint.ask(cara, from('192.0.2.1'));
  expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } });
});

/** So many failures at an account, no more than four from one address. */
async function failAnywhere(times: number, parameters: Record<string, string>, network = '203.0.113') {
  for (let done = 0; done < times; done += 4) {
    await fail(Math.min(4, times - done), parameters, `${network}.${done / 4}`);
  }
}

describe('over all addresses', () => {
  test('25 at once are taken at an account, then one in ten minutes, known or not, in the same words', async () => {
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

  test('strangers do not hold up an address that signed in within 30 days, whose failures are its own', async () => {
    const emil = await user('emil');
    const home = from('192.0.2.10');
    expect(await endpoint.ask(emil, home)).toMatchObject({ status: 200 });
    endpoint.clock.now += 30 * DAY_MS - 1;
    await failAnywhere(25, emil);
    expect(await endpoint.ask(emil, from('192.0.2.11'))).toMatchObject({ status: 429 });
    await fail(1, emil, home.sourceIp);
    endpoint.clock.now += 1;
    expect(await endpoint.ask(emil, home)).toMatchObject({ status: 429 });
  });

  test('a success gives back its own attempt and no other', async () => {
    const eve = await user('eve');
    await failAnywhere(24, eve);
    expect(await endpoint.ask(eve, from('192.0.2.12'))).toMatchObject({ status: 200 });
    expect(await endpoint.ask(eve, from('192.0.2.13'))).toMatchObject({ status: 200 });
    await fail(1, eve, '192.0.2.14');
    expect(await endpoint.ask(eve, from('192.0.2.15'))).toMatchObject({ status: 429 });
  });

  test('with and without its institution an account is tried 25 times each, not one for the other', async () => {
    const unnamed = without(await user('finn'), 'institution');
    await failAnywhere(25, unnamed);
    expect(await endpoint.ask(unnamed, from('192.0.2.16'))).toMatchObject({ status: 429 });
    expect(
      await endpoint.ask(await endpoint.passwordGrant({ username: 'finn' }), from('192.0.2.16')),
    ).toMatchObject({ status: 200 });
  });
});

describe('from one address over all accounts', () => {
  const spray = async (times: number, sourceIp: string) => {
    for (let count = 0; count < times; count += 1) {
      await fail(1, endpoint.passwordGrant({ username: `guessed-${sourceIp}-${count}` }), sourceIp);
    }
  };

  test('100 are taken at once, then one a minute, whatever the account', async () => {
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

  test('an account of the guesser’s own does not empty the count', async () => {
    const own = await user('mallory');
    const here = '192.0.2.110';
    await spray(50, here);
    expect(await endpoint.ask(own, from(here))).toMatchObject({ status: 200 });
    for (let signIn = 0; signIn < 60; signIn += 1) {
      expect(await endpoint.ask(own, from(here))).toMatchObject({ status: 200 });
    }
    await spray(50, here);
    const stranger = endpoint.passwordGrant({ username: 'stranger' });
    expect(await endpoint.ask(stranger, from(here))).toMatchObject({ status: 429 });
  });

  test('an office with ten typing errors a day, and a user of an account who signed in there, go on', async () => {
    const office = '192.0.2.120';
    const regular = await user('regular');
    expect(await endpoint.ask(regular, from(office))).toMatchObject({ status: 200 });
    for (let day = 0; day < 12; day += 1) {
      endpoint.clock.now += DAY_MS;
      for (let error = 0; error < 10; error += 1) {
        await fail(1, endpoint.passwordGrant({ username: `colleague-${day}-${error}` }), office);
      }
    }
    const starter = await user('starter');
    expect(await endpoint.ask(starter, from(office))).toMatchObject({ status: 200 });
    for (let count = 0; count < 90; count += 1) {
      await fail(1, endpoint.passwordGrant({ username: `sprayed-${count}` }), office);
    }
    expect(await endpoint.ask(await user('new'), from(office))).toMatchObject({ status: 429 });
    for (const known of [regular, starter]) {
      expect(await endpoint.ask(known, from(office))).toMatchObject({ status: 200 });
    }
  });

  test('a whole IPv6 network of 64 bits is one address', async () => {
    for (let host = 0; host < 100; host += 1) {
      await fail(1, endpoint.passwordGrant({ username: `v6-${host}` }), `2001:db8:1:1::${host + 1}`);
    }
    const ivy = await user('ivy');
    expect(await endpoint.ask(ivy, from('2001:db8:1:1:ffff::1'))).toMatchObject({ status: 429 });
    expect(await endpoint.ask(ivy, from('2001:db8:1:2::1'))).toMatchObject({ status: 200 });
  });
});

test('are forgotten a day after the last', async () => {
  const fay = await user('fay');
  await fail(5, fay, '192.0.2.20');
  endpoint.clock.now += DAY_MS - 1;
  await fail(1, fay, '192.0.2.20');
  expect(await endpoint.ask(fay, from('192.0.2.20'))).toMatchObject({ status: 429 });
  endpoint.clock.now += DAY_MS;
  await fail(5, fay, '192.0.2.20');
  expect(await endpoint.ask(fay, from('192.0.2.20'))).toMatchObject({ status: 429 });
  endpoint.clock.now += 1000;
  expect(await endpoint.ask(fay, from('192.0.2.20'))).toMatchObject({ status: 200 });
});

test('count for a whole IPv6 network of 64 bits', async () => {
  const gus = await user('gus');
  for (let host = 1; host <= 5; host += 1) await fail(1, gus, `2001:db8:0:1::${host}`);
  expect(await endpoint.ask(gus, from('2001:db8:0:1:ffff::1'))).toMatchObject({ status: 429 });
  expect(await endpoint.ask(gus, from('2001:db8:0:2::1'))).toMatchObject({ status: 200 });
});

test('in one institution do not delay the user of that name in another', async () => {
  const hal = await user('hal');
  await endpoint.addLogin('rival', 'hal');
  await fail(5, hal, '192.0.2.40');
  expect(await endpoint.ask(hal, from('192.0.2.40'))).toMatchObject({ status: 429 });
  expect(await endpoint.ask({ ...hal, institution: 'rival' }, from('192.0.2.40'))).toMatchObject({
    status: 200,
  });
});

describe('naming the institution or not', () => {
  test.each([
    ['then not', { institution: 'acme' }, {}],
    ['first not', {}, { institution: 'acme' }],
  ])('%s wins no guess, at a user or at nobody', async (_, first, second) => {
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

  test('is forgotten together by a success', async () => {
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

  test('trusts the address for both ways', async () => {
    const lou = await user('lou');
    const unnamed = without(lou, 'institution');
    expect(await endpoint.ask(lou, from('192.0.2.70'))).toMatchObject({ status: 200 });
    for (const way of [lou, unnamed]) {
      await failAnywhere(25, way, way === lou ? '203.0.113' : '198.51.100');
      expect(await endpoint.ask(way, from('192.0.2.71'))).toMatchObject({ status: 429 });
      expect(await endpoint.ask(way, from('192.0.2.70'))).toMatchObject({ status: 200 });
    }
  });

  test('does not let a success in one institution clear the failures in another', async () => {
    const max = await user('max');
    await endpoint.addLogin('rival', 'max');
    await fail(4, max, '192.0.2.80');
    expect(await endpoint.ask({ ...max, institution: 'rival' }, from('192.0.2.80'))).toMatchObject({
      status: 200,
    });
    await fail(1, max, '192.0.2.80');
    expect(await endpoint.ask(max, from('192.0.2.80'))).toMatchObject({ status: 429 });
  });
});
