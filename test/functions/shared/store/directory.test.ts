import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../../../functions/shared/domain/institutions/operators.ts';
import { createDirectory } from '../../../../functions/shared/store/directory.ts';
import { readLogin } from '../../../../functions/shared/store/directory-items.ts';
import { itemsOf, useDynamoDb } from '../../../support/dynamodb.ts';
import { isCommonPassword } from '../../../support/rules.ts';

const store = useDynamoDb();
const operator = {
  directory: createDirectory(() => store.client()),
  isCommonPassword,
  now: () => 1000,
  random: randomBytes,
};

const everything = () => itemsOf(store.client(), 'DIRECTORY_TABLE');
const loginWithoutInstitution = async (username: string) => {
  const Key = { pk: `login#${username}`, sk: '*' };
  const { Item } = await store.client().send(new GetCommand({ TableName: process.env.DIRECTORY_TABLE, Key }));
  return Item === undefined ? 'none' : readLogin(Item);
};

test('an institution is created once', async () => {
  await createInstitution(operator, { name: 'once' });
  const before = await everything();
  await expect(createInstitution(operator, { name: 'once', displayName: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await everything()).toEqual(before);
});

test('users and clients need their institution', async () => {
  const before = await everything();
  const institution = 'nowhere';
  await expect(createUser(operator, { institution, userId: 'u' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(createClient(operator, { institution })).rejects.toMatchObject({ code: 'not_found' });
  expect(await everything()).toEqual(before);
});

test('a user id and a user name are unique within an institution, and a refusal writes nothing', async () => {
  const institution = 'taken';
  await createInstitution(operator, { name: institution });
  await createUser(operator, { institution, userId: 'u1', username: 'Ann', password: 'correct horse' });
  const before = await everything();
  for (const input of [
    { institution, userId: 'u1' },
    { institution, userId: 'u2', username: 'ann', password: 'correct horse' },
    { institution, userId: 'u3', username: 'bob', password: '1234567' },
    { institution, userId: 'u4', username: 'bob' },
    { institution, userId: 'u5', password: 'correct horse' },
    { institution, userId: 'ü' },
    { institution, userId: 'x'.repeat(65) },
    { institution: 'Taken', userId: 'u6' },
  ]) {
    await expect(createUser(operator, input)).rejects.toMatchObject({
      code: expect.stringMatching(/^(conflict|invalid_request)$/),
    });
  }
  expect(await everything()).toEqual(before);
});

test('a user name signs in without its institution only while one institution has it', async () => {
  const user = { username: 'shared', password: 'correct horse' };
  for (const name of ['first', 'second', 'third']) await createInstitution(operator, { name });
  await createUser(operator, { ...user, institution: 'first', userId: 'u' });
  expect(await loginWithoutInstitution('shared')).toMatchObject({ institution: 'first', userId: 'u' });
  await createUser(operator, { ...user, institution: 'second', userId: 'u' });
  expect(await loginWithoutInstitution('shared')).toBeUndefined();
  await createUser(operator, { ...user, institution: 'third', userId: 'u' });
  expect(await loginWithoutInstitution('shared')).toBeUndefined();
});

test('institutions that add the same user name concurrently leave it ambiguous', async () => {
  const names = ['race-a', 'race-b', 'race-c', 'race-d'];
  for (const name of names) await createInstitution(operator, { name });
  await Promise.all(
    names.map((institution) =>
      createUser(operator, { institution, userId: 'u', username: 'raced', password: 'correct horse' }),
    ),
  );
  expect(await loginWithoutInstitution('raced')).toBeUndefined();
});
