import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SignInStore } from '../domain/sign-in.ts';
import type { ThrottleKeys, ThrottleState } from '../domain/throttle.ts';
import { batchGet, type ItemAddress } from './batch-get.ts';
import {
  ANY_INSTITUTION,
  clientKey,
  loginKey,
  readClient,
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

  /** Reads the throttle of an account and whatever else is asked for, in that order. */
  async function read(
    { source, account }: ThrottleKeys,
    others: ItemAddress[],
  ): Promise<[ThrottleState, ...Item[]]> {
    const table = setting('THROTTLE_TABLE');
    const throttle = [source, account].map((pk) => ({ table, key: { pk } }));
    const [fromSource, fromAll, ...items] = await batchGet(client(), [...throttle, ...others]);
    return [{ source: readFailures(fromSource), account: readFailures(fromAll) }, ...items];
  }

  return {
    ...createFailureStore(client),

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
      const [throttle, item] = await read(keys, [inDirectory(loginKey(ids.username, place))]);
      const login = item && readLogin(item);
      return { throttle, ...(login && { login }) };
    },
  };
}
