import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { Client, ClientChange } from '../../../../functions/shared/domain/institutions/directory.ts';
import {
  createClient,
  createInstitution,
} from '../../../../functions/shared/domain/institutions/operators.ts';
import { createDirectory } from '../../../../functions/shared/store/directory.ts';
import { clientKey, clientUnchanged } from '../../../../functions/shared/store/directory-clients.ts';
import { transact } from '../../../../functions/shared/store/transact.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { eventOf } from '../../../support/rules.ts';

const store = useDynamoDb();
const directory = createDirectory(store.client);
const operator = { directory, now: () => 1000, random: randomBytes };
beforeAll(async () => {
  await createInstitution(operator, { name: 'acme' });
});

const table = () => process.env.DIRECTORY_TABLE ?? '';
const read = async ({ clientId }: Client): Promise<Client> => {
  const client = await directory.readClient('acme', clientId);
  if (client === undefined) throw new Error('the client is gone');
  return client;
};
const change = (from: Client, what: ClientChange) =>
  directory.changeClient(from, what, eventOf({ action: 'client.set', target: from.clientId }));
const newClient = async () => (await createClient(operator, { institution: 'acme' })).client;
const holds = async (client: Client, secretDigest?: string) => {
  const approved = { ...client, ...(secretDigest === undefined ? {} : { secretDigest }) };
  return (await transact(store.client(), [clientUnchanged(table(), 'acme', approved)])) === undefined;
};

test('a client is read as it was written, whatever is changed of it', async () => {
  const made = await newClient();
  expect(await read(made)).toEqual(made);
  const changed: Client = {
    ...made,
    displayName: 'Other',
    redirectUris: ['https://a.example/'],
    grants: ['authorization_code'],
    scopes: ['query'],
    requiresPkce: true,
    status: 'disabled',
    revision: 2,
    secretDigest: 'b'.repeat(64),
    formerSecret: { digest: 'a'.repeat(64), endsAt: 5 },
  };
  const { clientId: _, institution: __, createdAt: ___, ...what } = changed;
  expect(await change(made, what)).toBe(true);
  expect(await read(made)).toEqual(changed);
});

test('an outdated change of a client writes nothing, neither its revision nor its secrets', async () => {
  const made = await newClient();
  expect(await change(made, { revision: 2 })).toBe(true);
  expect(await change(made, { displayName: 'late' })).toBe(false);
  const second = await read(made);
  const formerSecret = { digest: 'a'.repeat(64) };
  expect(await change(second, { secretDigest: 'b'.repeat(64), formerSecret })).toBe(true);
  expect(await change(second, { secretDigest: 'c'.repeat(64), formerSecret: null })).toBe(false);
  const third = await read(made);
  expect(third).toMatchObject({ secretDigest: 'b'.repeat(64), formerSecret });
  expect(await change(third, { formerSecret: null })).toBe(true);
  expect(await change(third, { formerSecret: null })).toBe(false);
  expect(await read(made)).not.toHaveProperty('formerSecret');
});

test('the end of a former secret does not apply to a later one', async () => {
  const made = await newClient();
  await change(made, { formerSecret: { digest: 'a'.repeat(64), endsAt: 5 } });
  await change(await read(made), { formerSecret: { digest: 'b'.repeat(64) } });
  expect((await read(made)).formerSecret).toEqual({ digest: 'b'.repeat(64) });
});

test('a credential is written only for the read revision, a valid secret and an active client', async () => {
  const made = await newClient();
  expect(await holds(made)).toBe(true);
  expect(await holds({ ...made, revision: 2 })).toBe(false);
  expect(await holds(made, 'a'.repeat(64))).toBe(false);
  await change(made, { formerSecret: { digest: 'a'.repeat(64) } });
  expect([await holds(made), await holds(made, 'a'.repeat(64))]).toEqual([true, true]);
  await change(await read(made), { status: 'disabled', revision: 2 });
  expect(await holds(await read(made))).toBe(false);
});

test('a client without a revision can be changed under the same conditions', async () => {
  const made = await newClient();
  const Key = clientKey('acme', made.clientId);
  await store.client().send(
    new UpdateCommand({
      TableName: table(),
      Key,
      UpdateExpression: 'REMOVE revision, requires_pkce',
    }),
  );
  const old = await read(made);
  expect(old).toEqual({ ...made, revision: 0 });
  expect([await holds(old), await holds(made)]).toEqual([true, false]);
  expect(await change(old, { revision: 1 })).toBe(true);
  expect([await holds(old), await holds(made)]).toEqual([false, true]);
  const { Item } = await store.client().send(new GetCommand({ TableName: table(), Key }));
  expect(Item).toMatchObject({ revision: 1 });
});
