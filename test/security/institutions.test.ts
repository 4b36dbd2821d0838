import { expect, test } from 'vitest';
import { dayOf } from '../../functions/shared/domain/days.ts';
import {
  resumeInstitution,
  suspendInstitution,
} from '../../functions/shared/domain/institutions/institutions.ts';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import { setUserStatus } from '../../functions/shared/domain/institutions/user-changes.ts';
import { createAuditReader } from '../../functions/shared/store/audit.ts';
import { keyEndpoints, tokenOf } from '../support/keys.ts';
import { refusalOf } from '../support/rules.ts';
import { PASSWORD, useTokenEndpoint } from '../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const store = endpoint.store.uncounted;
const operator = { ...endpoint.operator, name: 'ops' };
const keys = keyEndpoints(store, () => endpoint.clock.now);
const SCOPES = ['query', 'app_read', 'app_write'] as const;

/** Creates an institution with a client, and users ann (with a password) and bob, with tokens and keys. */
async function tenant(name: string) {
  await createInstitution(operator, { name });
  const login = { username: `ann-${name}`, password: PASSWORD };
  await createUser(operator, { institution: name, userId: 'ann', ...login, scopes: SCOPES });
  await createUser(operator, { institution: name, userId: 'bob', scopes: SCOPES });
  const { client, secret } = await createClient(operator, { institution: name });
  const byClient = (service_user_id: string) => ({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: secret,
    service_user_id,
  });
  const byPassword = endpoint.passwordGrant({ username: login.username, institution: name });
  const { institution: _, ...anywhere } = byPassword;
  const grants = [byClient('ann'), byClient('bob'), byPassword, anywhere];
  const tokens: string[] = [];
  for (const grant of grants) tokens.push((await endpoint.ask(grant)).body.access_token);
  const made = await Promise.all(
    ['ann', 'bob'].map((userId) => keys.create(tokenOf(name, userId, [...SCOPES]), { name: 'k' })),
  );
  return {
    name,
    grants,
    async statuses() {
      const statuses: number[] = [];
      for (const grant of grants) statuses.push((await endpoint.ask(grant)).status);
      return statuses;
    },
    tokensWork: () => Promise.all(tokens.map(async (token) => (await endpoint.resolve(token)) !== undefined)),
    keysWork: () => Promise.all(made.map(async ({ body }) => (await keys.resolve(body.key)) !== undefined)),
  };
}

test('a suspended institution has no tokens, keys, sign-ins or new users, and others are unaffected', async () => {
  const [suspended, other] = [await tenant('bank'), await tenant('shop')];
  expect([await suspended.tokensWork(), await suspended.keysWork()].flat()).not.toContain(false);
  expect(await suspendInstitution(operator, 'bank')).toBe(2);
  expect([await suspended.tokensWork(), await suspended.keysWork()].flat()).not.toContain(true);
  for (const grant of suspended.grants) {
    expect(await endpoint.ask(grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  }
  const bob = tokenOf('bank', 'bob', [...SCOPES]);
  expect((await keys.create(bob, { name: 'late' })).status).toBe(401);
  expect(await refusalOf(() => createUser(operator, { institution: 'bank', userId: 'new' }))).toEqual({
    code: 'conflict',
    message: 'bank is suspended. Resume it first.',
  });
  expect([await other.tokensWork(), await other.keysWork()].flat()).not.toContain(false);
  expect(await other.statuses()).toEqual([200, 200, 200, 200]);
});

test('a resumed institution has its keys and sign-ins again, but not its tokens or disabled users', async () => {
  const bank = await tenant('bank2');
  await setUserStatus(operator, { institution: 'bank2', userId: 'bob' }, 'disabled');
  await suspendInstitution(operator, 'bank2');
  const bob = { institution: 'bank2', userId: 'bob' };
  expect(await refusalOf(() => setUserStatus(operator, bob, 'active'))).toMatchObject({ code: 'conflict' });
  expect(await resumeInstitution(operator, 'bank2')).toBe(1);
  expect(await bank.tokensWork()).toEqual([false, false, false, false]);
  expect(await bank.keysWork()).toEqual([true, false]);
  expect(await bank.statuses()).toEqual([200, 400, 200, 200]);
  await setUserStatus(operator, bob, 'active');
  expect(await bank.keysWork()).toEqual([true, true]);
  await createUser(operator, { institution: 'bank2', userId: 'new' });
});

test('a suspension or resumption that failed halfway is completed by a repeat', async () => {
  const bank = await tenant('bank3');
  const failing = {
    ...operator,
    users: { ...operator.users, suspend: () => Promise.reject(new Error('cut')) },
  };
  await expect(suspendInstitution(failing, 'bank3')).rejects.toThrow('cut');
  await suspendInstitution(operator, 'bank3');
  expect([await bank.tokensWork(), await bank.keysWork()].flat()).not.toContain(true);
  await expect(resumeInstitution(failing, 'bank3')).rejects.toThrow('cut');
  await resumeInstitution(operator, 'bank3');
  expect(await bank.keysWork()).toEqual([true, true]);
});

test('the trail says who suspended an institution and who resumed it', async () => {
  await createInstitution(operator, { name: 'bank4' });
  await suspendInstitution(operator, 'bank4');
  await resumeInstitution(operator, 'bank4');
  const events = await createAuditReader(store).read('bank4', dayOf(endpoint.clock.now));
  const actor = { kind: 'operator', id: 'ops' };
  for (const action of ['institution.suspend', 'institution.resume']) {
    expect(events).toContainEqual(expect.objectContaining({ action, actor, target: 'bank4' }));
  }
});

test('an unknown institution cannot be suspended', async () => {
  expect(await refusalOf(() => suspendInstitution(operator, 'nowhere'))).toMatchObject({ code: 'not_found' });
});
