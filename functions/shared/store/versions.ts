import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type AiVersion,
  type Assignment,
  DEFAULT_TARGET,
  type Provenance,
  type VersionStore,
} from '../domain/versions/versions.ts';
import { eventItem } from './audit.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { type TransactItems, transact } from './transact.ts';

/** The deeds of a version, stored as JSON text. */
const versionDeeds = z.array(
  z.object({
    state: z.string(),
    competency: z.string(),
    reason: z.enum(['declared', 'yes', 'goes_on']),
    ways: z.array(
      z.object({
        from: z.string(),
        on: z.enum(['yes', 'cancel', 'no', 'slot', 'business_logic', 'retries', 'query']),
        guard: z.enum(['yes', 'asked', 'closed', 'business_logic', 'after_deed', 'none']),
        unsaid: z.array(z.object({ slot: z.string(), in: z.array(z.string()), perhaps: z.boolean() })),
      }),
    ),
  }),
);

const versionItem = z.object({
  pk: z.string(),
  id: z.string(),
  name: z.string(),
  content_hash: z.string(),
  artifact_bytes: z.number(),
  default_language: z.string(),
  languages: z.array(z.string()),
  created_at: z.number(),
  created_by: z.string(),
  author: z.optional(z.string()),
  commit: z.optional(z.string()),
  tests: z.optional(z.object({ passed: z.number(), failed: z.number() })),
  deeds: z.optional(z.string()),
  note: z.optional(z.string()),
});

/** The canary of an assignment. */
export const canaryItem = z.object({ version_id: z.string(), percent: z.number() });

const assignmentItem = z.object({
  pk: z.string(),
  target: z.string(),
  version_id: z.string(),
  revision: z.number(),
  assigned_at: z.number(),
  assigned_by: z.string(),
  canary: z.optional(canaryItem),
  restores: z.optional(z.number()),
});

/** Sort keys of the table; the query endpoint uses them too. */
export const versionSortKey = (id: string): string => `version#${id}`;
export const assignmentSortKey = (target: string): string =>
  target === DEFAULT_TARGET ? DEFAULT_TARGET : `application#${target}`;
const historyPrefix = (target: string): string => `history#${target}#`;
/** Zero-padded to ten digits, so that revisions sort as text. */
const historySortKey = ({ target, revision }: Assignment): string =>
  historyPrefix(target) + String(revision).padStart(10, '0');

/** Reads an item that does not exist. @throws {Error} if the table cannot be reached */
export async function reachVersions(client: () => DynamoDBDocumentClient = documentClient): Promise<void> {
  await client().send(
    new GetCommand({ TableName: setting('VERSIONS_TABLE'), Key: { pk: 'ready', sk: 'ready' } }),
  );
}

/**
 * Every institution's versions in DynamoDB; docs/STORAGE.md describes the items. Items are created and deleted only
 * in transactions, even single items. A plain write that is retried after a lost answer would find its own item and
 * mistake it for another writer's.
 */
export function versionStore(client: DynamoDBDocumentClient, TableName: string): VersionStore {
  const read = async (pk: string, sk: string) =>
    (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item;
  const readAll = async (pk: string, prefix: string) => {
    const items: unknown[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) items.push(...(Items ?? []));
    return items;
  };
  return {
    insert: (version) => insertVersion(client, TableName, version),
    find: async (institution, id) => {
      const item = await read(institution, versionSortKey(id));
      return item && readVersion(item);
    },
    list: async (institution) => (await readAll(institution, 'version#')).map(readVersion).sort(byCreation),
    findAssignment: async (institution, target) => {
      const item = await read(institution, assignmentSortKey(target));
      return item && readAssignment(item);
    },
    listAssignments: async (institution) => {
      const [applications, platformDefault] = await Promise.all([
        readAll(institution, 'application#'),
        read(institution, DEFAULT_TARGET),
      ]);
      return [...applications, ...(platformDefault ? [platformDefault] : [])].map(readAssignment);
    },
    listHistory: async (institution, target) =>
      (await readAll(institution, historyPrefix(target))).map(readAssignment),
    assign: (next, previous) => assign(client, TableName, next, previous),
    note: async (institution, id, note, event) => {
      const Update = {
        TableName,
        Key: { pk: institution, sk: versionSortKey(id) },
        ConditionExpression: 'attribute_exists(pk)',
        ...(note === ''
          ? { UpdateExpression: 'REMOVE note' }
          : { UpdateExpression: 'SET note = :note', ExpressionAttributeValues: { ':note': note } }),
      };
      return (await transact(client, [{ Update }, eventItem(event)])) === undefined;
    },
    remove: async (institution, id) => {
      const unused = {
        TableName,
        Key: { pk: institution, sk: versionSortKey(id) },
        ConditionExpression: 'attribute_exists(pk) AND assignments = :none',
        ExpressionAttributeValues: { ':none': 0 },
      };
      if ((await transact(client, [{ Delete: unused }])) === undefined) return 'removed';
      return (await read(institution, versionSortKey(id))) ? 'assigned' : 'unknown_version';
    },
  };
}

async function insertVersion(
  client: DynamoDBDocumentClient,
  TableName: string,
  version: AiVersion,
): Promise<boolean> {
  const Item = {
    pk: version.institution,
    sk: versionSortKey(version.id),
    id: version.id,
    name: version.name,
    content_hash: version.contentHash,
    artifact_bytes: version.artifactBytes,
    default_language: version.languages.default,
    languages: version.languages.supported,
    created_at: Date.parse(version.createdAt),
    created_by: version.createdBy,
    ...version.provenance,
    ...(version.deeds && { deeds: JSON.stringify(version.deeds) }),
    assignments: 0,
  };
  const put = { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' };
  return (await transact(client, [{ Put: put }])) === undefined;
}

/** Counts assignments on the version itself, so that it cannot be deleted while it is being assigned. */
async function assign(
  client: DynamoDBDocumentClient,
  TableName: string,
  next: Assignment,
  previous: Assignment | undefined,
): ReturnType<VersionStore['assign']> {
  const { institution: pk } = next;
  const count = (id: string, by: number) => ({
    Update: {
      TableName,
      Key: { pk, sk: versionSortKey(id) },
      UpdateExpression: 'ADD assignments :by',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':by': by },
    },
  });
  const unchanged =
    previous === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'revision = :previous',
          ExpressionAttributeValues: { ':previous': previous.revision },
        };
  const Item = writeAssignment(next);
  const counts = countsOf(next, previous);
  const items: TransactItems = [
    ...counts.map(([id, by]) => count(id, by)),
    { Put: { TableName, Item: { ...Item, sk: assignmentSortKey(next.target) }, ...unchanged } },
    { Put: { TableName, Item: { ...Item, sk: historySortKey(next) } } },
  ];
  const unmet = await transact(client, items);
  if (unmet === undefined) return 'assigned';
  return counts.some(([, by], index) => by > 0 && unmet[index]) ? 'unknown_version' : 'overtaken';
}

/** The change of each version's number of assignments; unchanged versions are left out. */
function countsOf(next: Assignment, previous: Assignment | undefined): [id: string, by: number][] {
  const counts = new Map<string, number>();
  const add = (assignment: Assignment | undefined, by: number): void => {
    for (const id of [assignment?.versionId, assignment?.canary?.versionId]) {
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + by);
    }
  };
  add(next, 1);
  add(previous, -1);
  return [...counts].filter(([, by]) => by !== 0);
}

const writeAssignment = (assignment: Assignment) => ({
  pk: assignment.institution,
  target: assignment.target,
  version_id: assignment.versionId,
  revision: assignment.revision,
  assigned_at: Date.parse(assignment.assignedAt),
  assigned_by: assignment.assignedBy,
  canary: assignment.canary && {
    version_id: assignment.canary.versionId,
    percent: assignment.canary.percent,
  },
  restores: assignment.restores,
});

function readAssignment(item: unknown): Assignment {
  const { pk, target, version_id, revision, assigned_at, assigned_by, canary, restores } =
    assignmentItem.parse(item);
  return {
    institution: pk,
    target,
    versionId: version_id,
    revision,
    assignedAt: new Date(assigned_at).toISOString(),
    assignedBy: assigned_by,
    ...(canary && { canary: { versionId: canary.version_id, percent: canary.percent } }),
    ...(restores === undefined ? {} : { restores }),
  };
}

function readVersion(item: unknown): AiVersion {
  const stored = versionItem.parse(item);
  const { author, commit, tests } = stored;
  const provenance: Provenance = {
    ...(author === undefined ? {} : { author }),
    ...(commit === undefined ? {} : { commit }),
    ...(tests === undefined ? {} : { tests }),
  };
  return {
    institution: stored.pk,
    id: stored.id,
    name: stored.name,
    contentHash: stored.content_hash,
    artifactBytes: stored.artifact_bytes,
    languages: { default: stored.default_language, supported: stored.languages },
    createdAt: new Date(stored.created_at).toISOString(),
    createdBy: stored.created_by,
    ...(Object.keys(provenance).length === 0 ? {} : { provenance }),
    ...(stored.note === undefined ? {} : { note: stored.note }),
    ...(stored.deeds === undefined ? {} : { deeds: versionDeeds.parse(JSON.parse(stored.deeds)) }),
  };
}

const byCreation = (a: AiVersion, b: AiVersion): number =>
  a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
