import { type DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from '../domain/audit.ts';
import { ParleyError } from '../domain/errors.ts';
import type { InstitutionChange, InstitutionStore } from '../domain/institutions/institutions.ts';
import { eventItem } from './audit.ts';
import { clientKey, readClient } from './directory-clients.ts';
import { institutionKey, readInstitution } from './directory-items.ts';
import { usersOf } from './directory-users.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { querySettingsKey } from './query-settings.ts';
import { transact } from './transact.ts';
import { updateExpression } from './update-expression.ts';

type Client = DynamoDBDocumentClient;

const directory = () => setting('DIRECTORY_TABLE');

/** Institutions in DynamoDB: in Directory, with the part that queries read in Versions. */
export const createInstitutionStore = (client: () => Client = documentClient): InstitutionStore => ({
  all: () => institutionsIn(client()),
  users: (name) => usersOf(client(), name),
  clients: (name) => clientsOf(client(), name),
  change: (...what) => change(client(), ...what),
});

/** Scans the whole table: all tenants are listed rarely, and an index would cost every write. */
async function* institutionsIn(client: Client) {
  const scan = {
    TableName: directory(),
    FilterExpression: 'sk = :institution',
    ExpressionAttributeValues: { ':institution': institutionKey('').sk },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client }, scan)) yield* Items.map(readInstitution);
}

async function* clientsOf(client: Client, name: string) {
  const { pk, sk } = clientKey(name, '');
  const query = {
    TableName: directory(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :client)',
    ExpressionAttributeValues: { ':pk': pk, ':client': sk },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items.map(readClient);
}

async function change(
  client: Client,
  name: string,
  { limits = {}, isSuspended }: InstitutionChange,
  event: AuditEvent,
): Promise<void> {
  const ofQueries = {
    queries_per_second: limits.queriesPerSecond,
    queries_per_day: limits.queriesPerDay,
    requests_per_second: limits.requestsPerSecond,
    suspended: isSuspended,
  };
  const all = updateExpression({ ...ofQueries, tokens_per_second: limits.tokensPerSecond });
  if (all === undefined) return;
  const there = { Key: institutionKey(name), ConditionExpression: 'attribute_exists(pk)' };
  const copied = updateExpression(ofQueries);
  const copy = { TableName: setting('VERSIONS_TABLE'), Key: querySettingsKey(name), ...copied };
  const failed = await transact(client, [
    { Update: { TableName: directory(), ...there, ...all } },
    ...(copied === undefined ? [] : [{ Update: { ...copy, UpdateExpression: copied.UpdateExpression } }]),
    eventItem(event),
  ]);
  if (failed?.[0]) throw new ParleyError('not_found', `There is no institution ${name}; create it first.`);
}
