import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SignInStore } from '../domain/sign-in.ts';
import type { ThrottleKeys } from '../domain/throttle.ts';
import { createAuditTrail } from './audit.ts';
import type { ItemAddress } from './batch-get.ts';
import {
  ANY_INSTITUTION,
  clientKey,
  institutionKey,
  loginKey,
  readClient,
  readInstitution,
  readLogin,
  readUser,
  userKey,
} from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { createFailureStore, readWithThrottle } from './throttle.ts';

/** What a sign-in reads, in one batch over the Directory and Throttle tables. */
export function createSignInStore(client: () => DynamoDBDocumentClient = documentClient): SignInStore {
  const inDirectory = (key: ItemAddress['key']): ItemAddress => ({ table: setting('DIRECTORY_TABLE'), key });

  const read = (keys: readonly ThrottleKeys[], others: ItemAddress[]) =>
    readWithThrottle(client(), keys, others);

  return {
    ...createFailureStore(client),
    ...createAuditTrail(client),

    async readClientSignIn(ids, keys) {
      if (ids === undefined) return { throttle: (await read(keys, []))[0] };
      const { institution, clientId, userId } = ids;
      const [throttle, oauthClient, user] = await read(keys, [
        inDirectory(clientKey(institution, clientId)),
        ...(userId === undefined ? [] : [inDirectory(userKey(institution, userId))]),
      ]);
      return {
        throttle,
        ...(oauthClient && { client: readClient(oauthClient) }),
        ...(user && { user: readUser(user) }),
      };
    },

    async readPasswordSignIn(ids, keys) {
      if (ids === undefined) return { throttle: (await read(keys, []))[0] };
      const place = ids.institution ?? ANY_INSTITUTION;
      const [throttle, item, institution] = await read(keys, [
        inDirectory(loginKey(ids.username, place)),
        ...(ids.institution === undefined ? [] : [inDirectory(institutionKey(ids.institution))]),
      ]);
      const login = item && readLogin(item);
      return {
        throttle,
        ...(login && { login }),
        ...(institution && { institution: readInstitution(institution).name }),
      };
    },
  };
}
