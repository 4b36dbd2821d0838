import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Draft, DraftStore } from '../domain/drafts/drafts.ts';
import { eventItem } from './audit.ts';
import { transact } from './transact.ts';

const draftItem = z.object({
  name: z.string(),
  revision: z.number(),
  content_hash: z.string(),
  files: z.number(),
  bytes: z.number(),
  updated_at: z.number(),
  updated_by: z.string(),
  change_hash: z.string(),
  deleted: z.optional(z.literal(true)),
});

/** The partition of an institution's drafts. */
export const draftPartition = (institution: string): string => `${institution}#drafts`;

const LATEST = 'draft#';
/** Zero-padded to ten digits, so that revisions sort as text. */
const revisionSortKey = (name: string, revision: number): string =>
  `revision#${name}#${String(revision).padStart(10, '0')}`;

/** Every institution's drafts in DynamoDB; docs/STORAGE.md describes the items. */
export function draftStore(client: DynamoDBDocumentClient, TableName: string): DraftStore {
  return {
    async find(institution, name, revision) {
      const sk = revision === undefined ? LATEST + name : revisionSortKey(name, revision);
      const Key = { pk: draftPartition(institution), sk };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && readDraftItem(institution, Item);
    },

    async list(institution) {
      const drafts: Draft[] = [];
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :latest)',
          ExpressionAttributeValues: { ':pk': draftPartition(institution), ':latest': LATEST },
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages)
        drafts.push(...Items.map((item) => readDraftItem(institution, item)));
      return drafts.filter(({ isDeleted }) => !isDeleted);
    },

    async write(next, previous, event) {
      const pk = draftPartition(next.institution);
      const item = writeDraftItem(next);
      const unchanged =
        previous === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'revision = :previous',
              ExpressionAttributeValues: { ':previous': previous.revision },
            };
      const unmet = await transact(client, [
        { Put: { TableName, Item: { pk, sk: LATEST + next.name, ...item }, ...unchanged } },
        { Put: { TableName, Item: { pk, sk: revisionSortKey(next.name, next.revision), ...item } } },
        eventItem(event),
      ]);
      return unmet === undefined;
    },
  };
}

const writeDraftItem = (draft: Draft): z.infer<typeof draftItem> => ({
  name: draft.name,
  revision: draft.revision,
  content_hash: draft.contentHash,
  files: draft.files,
  bytes: draft.bytes,
  updated_at: Date.parse(draft.updatedAt),
  updated_by: draft.updatedBy,
  change_hash: draft.changeHash,
  ...(draft.isDeleted && { deleted: draft.isDeleted }),
});

function readDraftItem(institution: string, item: unknown): Draft {
  const { name, revision, content_hash, files, bytes, updated_at, updated_by, change_hash, deleted } =
    draftItem.parse(item);
  return {
    institution,
    name,
    revision,
    contentHash: content_hash,
    files,
    bytes,
    updatedAt: new Date(updated_at).toISOString(),
    updatedBy: updated_by,
    changeHash: change_hash,
    ...(deleted && { isDeleted: deleted }),
  };
}
