import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { sealWords, wordsKey } from '../domain/conversations/conversations.ts';
import type { DueDay, KeptGroupsStore } from '../domain/conversations/kept-groups.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import type { RandomBytes } from '../domain/random.ts';
import { NONCE_BYTES } from '../domain/sealing.ts';
import {
  DUE_SHARDS,
  dueItem,
  duePartition,
  groupsPartition,
  unhandledPartition,
} from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';
import { groupsContext, packGroups, readKeptGroups, readRevision, readUnhandled } from './unhandled-items.ts';
import { write } from './write.ts';

const REVISION_BYTES = 9;

const waitingItem = z.object({ sk: z.string(), expires_at: z.number() });

const dueShape = z.object({ sk: z.string(), mark: z.string() });

/** Kept groups in the conversations table; docs/STORAGE.md describes the items. */
export function createKeptGroupsStore({
  deploymentKey,
  random,
  client = documentClient,
}: {
  deploymentKey: DeploymentKey;
  random: RandomBytes;
  client?: () => DynamoDBDocumentClient;
}): KeptGroupsStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const opening = async (institution: string) => wordsKey(await deploymentKey(), institution);
  const newRevision = () => Buffer.from(random(REVISION_BYTES)).toString('base64url');

  return {
    async dueDays() {
      const shards = Array.from({ length: DUE_SHARDS }, (_, shard) =>
        dueDaysOf(client(), TableName(), shard),
      );
      return (await Promise.all(shards)).flat();
    },

    async settle({ institution, day, mark }) {
      const { pk, sk } = dueItem(institution, day, mark, 0);
      const gone = {
        TableName: TableName(),
        Key: { pk, sk },
        ConditionExpression: 'mark = :mark',
        ExpressionAttributeValues: { ':mark': mark },
      };
      await write(client(), new DeleteCommand(gone));
    },

    async read(institution, day) {
      const Key = { pk: groupsPartition(institution), sk: day };
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
      );
      const kept = Item && readKeptGroups(Item, await opening(institution));
      return {
        kept: kept ?? { groups: [], upTo: '', ungrouped: 0 },
        revision: Item && readRevision(Item),
      };
    },

    async waiting(institution, day, { after, before, most, now }) {
      const end = new Date(before).toISOString();
      // Another run has taken in later queries; DynamoDB refuses a range whose end is before its beginning.
      if (after >= end) return { waiting: [], hasMore: false };
      const key = await opening(institution);
      const { Items = [], LastEvaluatedKey } = await client().send(
        new QueryCommand({
          TableName: TableName(),
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :before',
          ExpressionAttributeValues: {
            ':pk': unhandledPartition(institution, day),
            // A blank sorts before every character of a place, so that the place itself is left out.
            ':after': `${after} `,
            ':before': end,
          },
          Limit: most,
          ConsistentRead: true,
        }),
      );
      const waiting = Items.map((item) => {
        const { sk: place, expires_at: expiresAt } = waitingItem.parse(item);
        return { place, expiresAt, query: expiresAt > now / 1000 ? readUnhandled(item, key) : undefined };
      });
      return { waiting, hasMore: LastEvaluatedKey !== undefined };
    },

    async keep(institution, day, { kept, revision, expiresAt }) {
      const words = sealWords(
        packGroups(kept),
        await opening(institution),
        random(NONCE_BYTES),
        groupsContext(day),
      );
      const put = {
        TableName: TableName(),
        Item: {
          pk: groupsPartition(institution),
          sk: day,
          revision: newRevision(),
          words,
          expires_at: expiresAt,
        },
      };
      if (revision !== undefined) {
        const unchanged = {
          ConditionExpression: 'revision = :revision',
          ExpressionAttributeValues: { ':revision': revision },
        };
        return write(client(), new PutCommand({ ...put, ...unchanged }));
      }
      const { pk, sk } = dueItem(institution, day, '', 0);
      // A step that outlasts the deletion of its institution, which removes the request first, keeps nothing.
      const isDue = { TableName: TableName(), Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' };
      const isFirst = { ...put, ConditionExpression: 'attribute_not_exists(pk)' };
      return (await transact(client(), [{ ConditionCheck: isDue }, { Put: isFirst }])) === undefined;
    },
  };
}

async function dueDaysOf(
  client: DynamoDBDocumentClient,
  TableName: string,
  shard: number,
): Promise<DueDay[]> {
  const due: DueDay[] = [];
  let last: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': duePartition(shard) },
        ...(last && { ExclusiveStartKey: last }),
      }),
    );
    for (const item of Items) {
      const { sk, mark } = dueShape.parse(item);
      const [day = '', institution = ''] = sk.split('#');
      due.push({ institution, day, mark });
    }
    last = LastEvaluatedKey;
  } while (last !== undefined);
  return due;
}
