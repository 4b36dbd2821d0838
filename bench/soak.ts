import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BenchError } from './command.ts';
import { report } from './report.ts';
import { type KeptMemory, measureKept } from './support/kept-memory.ts';
import type { Call } from './support/load.ts';
import { CLOSED_CALLERS, CONNECTIONS, closedLoop, figuresOf, isAnswered, openLoop } from './support/loops.ts';
import { createSender } from './support/outcomes.ts';
import { childrenOf, programOf, residentMegabytes } from './support/processes.ts';
import { type BenchService, startService } from './support/service.ts';
import { printTable } from './support/table.ts';

/** Simultaneous users. Each asks again soon after an answer, without waiting for the others. */
const PEOPLE = 100;
/** The turns after which a user starts a new conversation. */
const TURNS = 12;
/** The users' queries; each user starts at a different query. Some queries do something, some are not understood. */
const SAYINGS = [
  'how much is in my savings account',
  'transfer 50 dollars from checking to savings',
  'yes please',
  'pay the internet bill from checking, 55 dollars',
  'no, make it 60',
  'ok do it',
  'I lost my card',
  'what are your opening hours',
  'thanks',
  'cancel that',
  'hola, cuál es mi saldo',
  'what is the weather on the moon',
  'block my card',
];

/** The share of the time from which memory should be flat: caches have filled and code is compiled. */
const WARM_UP = 0.3;
/** More growth per minute would be a quarter of a gigabyte in a working day. */
const FLAT_MB_A_MINUTE = 0.5;

/** The service's own memory without garbage. Resident memory rises and falls with the garbage of minutes. */
const KEPT = 'kept by the service';

/** Megabytes at the end of a minute, by name. */
type Sample = ReadonlyMap<string, number>;

/**
 * `npm run bench -- load --soak MINUTES`: runs half of the answerable load for that long, with the service's own
 * database.
 * @param smoke shortens minutes to parts of a second, to check that it works
 * @throws {BenchError} if the service's memory without garbage grows
 */
export async function benchSoak({ minutes, smoke }: { minutes: number; smoke: boolean }): Promise<void> {
  if (minutes < 3)
    throw new BenchError('A soak takes at least 3 minutes: memory is judged after the first third.');
  const secondsOfMinute = smoke ? 0.2 : 60;
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-soak-'));
  const kept = measureKept(folder);
  const service = await startService({ environment: kept.environment, errors: 'ignore' });
  const sender = createSender(service.demo.base_url, CONNECTIONS);
  const call = conversation(service);
  try {
    await closedLoop((index) => sender.send(call, index), CLOSED_CALLERS, secondsOfMinute / 4);
    const closed = await closedLoop((index) => sender.send(call, index), CLOSED_CALLERS, secondsOfMinute / 4);
    const perSecond = closed.filter(isAnswered).length / (secondsOfMinute / 4);
    const programs = programsOf(service);
    const samples = [await sampleOf(programs, kept)];
    const rows = [['start', perSecond, ...timesOf(closed), ...megabytesOf(samples)]];
    let [unanswered, asked] = [0, 0];
    for (let minute = 0; minute < minutes; minute += 1) {
      const outcomes = await openLoop(
        (index, since) => sender.send(call, closed.length + minute * 1_000_000 + index, since),
        perSecond / 2,
        secondsOfMinute,
      );
      samples.push(await sampleOf(programs, kept));
      unanswered += outcomes.filter((outcome) => !isAnswered(outcome)).length;
      asked += outcomes.length;
      const rate = outcomes.length / secondsOfMinute;
      rows.push([String(minute + 1), rate, ...timesOf(outcomes), ...megabytesOf(samples)]);
    }
    const names = [...(samples[0]?.keys() ?? [])];
    printTable(
      `Conversations of ${PEOPLE} people, half of what can be answered; megabytes kept and resident`,
      ['minute', 'queries/s', 'answered %', 'p50 ms', 'p99 ms', 'else', ...names],
      rows,
    );
    const from = Math.ceil(WARM_UP * minutes);
    const slopes = names.map((name) => slopeOf(samples, name, from));
    printTable(`Megabytes a minute from minute ${from} on`, names, [
      slopes.map((slope) => Number(slope.toFixed(2))),
    ]);
    const slope = slopes[names.indexOf(KEPT)] ?? Number.NaN;
    report({
      queries_per_second: perSecond / 2,
      unanswered,
      megabytes_a_minute: slope,
      kilobytes_a_query: (1024 * minutes * slope) / asked,
    });
    if (!smoke && slope > FLAT_MB_A_MINUTE)
      throw new BenchError(`What the service keeps in memory grows by ${slope.toFixed(1)} MB a minute.`);
  } finally {
    sender.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A query by its overall index: the next one in that user's conversation. */
function conversation({ demo }: BenchService): Call {
  return {
    method: 'POST',
    path: '/v1/query',
    headers: { Authorization: `App-Key ${demo.app_key}`, 'Content-Type': 'application/json' },
    body: (index) => {
      const person = index % PEOPLE;
      const turn = Math.floor(index / PEOPLE);
      return JSON.stringify({
        query: SAYINGS[(turn + 7 * person) % SAYINGS.length],
        external_user_id: `person-${person}`,
        dialog_seed: `person-${person}-${Math.floor(turn / TURNS)}`,
      });
    },
  };
}

function timesOf(outcomes: Parameters<typeof figuresOf>[0]): (string | number)[] {
  const { share, p50, p99, refusals } = figuresOf(outcomes);
  return [share, p50, p99, refusals];
}

/** The processes of a service by program. */
const programsOf = ({ pid }: BenchService): ReadonlyMap<string, number> =>
  new Map([['service', pid], ...childrenOf(pid).map((child) => [programOf(child), child] as const)]);

/** Collects the service's garbage, and then measures resident memory too. */
async function sampleOf(programs: ReadonlyMap<string, number>, kept: KeptMemory): Promise<Sample> {
  const own = await kept.megabytesOf(programs.get('service') ?? 0);
  const resident = [...programs].map(([name, pid]) => [name, residentMegabytes(pid)] as const);
  return new Map([[KEPT, own], ...resident]);
}

const megabytesOf = (samples: readonly Sample[]): number[] =>
  [...(samples.at(-1)?.values() ?? [])].map((megabytes) => Number(megabytes.toFixed(1)));

/** The slope of a figure per minute, by least squares. */
function slopeOf(samples: readonly Sample[], name: string, from: number): number {
  const points = samples
    .map((megabytes, minute) => [minute, megabytes.get(name) ?? Number.NaN] as const)
    .slice(from);
  const mean = (values: readonly number[]) =>
    values.reduce((total, value) => total + value, 0) / values.length;
  const [x, y] = [mean(points.map(([minute]) => minute)), mean(points.map(([, value]) => value))];
  const along = points.reduce((total, [minute, value]) => total + (minute - x) * (value - y), 0);
  return along / points.reduce((total, [minute]) => total + (minute - x) ** 2, 0);
}
