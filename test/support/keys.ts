import { randomBytes, randomUUID } from 'node:crypto';
import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { createKeysCreate } from '../../functions/keys-create/handler.ts';
import { createKeysDelete } from '../../functions/keys-delete/handler.ts';
import { createKeysList } from '../../functions/keys-list/handler.ts';
import { createKeysUpdate } from '../../functions/keys-update/handler.ts';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import { ALL_SCOPES, type Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { createInstitution, createUser } from '../../functions/shared/domain/institutions/operators.ts';
import { throttleKey } from '../../functions/shared/domain/sign-in/throttle.ts';
import { createCredentialReader, ownerPartition } from '../../functions/shared/store/credentials.ts';
import { createKeyStore } from '../../functions/shared/store/credentials-keys.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { setting } from '../../functions/shared/store/environment.ts';
import { createRepeatStore } from '../../functions/shared/store/repeats.ts';
import { throttleAddress } from '../../functions/shared/store/throttle.ts';
import { resolveCredential } from './credentials.ts';
import { call, type TestRequest } from './requests.ts';
import { DEPLOYMENT_KEY, isCommonPassword } from './rules.ts';

/** Creates the four key endpoints over one store and clock, and `resolve`, which acts like the authorizer. */
export function keyEndpoints(client: () => DynamoDBDocumentClient, now: () => number) {
  const keys = createKeyStore(client);
  let sequence = 0;
  const repeated = {
    repeats: createRepeatStore(client),
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: randomBytes,
  };
  const create = createKeysCreate({
    keys,
    random: randomBytes,
    newId: randomUUID,
    nextSequence: () => sequence++,
    now,
    repeated,
  });
  const update = createKeysUpdate({ keys, now, repeated });
  const list = createKeysList({ keys, now });
  const remove = createKeysDelete({ keys, now });
  const credentials = createCredentialReader(client);
  return {
    create: (principal: Principal, body: unknown, more: TestRequest = {}) =>
      call(create, { principal, body, ...more }),
    update: (principal: Principal, token_id: string, body: unknown, more: TestRequest = {}) =>
      call(update, { principal, body, pathParameters: { token_id }, ...more }),
    list: (principal: Principal, more: TestRequest = {}) => call(list, { principal, ...more }),
    remove: (principal: Principal, token_id: string, more: TestRequest = {}) =>
      call(remove, { principal, pathParameters: { token_id }, ...more }),
    /** The principal of a key at the next request. */
    resolve: (secret: string) => resolveCredential(credentials, { scheme: 'App-Key', secret }, now()),
  };
}

/** Adds an institution and a user, and returns the principal of a token of the user. */
export async function addTenant(
  client: () => DynamoDBDocumentClient,
  institution: string,
  scopes: { user?: Scope[]; allowed?: Scope[]; token?: Scope[] } = {},
): Promise<Principal> {
  const directory = createDirectory(client);
  const operator = { directory, isCommonPassword, now: () => 0, random: randomBytes };
  const { allowed: allowedKeyScopes = [...ALL_SCOPES], user = [...ALL_SCOPES] } = scopes;
  await createInstitution(operator, { name: institution, allowedKeyScopes });
  await createUser(operator, { institution, userId: 'user', scopes: user });
  return tokenOf(institution, 'user', scopes.token ?? [...ALL_SCOPES]);
}

export const tokenOf = (institution: string, userId: string, scopes: Scope[]): Principal => ({
  kind: 'token',
  id: '0123456789abcdef',
  institution,
  userId,
  scopes,
  referrers: [],
  grant: 'client_credentials',
});

/** The maximum number of items in a batch. */
const BATCH = 25;

/**
 * Gives a user who has one key many more by copying its listing. The count is deleted, as after a day without a new
 * key.
 */
export async function multiplyKey(
  client: DynamoDBDocumentClient,
  owner: Principal,
  wanted: number,
): Promise<void> {
  const TableName = setting('CREDENTIAL_OWNERS_TABLE');
  const { Items: [listing] = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': ownerPartition(owner.institution, owner.userId) },
    }),
  );
  if (listing === undefined) throw new Error('the user has no key');
  const copies = Array.from({ length: wanted - 1 }, () => {
    const id = randomUUID();
    return { PutRequest: { Item: JSON.parse(JSON.stringify(listing).replaceAll(listing.id, id)) } };
  });
  for (let from = 0; from < copies.length; from += BATCH) {
    await client.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: copies.slice(from, from + BATCH) } }),
    );
  }
  const { table, key } = throttleAddress(throttleKey('keys', owner.institution, owner.userId));
  await client.send(new DeleteCommand({ TableName: table, Key: key }));
}
