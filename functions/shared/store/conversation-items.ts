import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type LogEntry,
  type LoggedTurn,
  SESSION_OUTCOMES,
  type SessionTally,
} from '../domain/conversations/conversations.ts';
import { dayOf } from '../domain/days.ts';

/** The number of partitions for a day's counters and lists; each takes 1,000 write units per second. */
export const SHARDS = 4;

/** The number of additional partitions for counters once DynamoDB throttles them. */
export const MORE_SHARDS = 60;

/** The partition of a session. */
const shardOf = (sessionId: string): number => (hash('sha256', sessionId, 'buffer')[0] ?? 0) % SHARDS;

const time = (at: number): string => new Date(at).toISOString();

/** The keys of the conversations table; docs/STORAGE.md describes them. */
export const sessionPartition = (institution: string, sessionId: string): string =>
  `${institution}#session#${sessionId}`;
export const dayPartition = (institution: string, day: string, shard: number): string =>
  `${institution}#sessions#${day}#${shard}`;
export const counterPartition = (institution: string, shard: number): string =>
  `${institution}#counters#${shard}`;
/** The days whose counters are in the additional partitions too. */
export const spreadPartition = (institution: string): string => `${institution}#counters#spread`;
export const unhandledPartition = (institution: string, day: string): string =>
  `${institution}#unhandled#${day}`;
/** The groups of those queries, by day. */
export const groupsPartition = (institution: string): string => `${institution}#unhandled-groups`;
/** The phrases that the institution has dismissed. */
export const dismissedPartition = (institution: string): string => `${institution}#dismissed`;
export const personPartition = (institution: string, person: string): string =>
  `${institution}#person#${person}`;

/** The sort key that leads from a person to the messages of a session, in the person's partition. */
export const messagesPointer = (sessionId: string): string => `${sessionId}#messages`;

export const TURN = 'turn#';
export const FEEDBACK = 'feedback#';

type SessionPlace = Pick<LoggedTurn, 'institution' | 'sessionId' | 'beganAt'>;
type TurnPlace = Pick<LoggedTurn, 'institution' | 'at' | 'qid'>;

/** Zero-padded to seven digits, so that turns sort as text. */
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

/** The key of a query that a later turn showed to be misunderstood, among the queries of that turn's time. */
export const correctedKey = (turn: TurnPlace) => {
  const { pk, sk } = unhandledKey(turn);
  return { pk, sk: `${sk}#corrected` };
};

/** The number of partitions for days with queries to group, which all institutions share. */
export const DUE_SHARDS = 16;

export const duePartition = (shard: number): string => `#unhandled-due#${shard}`;

/** Requests that a day's queries be grouped. Expires when the last query of the day has long been taken in. */
export const dueItem = (institution: string, day: string, mark: string, now: number) => ({
  pk: duePartition((hash('sha256', institution, 'buffer')[0] ?? 0) % DUE_SHARDS),
  sk: `${day}#${institution}`,
  mark,
  expires_at: Math.ceil(now / 1000) + DUE_SECONDS,
});

/** A process that groups may be out of order for a week. */
const DUE_SECONDS = 7 * 86_400;

export const personKey = ({
  institution,
  person,
  sessionId,
}: Pick<LoggedTurn, 'institution' | 'person' | 'sessionId'>) => ({
  pk: personPartition(institution, person),
  sk: sessionId,
});

/** The key of a telephone call. */
export const callKey = (institution: string, channelId: string, call: string) => ({
  pk: `${institution}#channels`,
  sk: `${channelId}#call#${call}`,
});

const CALL_POINTER = 'call#';

/** The key that leads from a person to a call. */
export const callPointer = (institution: string, person: string, channelId: string, call: string) => ({
  pk: personPartition(institution, person),
  sk: `${CALL_POINTER}${channelId}#${call}`,
});

/** The call to which a sort key leads; undefined for one that leads to a session. */
export function calledIn(institution: string, sk: string): ReturnType<typeof callKey> | undefined {
  if (!sk.startsWith(CALL_POINTER)) return undefined;
  const [channelId = '', call = ''] = sk.slice(CALL_POINTER.length).split('#');
  return callKey(institution, channelId, call);
}

/**
 * The key of the counters of a day, version and application. A session counts on the day on which it began.
 * @param shard the partition: normally the session's own, another while that is throttled. Readers sum over all
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

/** Marks a day whose counters are in the additional partitions too. */
export const spreadItem = ({ institution, beganAt }: Pick<LoggedTurn, 'institution' | 'beganAt'>) => ({
  pk: spreadPartition(institution),
  sk: dayOf(beganAt),
  expires_at: Math.ceil(beganAt / 1000) + COUNTER_LIFETIME_SECONDS,
});

/** The amounts that a turn adds to each counter. */
export function countsOf({ turn, tally, previous, cause }: LogEntry): Record<string, number> {
  const counts: Record<string, number> = {
    turns: 1,
    [`turn:${turn.outcome}`]: 1,
    [`competency:${turn.competency}`]: 1,
    [`language:${turn.language}`]: 1,
    [`ms:${bucketOf(turn.milliseconds)}`]: 1,
  };
  if (cause !== undefined) {
    counts['turn:corrected'] = (counts['turn:corrected'] ?? 0) + 1;
    counts[`turn:${cause.outcome}`] = (counts[`turn:${cause.outcome}`] ?? 0) - 1;
  }
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

/** Four buckets per doubling of a duration, so a value read from a bucket is at most a fifth too high. */
const BUCKETS_PER_DOUBLING = 4;

/** The bucket of a duration in milliseconds. */
export const bucketOf = (milliseconds: number): number =>
  Math.max(0, Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(1, milliseconds))));

/** The time counters are kept. They contain no personal data and outlive the sessions they count. */
export const bucketEnd = (bucket: number): number => Math.round(2 ** (bucket / BUCKETS_PER_DOUBLING));

/** The lifetime of a day's counters. They contain no personal data and outlive the sessions they count. */
const COUNTER_LIFETIME_SECONDS = 400 * 86_400;

/** An update that adds to a day's counters. */
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

/** The totals as sessions and session lines store them. */
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
