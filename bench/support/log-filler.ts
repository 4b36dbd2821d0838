import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
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
import { TABLES } from '../../infra/tables.ts';
import { findBinary } from '../../local/dynamodb.ts';

/** The competency that only the last session of an `add` call has. */
export const RARE_COMPETENCY = 'rare';

const DAY_MS = 86_400_000;
const TURNS_A_SESSION = 5;
/** Sessions written to the export at once. */
const CHUNK = 500;

export interface Filling {
  /** The name of the conversations table. */
  table: string;
  institution: string;
  deploymentKey: Uint8Array;
  /** Sessions begin evenly over this many days up to this time, in milliseconds since the epoch. */
  now: number;
  days: number;
}

/** A conversation log as an export of DynamoDB. */
export interface LogFiller {
  /**
   * Adds turns until there are so many.
   * @returns the id of a session from the middle of those added
   */
  add(turns: number): Promise<string>;
  /** Makes a database of what was added, for the local DynamoDB. */
  importInto(databaseFile: string): Promise<void>;
}

/**
 * Fills a conversation log with items made by the log's own code, each counter once. The local DynamoDB imports an
 * export with a tenth of the CPU that writing the same items to it takes.
 * @param folder where the export is written
 */
export async function createLogFiller(filling: Filling, folder: string): Promise<LogFiller> {
  const key = wordsKey(filling.deploymentKey, filling.institution);
  const counters = new Map<string, { entry: LogEntry; counts: Record<string, number> }>();
  const data = path.join(folder, filling.table, 'data');
  const schemaFile = path.join(folder, 'schema.txt');
  await mkdir(data, { recursive: true });
  await writeFile(schemaFile, JSON.stringify(schemaOf(filling.table)));
  let sessions = 0;

  function linesOf(entries: readonly LogEntry[]): string {
    const byKey = new Map<unknown, Record<string, unknown>>();
    for (const entry of entries) {
      const seal = (bytes: Uint8Array) =>
        sealWords(bytes, key, randomBytes(NONCE_BYTES), entry.turn.sessionId);
      // Every turn rewrites the session line, so only its last state is needed.
      for (const item of itemsOf(entry, seal, () => PACKED)) byKey.set(`${item.pk} ${item.sk}`, item);
      count(counters, entry);
    }
    return [...byKey.values()].map(exported).join('');
  }

  return {
    async add(turns) {
      const [first, end] = [sessions, turns / TURNS_A_SESSION];
      sessions = end;
      const middle = Math.floor((first + end) / 2);
      let middleId = '';
      const file = await open(path.join(data, `${first}.json`), 'w');
      for (let from = first; from < end; from += CHUNK) {
        const lines: string[] = [];
        for (let number = from; number < Math.min(end, from + CHUNK); number += 1) {
          const entries = sessionOf(filling, number, number === end - 1 ? RARE_COMPETENCY : 'balance');
          if (number === middle) middleId = entries[0]?.turn.sessionId ?? '';
          lines.push(linesOf(entries));
        }
        await file.write(lines.join(''));
      }
      await file.close();
      return middleId;
    },

    async importInto(databaseFile) {
      const items = [...counters.values()].map(({ entry, counts }) => {
        const { Key, ExpressionAttributeValues: values } = addCounts(filling.table, entry.turn, counts);
        return { ...Key, ...counts, expires_at: values[':expires'] };
      });
      await writeFile(path.join(data, 'counters.json'), items.map(exported).join(''));
      const from = ['--source', folder, '--schema', schemaFile];
      await promisify(execFile)(findBinary(), ['import', ...from, '--output', databaseFile, '--force']);
    },
  };
}

function schemaOf(TableName: string): object[] {
  const { partitionKey, sortKey } = TABLES.Conversations;
  const keys = [partitionKey, sortKey];
  const Table = {
    TableName,
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: 'S' })),
    KeySchema: keys.map((key, index) => ({ AttributeName: key, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  };
  return [{ Table }];
}

/** An item as a line of an export. */
function exported(item: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(item).filter(([, value]) => value !== undefined);
  return `${JSON.stringify({ Item: Object.fromEntries(kept.map(([name, value]) => [name, attribute(value)])) })}\n`;
}

function attribute(value: unknown): object {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attribute) };
  throw new Error(`the log has no attributes like ${String(value)}`);
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

/** The words of every turn, packed once. Random, so that their compressed size equals that of an explanation. */
const WORDS = {
  query: 'what is the balance of my checking account',
  spoken: randomBytes(240).toString('base64'),
  shown: 'your balance is 1,200 dollars',
  slots: {},
};
const PACKED = packWords(WORDS);

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
      words: WORDS,
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
