import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ParleyError } from '../domain/errors.ts';
import type { Directory, Institution, User } from '../domain/institutions/directory.ts';
import { suspendedInstitution } from '../domain/institutions/user-changes.ts';
import { eventItem } from './audit.ts';
import { clientKey, clientUpdate, readClient, writeClient } from './directory-clients.ts';
import {
  ANY_INSTITUTION,
  ambiguousLogin,
  institutionKey,
  neverDeleted,
  notSuspended,
  readInstitution,
  writeInstitution,
  writeLogin,
  writeUser,
} from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { type TransactItems, transact } from './transact.ts';

/** Operators' writes to the directory in DynamoDB. */
export function createDirectory(client: () => DynamoDBDocumentClient = documentClient): Directory {
  const table = () => setting('DIRECTORY_TABLE');
  const put = (item: Record<string, unknown>) => ({
    Put: { TableName: table(), Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const get = async (Key: Record<string, string>) => {
    const { Item } = await client().send(new GetCommand({ TableName: table(), Key, ConsistentRead: true }));
    return Item;
  };
  const institutionExists = (name: string) => ({
    ConditionCheck: {
      TableName: table(),
      Key: institutionKey(name),
      ConditionExpression: 'attribute_exists(pk)',
    },
  });

  const institutionTakesUsers = (name: string) => {
    const { ConditionCheck } = notSuspended(table(), name);
    const ConditionExpression = `attribute_exists(pk) AND (${ConditionCheck.ConditionExpression})`;
    return { ConditionCheck: { ...ConditionCheck, ConditionExpression } };
  };

  return {
    async readInstitution(name) {
      const item = await get(institutionKey(name));
      return item && readInstitution(item);
    },

    async addInstitution(institution: Institution, event) {
      const items = [
        put(writeInstitution(institution)),
        neverDeleted(table(), institution.name),
        eventItem(event),
      ];
      const failed = await transact(client(), items);
      if (failed?.[1]) {
        throw conflict(
          `An institution named ${institution.name} was deleted; its name cannot be used again.`,
        );
      }
      if (failed) throw conflict(`The institution ${institution.name} already exists.`);
    },

    async addClient(oauthClient, event) {
      const { institution, clientId } = oauthClient;
      const items = [institutionExists(institution), put(writeClient(oauthClient)), eventItem(event)];
      const failed = await transact(client(), items);
      if (failed?.[0]) throw noInstitution(institution);
      if (failed) throw conflict(`The client ${clientId} already exists.`);
    },

    async addUser(user, event, passwordHash) {
      for (;;) {
        const items: TransactItems = [institutionTakesUsers(user.institution), put(writeUser(user))];
        if (passwordHash !== undefined) items.push(...(await loginItems(user, passwordHash)));
        items.push(eventItem(event));
        const failed = await transact(client(), items);
        if (failed === undefined) return;
        if (failed[0]) {
          if (await get(institutionKey(user.institution))) throw suspendedInstitution(user.institution);
          throw noInstitution(user.institution);
        }
        if (failed[1]) throw conflict(`${user.institution} already has a user ${user.userId}.`);
        if (failed[2]) throw conflict(`${user.institution} already has the user name ${user.username}.`);
        // Another institution took the name since it was read: read again.
      }
    },

    async readClient(institution, clientId) {
      const item = await get(clientKey(institution, clientId));
      return item && readClient(item);
    },

    async changeClient(read, change, event) {
      const items = [clientUpdate(table(), read, change), eventItem(event)];
      return (await transact(client(), items)) === undefined;
    },
  };

  /** The user's login, and the resulting item for sign-ins without an institution. */
  async function loginItems(user: User, passwordHash: string): Promise<TransactItems> {
    const username = user.username ?? '';
    const login = { ...user, passwordHash };
    const { Items: registered = [] } = await client().send(
      new QueryCommand({
        TableName: table(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `login#${username}` },
        ConsistentRead: true,
      }),
    );
    const created = put(writeLogin(username, user.institution, login));
    if (registered.length === 0) return [created, put(writeLogin(username, ANY_INSTITUTION, login))];
    return [created, { Put: { TableName: table(), Item: ambiguousLogin(username) } }];
  }
}

const conflict = (message: string): ParleyError => new ParleyError('conflict', message);

const noInstitution = (name: string): ParleyError =>
  new ParleyError('not_found', `There is no institution ${name}; create it first.`);
