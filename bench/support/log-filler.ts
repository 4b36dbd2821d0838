import { randomBytes, randomUUID } from 'node:crypto';
import { BatchWriteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { seededRandom } from '../../engine/train/random.ts';
import { packWords } from '../../functions/query/logged-turn.ts';
import {
  isListed,
  type LogEntry,
  type SessionTally,
  sealWords,
  TURN_OUTCOMES,
  tallyAfter,
  wordsKey,
} from '../../functions/shared/domain/conversations/conversations.ts';
import { compactVector } from '../../functions/shared/domain/conversations/sentence-vectors.ts';
import { NONCE_BYTES } from '../../functions/shared/domain/sealing.ts';
import { addCounts, countsOf } from '../../functions/shared/store/conversation-items.ts';
import { itemsOf } from '../../functions/shared/store/conversation-log.ts';

/** The competency that only the last session of a `fillLog` call has. */
export const RARE_COMPETENCY = 'rare';

const DAY_MS = 86_400_000;
const TURNS_A_SESSION = 5;
/** DynamoDB's batch limit, and the number of calls that the local server answers concurrently. */
const BATCH = 25;
const AT_ONCE = 8;

export interface Filling {
  client: DynamoDBDocumentClient;
  table: string;
  institution: string;
  deploymentKey: Uint8Array;
  /** Sessions begin evenly over this many days up to this time, in milliseconds since the epoch. */
  now: number;
  days: number;
}

/**
 * Fills the conversation log directly, with items made by the log's own code and written in batches; each counter is
 * written once.
 * @param from, to the range of turns to add: `0` and `1000`, then `1000` and `1000000`
 * @returns the id of a session from the middle
 */
export async function fillLog(filling: Filling, from: number, to: number): Promise<string> {
  const { client, table } = filling;
  const key = wordsKey(filling.deploymentKey, filling.institution);
  const counters = new Map<string, { entry: LogEntry; counts: Record<string, number> }>();
  const sessions = { first: from / TURNS_A_SESSION, end: to / TURNS_A_SESSION };
  const middle = Math.floor((sessions.first + sessions.end) / 2);
  let middleId = '';
  let next = sessions.first;

  const worker = async () => {
    const items: Record<string, unknown>[] = [];
    const write = async () => {
      const batch = items.splice(0, BATCH);
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteCommand({ RequestItems: { [table]: requests } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('the local database left items over');
    };
    while (next < sessions.end) {
      const number = next;
      next += 1;
      const entries = sessionOf(filling, number, number === sessions.end - 1 ? RARE_COMPETENCY : 'balance');
      const [first] = entries;
      if (number === middle && first !== undefined) middleId = first.turn.sessionId;
      const byKey = new Map<unknown, Record<string, unknown>>();
      for (const entry of entries) {
        const seal = (bytes: Uint8Array) =>
          sealWords(bytes, key, randomBytes(NONCE_BYTES), entry.turn.sessionId);
        // Every turn rewrites the session line, so only its last state is needed.
        for (const item of itemsOf(entry, seal, packWords)) byKey.set(`${item.pk} ${item.sk}`, item);
        count(counters, entry);
      }
      items.push(...byKey.values());
      while (items.length >= BATCH) await write();
    }
    while (items.length > 0) await write();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const { entry, counts } of counters.values()) {
    await client.send(new UpdateCommand(addCounts(table, entry.turn, counts)));
  }
  return middleId;
}

function count(
  counters: Map<string, { entry: LogEntry; counts: Record<string, number> }>,
  entry: LogEntry,
): void {
  const { Key } = addCounts('', entry.turn, {});
  const place = `${Key.pk} ${Key.sk}`;
  const counter = counters.get(place) ?? { entry, counts: {} };
  counters.set(place, counter);
  for (const [name, by] of Object.entries(countsOf(entry)))
    counter.counts[name] = (counter.counts[name] ?? 0) + by;
}

const VERSION = randomUUID();

/** Vector length, as the encoder's, and the number of topics of unanswered queries. */
const WIDTH = 384;
const TOPICS = 800;
const random = seededRandom(7);
const directions = Array.from({ length: TOPICS }, () =>
  Float32Array.from({ length: WIDTH }, () => random() + random() + random() - 1.5),
);

/** The vector of an unanswered query: near a topic. Earlier topics are more frequent. */
export function vectorOf(number: number): Int8Array {
  const topic = directions[Math.floor(TOPICS * ((number * 0.618034) % 1) ** 2)] ?? new Float32Array(WIDTH);
  return compactVector(topic.map((value) => value + 0.6 * (random() - 0.5)));
}

/** A session with various turns, in the sizes of a small assistant's sessions. */
function sessionOf({ institution, now, days }: Filling, number: number, competency: string): LogEntry[] {
  const sessionId = randomUUID();
  const beganAt = now - (number % days) * DAY_MS - 600_000 - (number % 80_000) * 100;
  const entries: LogEntry[] = [];
  let tally: SessionTally | undefined;
  for (let turn = 0; turn < TURNS_A_SESSION; turn += 1) {
    const at = beganAt + turn * 20_000;
    const outcome =
      turn === 3 ? (TURN_OUTCOMES[number % TURN_OUTCOMES.length] ?? 'understood') : 'understood';
    const said = `${number} ${turn} what is the balance of my checking account`;
    const isLost = isListed(outcome);
    const facts = {
      language: 'en',
      device: 'web',
      outcome,
      competency: isLost ? 'fallback' : competency,
      state: 'balance',
      intent: 'balance',
      awaits: false,
      handsOff: false,
      businessLogic: { status: 'answered' as const, milliseconds: 40 + (number % 50) },
      keeps: 'whole' as const,
      ...(isLost && {
        listed: { query: said, nearest: [], slot: null, question: null, vector: vectorOf(number) },
      }),
      // Random, so that its compressed size equals that of an explanation.
      words: { query: said, spoken: randomBytes(240).toString('base64'), shown: said, slots: {} },
      keepDays: 400,
    };
    const { awaits: _awaits, handsOff: _handsOff, keepDays, ...told } = facts;
    const after = tallyAfter(tally, facts, at);
    entries.push({
      turn: {
        ...told,
        institution,
        userId: 'bench',
        person: `p${number}`,
        sessionId,
        beganAt,
        at,
        qid: randomUUID(),
        ordinal: after.turns,
        versionId: VERSION,
        application: 'prod:bank',
        milliseconds: 5 + ((number * 7 + turn) % 90),
        expiresAt: Math.ceil((at + keepDays * DAY_MS) / 1000),
      },
      tally: after,
      ...(tally && { previous: tally }),
      endsAt: at + 600_000,
      isNewPerson: tally === undefined,
    });
    tally = after;
  }
  return entries;
}
