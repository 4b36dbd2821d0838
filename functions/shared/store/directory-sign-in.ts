import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SignInStore } from '../domain/sign-in/sign-in.ts';
import { createAuditTrail } from './audit.ts';
import { batchGet, type ItemAddress } from './batch-get.ts';
import { clientKey, readClient } from './directory-clients.ts';
import {
  ANY_INSTITUTION,
  institutionKey,
  loginKey,
  readInstitution,
  readLogin,
  readUser,
  userKey,
} from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { createAttemptStore, readBucket, readSourceRecord, throttleAddress } from './throttle.ts';

/** Reads the data for a sign-in in one batch from the Directory and Throttle tables. */
export function createSignInStore(client: () => DynamoDBDocumentClient = documentClient): SignInStore {
  const inDirectory = (key: ItemAddress['key']): ItemAddress => ({ table: setting('DIRECTORY_TABLE'), key });

  return {
    ...createAttemptStore(client),
    ...createAuditTrail(client),

    async readClientSignIn(ids, throttleKey) {
      const [throttle, oauthClient, institution, user] = await batchGet(client(), [
        throttleAddress(throttleKey),
        ...(ids === undefined
          ? []
          : [
              inDirectory(clientKey(ids.institution, ids.clientId)),
              inDirectory(institutionKey(ids.institution)),
              ...(ids.userId === undefined ? [] : [inDirectory(userKey(ids.institution, ids.userId))]),
            ]),
      ]);
      const record = readSourceRecord(throttle);
      return {
        ...(record && { record }),
        ...(oauthClient && { client: readClient(oauthClient) }),
        ...(institution && { institution: readInstitution(institution).name }),
        ...(user && { user: readUser(user) }),
      };
    },

    async readPasswordSignIn(ids, throttle) {
      const tallies = throttle.named === undefined ? [throttle.name] : [throttle.name, throttle.named];
      const keys = [throttle.account, throttle.source, ...tallies];
      const items = await batchGet(client(), [
        ...keys.map(throttleAddress),
        ...(ids === undefined
          ? []
          : [inDirectory(loginKey(ids.username, ids.institution ?? ANY_INSTITUTION))]),
        ...(ids?.institution === undefined ? [] : [inDirectory(institutionKey(ids.institution))]),
      ]);
      const [login, institution] = items.slice(keys.length);
      const credentials = login && readLogin(login);
      return {
        records: readRecords(items.slice(0, keys.length)),
        ...(credentials && { login: credentials }),
        ...(institution && { institution: readInstitution(institution).name }),
      };
    },
  };
}

function readRecords([accountItem, sourceItem, nameItem, namedItem]: readonly unknown[]) {
  const account = readBucket(accountItem);
  const source = readBucket(sourceItem);
  const name = readSourceRecord(nameItem);
  const named = readSourceRecord(namedItem);
  return {
    ...(account && { account }),
    ...(source && { source }),
    ...(name && { name }),
    ...(named && { named }),
  };
}
