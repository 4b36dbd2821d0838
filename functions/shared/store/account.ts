import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { institutionOfClientId } from '../domain/institutions/directory.ts';
import type { AccountStore } from '../domain/sign-in/account.ts';
import { eventItem } from './audit.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition } from './credentials.ts';
import { clientKey, readClient } from './directory-clients.ts';
import { institutionKey, readInstitution, readUser, userKey, userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { beginSession, endSession, readSession, SESSION, sessionKey, signInsTable } from './sign-ins.ts';
import { CONSENT, readConsent } from './sign-ins-consents.ts';
import { transact } from './transact.ts';

/** A DynamoDB transaction has at most a hundred items, one of which is the event. */
const AT_ONCE = 99;

const directory = () => setting('DIRECTORY_TABLE');

/** Users' own account pages in DynamoDB. */
export const createAccountStore = (client: () => DynamoDBDocumentClient = documentClient): AccountStore => ({
  async readOwner(address) {
    const { institution, userId } = address;
    const [session, user, home] = await batchGet(client(), [
      { table: signInsTable(), key: sessionKey(address) },
      { table: directory(), key: userKey(institution, userId) },
      { table: directory(), key: institutionKey(institution) },
    ]);
    if (session === undefined || user === undefined || home === undefined) return undefined;
    return { session: readSession(session), user: readUser(user), institution: readInstitution(home) };
  },

  async readSignIns({ institution, userId }) {
    const items: Record<string, unknown>[] = [];
    const query = {
      TableName: signInsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': ownerPartition(institution, userId) },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: client() }, query)) items.push(...Items);
    const ofKind = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
    const consents = ofKind(CONSENT).map(readConsent);
    const names = await clientNames(
      client(),
      consents.map(({ clientId }) => clientId),
    );
    return {
      sessions: ofKind(SESSION).map(readSession),
      consents: consents.map((consent) => {
        const displayName = names.get(consent.clientId);
        return displayName === undefined ? consent : { ...consent, displayName };
      }),
    };
  },

  async begin(session, replaced, event) {
    const failed = await transact(client(), [
      ...beginSession(session, replaced),
      userUnchanged(directory(), session, session.userRevision),
      eventItem(event),
    ]);
    return failed === undefined;
  },

  async end(sessions, event) {
    for (let from = 0; from === 0 || from < sessions.length; from += AT_ONCE) {
      const ended = sessions.slice(from, from + AT_ONCE).map(endSession);
      await transact(client(), [...ended, ...(from === 0 ? [eventItem(event)] : [])]);
    }
  },
});

/** Display names by client id. A batch has at most a hundred keys. */
async function clientNames(
  client: DynamoDBDocumentClient,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let from = 0; from < clientIds.length; from += 100) {
    const keys = clientIds
      .slice(from, from + 100)
      .map((clientId) => clientKey(institutionOfClientId(clientId) ?? '', clientId));
    const items = await batchGet(
      client,
      keys.map((key) => ({ table: directory(), key })),
    );
    for (const item of items) {
      if (item === undefined) continue;
      const { clientId, displayName } = readClient(item);
      names.set(clientId, displayName);
    }
  }
  return names;
}
