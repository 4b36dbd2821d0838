import { BenchError } from './command.ts';
import { report } from './report.ts';
import type { Call } from './support/load.ts';
import { CLOSED_CALLERS, CONNECTIONS, closedLoop, figuresOf, isAnswered, openLoop } from './support/loops.ts';
import { createSender } from './support/outcomes.ts';
import { childrenOf, programOf, residentMegabytes } from './support/processes.ts';
import { type BenchService, startService } from './support/service.ts';
import { printTable } from './support/table.ts';

/** Simultaneous users, each of whom asks again soon without waiting for others. */
const PEOPLE = 100;
/** The turns after which a user starts a new conversation. */
const TURNS = 12;
/** The users' queries, each starting at a different one: some do something, some are not understood. */
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

const SAMPLES_A_MINUTE = 12;
/** From this share of the time on, memory should be flat: caches have filled and the heap has its size. */
const WARM_UP = 0.3;
/** More growth per minute would be a gigabyte in a working day. */
const FLAT_MB_A_MINUTE = 2;

/** Megabytes of each process at a time, in minutes. */
interface Sample {
  minute: number;
  megabytes: ReadonlyMap<string, number>;
}

/**
 * `npm run bench -- load --soak MINUTES`: runs half the load that can be answered for that long, with the service's own
 * database.
 * @param smoke shortens minutes to seconds, to check that it works
 * @throws {BenchError} if memory keeps growing, or something is not answered
 */
export async function benchSoak({ minutes, smoke }: { minutes: number; smoke: boolean }): Promise<void> {
  if (minutes < 3)
    throw new BenchError('A soak takes at least 3 minutes: memory is judged after the first third.');
  const secondsOfMinute = smoke ? 1 : 60;
  const service = await startService({ errors: 'ignore' });
  const sender = createSender(service.demo.base_url, CONNECTIONS);
  const call = conversation(service);
  try {
    await closedLoop((index) => sender.send(call, index), CLOSED_CALLERS, secondsOfMinute / 4);
    const closed = await closedLoop((index) => sender.send(call, index), CLOSED_CALLERS, secondsOfMinute / 4);
    const perSecond = closed.filter(isAnswered).length / (secondsOfMinute / 4);
    const names = namesOf(service);
    const samples: Sample[] = [sampleOf(names, 0)];
    const rows = [['start', perSecond, ...timesOf(closed), ...megabytesOf(samples.at(-1))]];
    let unanswered = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      const sampling = startSampling(names, samples, minute, secondsOfMinute);
      const outcomes = await openLoop(
        (index, since) => sender.send(call, closed.length + minute * 1_000_000 + index, since),
        perSecond / 2,
        secondsOfMinute,
      );
      clearInterval(sampling);
      unanswered += outcomes.filter((outcome) => !isAnswered(outcome)).length;
      const rate = outcomes.length / secondsOfMinute;
      rows.push([String(minute + 1), rate, ...timesOf(outcomes), ...megabytesOf(samples.at(-1))]);
    }
    const processes = [...names.keys(), 'all'];
    printTable(
      `Conversations of ${PEOPLE} people, half of what can be answered; megabytes of each process`,
      ['minute', 'queries/s', 'answered %', 'p50 ms', 'p99 ms', 'else', ...processes],
      rows,
    );
    const settled = samples.filter(({ minute }) => minute >= WARM_UP * minutes);
    const slopes = processes.map((name) => slopeOf(settled, name));
    printTable(`Megabytes a minute from minute ${(WARM_UP * minutes).toFixed(1)} on`, processes, [
      slopes.map((slope) => Number(slope.toFixed(2))),
    ]);
    const slope = slopes.at(-1) ?? Number.NaN;
    report({ queries_per_second: perSecond / 2, unanswered, megabytes_a_minute: slope });
    if (!smoke && slope > FLAT_MB_A_MINUTE)
      throw new BenchError(`Memory grows by ${slope.toFixed(1)} MB a minute.`);
  } finally {
    sender.close();
    await service.stop();
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
const namesOf = ({ pid }: BenchService): ReadonlyMap<string, number> =>
  new Map([['service', pid], ...childrenOf(pid).map((child) => [programOf(child), child] as const)]);

const sampleOf = (names: ReadonlyMap<string, number>, minute: number): Sample => {
  const megabytes = new Map([...names].map(([name, pid]) => [name, residentMegabytes(pid)]));
  const all = [...megabytes.values()].reduce((total, value) => total + value, 0);
  return { minute, megabytes: megabytes.set('all', all) };
};

function startSampling(
  names: ReadonlyMap<string, number>,
  samples: Sample[],
  minute: number,
  secondsOfMinute: number,
): NodeJS.Timeout {
  let taken = 0;
  const sample = () => {
    taken += 1;
    samples.push(sampleOf(names, minute + taken / SAMPLES_A_MINUTE));
  };
  return setInterval(sample, (1000 * secondsOfMinute) / SAMPLES_A_MINUTE);
}

const megabytesOf = (sample: Sample | undefined): number[] =>
  [...(sample?.megabytes.values() ?? [])].map(Math.round);

/** The slope of a figure over time, by least squares. */
function slopeOf(samples: readonly Sample[], name: string): number {
  const points = samples.map(({ minute, megabytes }) => [minute, megabytes.get(name) ?? Number.NaN] as const);
  const mean = (values: readonly number[]) =>
    values.reduce((total, value) => total + value, 0) / values.length;
  const [x, y] = [mean(points.map(([minute]) => minute)), mean(points.map(([, value]) => value))];
  const along = points.reduce((total, [minute, value]) => total + (minute - x) * (value - y), 0);
  return along / points.reduce((total, [minute]) => total + (minute - x) ** 2, 0);
}
