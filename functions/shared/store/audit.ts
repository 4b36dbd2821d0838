import { hash } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type AuditAction,
  type AuditEvent,
  type AuditReader,
  type AuditTrail,
  type ChangeReader,
  isChange,
} from '../domain/audit.ts';
import { toSeconds } from '../domain/clock.ts';
import { isScope } from '../domain/credentials/scopes.ts';
import { dayOf, monthBefore } from '../domain/days.ts';
import { fieldError } from '../domain/errors.ts';
import { documentClient } from './dynamodb.ts';
import { optionalSetting, setting } from './environment.ts';
import { write } from './write.ts';

/** Partitions per institution and day for the events that are no changes, which spread concurrent writes. */
const SHARDS = 16;
const DEFAULT_RETENTION_DAYS = 365;
const DAY_MS = 86_400_000;

/** Writes audit events that belong to no change to DynamoDB. */
export const createAuditTrail = (client: () => DynamoDBDocumentClient = documentClient): AuditTrail => ({
  async record(event) {
    await write(client(), new PutCommand(putEvent(event)));
  },
});

/** Writes the event in the transaction of its change. */
export const eventItem = (event: AuditEvent) => ({ Put: putEvent(event) });

/** Reads the trail: all partitions of the day, and its changes, concurrently. */
export const createAuditReader = (client: () => DynamoDBDocumentClient = documentClient): AuditReader => ({
  async read(institution, day) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => partition(institution, day, shard));
    const parts = [...shards, changesPartition(institution, day.slice(0, 7))];
    const events = (await Promise.all(parts.map((part) => readDay(client(), part, day)))).flat();
    return events.sort((left, right) => left.at - right.at || (left.requestId < right.requestId ? -1 : 1));
  },
});

/** How many months one page of changes reads at most. Longer gaps are crossed page by page. */
const MONTHS_PER_PAGE = 13;

/** A place in the list of changes: the sort key before which the next page begins, or only its beginning. */
const PLACE = /^\d{4}-\d\d(?:-\d\dT[\d:.]{12}Z#[^#]{1,200}#[a-z.-]{1,40})?$/;

/** Reads changes: a partition a month, the latest first. */
export const createChangeReader = (client: () => DynamoDBDocumentClient = documentClient): ChangeReader => ({
  async changes(institution, { limit, before, now }) {
    if (before !== undefined && !PLACE.test(before)) {
      throw fieldError('cursor', 'send a cursor from an earlier answer, or omit it');
    }
    const end = before ?? new Date(now + DAY_MS).toISOString();
    const oldest = new Date(now - retentionDays() * DAY_MS).toISOString();
    const items: Record<string, unknown>[] = [];
    let month = end.slice(0, 7);
    for (let read = 1; ; read += 1) {
      items.push(...(await readChanges(client(), changesPartition(institution, month), end, limit + 1)));
      if (items.length > limit || read === MONTHS_PER_PAGE || month <= oldest.slice(0, 7)) break;
      month = monthBefore(month);
    }
    const current = items.filter(({ sk }) => String(sk) >= oldest);
    const events = current.slice(0, limit);
    const last = current.length > limit ? String(events.at(-1)?.sk) : month;
    const isEnd = current.length <= limit && month <= oldest.slice(0, 7);
    return { events: events.map(readEvent), ...(isEnd ? {} : { next: last }) };
  },
});

async function readChanges(
  client: DynamoDBDocumentClient,
  pk: string,
  before: string,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: setting('AUDIT_TABLE'),
      KeyConditionExpression: 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': pk, ':before': before },
      ScanIndexForward: false,
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items;
}

async function readDay(client: DynamoDBDocumentClient, pk: string, day: string): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const query = {
    TableName: setting('AUDIT_TABLE'),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
    ExpressionAttributeValues: { ':pk': pk, ':day': day },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) events.push(...Items.map(readEvent));
  return events;
}

/** A retried request writes the same item again, so that the trail has it once. */
function putEvent(event: AuditEvent) {
  const { at, action, outcome, reason, institution, actor, sourceIp, requestId, target, changed } = event;
  const { application, percent, scopes, hosts } = event;
  const sk = `${new Date(at).toISOString()}#${requestId}#${action}`;
  const shard = (hash('sha256', sk, 'buffer')[0] ?? 0) % SHARDS;
  return {
    TableName: setting('AUDIT_TABLE'),
    Item: {
      pk: isChange(event)
        ? changesPartition(institution, dayOf(at).slice(0, 7))
        : partition(institution, dayOf(at), shard),
      sk,
      at,
      action,
      outcome,
      reason,
      institution,
      actor_kind: actor.kind,
      actor_id: actor.id,
      user_id: actor.userId,
      source_ip: sourceIp,
      request_id: requestId,
      target,
      changed,
      application,
      percent,
      scopes,
      host_before: hosts?.before,
      host: hosts?.after,
      expires_at: toSeconds(at + retentionDays() * DAY_MS),
    },
  };
}

/** @throws {Error} if the setting is not a positive integer, which is a fault of the deployment */
function retentionDays(): number {
  const days = Number(optionalSetting('AUDIT_RETENTION_DAYS') ?? DEFAULT_RETENTION_DAYS);
  if (Number.isInteger(days) && days > 0) return days;
  throw new Error('AUDIT_RETENTION_DAYS must be a positive whole number');
}

const partition = (institution: string, day: string, shard: number): string =>
  `${institution}#${day}#${shard}`;

/** All changes of a month: people make them, so one partition takes their writes. */
const changesPartition = (institution: string, month: string): string => `${institution}#changes#${month}`;

const eventSchema = z.object({
  at: z.number(),
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  reason: z.optional(z.string()),
  institution: z.string(),
  actor_kind: z.enum(['user', 'client', 'token', 'key', 'operator']),
  actor_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  source_ip: z.optional(z.string()),
  request_id: z.string(),
  target: z.optional(z.string()),
  changed: z.optional(z.array(z.string())),
  application: z.optional(z.string()),
  percent: z.optional(z.number()),
  scopes: z.optional(z.array(z.string())),
  host_before: z.optional(z.string()),
  host: z.optional(z.string()),
});

function readEvent(value: unknown): AuditEvent {
  const item = eventSchema.parse(value);
  const { at, outcome, reason, institution, target, changed, application, percent, scopes } = item;
  const hosts = {
    ...(item.host_before !== undefined && { before: item.host_before }),
    ...(item.host !== undefined && { after: item.host }),
  };
  return {
    at,
    // Only this file writes it.
    action: item.action as AuditAction,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    institution,
    actor: {
      kind: item.actor_kind,
      ...(item.actor_id === undefined ? {} : { id: item.actor_id }),
      ...(item.user_id === undefined ? {} : { userId: item.user_id }),
    },
    ...(item.source_ip === undefined ? {} : { sourceIp: item.source_ip }),
    requestId: item.request_id,
    ...(target === undefined ? {} : { target }),
    ...(changed === undefined ? {} : { changed }),
    ...(application === undefined ? {} : { application }),
    ...(percent === undefined ? {} : { percent }),
    ...(scopes === undefined ? {} : { scopes: scopes.filter(isScope) }),
    ...(Object.keys(hosts).length === 0 ? {} : { hosts }),
  };
}
