import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createUser } from '../../../../functions/shared/domain/institutions/operators.ts';
import {
  setUserScopes,
  setUserStatus,
} from '../../../../functions/shared/domain/institutions/user-changes.ts';
import { createDirectory } from '../../../../functions/shared/store/directory.ts';
import { createUserStore } from '../../../../functions/shared/store/directory-users.ts';
import { keyEndpoints, tokenOf } from '../../../support/keys.ts';
import { isCommonPassword } from '../../../support/rules.ts';
import { PASSWORD, useTokenEndpoint } from '../../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const users = createUserStore(endpoint.store.uncounted);
const operator = { users, now: () => endpoint.clock.now, random: randomBytes };
const keys = keyEndpoints(endpoint.store.uncounted, () => endpoint.clock.now);

/** Creates a user with a password, and a token and a key with the scopes `query` and `app_write`. */
async function holder(userId: string, institution = 'acme') {
  const scopes = ['query', 'app_write', 'app_read'] as const;
  await createUser(
    {
      directory: createDirectory(endpoint.store.uncounted),
      isCommonPassword,
      now: () => 0,
      random: randomBytes,
    },
    { institution, userId, username: userId, password: PASSWORD, scopes },
  );
  const grant = endpoint.passwordGrant({ username: userId, scope: 'query app_write', institution });
  const token = (await endpoint.ask(grant)).body.access_token;
  const principal = tokenOf(institution, userId, ['query', 'app_write']);
  const { id, key } = (await keys.create(principal, { name: 'k', scopes: 'query app_write' })).body;
  return { user: { institution, userId }, grant, token, key, id, principal };
}
let bystander: Awaited<ReturnType<typeof holder>>;

beforeAll(async () => {
  bystander = await holder('bystander');
});

test('a scope removed from a user is removed at once from its tokens and keys alone', async () => {
  const { user, grant, token, key, principal } = await holder('narrowed');
  const namesake = await holder('narrowed', 'rival');
  await setUserScopes(operator, user, ['query', 'account_read']);
  expect(await endpoint.resolve(token)).toMatchObject({ scopes: ['query'] });
  expect(await keys.resolve(key)).toMatchObject({ scopes: ['query'] });
  expect((await keys.list({ ...principal, scopes: ['app_read'] })).body.tokens).toMatchObject([
    { scopes: 'query' },
  ]);
  expect(await endpoint.ask(grant)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  for (const other of [bystander, namesake]) {
    expect(await endpoint.resolve(other.token)).toMatchObject({ scopes: ['query', 'app_write'] });
    expect(await keys.resolve(other.key)).toMatchObject({ scopes: ['query', 'app_write'] });
  }
});

test('a disabled user has no token, no key and no sign-in, with or without the institution', async () => {
  const { user, token, key } = await holder('disabled');
  await setUserStatus(operator, user, 'disabled');
  expect(await endpoint.resolve(token)).toBeUndefined();
  expect(await keys.resolve(key)).toBeUndefined();
  const { institution: _, ...anywhere } = endpoint.passwordGrant({ username: 'disabled' });
  for (const grant of [anywhere, { ...anywhere, institution: 'acme' }]) {
    expect(await endpoint.ask(grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  }
  expect(await keys.resolve(bystander.key)).toBeDefined();
});

test('a reactivated user regains the keys that were not deleted, but no tokens', async () => {
  const { user, token, key, principal } = await holder('returning');
  const second = (await keys.create(principal, { name: 'second' })).body;
  await setUserStatus(operator, user, 'disabled');
  await keys.remove(principal, second.id);
  await setUserStatus(operator, user, 'active');
  expect(await keys.resolve(key)).toMatchObject({ scopes: ['query', 'app_write'] });
  expect(await keys.resolve(second.key)).toBeUndefined();
  expect(await endpoint.resolve(token)).toBeUndefined();
  expect(await endpoint.ask(endpoint.passwordGrant({ username: 'returning' }))).toMatchObject({
    status: 200,
  });
});

test('a change that failed halfway is completed by a retry', async () => {
  const { user, token, key } = await holder('halfway');
  const failing = {
    ...users,
    narrow: () => Promise.reject(new Error('the line is cut')),
    revoke: () => Promise.reject(new Error('the line is cut')),
  };
  await expect(setUserScopes({ ...operator, users: failing }, user, ['query'])).rejects.toThrow('cut');
  await setUserScopes(operator, user, ['query']);
  expect(await endpoint.resolve(token)).toMatchObject({ scopes: ['query'] });
  expect(await keys.resolve(key)).toMatchObject({ scopes: ['query'] });
  await expect(setUserStatus({ ...operator, users: failing }, user, 'disabled')).rejects.toThrow('cut');
  await setUserStatus(operator, user, 'disabled');
  expect(await endpoint.resolve(token)).toBeUndefined();
  expect(await keys.resolve(key)).toBeUndefined();
});

test('a key that its owner narrows during the change stays that narrow', async () => {
  const { user, key, id, principal } = await holder('racing');
  let first = true;
  const racing = {
    ...users,
    async narrow(...[owner, credential, scopes]: Parameters<typeof users.narrow>) {
      if (first && credential.kind === 'key') {
        first = false;
        await keys.update({ ...principal, scopes: ['app_write'] }, id, { scopes: 'app_write' });
      }
      return users.narrow(owner, credential, scopes);
    },
  };
  const three = tokenOf('acme', 'racing', ['query', 'app_write', 'app_read']);
  await keys.update(three, id, { scopes: 'query app_write app_read' });
  await setUserScopes({ ...operator, users: racing }, user, ['query', 'app_write']);
  expect(await keys.resolve(key)).toMatchObject({ scopes: ['app_write'] });
});

test('an unknown user is not found', async () => {
  const user = { institution: 'acme', userId: 'nobody' };
  await expect(setUserScopes(operator, user, [])).rejects.toMatchObject({ code: 'not_found' });
  await expect(setUserStatus(operator, user, 'disabled')).rejects.toMatchObject({ code: 'not_found' });
});
