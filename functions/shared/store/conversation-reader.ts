import { inflateRawSync } from 'node:zlib';
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type {
  ConversationReader,
  CounterReader,
  DayCounts,
  ReadFeedback,
  ReadTurn,
  SessionLine,
} from '../domain/conversations/conversation-views.ts';
import {
  openWords,
  RATINGS,
  TURN_OUTCOMES,
  turnWords,
  WORDS_KEPT,
  wordsKey,
} from '../domain/conversations/conversations.ts';
import type { KeptGroupsReader } from '../domain/conversations/kept-groups.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import {
  counterPartition,
  dayPartition,
  FEEDBACK,
  groupsPartition,
  MORE_SHARDS,
  readTally,
  SHARDS,
  sessionPartition,
  spreadPartition,
  TURN,
  tallyItem,
  unhandledPartition,
} from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { readKeptGroups, readUnhandled } from './unhandled-items.ts';

const common = {
  session_id: z.string(),
  ai_version: z.string(),
  application: z.optional(z.string()),
  language: z.string(),
};

const lineItem = z.extend(tallyItem, { ...common, last_at: z.number(), ends_at: z.number() });

const turnItem = z.object({
  ...common,
  sk: z.string(),
  qid: z.string(),
  ordinal: z.number(),
  at: z.number(),
  began_at: z.number(),
  channel: z.optional(z.string()),
  outcome: z.enum(TURN_OUTCOMES),
  competency: z.string(),
  state: z.string(),
  intent: z.optional(z.string()),
  milliseconds: z.number(),
  keeps: z.optional(z.enum(WORDS_KEPT)),
  business_logic: z.optional(z.enum(['answered', 'failed'])),
  business_logic_milliseconds: z.optional(z.number()),
  words: z.instanceof(Uint8Array),
});

const feedbackItem = z.object({
  qid: z.optional(z.string()),
  rating: z.enum(RATINGS),
  at: z.number(),
  words: z.optional(z.instanceof(Uint8Array)),
});

const SHARD_NUMBERS = Array.from({ length: SHARDS }, (_, shard) => shard);
const MORE_SHARD_NUMBERS = Array.from({ length: MORE_SHARDS }, (_, shard) => SHARDS + shard);

const spreadDay = z.object({ sk: z.string() });

interface Range {
  pk: string;
  /** Only sort keys with this prefix. */
  prefix?: string;
  between?: [string, string];
  before?: string | undefined;
  after?: string | undefined;
  limit?: number;
  now?: number;
  latestFirst?: boolean;
}

/** Reads only the counters, which are not encrypted. */
export const createCounterReader = (
  client: () => DynamoDBDocumentClient = documentClient,
): CounterReader => ({
  async countsOf(institution, from, to) {
    // `$` sorts after `#`, so that the last day is included.
    const part = (shard: number, days: [string, string]) =>
      upTo(client(), { pk: counterPartition(institution, shard), between: [days[0], `${days[1]}$`] });
    const [spread, ...parts] = await Promise.all([
      upTo(client(), { pk: spreadPartition(institution), between: [from, `${to}$`] }),
      ...SHARD_NUMBERS.map((shard) => part(shard, [from, to])),
    ]);
    const days = spread.map((item) => spreadDay.parse(item).sk).sort();
    const [first, last] = [days[0], days.at(-1)];
    const more =
      first === undefined || last === undefined
        ? []
        : await Promise.all(MORE_SHARD_NUMBERS.map((shard) => part(shard, [first, last])));
    return [
      ...parts.flatMap((items, part) => items.map((item) => ({ ...readCounts(item), part }))),
      ...more.flat().map(readCounts),
    ];
  },
});

/** Reads the conversation log; docs/STORAGE.md describes its items. */
export function createConversationReader({
  deploymentKey,
  client = documentClient,
}: {
  deploymentKey: DeploymentKey;
  client?: () => DynamoDBDocumentClient;
}): ConversationReader & KeptGroupsReader {
  return {
    async sessionsOf(institution, day, { before, limit, now, parts: shards = SHARD_NUMBERS }) {
      const parts = await Promise.all(
        shards.map((shard) =>
          readPage(client(), {
            pk: dayPartition(institution, day, shard),
            before,
            limit,
            now,
            latestFirst: true,
          }),
        ),
      );
      // If one part ended early, items after its end cannot be merged yet.
      const horizon = parts
        .filter(({ last }) => last !== undefined)
        .map(({ last }) => String(last?.sk))
        .sort()
        .at(-1);
      const items = parts
        .flatMap(({ items }) => items)
        .filter(({ sk }) => horizon === undefined || String(sk) >= horizon)
        .sort((left, right) => (String(left.sk) < String(right.sk) ? 1 : -1));
      return { items: items.map(readLine), isComplete: horizon === undefined };
    },

    async turnsOf(institution, sessionId, { after, limit, now }) {
      const pk = sessionPartition(institution, sessionId);
      const [{ items, last }, key] = await Promise.all([
        readPage(client(), { pk, prefix: TURN, after, limit, now }),
        deploymentKey(),
      ]);
      const opening = wordsKey(key, institution);
      const turns = items.map((item) => readTurn(item, opening));
      return { items: turns, ...(last === undefined ? {} : { next: String(last.sk) }) };
    },

    async feedbackOf(institution, sessionId, now) {
      const pk = sessionPartition(institution, sessionId);
      const [items, key] = await Promise.all([
        upTo(client(), { pk, prefix: FEEDBACK, limit: MAX_FEEDBACK, now }),
        deploymentKey(),
      ]);
      return items.map((item) => readFeedback(item, wordsKey(key, institution), sessionId));
    },

    async unhandledOf(institution, day, { limit, now, after }) {
      const pk = unhandledPartition(institution, day);
      const [items, key] = await Promise.all([
        upTo(client(), { pk, after, limit, now, latestFirst: true }),
        deploymentKey(),
      ]);
      const opening = wordsKey(key, institution);
      const queries = items
        .map((item) => readUnhandled(item, opening))
        .filter((query) => query !== undefined);
      // What cannot be opened counts too: fewer queries than the limit do not mean that all are read.
      return { queries, mayHaveMore: items.length >= limit };
    },

    async keptGroups(institution, from, to, now) {
      const [items, key] = await Promise.all([
        upTo(client(), { pk: groupsPartition(institution), between: [from, to], now }),
        deploymentKey(),
      ]);
      return items.flatMap((item) => readKeptGroups(item, wordsKey(key, institution)) ?? []);
    },
  };
}

/** Reads one page: at most `limit` items, or 1 MB. */
async function readPage(client: DynamoDBDocumentClient, range: Range, from?: Record<string, unknown>) {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: setting('CONVERSATIONS_TABLE'),
      ...conditionOf(range),
      ...(range.limit === undefined ? {} : { Limit: range.limit }),
      ...(range.latestFirst && { ScanIndexForward: false }),
      ...(from && { ExclusiveStartKey: from }),
    }),
  );
  return { items: Items, last: LastEvaluatedKey };
}

/** Reads pages until it has `limit` items or reaches the end. */
async function upTo(client: DynamoDBDocumentClient, range: Range): Promise<Record<string, unknown>[]> {
  const { limit = Number.POSITIVE_INFINITY } = range;
  const items: Record<string, unknown>[] = [];
  let last: Record<string, unknown> | undefined;
  do {
    const rest = Number.isFinite(limit) ? { limit: limit - items.length } : {};
    const next = await readPage(client, { ...range, ...rest }, last);
    items.push(...next.items);
    last = next.last;
  } while (last !== undefined && items.length < limit);
  return items;
}

/** Limit of feedback items read with a session. */
const MAX_FEEDBACK = 1000;

function conditionOf({ pk, prefix, between, before, after, now }: Range) {
  const [condition, values] = sortCondition({ prefix, between, before, after });
  return {
    KeyConditionExpression: `pk = :pk${condition}`,
    ExpressionAttributeValues: {
      ':pk': pk,
      ...values,
      ...(now === undefined ? {} : { ':now': now / 1000 }),
    },
    ...(now === undefined ? {} : { FilterExpression: 'expires_at > :now' }),
  };
}

function sortCondition({
  prefix,
  between,
  before,
  after,
}: {
  prefix: string | undefined;
  between: [string, string] | undefined;
  before: string | undefined;
  after: string | undefined;
}): [condition: string, values: Record<string, string>] {
  if (between !== undefined) {
    return [' AND sk BETWEEN :from AND :to', { ':from': between[0], ':to': between[1] }];
  }
  // The range of a prefix ends at the prefix followed by the highest character.
  if (after !== undefined) {
    return [' AND sk BETWEEN :from AND :to', { ':from': `${after} `, ':to': `${prefix ?? ''}\uffff` }];
  }
  if (before !== undefined) return [' AND sk < :before', { ':before': before }];
  return prefix === undefined ? ['', {}] : [' AND begins_with(sk, :prefix)', { ':prefix': prefix }];
}

const applicationOf = (application: string | undefined) => (application === undefined ? {} : { application });

function readLine(item: unknown): SessionLine {
  const { session_id, ai_version, application, language, last_at, ends_at, ...tally } = lineItem.parse(item);
  return {
    ...readTally(tally),
    sessionId: session_id,
    versionId: ai_version,
    ...applicationOf(application),
    language,
    lastAt: last_at,
    endsAt: ends_at,
  };
}

function readTurn(item: unknown, key: Uint8Array): ReadTurn {
  const read = turnItem.parse(item);
  const { session_id: sessionId, qid, at, language, outcome, competency, state, milliseconds } = read;
  const opened = openWords(read.words, key, sessionId);
  const words = opened && turnWords.safeParse(JSON.parse(inflateRawSync(opened).toString('utf8')));
  return {
    qid,
    ordinal: read.ordinal,
    sessionId,
    at,
    beganAt: read.began_at,
    versionId: read.ai_version,
    ...applicationOf(read.application),
    language,
    device: read.channel ?? null,
    outcome,
    competency,
    state,
    intent: read.intent ?? null,
    milliseconds,
    ...(read.keeps && { keeps: read.keeps }),
    ...(read.business_logic === undefined
      ? {}
      : {
          businessLogic: {
            status: read.business_logic,
            milliseconds: read.business_logic_milliseconds ?? 0,
          },
        }),
    ...(words?.success && { words: words.data }),
  };
}

function readFeedback(item: unknown, key: Uint8Array, sessionId: string): ReadFeedback {
  const { qid, rating, at, words } = feedbackItem.parse(item);
  const text = words && openWords(words, key, sessionId)?.toString('utf8');
  return {
    ...(qid === undefined ? {} : { qid }),
    rating,
    at,
    ...(text === undefined ? {} : { words: text }),
  };
}

function readCounts(item: Record<string, unknown>): DayCounts {
  const { sk, pk: _pk, expires_at: _expires, ...counts } = item;
  const [day = '', versionId = '', application = ''] = String(sk).split('#');
  return {
    day,
    versionId,
    ...(application === '' ? {} : { application }),
    counts: z.record(z.string(), z.number()).parse(counts),
  };
}
