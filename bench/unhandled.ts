import { randomBytes } from 'node:crypto';
import { LISTED_OUTCOMES, sealWords } from '../functions/shared/domain/conversations/conversations.ts';
import {
  type KeptGroupsStore,
  SETTLED_MS,
  takeIn,
} from '../functions/shared/domain/conversations/kept-groups.ts';
import { readUnhandled as readPage } from '../functions/shared/domain/conversations/read-unhandled.ts';
import { dayOf, daysBefore, daysBetween } from '../functions/shared/domain/days.ts';
import { NONCE_BYTES } from '../functions/shared/domain/sealing.ts';
import { groupsContext, packGroups, readKeptGroups } from '../functions/shared/store/unhandled-items.ts';
import { readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { vectorOf } from './support/log-filler.ts';
import { printTable } from './support/table.ts';

const DAYS = 30;
const INSTITUTION = 'bench';
/** Queries that went wrong; the turns of a log are about eight times as many. */
const SIZES = [120, 1200, 12_000, 120_000];
const SMOKE_SIZES = [120];

const key = randomBytes(32);

/** Queries of a day that went wrong, each said in its own words. */
const queriesOf = (day: string, count: number) =>
  Array.from({ length: count }, (_, number) => {
    const at = Date.parse(`${day}T00:00:00.000Z`) + number;
    return {
      place: `${new Date(at).toISOString()}#${String(number).padStart(6, '0')}`,
      expiresAt: Math.ceil(at / 1000) + 400 * 86_400,
      query: {
        qid: `${day} ${number}`,
        sessionId: `${day} ${number}`,
        ordinal: 4,
        at,
        versionId: 'bench',
        application: 'prod:bank',
        language: 'en',
        outcome: LISTED_OUTCOMES[number % LISTED_OUTCOMES.length] ?? LISTED_OUTCOMES[0],
        query: `${day} ${number} what is the balance of my checking account`,
        nearest: [],
        slot: null,
        question: null,
        vector: vectorOf(number * DAYS),
      },
    };
  });

/** A day's groups in memory, packed and sealed as the table has them. */
function memoryOf(day: string, queries: ReturnType<typeof queriesOf>) {
  let words: Uint8Array | undefined;
  const read = () =>
    words === undefined ? undefined : readKeptGroups({ sk: day, revision: 'r', words }, key);
  const store: KeptGroupsStore = {
    dueDays: async () => [],
    settle: async () => undefined,
    read: async () => ({ kept: read() ?? { groups: [], upTo: '', ungrouped: 0 }, revision: undefined }),
    waiting: async (_institution, _day, { after, most }) => {
      const begin = after === '' ? 0 : queries.findIndex(({ place }) => place > after);
      const waiting = begin < 0 ? [] : queries.slice(begin, begin + most);
      return { waiting, hasMore: begin >= 0 && begin + most < queries.length };
    },
    keep: async (_institution, _day, { kept }) => {
      words = sealWords(packGroups(kept), key, randomBytes(NONCE_BYTES), groupsContext(day));
      return true;
    },
  };
  return { store, read, bytes: () => words?.byteLength ?? 0 };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * `npm run bench -- unhandled`: the CPU of grouping what was not understood, without the store, as there is more of it:
 * of the scheduled function for each query, and of a page of thirty days.
 */
await runBench(async () => {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  const now = Date.now();
  const to = daysBefore(dayOf(now), 1);
  const from = daysBefore(to, DAYS - 1);
  const rows: (string | number)[][] = [];
  const figures: Record<string, Record<string, number>> = {};
  for (const size of smoke ? SMOKE_SIZES : SIZES) {
    const days = daysBetween(from, to).map((day) => {
      const queries = queriesOf(day, size / DAYS);
      return { day, queries, memory: memoryOf(day, queries) };
    });
    let before = cpuMs();
    for (const { day, memory } of days) {
      const clock = { now: () => now + SETTLED_MS, until: Number.POSITIVE_INFINITY };
      await takeIn(memory.store, { institution: INSTITUTION, day, mark: '' }, clock);
    }
    const taking = (1000 * (cpuMs() - before)) / size;
    const reader = {
      keptGroups: async () => days.flatMap(({ memory }) => memory.read() ?? []),
      unhandledOf: async () => ({ queries: [], mayHaveMore: false }),
      dismissedOf: async () => () => false,
    };
    before = cpuMs();
    const page = await readPage(reader, INSTITUTION, { from, to, now, filter: {} });
    const reading = cpuMs() - before;
    const kilobytes = days.reduce((sum, { memory }) => sum + memory.bytes(), 0) / 1024;
    rows.push([size, taking, reading, kilobytes, page.grouped, page.groups.length]);
    figures[`${size} queries`] = { taking_us: taking, page_cpu_ms: reading, kilobytes };
  }
  const headings = [
    'queries',
    'µs of CPU each, to take in',
    'ms of CPU, a page',
    'KB read',
    'grouped',
    'groups',
  ];
  printTable('What was not understood in thirty days', headings, rows);
  report(figures);
});
