import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../../../../functions/shared/domain/credentials/scopes.ts';
import { institution, kept, memoryKeys, user } from '../../../../support/memory-keys.ts';
import { refusalOf } from '../../../../support/rules.ts';

const generous = { ...institution, allowedKeyScopes: [...ALL_SCOPES] };
let memory = memoryKeys();
beforeEach(() => {
  memory = memoryKeys();
});

const NOT_GIVEN = 'use one or more of the scopes that you can give a key: app_read query';
const notGiven = (message = NOT_GIVEN) => ({
  code: 'invalid_request',
  message: `scopes: ${message}`,
  fields: [{ field: 'scopes', message }],
});
describe('the scopes of a key', () => {
  test('are query and app_read by default', async () => {
    memory.held.context = { institution: generous, user: { ...user, scopes: [...ALL_SCOPES] }, key: kept };
    const { key } = await memory.create({}, { scopes: [...ALL_SCOPES] });
    expect(key.scopes).toEqual(['query', 'app_read']);
  });

  test('are those of the default that may be given', async () => {
    expect((await memory.create({}, { scopes: ['app_write', 'query'] })).key.scopes).toEqual(['query']);
    memory.held.context = { institution, user: { ...user, scopes: ['app_read', 'app_write'] }, key: kept };
    expect((await memory.create()).key.scopes).toEqual(['app_read']);
  });

  test('must be named if none of the default may be given', async () => {
    memory.held.context = { institution: generous, user: { ...user, scopes: ['account_read'] }, key: kept };
    const message = NOT_GIVEN.replace('app_read query', 'account_read');
    expect(await refusalOf(() => memory.create({}, { scopes: ['account_read'] }))).toEqual(notGiven(message));
  });

  test('are those that are named, if all of them may be given', async () => {
    const asked = fc.uniqueArray(
      fc.constantFrom('query', 'app_read', 'app_write', 'account_read', 'account_write', 'admin'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(asked, async (names) => {
        const given = memory.create({ scopes: names.join(' ') }).then(({ key }) => key.scopes);
        if (names.every((name) => ['query', 'app_read'].includes(name))) expect(await given).toEqual(names);
        else expect(await refusalOf(() => given)).toMatchObject({ code: 'invalid_request' });
      }),
    );
  });

  test.each(['', ' ', 'admin', 'query admin', 'app_write', 'query account_read'])(
    'cannot be %j',
    async (scopes) => {
      expect(await refusalOf(() => memory.create({ scopes }))).toEqual(notGiven());
      expect(await refusalOf(() => memory.update({ scopes }))).toEqual(notGiven());
      expect(memory.held.added).toEqual([]);
      expect(memory.held.updated).toEqual([]);
    },
  );

  test.each([
    ['the user', () => ({ institution, user: { ...user, scopes: [] }, key: kept })],
    ['the institution', () => ({ institution: { ...institution, allowedKeyScopes: [] }, user, key: kept })],
    ['an institution that is gone', () => ({ institution: undefined, user, key: kept })],
  ])('are refused if %s allows none', async (_, given) => {
    memory.held.context = given();
    const none = NOT_GIVEN.replace('app_read query', 'none');
    expect(await refusalOf(() => memory.create())).toEqual(notGiven(none));
    expect(await refusalOf(() => memory.create({ scopes: 'query' }))).toEqual(notGiven(none));
  });
});
