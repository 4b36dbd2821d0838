import { hash } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AuditAction, AuditEvent, AuditReader, AuditTrail } from '../domain/audit.ts';
import { toSeconds } from '../domain/clock.ts';
import { dayOf } from '../domain/days.ts';
import { documentClient } from './dynamodb.ts';
import { optionalSetting, setting } from './environment.ts';
import { write } from './write.ts';

/** Partitions per institution and day, which spread concurrent writes. */
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

/** Reads the trail: all partitions of the day concurrently. */
export const createAuditReader = (client: () => DynamoDBDocumentClient = documentClient): AuditReader => ({
  async read(institution, day) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => readShard(client(), institution, day, shard));
    const events = (await Promise.all(shards)).flat();
    return events.sort((left, right) => left.at - right.at || (left.requestId < right.requestId ? -1 : 1));
  },
});

async function readShard(
  client: DynamoDBDocumentClient,
  institution: string,
  day: string,
  shard: number,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const query = {
    TableName: setting('AUDIT_TABLE'),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partition(institution, day, shard) },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) events.push(...Items.map(readEvent));
  return events;
}

/** A retried request writes the same item again, so that the trail has it once. */
function putEvent(event: AuditEvent) {
  const { at, action, outcome, reason, institution, actor, sourceIp, requestId, target, changed } = event;
  const sk = `${new Date(at).toISOString()}#${requestId}#${action}`;
  const shard = (hash('sha256', sk, 'buffer')[0] ?? 0) % SHARDS;
  return {
    TableName: setting('AUDIT_TABLE'),
    Item: {
      pk: partition(institution, dayOf(at), shard),
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
});

function readEvent(value: unknown): AuditEvent {
  const item = eventSchema.parse(value);
  const { at, outcome, reason, institution, target, changed } = item;
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
  };
}
