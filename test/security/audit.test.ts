import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeysList } from '../../functions/keys-list/handler.ts';
import { createOauthIntrospect } from '../../functions/oauth-introspect/handler.ts';
import { createOauthRevoke } from '../../functions/oauth-revoke/handler.ts';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import { dayOf, isDay } from '../../functions/shared/domain/days.ts';
import { createAccessRecords } from '../../functions/shared/store/access-records.ts';
import { createAuditReader, createAuditTrail } from '../../functions/shared/store/audit.ts';
import { createClientStore, createCodeExchangeStore } from '../../functions/shared/store/client-requests.ts';
import { createKeyStore } from '../../functions/shared/store/credentials-keys.ts';
import { keyEndpoints, tokenOf } from '../support/keys.ts';
import { call } from '../support/requests.ts';
import { noSecretUses } from '../support/rules.ts';
import { useTokenEndpoint } from '../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const { store, clock } = endpoint;
const reader = createAuditReader(store.uncounted);
const today = () => dayOf(clock.now);
const events = (institution = 'acme', day = today()) => reader.read(institution, day);

/** Returns the events that `work` writes, oldest first. Each call moves the clock to a new day. */
async function during(work: () => Promise<unknown>, institution = 'acme'): Promise<AuditEvent[]> {
  clock.now += 86_400_000;
  await work();
  return events(institution);
}

test('an issued token is in the trail with its user, client, address and id', async () => {
  const trail = await during(() => endpoint.ask(endpoint.clientGrant(), { sourceIp: '203.0.113.7' }));
  expect(store.roundTrips).toEqual([
    ['BatchGetItem'],
    ['TransactWriteItems', 'UpdateItem'],
    ['BatchGetItem'],
  ]);
  const { client_id } = endpoint.client();
  expect(trail).toEqual([
    {
      at: clock.now,
      action: 'token.issue',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'client', id: client_id, userId: 'acme-user' },
      sourceIp: '203.0.113.7',
      requestId: 'request-1',
      target: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
});

test.each([
  ['a wrong secret', { client_secret: 'x' }, 'invalid_client'],
  ['a user who is not there', { service_user_id: 'ghost' }, 'invalid_grant'],
  ['a scope too many', { scope: 'account_write' }, 'invalid_scope'],
])('a refusal for %s is in the trail, in two round trips', async (_, changes, reason) => {
  const trail = await during(() => endpoint.ask(endpoint.clientGrant('acme', changes)));
  expect(trail).toMatchObject([{ action: 'token.issue', outcome: 'refused', reason }]);
  expect(store.roundTrips).toEqual([
    ['BatchGetItem'],
    reason === 'invalid_client' ? ['PutItem', 'UpdateItem'] : ['PutItem'],
  ]);
});

test('a guessed password is in the trail of the institution, with a known user but never the typed name', async () => {
  const guess = (username: string) => endpoint.ask(endpoint.passwordGrant({ username, password: 'guess' }));
  const [known] = await during(() => guess('ann'));
  expect(known).toMatchObject({ reason: 'invalid_grant', actor: { kind: 'user', userId: 'ann' } });
  const [unknown] = await during(() => guess('my-secret-password'));
  expect(unknown).toMatchObject({ reason: 'invalid_grant', actor: { kind: 'user' } });
  expect(JSON.stringify(unknown)).not.toContain('my-secret-password');
});

test('a sign-in at an unknown institution is in the trail without an institution', async () => {
  const trail = await during(() => endpoint.ask(endpoint.passwordGrant({ institution: 'nowhere' })), '-');
  expect(trail).toMatchObject([{ institution: '-', outcome: 'refused' }]);
  expect(await events('nowhere')).toEqual([]);
});

test('any request that names an unknown institution is in the trail without an institution', async () => {
  const revoke = createOauthRevoke({
    secretUses: noSecretUses,
    tokens: createCodeExchangeStore(store.client),
    now: () => clock.now,
  });
  const introspect = createOauthIntrospect({
    clients: createClientStore(store.client),
    secretUses: noSecretUses,
    now: () => clock.now,
  });
  const stranger = { client_id: `nowhere.${'x'.repeat(20)}`, client_secret: 'x'.repeat(40) };
  const code = {
    ...stranger,
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: 'https://x.example/',
  };
  const asked: [string, () => Promise<unknown>][] = [
    ['token.issue', () => endpoint.ask(endpoint.passwordGrant({ institution: 'nowhere' }))],
    ['token.issue', () => endpoint.ask(endpoint.clientGrant('acme', stranger))],
    ['token.issue', () => endpoint.ask(code)],
    ['token.revoke', () => call(revoke, { body: new Map(Object.entries({ ...stranger, token: 'x' })) })],
    [
      'token.introspect',
      () => call(introspect, { body: new Map(Object.entries({ ...stranger, token: 'x' })) }),
    ],
  ];
  for (const [action, ask] of asked) {
    expect(await during(ask, '-')).toMatchObject([{ action, institution: '-', outcome: 'refused' }]);
    expect(await events('nowhere')).toEqual([]);
  }
});

test('an unknown client is in the trail of the institution that its id names', async () => {
  const stranger = { client_id: `acme.${'x'.repeat(20)}` };
  const trail = await during(() => endpoint.ask(endpoint.clientGrant('acme', stranger)));
  expect(trail).toMatchObject([
    { reason: 'invalid_client', actor: { kind: 'client', id: stranger.client_id } },
  ]);
});

test('creating, changing and deleting a key are in the trail, but refused changes are not', async () => {
  const keys = keyEndpoints(store.uncounted, () => clock.now);
  const principal = tokenOf('acme', 'acme-user', ['query', 'app_write']);
  let id = '';
  expect(
    await during(async () => {
      id = (await keys.create(principal, { name: 'k', scopes: 'query' })).body.id;
    }),
  ).toMatchObject([
    { action: 'key.create', outcome: 'done', target: id, actor: { kind: 'token', userId: 'acme-user' } },
  ]);
  expect(await during(() => keys.update(principal, id, { name: 'n' }))).toMatchObject([
    { action: 'key.update', outcome: 'done', target: id, changed: ['name'] },
  ]);
  expect(await during(() => keys.update(principal, id, { scopes: 'account_write' }))).toEqual([]);
  expect(await during(() => keys.remove(principal, id))).toMatchObject([
    { action: 'key.delete', target: id },
  ]);
  expect(await during(() => keys.remove(principal, id))).toEqual([]);
});

test('a call without the required scope is in the trail, and a failing trail changes no answer', async () => {
  const principal = tokenOf('acme', 'acme-user', ['query']);
  const records = createAccessRecords(store.uncounted);
  const now = () => clock.now;
  const keys = createKeyStore(store.uncounted);
  const list = createKeysList({ keys, now, records });
  expect(await during(() => call(list, { principal }))).toMatchObject([
    { action: 'credential.use', outcome: 'refused', reason: 'insufficient_scope', target: 'keys-list' },
  ]);
  const failing = { ...records, record: () => Promise.reject(new Error('down')) };
  expect(await call(createKeysList({ keys, now, records: failing }), { principal })).toMatchObject({
    status: 403,
  });
  const handler = endpoint.createHandler({ record: failing.record });
  expect(await endpoint.ask(endpoint.clientGrant('acme', { scope: 'x' }), {}, handler)).toMatchObject({
    status: 400,
  });
});

test('two thousand events of one day are spread over partitions, and read in order of time', async () => {
  const trail = createAuditTrail(store.uncounted);
  const at = Date.UTC(2031, 5, 1, 12);
  const event = (index: number): AuditEvent => ({
    at: at + index,
    action: 'token.issue',
    outcome: 'done',
    institution: 'busy',
    actor: { kind: 'user', userId: 'u' },
    requestId: randomBytes(8).toString('hex'),
  });
  const all = Array.from({ length: 2000 }, (_, index) => event(index));
  for (let from = 0; from < all.length; from += 100) {
    await Promise.all(all.slice(from, from + 100).map((one) => trail.record(one)));
  }
  expect(await events('busy', '2031-06-01')).toEqual(all);
  expect(await events('busy', '2031-06-02')).toEqual([]);
  expect(await events('bus', '2031-06-01')).toEqual([]);
});

test.each([
  ['2030-01-31', true],
  ['2028-02-29', true],
  ['2030-02-29', false],
  ['2030-1-1', false],
  ['2030-01-31T00', false],
  ['', false],
])('%j is a valid day: %j', (text, valid) => {
  expect(isDay(text)).toBe(valid);
});
