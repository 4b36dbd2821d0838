import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import type { Login } from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  passwordThrottle,
  talliesOf,
} from '../../../../../functions/shared/domain/sign-in/password-throttle.ts';
import { clientThrottleKey } from '../../../../../functions/shared/domain/sign-in/throttle.ts';
import {
  liftThrottle,
  showThrottle,
  type ThrottleLift,
  type ThrottleSubject,
} from '../../../../../functions/shared/domain/sign-in/throttle-control.ts';
import { memoryAccounts } from '../../../../support/memory-accounts.ts';
import { CLIENT, countingBytes, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const NOW = ORIGIN.now;
const SOURCE = '192.0.2.7';
const DAY = 24 * 3_600_000;
const client = CLIENT;
const login: Login = {
  institution: 'acme',
  userId: 'ann',
  scopes: [],
  status: 'active',
  revision: 1,
  passwordHash: '',
};

let accounts = memoryAccounts();
let lifted: { change: ThrottleLift; event: AuditEvent }[] = [];
beforeEach(() => {
  accounts = memoryAccounts();
  accounts.clients.push(client);
  accounts.logins.push(login);
  lifted = [];
});
const operator = () => ({
  signIns: accounts.store,
  clients: accounts.store,
  throttles: {
    lift: async (change: ThrottleLift, event: AuditEvent) => void lifted.push({ change, event }),
  },
  now: () => NOW,
  random: countingBytes(),
  name: 'otto',
});
const show = (subject: ThrottleSubject) => showThrottle(operator(), subject);
const lift = (subject: ThrottleSubject) => liftThrottle(operator(), subject);

const account = { kind: 'account', institution: 'acme', username: 'Ann' } as const;
const accountHere = { ...account, sourceIp: SOURCE };
const clientHere = { kind: 'client', clientId: client.clientId, sourceIp: SOURCE } as const;
const source = { kind: 'source', sourceIp: SOURCE } as const;
const named = passwordThrottle('acme', 'ann', SOURCE);
const unnamed = passwordThrottle(undefined, 'ann', SOURCE);
const clientKey = clientThrottleKey(client.clientId, SOURCE);

describe('the state shown', () => {
  test('of an account is how much of its two buckets is used', async () => {
    accounts.buckets.set(named.account, { emptyAt: NOW + 25 * 600_000 });
    accounts.buckets.set(unnamed.account, { emptyAt: NOW + 600_001 });
    expect(await show(account)).toEqual([
      { limit: 'account', institution: 'named', failures: 25, free: 25, waitMs: 600_000 },
      { limit: 'account', institution: 'unnamed', failures: 2, free: 25, waitMs: 0 },
    ]);
  });

  test('of an account at an address is its failures there as well, and what the address has left', async () => {
    accounts.tallies.set(named.named ?? '', { attempts: 4, forgiven: 1, lastAt: NOW });
    const byName = { attempts: 9, forgiven: 2, lastAt: NOW, signedInAt: NOW - DAY };
    accounts.tallies.set(named.name, { ...byName, unnamed: { attempts: 3, forgiven: 1, lastAt: NOW } });
    accounts.buckets.set(named.source, { emptyAt: NOW + 100 * 60_000 });
    expect((await show(accountHere)).slice(2)).toEqual([
      { limit: 'account_and_source', institution: 'named', failures: 5, free: 5, waitMs: 1000 },
      {
        limit: 'account_and_source',
        institution: 'unnamed',
        failures: 7,
        free: 5,
        waitMs: 4000,
        trustedUntil: NOW + 29 * DAY,
      },
      { limit: 'source', failures: 100, free: 100, waitMs: 60_000 },
    ]);
  });

  test('of a client is its failures at the address, and whether the address is trusted', async () => {
    const state = { limit: 'client_and_source', free: 5, waitMs: 0 };
    expect(await show(clientHere)).toEqual([{ ...state, failures: 0 }]);
    const record = { attempts: 6, forgiven: 0, lastAt: NOW };
    accounts.tallies.set(clientKey, record);
    expect(await show(clientHere)).toEqual([{ ...state, failures: 6, waitMs: 2000 }]);
    accounts.tallies.set(clientKey, { ...record, forgiven: 6, signedInAt: NOW });
    expect(await show(clientHere)).toEqual([{ ...state, failures: 0, trustedUntil: NOW + 30 * DAY }]);
    accounts.tallies.set(clientKey, { ...record, forgiven: 6, signedInAt: NOW - 30 * DAY });
    expect(await show(clientHere)).toEqual([{ ...state, failures: 0 }]);
  });

  test('of an address is what it has left for all accounts', async () => {
    accounts.buckets.set(named.source, { emptyAt: NOW + 60_000 });
    expect(await show(source)).toEqual([{ limit: 'source', failures: 1, free: 100, waitMs: 0 }]);
  });
});

describe('what is lifted', () => {
  const event = (institution: string, target: string) => ({
    at: NOW,
    action: 'throttle.lift',
    outcome: 'done',
    institution,
    target,
    actor: { kind: 'operator', id: 'otto' },
    requestId: expect.any(String),
  });

  test('of an account are its two buckets', async () => {
    await lift(account);
    const buckets = [named.account, unnamed.account];
    expect(lifted).toEqual([{ change: { tallies: [], buckets }, event: event('acme', 'ann') }]);
  });

  test('of an account at an address is what a success from there would forgive', async () => {
    await lift(accountHere);
    const tallies = talliesOf({ institution: 'acme', username: 'ann', sourceIp: SOURCE });
    expect(lifted).toEqual([
      { change: { tallies, buckets: [] }, event: event('acme', `ann from ${SOURCE}`) },
    ]);
  });

  test('of a client is the same at the address', async () => {
    await lift(clientHere);
    expect(lifted).toEqual([
      {
        change: { tallies: [{ key: clientKey }], buckets: [] },
        event: event('acme', `${client.clientId} from ${SOURCE}`),
      },
    ]);
  });

  test('of an address is its bucket, in the trail of no institution', async () => {
    await lift({ kind: 'source', sourceIp: '2001:db8:1:2::3' });
    const buckets = [passwordThrottle(undefined, '', '2001:db8:1:2::4').source];
    expect(lifted).toEqual([{ change: { tallies: [], buckets }, event: event('-', '2001:db8:1:2::/64') }]);
  });

  test.each<[string, ThrottleSubject, object]>([
    ['a user name that nobody has', { ...account, username: 'bob' }, { code: 'not_found' }],
    ['another institution’s user', { ...account, institution: 'rival' }, { code: 'not_found' }],
    [
      'a client that is not there',
      { ...clientHere, clientId: `acme.${'b'.repeat(20)}` },
      { code: 'not_found', message: `There is no client acme.${'b'.repeat(20)}.` },
    ],
    [
      'no user name',
      { ...account, username: ' ' },
      { fields: [{ field: 'username', message: 'use a valid user name' }] },
    ],
    [
      'what is no client id',
      { ...clientHere, clientId: 'x' },
      { fields: [{ field: 'client', message: 'use a client id' }] },
    ],
    [
      'what is no address',
      { ...source, sourceIp: 'home' },
      { fields: [{ field: 'source', message: 'use an IPv4 or IPv6 address' }] },
    ],
  ])('cannot be lifted for %s', async (_, subject, refusal) => {
    expect(await refusalOf(() => lift(subject))).toMatchObject(refusal);
    expect(lifted).toEqual([]);
  });

  test('cannot be shown without a valid address', async () => {
    for (const subject of [source, accountHere, clientHere]) {
      const wrong = { ...subject, sourceIp: '192.0.2' };
      expect(await refusalOf(() => show(wrong))).toMatchObject({ code: 'invalid_request' });
    }
  });
});
