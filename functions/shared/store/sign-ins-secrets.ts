import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import type { SecretUses } from '../domain/oauth/secret-uses.ts';
import { documentClient } from './dynamodb.ts';
import { signInsTable } from './sign-ins.ts';
import { write } from './write.ts';

const SECRET = 'secret#';
const KEPT_MS = 400 * 86_400_000;

const useItem = z.object({ sk: z.string(), used_at: z.number() });

/** A client id begins with its institution and a period, so it differs from all other partitions. */
export const secretUsePartition = (clientId: string): string => clientId;

/** Last use of client secrets in DynamoDB. */
export const createSecretUses = (client: () => DynamoDBDocumentClient = documentClient): SecretUses => ({
  async secretUsed(clientId, secretDigest, hour) {
    await write(
      client(),
      new UpdateCommand({
        TableName: signInsTable(),
        Key: { pk: secretUsePartition(clientId), sk: `${SECRET}${secretDigest}` },
        UpdateExpression: 'SET used_at = :hour, expires_at = :expires',
        ConditionExpression: 'attribute_not_exists(used_at) OR used_at < :hour',
        ExpressionAttributeValues: { ':hour': hour, ':expires': toSeconds(hour + KEPT_MS) },
      }),
    );
  },
});

/** The hour of each client secret's last use, in epoch milliseconds, by digest. */
export async function readSecretUses(
  client: DynamoDBDocumentClient,
  clientId: string,
): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  const query = {
    TableName: signInsTable(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :secret)',
    ExpressionAttributeValues: { ':pk': secretUsePartition(clientId), ':secret': SECRET },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const item of Items) {
      const { sk, used_at } = useItem.parse(item);
      uses.set(sk.slice(SECRET.length), used_at);
    }
  }
  return uses;
}
