import { describe, expect, test } from 'vitest';
import { throttleKeys } from '../../functions/shared/domain/throttle.ts';
import { useTokenEndpoint, without } from '../support/token-endpoint.ts';

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

describe('made at once, 50 of them, are all counted', () => {
  test.each([
    ['a user', ['password', 'acme', 'ann'], () => endpoint.passwordGrant(wrong)],
    [
      'a user who does not exist',
      ['password', 'acme', 'ghost'],
      () => endpoint.passwordGrant({ username: 'ghost' }),
    ],
    [
      'a client',
      ['client', () => endpoint.client('rival').client_id],
      () => endpoint.clientGrant('rival', { client_secret: 'x' }),
    ],
    [
      'a client that does not exist',
      ['client', `rival.${'y'.repeat(20)}`],
      () => endpoint.clientGrant('rival', { client_id: `rival.${'y'.repeat(20)}` }),
    ],
  ])('at %s', async (_, account, parameters) => {
    const sourceIp = '192.0.2.2';
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => endpoint.ask(parameters(), { sourceIp })),
    );
    const counted = answers.filter(({ status }) => status !== 429).length;
    const names = account.map((part) => (typeof part === 'string' ? part : part()));
    const { throttle } = await endpoint.signIns.readClientSignIn(undefined, [throttleKeys(names, sourceIp)]);
    expect(throttle).toMatchObject([{ source: { failures: counted }, account: { failures: counted } }]);
    expect(await endpoint.ask(parameters(), { sourceIp })).toMatchObject({ status: 429 });
  });
});

test('over all addresses delay an account later, whether it exists or not, in the same words', async () => {
  await user('dora');
  const bodies = [];
  for (const username of ['dora', 'nobody']) {
    const parameters = endpoint.passwordGrant({ username });
    for (let source = 0; source < 12; source += 1) await fail(4, parameters, `203.0.113.${source}`);
    await fail(2, parameters, '203.0.113.99');
    const refused = await endpoint.ask(parameters, from('192.0.2.3'));
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    bodies.push(refused.body);
  }
  expect(bodies[0]).toEqual(bodies[1]);
});

test('of strangers do not lock out an address that signed in within 30 days', async () => {
  const emil = await user('emil');
  const home = from('192.0.2.10');
  expect(await endpoint.ask(emil, home)).toMatchObject({ status: 200 });
  endpoint.clock.now += 30 * DAY_MS - 1000;
  for (let source = 0; source < 12; source += 1) await fail(4, emil, `203.0.113.${source}`);
  await fail(2, emil, '203.0.113.99');
  expect(await endpoint.ask(emil, from('192.0.2.11'))).toMatchObject({ status: 429 });
  endpoint.clock.now += 999;
  await fail(1, emil, home.sourceIp);
  endpoint.clock.now += 1;
  expect(await endpoint.ask(emil, home)).toMatchObject({ status: 429 });
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

test('made at once with the right one keep it from passing', async () => {
  const ida = await user('ida');
  const handler = endpoint.createHandler({
    async readPasswordSignIn(ids, keys) {
      const read = await endpoint.signIns.readPasswordSignIn(ids, keys);
      if (read.throttle[0]?.source === undefined) await fail(5, ida, '192.0.2.30');
      return read;
    },
  });
  expect(await endpoint.ask(ida, from('192.0.2.30'), handler)).toMatchObject({ status: 429 });
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
    for (let source = 0; source < 12; source += 1) await fail(4, unnamed, `203.0.113.${source}`);
    await fail(2, unnamed, '203.0.113.99');
    expect(await endpoint.ask(lou, from('192.0.2.71'))).toMatchObject({ status: 429 });
    expect(await endpoint.ask(unnamed, from('192.0.2.71'))).toMatchObject({ status: 429 });
    expect(await endpoint.ask(unnamed, from('192.0.2.70'))).toMatchObject({ status: 200 });
    expect(await endpoint.ask(lou, from('192.0.2.70'))).toMatchObject({ status: 200 });
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
