import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SignInStore } from '../domain/sign-in.ts';
import type { ThrottleKeys, ThrottleState } from '../domain/throttle.ts';
import { createAuditTrail } from './audit.ts';
import { batchGet, type ItemAddress } from './batch-get.ts';
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
import { createFailureStore, readFailures } from './throttle.ts';

type Item = Record<string, unknown> | undefined;

/** What a sign-in reads, in one batch over the Directory and Throttle tables. */
export function createSignInStore(client: () => DynamoDBDocumentClient = documentClient): SignInStore {
  const inDirectory = (key: ItemAddress['key']): ItemAddress => ({ table: setting('DIRECTORY_TABLE'), key });

  /** Reads throttle records and whatever else is asked for, in that order. */
  async function read(
    keys: readonly ThrottleKeys[],
    others: ItemAddress[],
  ): Promise<[ThrottleState[], ...Item[]]> {
    const table = setting('THROTTLE_TABLE');
    const records = keys.flatMap(({ source, account }) => [source, account]);
    const addresses = records.map((pk) => ({ table, key: { pk } }));
    const items = await batchGet(client(), [...addresses, ...others]);
    const states = keys.map((_, index) => ({
      source: readFailures(items[2 * index]),
      account: readFailures(items[2 * index + 1]),
    }));
    return [states, ...items.slice(records.length)];
  }

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
