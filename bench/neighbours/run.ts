import { setTimeout as delay } from 'node:timers/promises';
import { openOperatorStores } from '../../functions/shared/store/operator-stores.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { atPort } from '../../local/private-server.ts';
import { storeEnvironment } from '../../local/store.ts';
import { BenchError, readArguments, runBench, wholeNumber } from '../command.ts';
import { percentile, report } from '../report.ts';
import { deployExample, runOnce } from '../support/deployment.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { measureInvocations } from '../support/invocations.ts';
import type { Call } from '../support/load.ts';
import { atOnce, figuresOf, isAnswered, openLoop } from '../support/loops.ts';
import { createSender, type Outcome } from '../support/outcomes.ts';
import { reckonedTimes } from '../support/reckoned-time.ts';
import { printTable } from '../support/table.ts';
import { balanceQuestion } from '../support/varied-sentences.ts';
import { FAULTS, type Fault, NONE, type World } from './faults.ts';
import { type Asking, makeInstitution, setBusinessLogic } from './institution.ts';
import { startServers } from './server.ts';

/** Environments of each function, like an account's concurrency limit. */
const ENVIRONMENTS = 10;
const SMOKE_ENVIRONMENTS = 2;
/** The share of environments for one server's slow calls, as in an account with a thousand. */
const SLOW_SHARE = 0.05;
/**
 * Queries that each environment has answered before measuring. Its first fifteen take more than twice the CPU of
 * later ones, since its code is still being compiled.
 */
const WARM_ANSWERS = 60;
/** Queries per second of the institution without a fault. */
const PER_SECOND = 5;
/** Seconds that it asks alone before each fault, and beside the fault. */
const ALONE_SECONDS = 6;
const BESIDE_SECONDS = 12;
/** An environment caches limits and log failures for a few seconds. */
const SETTLE_MS = 3000;
/** The maximum p99, as a multiple of the p99 alone. */
const MOST = 1.5;

/** An institution's queries, alone and while another is under a fault. */
interface Seen {
  alone: Outcome[];
  beside: Outcome[];
  /** The other institution's queries. */
  other: Outcome[];
}

const queryOf = (asking: Asking, fields: (index: number) => Record<string, string>): Call => ({
  method: 'POST',
  path: '/v1/query',
  headers: { Authorization: asking.authorization, 'Content-Type': 'application/json' },
  body: (index) => JSON.stringify({ external_user_id: `person-${index}`, ...fields(index) }),
});

/**
 * `npm run bench -- neighbours`: two institutions in one deployment, as on Lambda. Compares how long one
 * institution's queries take while the other is under each fault with how long they take alone, in turn with the
 * faults. In Lambda every environment has its own processor and here all share this machine's, so a query's time is
 * reckoned from what it took (`reckoned-time.ts`). `--rounds N`, default 2; `--only WORD` for the faults whose names
 * contain it.
 */
async function bench(folder: string, stops: (() => Promise<void>)[]): Promise<void> {
  const {
    smoke,
    rounds: given,
    only,
  } = readArguments({
    options: {
      smoke: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
    },
  }).values;
  const rounds = smoke ? 1 : wholeNumber(given);
  const [aloneSeconds, besideSeconds] = smoke ? [0.2, 0.2] : [ALONE_SECONDS, BESIDE_SECONDS];
  const environments = smoke ? SMOKE_ENVIRONMENTS : ENVIRONMENTS;
  const faults = FAULTS.filter((fault) => fault === NONE || fault.name.includes(only));

  const database = await startDynamoDb();
  stops.push(() => database.stop());
  const store = await startFaultProxy(() => database.endpoint);
  stops.push(async () => store.close());
  process.env.DYNAMODB_ENDPOINT = atPort(database.endpoint, store.port);
  const begun = performance.now();
  const progress = (done: string) =>
    process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${done}\n`);
  const invocations = measureInvocations(folder);
  const { demo } = await deployExample(folder, stops, {
    environments,
    variables: { ...invocations.variables, SLOW_CALLS: String(Math.ceil(SLOW_SHARE * environments)) },
  });
  progress('deployed');
  Object.assign(process.env, storeEnvironment(openDataFolder(folder), database.endpoint));
  const operator = await openOperatorStores();
  stops.push(async () => operator.close());
  const servers = await startServers();
  stops.push(async () => servers.close());
  const served = { institution: demo.institution, versionId: demo.ai_version, baseUrl: demo.base_url };
  const [calm, busy] = [
    await makeInstitution(operator, 'calm', served),
    await makeInstitution(operator, 'busy', served),
  ];
  for (const { name } of [calm, busy]) await setBusinessLogic(operator, name, servers.url(name));
  const world: World = { operator, servers, store, busy: busy.name };
  const sender = createSender(demo.base_url, 512);
  stops.push(async () => sender.close());

  let asked = 0;
  const ask = (call: Call, perSecond: number, forSeconds: number) => {
    const from = asked;
    asked += 1_000_000;
    return openLoop((index, since) => sender.send(call, from + index, since), perSecond, forSeconds);
  };
  const calmly = queryOf(calm, (index) => ({ query: balanceQuestion(index) }));
  const busily = queryOf(busy, (index) => ({ query: balanceQuestion(index) }));
  // A few at a time, until every environment has started and loaded both versions.
  for (let many = 2; many <= environments; many += 2)
    for (const call of [calmly, busily])
      await atOnce((index) => sender.send(call, -1 - index - 100 * many), many, 30);
  // More at once than there are environments, so that all environments answer about equally often.
  for (let round = 0; round < (smoke ? 1 : WARM_ANSWERS); round += 4)
    for (const call of [calmly, busily])
      await atOnce((index) => sender.send(call, -1e6 - 1000 * round - index), 2 * environments, 30);
  invocations.forget();
  progress('warmed up');

  const seen = new Map<Fault, Seen>(faults.map((fault) => [fault, { alone: [], beside: [], other: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [fault, figures] of seen) {
      figures.alone.push(...(await ask(calmly, PER_SECOND, aloneSeconds)));
      await fault.begin?.(world);
      const [other, beside] = await Promise.all([
        ask(queryOf(busy, fault.fields), fault.rate * PER_SECOND, besideSeconds),
        ask(calmly, PER_SECOND, besideSeconds),
      ]);
      figures.beside.push(...beside);
      figures.other.push(...other);
      await fault.end?.(world);
      progress(fault.name);
      await delay(smoke ? 0 : SETTLE_MS);
    }
  }
  tell(seen, reckonedTimes(invocations.read(), environments), smoke);
}

/** Milliseconds of a query in Lambda, by what it spent them on; see `reckonedTimes`. */
type Times = ReturnType<typeof reckonedTimes>;

function tell(seen: ReadonlyMap<Fault, Seen>, times: Times, smoke: boolean): void {
  const timesOf = (outcomes: readonly Outcome[]) =>
    outcomes.filter(isAnswered).flatMap(({ requestId = '' }) => times.get(requestId) ?? []);
  const p99 = (outcomes: readonly Outcome[]) =>
    percentile(
      timesOf(outcomes).map(({ all }) => all),
      0.99,
    );
  const alone = [...seen.values()].flatMap((figures) => figures.alone);
  const most = MOST * p99(alone);
  const rowOf = (name: string, mine: readonly Outcome[], other: readonly Outcome[]) => {
    const found = timesOf(mine);
    const quantile = (of: (time: (typeof found)[number]) => number, share: number) =>
      percentile(found.map(of), share);
    const theirs = figuresOf(other);
    return [
      name,
      theirs.asked,
      theirs.share,
      theirs.refusals,
      mine.length,
      figuresOf(mine).share,
      quantile(({ all }) => all, 0.5),
      quantile(({ all }) => all, 0.95),
      p99(mine),
      p99(mine) / p99(alone),
      quantile(({ cpu }) => cpu, 0.99),
      quantile(({ rounds }) => rounds, 0.99),
      quantile(({ waited }) => waited, 0.99),
      quantile(({ queued }) => queued, 0.99),
      figuresOf(mine).p99,
    ];
  };
  printTable(
    'An institution beside another under a fault, in milliseconds as Lambda would take them',
    [
      'the other',
      'asked',
      'answered %',
      'else',
      'this one: asked',
      'answered %',
      'p50',
      'p95',
      'p99',
      'times alone',
      'p99 of CPU',
      'of round trips',
      'of waits',
      'of no free environment',
      'on this machine',
    ],
    [
      rowOf('– (alone)', alone, []),
      ...[...seen].map(([{ name }, { beside, other }]) => rowOf(name, beside, other)),
    ],
  );
  report({
    p99_alone: p99(alone),
    p99_times: Object.fromEntries(
      [...seen].map(([{ name }, { beside }]) => [name, p99(beside) / p99(alone)]),
    ),
  });
  if (smoke) return;
  const unanswered = [...seen]
    .filter(([, { beside }]) => !beside.every(isAnswered))
    .map(([{ name }]) => name);
  const slowed = [...seen].filter(([, { beside }]) => p99(beside) > most).map(([{ name }]) => name);
  if (unanswered.length > 0)
    throw new BenchError(`Not answered, although the fault is another’s: ${unanswered.join(', ')}`);
  if (slowed.length > 0)
    throw new BenchError(`p99 is over ${MOST} times what it is alone: ${slowed.join(', ')}`);
}

await runOnce((folder, stops) => runBench(() => bench(folder, stops)));
