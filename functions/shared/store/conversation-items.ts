import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type LogEntry,
  type LoggedTurn,
  SESSION_OUTCOMES,
  type SessionTally,
} from '../domain/conversations/conversations.ts';
import { dayOf } from '../domain/days.ts';

/**
 * The number of partitions over which the counters and lists of a day are spread: each takes 1,000 write units a
 * second.
 */
export const SHARDS = 4;

/** The partitions beyond those over which counters are spread once DynamoDB throttles them. */
export const MORE_SHARDS = 60;

/** The partition that a session is in. */
const shardOf = (sessionId: string): number => (hash('sha256', sessionId, 'buffer')[0] ?? 0) % SHARDS;

const time = (at: number): string => new Date(at).toISOString();

/** The keys of the table of conversations, which docs/STORAGE.md tells. */
export const sessionPartition = (institution: string, sessionId: string): string =>
  `${institution}#session#${sessionId}`;
export const dayPartition = (institution: string, day: string, shard: number): string =>
  `${institution}#sessions#${day}#${shard}`;
export const counterPartition = (institution: string, shard: number): string =>
  `${institution}#counters#${shard}`;
/** The days of which counters are in more partitions. */
export const spreadPartition = (institution: string): string => `${institution}#counters#spread`;
export const unhandledPartition = (institution: string, day: string): string =>
  `${institution}#unhandled#${day}`;
export const personPartition = (institution: string, person: string): string =>
  `${institution}#person#${person}`;

export const TURN = 'turn#';
export const FEEDBACK = 'feedback#';

type SessionPlace = Pick<LoggedTurn, 'institution' | 'sessionId' | 'beganAt'>;
type TurnPlace = Pick<LoggedTurn, 'institution' | 'at' | 'qid'>;

/** Turns sort as text up to seven digits. */
export const turnKey = ({
  institution,
  sessionId,
  ordinal,
  qid,
}: Pick<LoggedTurn, 'institution' | 'sessionId' | 'ordinal' | 'qid'>) => ({
  pk: sessionPartition(institution, sessionId),
  sk: `${TURN}${String(ordinal).padStart(7, '0')}#${qid}`,
});

export const lineKey = ({ institution, sessionId, beganAt }: SessionPlace) => ({
  pk: dayPartition(institution, dayOf(beganAt), shardOf(sessionId)),
  sk: `${time(beganAt)}#${sessionId}`,
});

export const unhandledKey = ({ institution, at, qid }: TurnPlace) => ({
  pk: unhandledPartition(institution, dayOf(at)),
  sk: `${time(at)}#${qid}`,
});

export const personKey = ({
  institution,
  person,
  sessionId,
}: Pick<LoggedTurn, 'institution' | 'person' | 'sessionId'>) => ({
  pk: personPartition(institution, person),
  sk: sessionId,
});

/**
 * All that is counted of a session is counted on the day when it began, by its version and application.
 * @param shard the partition; of its own unless that is throttled, since sums are over all of them
 */
export const counterKey = (
  {
    institution,
    sessionId,
    beganAt,
    versionId,
    application,
  }: SessionPlace & Pick<LoggedTurn, 'versionId' | 'application'>,
  shard = shardOf(sessionId),
) => ({
  pk: counterPartition(institution, shard),
  sk: `${dayOf(beganAt)}#${versionId}#${application ?? ''}`,
});

/** Says of a day that its counters are in more partitions. */
export const spreadItem = ({ institution, beganAt }: Pick<LoggedTurn, 'institution' | 'beganAt'>) => ({
  pk: spreadPartition(institution),
  sk: dayOf(beganAt),
  expires_at: Math.ceil(beganAt / 1000) + COUNTER_LIFETIME_SECONDS,
});

/** The change that a turn makes to each counter. */
export function countsOf({ turn, tally, previous }: LogEntry): Record<string, number> {
  const counts: Record<string, number> = {
    turns: 1,
    [`turn:${turn.outcome}`]: 1,
    [`competency:${turn.competency}`]: 1,
    [`language:${turn.language}`]: 1,
    [`ms:${bucketOf(turn.milliseconds)}`]: 1,
  };
  if (turn.businessLogic !== undefined) {
    counts[`bl_ms:${bucketOf(turn.businessLogic.milliseconds)}`] = 1;
    if (turn.businessLogic.status === 'failed') counts.bl_failed = 1;
  }
  if (previous === undefined) counts.sessions = 1;
  if (previous?.outcome !== tally.outcome) {
    counts[`session:${tally.outcome}`] = 1;
    if (previous !== undefined) counts[`session:${previous.outcome}`] = -1;
  }
  return counts;
}

/** Four buckets to each doubling: what is read from them is within a fifth of what was measured. */
const BUCKETS_PER_DOUBLING = 4;

/** The bucket of a time in milliseconds. */
export const bucketOf = (milliseconds: number): number =>
  Math.max(0, Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(1, milliseconds))));

/** The longest time of a bucket, in milliseconds. */
export const bucketEnd = (bucket: number): number => Math.round(2 ** (bucket / BUCKETS_PER_DOUBLING));

/** Counters hold nothing of anybody, and stay longer than what they count. */
const COUNTER_LIFETIME_SECONDS = 400 * 86_400;

/** An update that adds to the counters of a day. */
export function addCounts(
  TableName: string,
  place: Parameters<typeof counterKey>[0],
  counts: Readonly<Record<string, number>>,
  shard?: number,
) {
  const entries = Object.entries(counts);
  const added = entries.map((_, index) => `#c${index} :c${index}`).join(', ');
  return {
    TableName,
    Key: counterKey(place, shard),
    UpdateExpression: `ADD ${added} SET expires_at = :expires`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#c${index}`, name])),
    ExpressionAttributeValues: {
      ':expires': Math.ceil(place.beganAt / 1000) + COUNTER_LIFETIME_SECONDS,
      ...Object.fromEntries(entries.map(([, by], index) => [`:c${index}`, by])),
    },
  };
}

/** The tally as its session and its line hold it. */
export const writeTally = ({ beganAt, turns, unhandled, outcome, competencies }: SessionTally) => ({
  began_at: beganAt,
  turns,
  unhandled,
  outcome,
  competencies,
});

export const tallyItem = z.object({
  began_at: z.number(),
  turns: z.number(),
  unhandled: z.number(),
  outcome: z.enum(SESSION_OUTCOMES),
  competencies: z.array(z.string()),
});

export const readTally = ({ began_at: beganAt, ...rest }: z.output<typeof tallyItem>): SessionTally => ({
  beganAt,
  ...rest,
});
