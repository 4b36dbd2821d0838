import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayOf } from '../../functions/shared/domain/days.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { useTokenEndpoint } from '../support/token-endpoint.ts';
import { parleyHere } from './parley.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../support/quick-passwords.ts')).quickPasswords(original),
);

const endpoint = useTokenEndpoint();
let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  process.env.ARTIFACTS = `file://${folder}`;
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  // The command uses the machine's clock, so attempts must lie in its past.
  endpoint.clock.now = Date.now() - 1000;
});

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await parleyHere([...args, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};
const account = (username: string) => ['--institution', 'acme', '--username', username];

/** Creates a user, and returns functions to sign in and to guess wrong passwords. */
async function user(username: string) {
  await endpoint.addLogin('acme', username);
  const right = endpoint.passwordGrant({ username });
  return {
    signIn: (sourceIp: string) => endpoint.ask(right, { sourceIp }),
    /** Sends wrong passwords, at most four from each address. */
    async guess(times: number, network = '203.0.113') {
      for (let count = 0; count < times; count += 1) {
        const sourceIp = `${network}.${Math.floor(count / 4)}`;
        // The trail distinguishes requests with one name by their time.
        endpoint.clock.now += 1;
        await endpoint.ask({ ...right, password: 'wrong' }, { sourceIp });
      }
    },
  };
}

describe('the throttle of an account', () => {
  test('is shown with its failures from all addresses, with and without the institution', async () => {
    const ann = await user('shown');
    await ann.guess(3);
    expect(await json('throttle', 'show', ...account('SHOWN'))).toEqual({
      throttles: [
        {
          limit: 'account',
          institution: 'named',
          failures: 3,
          free: 25,
          retry_after_seconds: 0,
          trusted_until: null,
        },
        {
          limit: 'account',
          institution: 'unnamed',
          failures: 0,
          free: 25,
          retry_after_seconds: 0,
          trusted_until: null,
        },
      ],
    });
    await ann.guess(22, '198.51.100');
    const [named] = (await json('throttle', 'show', ...account('shown'))).throttles;
    expect(named.failures).toBe(25);
    expect(named.retry_after_seconds).toBeGreaterThan(500);
    expect(named.retry_after_seconds).toBeLessThanOrEqual(600);
  });

  test('is also shown for a given address, and whether that is trusted', async () => {
    const bea = await user('bea');
    await bea.signIn('192.0.2.9');
    const signedInAt = endpoint.clock.now;
    for (let count = 0; count < 6; count += 1) await bea.guess(4, '192.0.3');
    const [, , home] = (await json('throttle', 'show', ...account('bea'), '--source', '192.0.2.9')).throttles;
    expect(home).toMatchObject({ limit: 'account_and_source', institution: 'named', failures: 0 });
    expect(home.trusted_until).toBe(new Date(signedInAt + 30 * 86_400_000).toISOString());
    const away = (await json('throttle', 'show', ...account('bea'), '--source', '192.0.3.0')).throttles;
    expect(away.map(({ limit }: { limit: string }) => limit)).toEqual([
      'account',
      'account',
      'account_and_source',
      'account_and_source',
      'source',
    ]);
    expect(away[2]).toMatchObject({ failures: 5, trusted_until: null });
    expect(away[4]).toMatchObject({ failures: 5, free: 100 });
  });

  test('is lifted for all addresses, until guesses fill it again', async () => {
    const cat = await user('cat');
    await cat.guess(25);
    expect((await cat.signIn('192.0.2.20')).status).toBe(429);
    expect(await json('throttle', 'lift', ...account('cat'))).toEqual({ lifted: true });
    expect((await cat.signIn('192.0.2.20')).status).toBe(200);
    await cat.guess(25, '198.51.100');
    expect((await cat.signIn('192.0.2.21')).status).toBe(429);
  });

  test('is lifted for a given address, even while guesses go on elsewhere', async () => {
    const dan = await user('dan');
    const home = '192.0.2.30';
    await dan.guess(20, '192.0.2');
    await endpoint.ask(endpoint.passwordGrant({ username: 'dan', password: 'wrong' }), { sourceIp: home });
    await dan.guess(25);
    expect((await dan.signIn(home)).status).toBe(429);
    await json('throttle', 'lift', ...account('dan'), '--source', home);
    await dan.guess(25, '198.51.100');
    expect((await dan.signIn(home)).status).toBe(200);
    expect((await dan.signIn('192.0.2.31')).status).toBe(429);
  });
});

test('the throttle of a client at an address is shown and lifted', async () => {
  const { client_id } = endpoint.client();
  const here = { sourceIp: '192.0.2.40' };
  const at = ['--client', client_id, '--source', here.sourceIp];
  for (let count = 0; count < 6; count += 1) {
    endpoint.clock.now += 1000;
    await endpoint.ask(endpoint.clientGrant('acme', { client_secret: 'x' }), here);
  }
  expect((await json('throttle', 'show', ...at)).throttles).toMatchObject([
    { limit: 'client_and_source', institution: null, failures: 6, free: 5, trusted_until: null },
  ]);
  expect((await endpoint.ask(endpoint.clientGrant(), here)).status).toBe(429);
  await json('throttle', 'lift', ...at);
  expect((await endpoint.ask(endpoint.clientGrant(), here)).status).toBe(200);
});

test('the throttle of an address is shown and lifted', async () => {
  const sourceIp = '2001:db8:7:7::1';
  for (let count = 0; count < 100; count += 1) {
    const guess = endpoint.passwordGrant({ username: `tried-${count}`, password: 'wrong' });
    expect((await endpoint.ask(guess, { sourceIp })).status).toBe(400);
  }
  const eli = await user('eli');
  expect((await eli.signIn(sourceIp)).status).toBe(429);
  const { throttles } = await json('throttle', 'show', '--source', '2001:db8:7:7::2');
  expect(throttles).toMatchObject([{ limit: 'source', free: 100 }]);
  expect(throttles[0].failures).toBeGreaterThan(97);
  await json('throttle', 'lift', '--source', '2001:db8:7:7::2');
  expect((await eli.signIn(sourceIp)).status).toBe(200);
});

test('every lift is in the audit trail with ids and addresses, without names as typed', async () => {
  await user('fay');
  const { client_id } = endpoint.client();
  await json('throttle', 'lift', ...account('FAY'));
  await json('throttle', 'lift', ...account('Fay'), '--source', '192.0.2.50');
  await json('throttle', 'lift', '--client', client_id, '--source', '192.0.2.51');
  await json('throttle', 'lift', '--source', '2001:db8:9:9::9');
  const lifts = async (institution: string) => {
    const { events } = await json('audit', '--institution', institution, '--day', dayOf(Date.now()));
    return events.filter(({ action }: { action: string }) => action === 'throttle.lift');
  };
  const targets = (await lifts('acme')).map(({ target }: { target: string }) => target);
  expect(targets.slice(-3)).toEqual(['fay', 'fay from 192.0.2.50', `${client_id} from 192.0.2.51`]);
  const [none] = (await lifts('-')).slice(-1);
  expect(none).toMatchObject({
    target: '2001:db8:9:9::/64',
    outcome: 'done',
    actor: { kind: 'operator', id: expect.stringContaining('@parley') },
  });
});

test('audit --failed groups refused sign-ins, without secrets or names as typed', async () => {
  const gus = await user('gus');
  await gus.guess(4, '203.0.114');
  const lastAt = endpoint.clock.now;
  endpoint.clock.now += 1;
  const form = endpoint.passwordGrant({ username: 'my-secret-password', password: 'hunter2' });
  await endpoint.ask(form, { sourceIp: '203.0.114.9' });
  const day = dayOf(endpoint.clock.now);
  const { failed_sign_ins: failed } = await json('audit', '--institution', 'acme', '--day', day, '--failed');
  const of = (source: string) => failed.filter((row: { source: string }) => row.source === source);
  expect(of('203.0.114.0')).toEqual([
    {
      account: { kind: 'user', id: null, service_user_id: 'gus' },
      source: '203.0.114.0',
      failures: 4,
      reasons: { invalid_grant: 4 },
      first_at: new Date(lastAt - 3).toISOString(),
      last_at: new Date(lastAt).toISOString(),
    },
  ]);
  expect(of('203.0.114.9')).toMatchObject([{ account: { kind: 'user', service_user_id: null } }]);
  const lines = await parleyHere(['audit', '--institution', 'acme', '--day', day, '--failed']);
  expect(lines.stdout).toContain('4 at user gus  from 203.0.114.0  invalid_grant 4  ');
  expect(lines.stdout).toContain('1 at user unknown  from 203.0.114.9');
  expect(JSON.stringify(failed) + lines.stdout).not.toMatch(/my-secret-password|hunter2/);
  const none = await parleyHere(['audit', '--institution', 'acme', '--day', '2001-01-01', '--failed']);
  expect(none.stdout).toBe('acme has no refused sign-ins on 2001-01-01.\n');
});

test('show and lift print sentences', async () => {
  await user('hal');
  const shown = await parleyHere(['throttle', 'show', ...account('hal'), '--source', '192.0.2.60']);
  expect(shown.stdout.split('\n')).toEqual([
    'the account, from all untrusted addresses, with the institution  0 failures (25 without delay)  no wait',
    'the account, from all untrusted addresses, without the institution  0 failures (25 without delay)  no wait',
    'the account, from this address, with the institution  0 failures (5 without delay)  no wait',
    'the account, from this address, without the institution  0 failures (5 without delay)  no wait',
    'this address, for all accounts that do not trust it  0 failures (100 without delay)  no wait',
    '',
  ]);
  const lifted = await parleyHere(['throttle', 'lift', ...account('hal'), '--source', '192.0.2.60']);
  expect(lifted.stdout).toBe(
    'Lifted. The account can sign in from 192.0.2.60 for 30 days, whatever others try.\n',
  );
});

test.each([
  [['throttle', 'show'], 'Use --institution NAME with --username NAME'],
  [['throttle', 'show', '--institution', 'acme'], 'Use --institution NAME with --username NAME'],
  [
    ['throttle', 'lift', '--username', 'ann', '--source', '192.0.2.1'],
    'Use --institution NAME with --username NAME',
  ],
  [['throttle', 'show', '--client', `acme.${'x'.repeat(20)}`], 'by address only'],
  [['throttle', 'show', '--client', 'x', '--source', '192.0.2.1'], 'use a client id'],
  [['throttle', 'lift', '--client', `acme.${'x'.repeat(20)}`, '--source', '192.0.2.1'], 'There is no client'],
  [['throttle', 'show', '--source', 'home'], 'use an IPv4 or IPv6 address'],
  [['throttle', 'show', '--institution', 'acme', '--username', ' '], 'use a valid user name'],
  [
    ['throttle', 'lift', '--institution', 'acme', '--username', 'ghost'],
    'acme has no user with this user name',
  ],
  [['throttle', 'lift', '--institution', 'nowhere', '--username', 'ann'], 'nowhere has no user'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, stderr } = await parleyHere(args);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});
