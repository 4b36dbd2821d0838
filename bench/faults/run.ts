import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { FUNCTIONS } from '../../infra/functions.ts';
import { ROUTES } from '../../infra/routes.ts';
import { startBusinessLogic } from '../../local/business-logic.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { atPort } from '../../local/private-server.ts';
import { BenchError, readArguments, runBench } from '../command.ts';
import { benchKills } from '../kills/run.ts';
import { jsonCall } from '../kills/writing.ts';
import { report } from '../report.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { halfWritten } from '../support/half-written.ts';
import { type Call, send } from '../support/load.ts';
import { startMemoryS3 } from '../support/memory-s3.ts';
import { createSender, type Outcome } from '../support/outcomes.ts';
import { startService } from '../support/service.ts';
import { printTable } from '../support/table.ts';
import { BALANCE, type Dependency, prepareTasks, type Task, type Tasks } from './calls.ts';
import { CALM, isStruck, STRIKES, type Strike } from './strikes.ts';

/** How often each kind of process is killed. */
const KILLS = 15;
const SHARES = [0.1, 0.4, 1];
/** Requests of each task for each fault and share. */
const REQUESTS = 4;
/** Acceptable refusals while something fails: retry later, or too many concurrent attempts on one account. */
const REFUSALS = [503, 429];
/** How much longer than without a fault recovery may take, until every request is answered again. */
const RECOVERY_MS = 2000;
/** A request may take 20 seconds, and the gateway's answer slightly more. */
const LONGEST_MS = 22_000;
const BANK = 'examples/bank-assistant/business-logic/server.ts';
/** Balances of customers who moved no money, or 50 dollars once. */
const BALANCES = ['$1,240.50', '$1,190.50'];
/** The tasks and strikes of a smoke run. */
const FEW = ['token, client credentials', 'key create', 'query, that moves money', 'versions, diff'];
const FEW_STRIKES = ['refuse', 'denied', 'in progress', 'done, 303'];

interface Round {
  task: Task;
  dependency: Dependency;
  strike: Strike;
  share: number;
  outcomes: Outcome[];
  /** The status of a successful answer. */
  status: number;
  /** Milliseconds from the end of the fault to the first successful answer, with all tasks running. */
  recoveryMs: number;
}

interface Measured {
  dependency: Dependency;
  strike: Strike;
  share: number;
  requests: number;
}

async function measure(
  proxy: FaultProxy,
  baseUrl: string,
  tasks: readonly Task[],
  { requests, ...measured }: Measured,
): Promise<Round[]> {
  const sender = createSender(baseUrl, 256);
  // The last request of each task is for the time after the fault.
  const calls = await Promise.all(
    tasks.map((task) => Promise.all(Array.from({ length: requests + 1 }, (_, place) => task.prepare(place)))),
  );
  const { strike, share } = measured;
  const before = proxy.seen.length;
  proxy.fault = (operation, index) => (isStruck(share, index - before) ? strike.of(operation) : undefined);
  const outcomes = await Promise.all(
    calls.map((each) => Promise.all(each.slice(0, requests).map((call, index) => sender.send(call, index)))),
  );
  // Requests that hang keep hanging; only new ones succeed.
  proxy.fault = () => undefined;
  const over = performance.now();
  const recoveries = await Promise.all(
    tasks.map(async ({ again = [] }, index) => {
      const call = calls[index]?.at(-1);
      while (call !== undefined && performance.now() - over < 5 * RECOVERY_MS) {
        const { status } = await sender.send(call, 0);
        if ([call.status ?? 200, ...again].includes(status)) return performance.now() - over;
        await delay(20);
      }
      return Number.POSITIVE_INFINITY;
    }),
  );
  sender.close();
  return tasks.map((task, index) => ({
    task,
    ...measured,
    outcomes: outcomes[index] ?? [],
    status: calls[index]?.[0]?.status ?? 200,
    recoveryMs: recoveries[index] ?? Number.NaN,
  }));
}

/**
 * Runs each task once without faults, so that code is loaded and errors of the bench itself show before any fault.
 * @returns the calls that were made
 */
async function rehearse(tasks: readonly Task[], baseUrl: string): Promise<Call[]> {
  const calls: Call[] = [];
  for (const task of tasks) {
    const call = await task.prepare(0);
    await send(baseUrl, call, 0);
    calls.push(call);
  }
  return calls;
}

/** Routes with dependencies that no call covers. */
function routesLeftOut(calls: readonly Call[]): string[] {
  const isAsked = (method: string, path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return calls.some((call) => call.method === method && pattern.test(call.path.replace(/\?.*$/, '')));
  };
  return ROUTES.filter(({ function: name, method, path }) => {
    const { tables = {}, artifacts } = FUNCTIONS[name] ?? {};
    return (Object.keys(tables).length > 0 || artifacts !== undefined) && !isAsked(method, path);
  }).map(({ method, path }) => `${method} ${path}`);
}

/** Counts the users who confirmed one transfer but had money moved more than once. */
async function movedTwice({ movers }: Tasks, baseUrl: string, bearer: string): Promise<number> {
  let wrong = 0;
  for (const external_user_id of movers) {
    const call: Call = jsonCall('/v1/query', bearer, { query: BALANCE, external_user_id });
    const answer = await send(baseUrl, call, 0);
    if (!BALANCES.some((balance) => answer.includes(balance))) wrong += 1;
  }
  return wrong;
}

const count = ({ outcomes }: Round, ...statuses: number[]): number =>
  outcomes.filter(({ status }) => statuses.includes(status)).length;

function rowOf(rounds: readonly Round[]): number[] {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const asked = sum(({ outcomes }) => outcomes.length);
  const [answered, unavailable] = [
    sum((round) => count(round, round.status)),
    sum((round) => count(round, ...REFUSALS)),
  ];
  return [
    asked,
    answered,
    unavailable,
    asked - answered - unavailable,
    Math.max(...rounds.flatMap(({ outcomes }) => outcomes.map(({ milliseconds }) => milliseconds))),
    Math.max(...rounds.map(({ recoveryMs }) => recoveryMs)),
  ];
}

const lateness = ({ task, strike, recoveryMs }: Round): string =>
  `it took ${Math.round(recoveryMs)} ms after ${strike.name} until ${task.name} was answered again`;

const HEADINGS = ['requests', 'answered', '503 or 429', 'other', 'longest ms', 'again after ms'];

function print(rounds: readonly Round[], full: boolean): void {
  const keyOf = ({ task, dependency, strike, share }: Round) =>
    [...(full ? [task.name] : []), dependency, strike.name, 100 * share] as (string | number)[];
  const groups = [...Map.groupBy(rounds, (round) => keyOf(round).join('\n')).values()];
  printTable(
    'what a service answers while something that it needs fails in so many of a hundred requests',
    [...(full ? ['endpoint'] : []), 'struck', 'fault', '%', ...HEADINGS],
    groups.map((parts) => [...keyOf(parts[0] as Round), ...rowOf(parts)]),
  );
}

/** A service whose store, artifacts and business logic are each behind a proxy. */
async function startBehindProxies() {
  const secret = `whsec_${createHash('sha256').update('bench').digest('base64')}`;
  const [store, s3, bank] = await Promise.all([
    startDynamoDb(),
    startMemoryS3(),
    startBusinessLogic(secret, BANK),
  ]);
  const proxies: Record<Dependency, FaultProxy> = {
    DynamoDB: await startFaultProxy(() => store.endpoint),
    S3: await startFaultProxy(() => s3.url),
    'business logic': await startFaultProxy(() => bank.url),
  };
  const service = await startService({
    environment: {
      DYNAMODB_ENDPOINT: atPort(store.endpoint, proxies.DynamoDB.port),
      S3_ENDPOINT: `http://127.0.0.1:${proxies.S3.port}`,
      BLS_URL: `http://127.0.0.1:${proxies['business logic'].port}/`,
      BLS_SECRET: secret,
    },
    errors: 'ignore',
  });
  const stop = async () => {
    await service.stop();
    for (const proxy of Object.values(proxies)) proxy.close();
    await Promise.all([store.stop(), bank.stop()]);
    s3.close();
  };
  return { demo: service.demo, dynamodb: store.endpoint, s3: s3.url, proxies, stop };
}

/**
 * `npm run bench -- faults`: what endpoints answer while a dependency fails, and how soon they recover. `--only NAME`
 * injects a single fault; `--kills` measures what remains when processes are killed.
 */
await runBench(async () => {
  const { smoke, full, only, kills } = readArguments({
    options: {
      smoke: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string' },
      kills: { type: 'boolean', default: false },
    },
  }).values;
  if (kills) return benchKills({ rounds: smoke ? 1 : KILLS, smoke });
  const { stop, proxies, ...ground } = await startBehindProxies();
  try {
    const { base_url } = ground.demo;
    const requests = smoke ? 2 : REQUESTS;
    const tasks = await prepareTasks(ground, requests + 1);
    const leftOut = routesLeftOut(await rehearse(tasks.all, base_url));
    const rounds: Round[] = [];
    const late: string[] = [];
    const isWanted = ({ name }: Strike) =>
      smoke ? FEW_STRIKES.includes(name) : [name, undefined].includes(only);
    for (const dependency of Object.keys(proxies) as Dependency[]) {
      const struck = tasks.all.filter(
        ({ name, needs }) => needs.includes(dependency) && (!smoke || FEW.includes(name)),
      );
      const round = (strike: Strike, share: number) =>
        measure(proxies[dependency], base_url, struck, { dependency, strike, share, requests });
      const calm = await round(CALM, 0);
      const calmMs = Math.max(...calm.map(({ recoveryMs }) => recoveryMs));
      rounds.push(...calm);
      for (const strike of STRIKES[dependency].filter(isWanted)) {
        for (const share of smoke ? [1] : SHARES) {
          const struckRounds = await round(strike, share);
          rounds.push(...struckRounds);
          late.push(
            ...struckRounds.filter(({ recoveryMs }) => recoveryMs > calmMs + RECOVERY_MS).map(lateness),
          );
        }
      }
    }
    print(rounds, full);
    const half = await halfWritten(ground.dynamodb);
    const twice = await movedTwice(tasks, base_url, `App-Key ${ground.demo.app_key}`);
    tasks.close();
    const [asked = 0, answered = 0, unavailable = 0, other = 0, longestMs = 0, recoveryMs = 0] =
      rowOf(rounds);
    report({
      asked,
      answered,
      unavailable,
      other,
      longest_ms: longestMs,
      half_written: half.length,
      moved_twice: twice,
      recovery_ms: recoveryMs,
    });
    const strange = rounds.flatMap(({ task, strike, dependency, status: good, outcomes }) =>
      outcomes
        .filter(({ status }) => ![...REFUSALS, good].includes(status))
        .map(
          ({ status }) =>
            `${task.name} answered ${status || 'nothing whole'} to ${strike.name} of ${dependency}`,
        ),
    );
    const wrong = [
      ...leftOut.map((route) => `no task covers ${route}`),
      ...new Set(strange),
      ...new Set(half),
      ...late,
      ...(twice === 0 ? [] : [`${twice} of ${tasks.movers.length} transfers were done more than once`]),
      ...(longestMs > LONGEST_MS ? [`an answer took ${Math.round(longestMs)} ms`] : []),
    ];
    if (wrong.length > 0) throw new BenchError(wrong.join('\n'));
  } finally {
    await stop();
  }
});
