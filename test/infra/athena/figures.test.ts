import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PutRecordBatchCommand } from '@aws-sdk/client-firehose';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../engine/train/random.ts';
import { packWords } from '../../../functions/query/logged-turn.ts';
import {
  isUnhandled,
  type LogEntry,
  type SessionTally,
  TURN_OUTCOMES,
  tallyAfter,
} from '../../../functions/shared/domain/conversations/conversations.ts';
import { giveFeedback } from '../../../functions/shared/domain/conversations/feedback.ts';
import {
  type Insight,
  insightsOf,
  type Percentiles,
} from '../../../functions/shared/domain/conversations/insights.ts';
import { createFeedbackStore } from '../../../functions/shared/store/conversation-feedback.ts';
import { bucketEnd, bucketOf } from '../../../functions/shared/store/conversation-items.ts';
import { createConversationLog } from '../../../functions/shared/store/conversation-log.ts';
import { createCounterReader } from '../../../functions/shared/store/conversation-reader.ts';
import { lineDelivery } from '../../../functions/shared/store/line-delivery.ts';
import { createTurnLines } from '../../../functions/turn-lines/handler.ts';
import {
  type AthenaQueryName,
  athenaQueries,
  partitionFolder,
  TURN_COLUMNS,
  TURNS_FOLDER,
} from '../../../infra/athena.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';
import { streamOf } from '../../support/table-stream.ts';

/** Whether `npm run test:athena` has installed DuckDB; if not, these tests are reported as skipped. */
const INSTALLED = existsSync(new URL('node_modules/@duckdb/node-api', import.meta.url));

const SEED = 20_260_122;
const SESSIONS = { acme: 110, other: 30 };
const FROM = '2026-01-01';
const TO = '2026-01-31';

const db = useDynamoDb();
let folder = '';
let duck: DuckDBConnection | undefined;
let figures: { days: ({ day: string } & Insight)[]; total: Insight };

beforeAll(async () => {
  process.env.DELIVERY_STREAM = 'turns';
  const changes = await streamOf(db.client(), db.endpoint(), process.env.CONVERSATIONS_TABLE ?? '');
  for (const [institution, sessions] of Object.entries(SESSIONS)) await converse(institution, sessions);
  folder = await temporaryFolder();
  const files = createFiles(folder);
  const takeIn = createTurnLines({
    delivery: lineDelivery(files.put),
    log: { info: () => {}, warn: () => {}, error: (message) => expect.unreachable(message) },
    now: () => 0,
  });
  const records = await changes();
  // In batches, with the first one delivered twice, as Lambda may do.
  for (let from = 0; from < records.length; from += 300)
    await takeIn({ Records: records.slice(from, from + 300) });
  await takeIn({ Records: records.slice(0, 300) });

  const counted = await createCounterReader(db.client).countsOf('acme', FROM, TO);
  figures = insightsOf(counted, { from: FROM, to: TO }, bucketEnd);

  const { DuckDBInstance } = await import('@duckdb/node-api');
  duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(`CREATE VIEW turns AS SELECT * FROM ${linesIn(folder)}`);
});
afterAll(async () => {
  duck?.closeSync();
  if (folder !== '') await removeFolder(folder);
});

const DUCKDB_TYPES = { string: 'VARCHAR', boolean: 'BOOLEAN', int: 'INTEGER', double: 'DOUBLE' };

/** Returns SQL that reads the files as Glue's table does: its columns, plus two from the folder names. */
function linesIn(root: string): string {
  const columns = Object.entries(TURN_COLUMNS).map(([name, type]) => `${name}: '${DUCKDB_TYPES[type]}'`);
  return `read_json('${path.join(root, TURNS_FOLDER)}*/*/*.gz', columns = {${columns.join(', ')}},
    format = 'newline_delimited', compression = 'gzip', hive_partitioning = true,
    hive_types = {institution: VARCHAR, day: VARCHAR})`;
}

/** Creates a `put` that writes each document of a record into its folder, as Firehose does. */
function createFiles(root: string) {
  let files = 0;
  const put = async ({ input }: PutRecordBatchCommand) => {
    const folders = new Map<string, string>();
    for (const { Data } of input.Records ?? []) {
      for (const text of Buffer.from(Data ?? [])
        .toString()
        .trimEnd()
        .split('\n')) {
        const { institution, day } = JSON.parse(text);
        const into = partitionFolder(institution, day);
        folders.set(into, `${folders.get(into) ?? ''}${text}\n`);
      }
    }
    for (const [into, lines] of folders) {
      mkdirSync(path.join(root, into), { recursive: true });
      files += 1;
      writeFileSync(path.join(root, into, `${files}.gz`), gzipSync(lines));
    }
    return { RequestResponses: (input.Records ?? []).map(() => ({})) };
  };
  return { put };
}

/** Logs conversations drawn from a fixed seed: some overtaken, some made up, some with feedback. */
async function converse(institution: string, sessions: number): Promise<void> {
  const random = seededRandom(SEED + institution.length);
  const upTo = (count: number): number => Math.floor(random() * count);
  const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value;
  const versions = [randomUUID(), randomUUID()];
  const dependencies = { deploymentKey: async () => DEPLOYMENT_KEY, random: randomBytes, client: db.client };
  const log = createConversationLog({ ...dependencies, pack: packWords });
  const feedback = createFeedbackStore(dependencies);

  for (let session = 0; session < sessions; session += 1) {
    const sessionId = randomUUID();
    const beganAt = Date.parse(`${FROM}T00:00:00Z`) + upTo(12 * 86_400_000);
    const versionId = oneOf(versions);
    const application = oneOf(['prod:bank', 'prod:bank', 'test:bank', 'made-up:bank', undefined]);
    let tally: SessionTally | undefined;
    for (let turn = 1 + upTo(6); turn > 0; turn -= 1) {
      const entry = (): LogEntry => {
        const at = beganAt + (tally?.turns ?? 0) * 20_000;
        const outcome = oneOf(['understood', 'understood', ...TURN_OUTCOMES] as const);
        const facts = {
          language: oneOf(['en', 'en', 'es', 'de']),
          device: null,
          outcome,
          competency: isUnhandled(outcome) ? 'fallback' : oneOf(['balance', 'transfer', 'agent']),
          state: 'state',
          intent: null,
          awaits: random() < 0.2,
          handsOff: random() < 0.05,
          ...(random() < 0.4 && {
            businessLogic: {
              status: oneOf(['answered', 'answered', 'failed'] as const),
              milliseconds: 900 * random() ** 3,
            },
          }),
          keeps: 'none' as const,
          words: { query: null, spoken: null, shown: null, slots: {} },
          keepDays: 400,
        };
        const { awaits: _awaits, handsOff: _handsOff, keepDays: _keepDays, ...told } = facts;
        const after = tallyAfter(tally, facts, at);
        return {
          turn: {
            ...told,
            institution,
            userId: 'ann',
            person: 'p',
            sessionId,
            beganAt,
            at,
            qid: randomUUID(),
            ordinal: after.turns,
            versionId,
            ...(application === undefined ? {} : { application }),
            milliseconds: 1 + upTo(400) + (random() < 0.05 ? 3000 : 0),
            expiresAt: Math.ceil(at / 1000) + 400 * 86_400,
          },
          tally: after,
          ...(tally && { previous: tally }),
          endsAt: at + 600_000,
          isNewPerson: tally === undefined,
        };
      };
      let written = entry();
      await log.write(written);
      if (random() < 0.2) {
        // Overtaken: withdrawn and written again, half the time after another turn.
        await log.withdraw(written);
        if (random() < 0.5) {
          const winner = entry();
          await log.write(winner);
          tally = winner.tally;
        }
        const { qid } = written.turn;
        const again = entry();
        written = { ...again, turn: { ...again.turn, qid } };
        await log.write(written);
      }
      tally = written.tally;
      if (random() < 0.3) {
        const about = { sessionId, ...(random() < 0.7 && { qid: written.turn.qid }) };
        const say = (rating: 'good' | 'bad') =>
          giveFeedback(
            feedback,
            { institution, userId: 'ann' },
            { ...about, rating },
            written.turn.at + 1000,
          );
        await say(oneOf(['good', 'bad']));
        if (random() < 0.3) await say(oneOf(['good', 'bad']));
      }
    }
  }
}

/** Returns the rows of a saved question by period: a day, or `all`. */
async function answers(name: AthenaQueryName): Promise<Map<string, Record<string, unknown>[]>> {
  const query = athenaQueries().find((saved) => saved.name === name);
  const result = await duck?.runAndReadAll(query?.sql ?? '');
  const rows = (result?.getRowObjectsJson() ?? []).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        Number.isNaN(Number(value ?? Number.NaN)) ? value : Number(value),
      ]),
    ),
  );
  return Map.groupBy(rows, ({ period }) => String(period));
}

/** Returns the figures by the same periods, without days that have no turns. */
const expected = (): [string, Insight][] => [
  ...figures.days
    .filter(({ turns }) => turns > 0)
    .map(({ day, ...insight }): [string, Insight] => [day, insight]),
  ['all', figures.total],
];

/** Returns the turn counts by name; a count of zero has no row. */
const counts = (rows: Record<string, unknown>[] | undefined, name: string) =>
  Object.fromEntries((rows ?? []).map((row) => [row[name], row.turns]));

/** Rounds the exact times of lines to the ends of their buckets, since counters only know buckets. */
const inBuckets = (p50: unknown, p99: unknown): Percentiles | null =>
  p50 === null ? null : { p50: bucketEnd(bucketOf(Number(p50))), p99: bucketEnd(bucketOf(Number(p99))) };

describe.runIf(INSTALLED)(
  'the saved questions give the figures of GET /v1/insights for random conversations:',
  () => {
    test('there are enough conversations to reveal a mistake', () => {
      const { sessions, turns, sessionOutcomes, turnOutcomes, feedback, businessLogic } = figures.total;
      expect(figures.days.filter(({ turns }) => turns > 0)).toHaveLength(12);
      expect([sessions > 70, turns > 200, businessLogic.failed > 20]).toEqual([true, true, true]);
      for (const kinds of [sessionOutcomes, turnOutcomes, feedback]) {
        for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(4);
      }
    });

    test('sessions, turns, outcomes and containment', async () => {
      const found = await answers('sessions');
      expect([...found.keys()].sort()).toEqual(
        expected()
          .map(([period]) => period)
          .sort(),
      );
      for (const [period, { sessions, turns, sessionOutcomes, turnOutcomes, containment }] of expected()) {
        const named = (prefix: string, kinds: Record<string, number>) =>
          Object.entries(kinds).map(([kind, count]) => [`${prefix}_${kind}`, count]);
        const row = {
          period,
          sessions,
          turns,
          ...Object.fromEntries(named('sessions', sessionOutcomes)),
          ...Object.fromEntries(named('turns', turnOutcomes)),
          containment,
        };
        expect(found.get(period), period).toEqual([row]);
      }
    });

    test('competencies', async () => {
      const found = await answers('competencies');
      for (const [period, { competencies }] of expected())
        expect(counts(found.get(period), 'competency'), period).toEqual(competencies);
    });

    test('languages', async () => {
      const found = await answers('languages');
      for (const [period, { languages }] of expected())
        expect(counts(found.get(period), 'language'), period).toEqual(languages);
    });

    test('times of turns and of business logic', async () => {
      const found = await answers('times');
      for (const [period, { milliseconds, businessLogic }] of expected()) {
        const [row = {}] = found.get(period) ?? [];
        expect(inBuckets(row.p50, row.p99), period).toEqual(milliseconds);
        expect(
          {
            calls: row.business_logic_calls,
            failed: row.business_logic_failed,
            milliseconds: inBuckets(row.business_logic_p50, row.business_logic_p99),
          },
          period,
        ).toEqual(businessLogic);
      }
    });

    test('feedback', async () => {
      const found = await answers('feedback');
      for (const [period, { feedback }] of expected()) {
        const [{ good, bad } = { good: 0, bad: 0 }] = found.get(period) ?? [];
        expect({ good, bad }, period).toEqual(feedback);
      }
    });
  },
);

test.runIf(INSTALLED)('erased turns count in no figure, although their lines still exist', async () => {
  const before = (await answers('sessions')).get('all');
  await duck?.run(`CREATE OR REPLACE VIEW turns AS SELECT * FROM ${linesIn(folder)}
    UNION ALL BY NAME
    SELECT * REPLACE (true AS deleted, repeat('9', 40) AS sequence) FROM ${linesIn(folder)}
    WHERE session_id = (SELECT min(session_id) FROM ${linesIn(folder)} WHERE institution = 'acme' AND application = 'prod:bank')`);
  const after = (await answers('sessions')).get('all');
  expect(Number(after?.[0]?.sessions)).toBe(Number(before?.[0]?.sessions) - 1);
});
