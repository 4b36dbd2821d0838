import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { revokeTokens } from '../../functions/shared/domain/credentials/revocation.ts';
import {
  rotateClientSecret,
  setClientStatus,
} from '../../functions/shared/domain/institutions/client-changes.ts';
import { setUserPassword } from '../../functions/shared/domain/institutions/user-changes.ts';
import { createAuditReader, createAuditTrail } from '../../functions/shared/store/audit.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createConsentStore } from '../../functions/shared/store/sign-ins-consents.ts';
import { isCommonPassword } from '../support/rules.ts';
import { useTokenEndpoint, without } from '../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const store = endpoint.store.uncounted;
const operator = {
  directory: createDirectory(store),
  users: createUserStore(store),
  audit: createAuditTrail(store),
  consents: createConsentStore(store),
  isCommonPassword,
  now: () => endpoint.clock.now,
  random: randomBytes,
  name: 'ana',
};

const token = async (form: Record<string, string>) => (await endpoint.ask(form)).body.access_token;
const works = async (secret: string) => (await endpoint.resolve(secret)) !== undefined;

test('a disabled client gets no token and its tokens are rejected, others’ not; enabled, it works again', async () => {
  await endpoint.addClient('one', 'acme', { scopes: ['query'] });
  const tokens = await Promise.all(
    ['acme-user', 'both'].map((service_user_id) => token(endpoint.clientGrant('one', { service_user_id }))),
  );
  const others = [await token(endpoint.clientGrant()), await token(endpoint.passwordGrant())];
  const { client_id } = endpoint.client('one');
  expect(await setClientStatus(operator, client_id, 'disabled')).toBe(2);
  expect(await Promise.all(tokens.map(works))).toEqual([false, false]);
  expect(await Promise.all(others.map(works))).toEqual([true, true]);
  expect(await endpoint.ask(endpoint.clientGrant('one'))).toMatchObject({ status: 401 });
  expect(await setClientStatus(operator, client_id, 'active')).toBe(0);
  expect(await works(await token(endpoint.clientGrant('one')))).toBe(true);
});

test('a client disabled during a sign-in obtains no token', async () => {
  await endpoint.addClient('late', 'acme', { scopes: ['query'] });
  const { client_id } = endpoint.client('late');
  const racing = endpoint.createHandler({
    async readClientSignIn(ids, keys) {
      const read = await endpoint.signIns.readClientSignIn(ids, keys);
      if (read.client?.status === 'active') {
        expect(await setClientStatus(operator, client_id, 'disabled')).toBe(0);
      }
      return read;
    },
  });
  const answer = await endpoint.ask(endpoint.clientGrant('late'), {}, racing);
  expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect(await revokeTokens(operator, { institution: 'acme', clientId: client_id })).toBe(0);
});

test('a client’s new secret is valid at once, and the old one no longer', async () => {
  await endpoint.addClient('rotating', 'acme');
  const { client_id } = endpoint.client('rotating');
  const secret = await rotateClientSecret(operator, client_id);
  const form = endpoint.clientGrant('rotating');
  expect(await endpoint.ask(form)).toMatchObject({ status: 401 });
  expect(await endpoint.ask({ ...form, client_secret: secret })).toMatchObject({ status: 200 });
});

test('tokens are revoked by user, client or institution, and keys remain', async () => {
  await endpoint.addClient('two', 'acme', { scopes: ['query'] });
  const all = () =>
    Promise.all([
      token(endpoint.clientGrant('two', { service_user_id: 'acme-user' })),
      token(endpoint.clientGrant('acme', { service_user_id: 'both', scope: 'query' })),
      token(endpoint.clientGrant('rival', { service_user_id: 'both', scope: 'query' })),
    ]);
  const left = async (tokens: string[]) => Promise.all(tokens.map(works));
  let tokens = await all();
  await revokeTokens(operator, { institution: 'acme', clientId: endpoint.client('two').client_id });
  expect(await left(tokens)).toEqual([false, true, true]);
  tokens = await all();
  await revokeTokens(operator, { institution: 'acme', userId: 'both' });
  expect(await left(tokens)).toEqual([true, false, true]);
  tokens = await all();
  await revokeTokens(operator, { institution: 'acme' });
  expect(await left(tokens)).toEqual([false, false, true]);
});

test('a new password is valid at once, and the old one and its tokens are not', async () => {
  const old = await token(endpoint.passwordGrant());
  await setUserPassword(operator, { institution: 'acme', userId: 'ann' }, 'another password');
  expect(await works(old)).toBe(false);
  expect(await endpoint.ask(endpoint.passwordGrant())).toMatchObject({ status: 400 });
  const form = endpoint.passwordGrant({ password: 'another password' });
  expect(await endpoint.ask(form)).toMatchObject({ status: 200 });
  expect(await endpoint.ask(without(form, 'institution'))).toMatchObject({ status: 200 });
});

test('the acts of operators are in the trail, with their name', async () => {
  endpoint.clock.now += 40 * 86_400_000;
  await endpoint.addClient('trailed', 'acme');
  const { client_id } = endpoint.client('trailed');
  await rotateClientSecret(operator, client_id);
  await setClientStatus(operator, client_id, 'disabled');
  await setUserPassword(operator, { institution: 'acme', userId: 'ann' }, 'a third password');
  await revokeTokens(operator, { institution: 'acme', userId: 'ann' });
  const day = new Date(endpoint.clock.now).toISOString().slice(0, 10);
  const trail = await createAuditReader(store).read('acme', day);
  const done = trail.map(({ action, target, actor }) => [action, target, actor.id].join(' ')).toSorted();
  expect(done).toEqual(
    [
      `client.create ${client_id} operator`,
      `client.rotate-secret ${client_id} ana`,
      `client.disable ${client_id} ana`,
      'user.set-password ann ana',
      'token.revoke ann ana',
    ].toSorted(),
  );
});
