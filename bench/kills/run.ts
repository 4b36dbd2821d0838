import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder } from '../../local/data-folder.ts';
import { readRunning } from '../../local/running-note.ts';
import type { Demo } from '../../local/service.ts';
import { BenchError } from '../command.ts';
import { percentile, report } from '../report.ts';
import { halfWritten } from '../support/half-written.ts';
import { createSender } from '../support/outcomes.ts';
import { childrenOf, processOf, programOf } from '../support/processes.ts';
import { type BenchService, type BenchServiceFile, startService } from '../support/service.ts';
import { printTable } from '../support/table.ts';
import { judge } from './judgement.ts';
import { jsonCall, obtainToken, startWriting, type Written } from './writing.ts';

/** A process killed with SIGKILL, which it cannot notice. */
interface Victim {
  name: string;
  /** Chooses which processes of the service to kill. */
  choose(service: BenchService): number[];
  /**
   * True if the service ends with this process and has to be started again; otherwise the process is restarted
   * automatically.
   */
  endsService: boolean;
}

/** The service's child processes that run a program. */
const below = ({ pid }: BenchService, program: string): number[] =>
  childrenOf(pid).filter((child) => programOf(child) === program);

const LOCAL: readonly Victim[] = [
  { name: 'the service', choose: ({ pid }) => [pid], endsService: true },
  {
    name: 'its database',
    choose: (service) => below(service, 'dynoxide'),
    endsService: false,
  },
  {
    name: 'its business logic',
    choose: (service) => below(service, 'server.ts'),
    endsService: false,
  },
  {
    name: 'all of them at once',
    choose: ({ pid }) => [...childrenOf(pid), pid],
    endsService: true,
  },
];

/** A function's own process, as in Lambda. */
const FUNCTION: Victim = {
  name: 'a function’s process',
  choose: (service) => {
    const all = below(service, 'runtime-client.mjs');
    return all.length === 0 ? [] : [all[randomInt(all.length)] ?? 0];
  },
  endsService: false,
};

/** How long the writers write before a process is killed. */
const LEAST_LOAD_MS = 150;
const MOST_LOAD_MS = { smoke: 300, full: 1500 };
/** After this time without an answer, the service counts as down. */
const PATIENCE_MS = 30_000;

/** The result of a kill. */
interface Round {
  name: string;
  acknowledged: number;
  lost: string[];
  half: string[];
  /** Milliseconds from the kill to the first answered query. */
  recoveryMs: number;
}

/**
 * `npm run bench -- faults --kills`: kills processes at random moments while writers write.
 * @param rounds how often each is killed
 * @throws {BenchError} if acknowledged data is lost, data is half written, or nothing answers
 */
export async function benchKills({ rounds, smoke }: { rounds: number; smoke: boolean }): Promise<void> {
  const mostLoadMs = MOST_LOAD_MS[smoke ? 'smoke' : 'full'];
  const outcomes = await killInTurn(LOCAL, 'local/bin.mjs', { rounds, mostLoadMs });
  // Synthesising the stack first would take longer than the whole smoke run.
  if (!smoke)
    outcomes.push(...(await killInTurn([FUNCTION], 'local/lambda/bin.mjs', { rounds, mostLoadMs })));
  printTable(
    'Processes killed while everybody writes',
    ['killed', 'times', 'acknowledged', 'lost', 'half written', 'again after ms, median', 'most'],
    [...Map.groupBy(outcomes, ({ name }) => name)].map(([name, parts]) => [
      name,
      parts.length,
      sum(parts, ({ acknowledged }) => acknowledged),
      sum(parts, ({ lost }) => lost.length),
      sum(parts, ({ half }) => half.length),
      percentile(
        parts.map(({ recoveryMs }) => recoveryMs),
        0.5,
      ),
      Math.max(...parts.map(({ recoveryMs }) => recoveryMs)),
    ]),
  );
  report({
    kills: outcomes.length,
    acknowledged: sum(outcomes, ({ acknowledged }) => acknowledged),
    lost: sum(outcomes, ({ lost }) => lost.length),
    half_written: sum(outcomes, ({ half }) => half.length),
    recovery_ms: Math.max(...outcomes.map(({ recoveryMs }) => recoveryMs)),
  });
  const wrong = [
    ...outcomes.flatMap(({ name, lost }) => lost.map((what) => `${what} is lost since ${name} was killed`)),
    ...outcomes.flatMap(({ name, half }) => half.map((what) => `${what} since ${name} was killed`)),
    ...outcomes
      .filter(({ acknowledged }) => acknowledged === 0)
      .map(({ name }) => `nothing was written before ${name} was killed`),
  ];
  if (wrong.length > 0) throw new BenchError([...new Set(wrong)].join('\n'));
}

const sum = (rounds: readonly Round[], count: (round: Round) => number): number =>
  rounds.reduce((total, round) => total + count(round), 0);

/** Kills the victims one after another, repeatedly, on one data folder. */
async function killInTurn(
  victims: readonly Victim[],
  file: BenchServiceFile,
  { rounds, mostLoadMs }: { rounds: number; mostLoadMs: number },
): Promise<Round[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-kills-'));
  const start = () => startService({ errors: 'ignore', directory, file });
  let service = await start();
  try {
    const bearer = await obtainToken(service.demo);
    const outcomes: Round[] = [];
    const everything: Written[] = [];
    for (const victim of Array.from({ length: rounds }, () => victims).flat()) {
      const endWriting = startWriting(service.demo, bearer);
      await delay(randomInt(LEAST_LOAD_MS, mostLoadMs));
      const killed = performance.now();
      await kill(victim.choose(service));
      const writing = endWriting();
      if (victim.endsService) service = await start();
      const written = await writing;
      await firstAnswer(service.demo, victim.name);
      const recoveryMs = performance.now() - killed;
      const { acknowledged, lost, stuck } = await judge(service.demo, bearer, written, { goesOn: true });
      const half = [...stuck, ...(await uneven(service))];
      outcomes.push({ name: victim.name, recoveryMs, acknowledged, lost, half });
      everything.push(written);
    }
    for (const [index, written] of everything.entries()) {
      const { lost } = await judge(service.demo, bearer, written, { goesOn: false });
      outcomes[index]?.lost.push(...lost);
    }
    return outcomes;
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Kills processes and waits until they have ended. */
async function kill(pids: readonly number[]): Promise<void> {
  if (pids.length === 0) throw new BenchError('There is no process to kill: this needs Linux.');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  while (pids.some((pid) => !['Z', undefined].includes(processOf(pid)?.state))) await delay(2);
}

/**
 * Resolves when a query is answered.
 * @param killed the killed process, for the error message
 */
async function firstAnswer({ base_url, app_key }: Demo, killed: string): Promise<void> {
  const sender = createSender(base_url, 1);
  const hello = jsonCall('/v1/query', `App-Key ${app_key}`, { query: 'hello', external_user_id: 'first' });
  const begun = performance.now();
  try {
    for (;;) {
      const { status } = await sender.send(hello, 0);
      if (status === 200) return;
      if (performance.now() - begun > PATIENCE_MS)
        throw new BenchError(`Since ${killed} was killed, queries are ${status || 'not answered'}.`);
      await delay(10);
    }
  } finally {
    sender.close();
  }
}

/** Data that is only partly in the tables. */
async function uneven({ directory }: BenchService): Promise<string[]> {
  const { endpoint } = (await readRunning(openDataFolder(directory))) ?? {};
  return endpoint === undefined ? [] : halfWritten(endpoint);
}
