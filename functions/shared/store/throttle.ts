import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import {
  type AttemptStore,
  type Bucket,
  type BucketStep,
  type SourceRecord,
  type TallyStep,
  type ThrottleSuccess,
  TRUSTED_FOR_MS,
} from '../domain/sign-in/throttle.ts';
import type { ThrottleOperator } from '../domain/sign-in/throttle-control.ts';
import { eventItem } from './audit.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import type { ItemAddress } from './batch-get.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

/**
 * Attempt counters in DynamoDB. Every write changes one item under a condition on that item, so that concurrent
 * attempts are admitted as if one after another.
 */
export function createAttemptStore(
  client: () => DynamoDBDocumentClient = documentClient,
  backoff: Backoff = JITTERED,
): AttemptStore {
  const send = (change: Change) => write(client(), new UpdateCommand(updateOf(change)), backoff);
  return {
    async reserve({ tallies, buckets }, now) {
      const steps = [
        ...tallies.map((step) => ({
          take: () => send(takeFromTally(step, now)),
          giveBack: () => send(giveBackToTally(step)),
        })),
        ...buckets.map((step) => ({
          take: () => pour(client(), backoff, step, now),
          giveBack: () => send(giveBackToBucket(step)),
        })),
      ];
      const taken = await Promise.allSettled(steps.map(({ take }) => take()));
      const counted = steps.filter((_, index) => isTaken(taken[index]));
      if (counted.length === steps.length) return true;
      // If the store failed, the attempt was not judged, so its other counts are given back too.
      const givenBack = await Promise.allSettled(counted.map(({ giveBack }) => giveBack()));
      const failed = [...taken, ...givenBack].find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      return false;
    },

    async succeed({ tallies, buckets }, now) {
      await Promise.all([
        ...tallies.map((tally) => send(forgive(tally, now))),
        ...buckets.map((step) => send(giveBackToBucket(step))),
      ]);
    },
  };
}

const isTaken = (step: PromiseSettledResult<boolean> | undefined): boolean =>
  step?.status === 'fulfilled' && step.value;

/** Removes throttles for operators, each with its event in one transaction. */
export const createThrottleLifts = (
  client: () => DynamoDBDocumentClient = documentClient,
): ThrottleOperator['throttles'] => ({
  async lift({ tallies, buckets }, event) {
    await transact(client(), [
      ...tallies.map((tally) => ({ Update: updateOf(forgive(tally, event.at)) })),
      ...buckets.map((pk) => ({ Delete: { TableName: setting('THROTTLE_TABLE'), Key: { pk } } })),
      eventItem(event),
    ]);
  },
});

/** A change of one item; table and condition have the same form for all. */
interface Change {
  key: string;
  set: readonly string[];
  conditions?: readonly string[];
  values: Record<string, number>;
}

/** The change as part of a request. */
const updateOf = ({ key, set, conditions = [], values }: Change) => ({
  TableName: setting('THROTTLE_TABLE'),
  Key: { pk: key },
  UpdateExpression: `SET ${set.join(', ')}`,
  ...(conditions.length === 0
    ? {}
    : { ConditionExpression: conditions.map((condition) => `(${condition})`).join(' AND ') }),
  ExpressionAttributeValues: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`:${name}`, value]),
  ),
});

function takeFromTally({ key, upTo, forgets, unnamed }: TallyStep, now: number): Change {
  const counts = unnamed !== undefined && 'counts' in unnamed ? unnamed : undefined;
  const still = unnamed !== undefined && 'stillAt' in unnamed ? unnamed : undefined;
  return {
    key,
    set: [
      'attempts = if_not_exists(attempts, :none) + :one, last_at = :now, expires_at = :expires',
      ...(forgets === undefined ? [] : ['forgiven = :forgets']),
      ...(counts
        ? ['unnamed_attempts = if_not_exists(unnamed_attempts, :none) + :one, unnamed_last_at = :now']
        : []),
      ...(counts?.forgets === undefined ? [] : ['unnamed_forgiven = :unnamed_forgets']),
    ],
    conditions: [
      ...(upTo === undefined ? [] : ['attribute_not_exists(attempts) OR attempts < :up_to']),
      ...(still
        ? [still.stillAt === 0 ? 'attribute_not_exists(unnamed_attempts)' : 'unnamed_attempts = :still']
        : []),
    ],
    values: {
      none: 0,
      one: 1,
      now,
      expires: tallyExpiry(now),
      ...(forgets !== undefined && { forgets }),
      ...(counts?.forgets !== undefined && { unnamed_forgets: counts.forgets }),
      ...(upTo !== undefined && { up_to: upTo }),
      ...(still && still.stillAt > 0 && { still: still.stillAt }),
    },
  };
}

/**
 * The number of attempts stays the same, since concurrent attempts were judged by it. An attempt that a success has
 * already forgiven is skipped.
 */
function giveBackToTally({ key, unnamed }: TallyStep): Change {
  const names = unnamed !== undefined && 'counts' in unnamed ? ['', 'unnamed_'] : [''];
  return {
    key,
    set: names.map((name) => `${name}forgiven = if_not_exists(${name}forgiven, :none) + :one`),
    conditions: names.map(
      (name) => `attribute_not_exists(${name}forgiven) OR ${name}forgiven < ${name}attempts`,
    ),
    values: { none: 0, one: 1 },
  };
}

/** Forgives all attempts of a tally and trusts the source. */
const forgive = ({ key, ofName }: ThrottleSuccess['tallies'][number], now: number): Change => ({
  key,
  set: [
    'attempts = if_not_exists(attempts, :none), forgiven = if_not_exists(attempts, :none)',
    'last_at = if_not_exists(last_at, :now), signed_in_at = :now, expires_at = :expires',
    ...(ofName ? ['unnamed_forgiven = if_not_exists(unnamed_attempts, :none)'] : []),
  ],
  values: { none: 0, now, expires: tallyExpiry(now) },
});

/**
 * How often a bucket is tried. Every try that fails without the bucket being full means that a concurrent attempt
 * emptied it or restarted it in between.
 */
const MAX_POURS = 32;

/**
 * Restarts an empty bucket, or adds to a bucket with room. If a concurrent attempt has changed which case applies, the
 * other case is tried: an attempt is refused for what it found, not for what met it on the way.
 */
async function pour(
  client: DynamoDBDocumentClient,
  backoff: Backoff,
  { key, rate, emptyAt }: BucketStep,
  now: number,
): Promise<boolean> {
  const { atOnce, everyMs } = rate;
  const expires = toSeconds(now + atOnce * everyMs) + 1;
  const most = now + (atOnce - 1) * everyMs;
  const begin: Change = {
    key,
    set: ['empty_at = :next, expires_at = :expires'],
    conditions: ['attribute_not_exists(empty_at) OR empty_at <= :now'],
    values: { next: now + everyMs, now, expires },
  };
  const add: Change = {
    key,
    set: ['empty_at = empty_at + :every, expires_at = :expires'],
    conditions: ['empty_at > :now', 'empty_at <= :most'],
    values: { every: everyMs, now, most, expires },
  };
  let level = emptyAt;
  for (let tried = 0; tried < MAX_POURS && level <= most; tried += 1) {
    const refusal: { item?: unknown } = {};
    const command = new UpdateCommand({
      ...updateOf(level > now ? add : begin),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    if (await write(client, command, backoff, refusal)) return true;
    level = bucketLevel.parse(refusal.item ?? {}).empty_at;
  }
  return false;
}

const giveBackToBucket = ({ key, rate }: Pick<BucketStep, 'key' | 'rate'>): Change => ({
  key,
  set: ['empty_at = empty_at - :every'],
  conditions: ['attribute_exists(empty_at)'],
  values: { every: rate.everyMs },
});

/** A record is kept for as long as its longest entry, the trust in a source. */
const tallyExpiry = (now: number): number => toSeconds(now + TRUSTED_FOR_MS) + 1;

export const throttleAddress = (key: string): ItemAddress => ({
  table: setting('THROTTLE_TABLE'),
  key: { pk: key },
});

const tallyItem = z.object({
  attempts: z.number(),
  forgiven: z._default(z.number(), 0),
  last_at: z.number(),
  signed_in_at: z.optional(z.number()),
  unnamed_attempts: z.optional(z.number()),
  unnamed_forgiven: z._default(z.number(), 0),
  unnamed_last_at: z.optional(z.number()),
});

export function readSourceRecord(value: unknown): SourceRecord | undefined {
  if (value === undefined) return undefined;
  const item = tallyItem.parse(value);
  const { attempts, forgiven, last_at: lastAt, signed_in_at: signedInAt, unnamed_attempts } = item;
  return {
    attempts,
    forgiven,
    lastAt,
    ...(signedInAt !== undefined && { signedInAt }),
    ...(unnamed_attempts !== undefined && {
      unnamed: {
        attempts: unnamed_attempts,
        forgiven: item.unnamed_forgiven,
        lastAt: item.unnamed_last_at ?? 0,
      },
    }),
  };
}

const bucketItem = z.object({ empty_at: z.number() });

/** The bucket that a condition failed for, in DynamoDB's own notation. */
const bucketLevel = z.pipe(
  z.object({ empty_at: z._default(z.object({ N: z.string() }), { N: '0' }) }),
  z.transform(({ empty_at: { N } }) => ({ empty_at: Number(N) })),
);

export const readBucket = (value: unknown): Bucket | undefined =>
  value === undefined ? undefined : { emptyAt: bucketItem.parse(value).empty_at };
