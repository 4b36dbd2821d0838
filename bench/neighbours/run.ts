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
import type { Call } from '../support/load.ts';
import { atOnce, figuresOf, isAnswered, openLoop } from '../support/loops.ts';
import { createSender, type Outcome } from '../support/outcomes.ts';
import { printTable } from '../support/table.ts';
import { balanceQuestion } from '../support/varied-sentences.ts';
import { FAULTS, type Fault, NONE, type World } from './faults.ts';
import { type Asking, makeInstitution, setBusinessLogic } from './institution.ts';
import { startServers } from './server.ts';

/** Environments of each function, like an account's concurrency limit. */
const ENVIRONMENTS = 20;
const SMOKE_ENVIRONMENTS = 4;
/** The share of environments for one server's slow calls, as in an account with a thousand. */
const SLOW_SHARE = 0.05;
/**
 * Queries that each environment has answered before measuring. Its first fifteen take more than twice the CPU of
 * later ones, since its code is still being compiled. Otherwise a fault that occupies environments would mostly show
 * the compilation in fresh ones.
 */
const WARM_ANSWERS = 100;
/** Queries per second of the institution without a fault. */
const PER_SECOND = 3;
/**
 * The maximum p99, as a multiple of the p99 alone or beside a neighbour without a fault. In Lambda every environment
 * has its own CPU; here all share this machine's.
 */
const MOST = 1.5;

/** An institution's outcomes, alone and while another is under a fault. */
interface Seen {
  alone: Outcome[];
  beside: Outcome[];
  /** The other institution's outcomes. */
  other: Outcome[];
}

const queryOf = (asking: Asking, fields: (index: number) => Record<string, string>): Call => ({
  method: 'POST',
  path: '/v1/query',
  headers: { Authorization: asking.authorization, 'Content-Type': 'application/json' },
  body: (index) => JSON.stringify({ external_user_id: `person-${index}`, ...fields(index) }),
});

const quantile = (outcomes: readonly Outcome[], share: number): number =>
  percentile(
    outcomes.filter(isAnswered).map(({ milliseconds }) => milliseconds),
    share,
  );

const p99 = (outcomes: readonly Outcome[]): number => quantile(outcomes, 0.99);

/**
 * `npm run bench -- neighbours`: two institutions in one deployment, as on Lambda. Compares how long one
 * institution's queries take while the other is under each fault with how long they take alone: in turn with that fault,
 * as on a machine that others use, and all through. `--rounds N`, default 3.
 */
async function bench(folder: string, stops: (() => Promise<void>)[]): Promise<void> {
  const { smoke, rounds: given } = readArguments({
    options: { smoke: { type: 'boolean', default: false }, rounds: { type: 'string', default: '3' } },
  }).values;
  const [rounds, seconds] = smoke ? [1, 1] : [wholeNumber(given), 15];
  const environments = smoke ? SMOKE_ENVIRONMENTS : ENVIRONMENTS;

  const database = await startDynamoDb();
  stops.push(() => database.stop());
  const store = await startFaultProxy(() => database.endpoint);
  stops.push(async () => store.close());
  process.env.DYNAMODB_ENDPOINT = atPort(database.endpoint, store.port);
  const { demo } = await deployExample(folder, stops, {
    environments,
    variables: { SLOW_CALLS: String(Math.ceil(SLOW_SHARE * environments)) },
  });
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
  for (let many = 4; many <= environments; many += 4)
    for (const call of [calmly, busily])
      await atOnce((index) => sender.send(call, -1 - index - 100 * many), many, 30);
  // More at once than there are environments, so that all environments answer about equally often.
  for (let round = 0; round < (smoke ? 1 : WARM_ANSWERS); round += 2)
    for (const call of [calmly, busily])
      await atOnce((index) => sender.send(call, -1e6 - 1000 * round - index), 2 * environments, 30);
  await Promise.all([ask(calmly, PER_SECOND, seconds / 2), ask(busily, PER_SECOND, seconds / 2)]);

  const seen = new Map<Fault, Seen>(FAULTS.map((fault) => [fault, { alone: [], beside: [], other: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [fault, figures] of seen) {
      figures.alone.push(...(await ask(calmly, PER_SECOND, seconds)));
      await fault.begin?.(world);
      const [other, beside] = await Promise.all([
        ask(queryOf(busy, fault.fields), fault.rate * PER_SECOND, seconds),
        ask(calmly, PER_SECOND, seconds),
      ]);
      figures.beside.push(...beside);
      figures.other.push(...other);
      await fault.end?.(world);
      // An environment caches limits and log failures for a few seconds.
      await delay(smoke ? 0 : 5000);
    }
  }
  tell(seen, smoke);
}

function tell(seen: ReadonlyMap<Fault, Seen>, smoke: boolean): void {
  const alone = [...seen.values()].flatMap((figures) => figures.alone);
  const rows = [...seen].map(([{ name }, figures]) => {
    const { beside, other } = figures;
    const [mine, theirs, own] = [figuresOf(beside), figuresOf(other), figuresOf(alone)];
    return [
      name,
      theirs.asked,
      theirs.share,
      theirs.refusals,
      theirs.p99,
      mine.share,
      mine.p50,
      mine.p99,
      quantile(beside, 0.5) / quantile(figures.alone, 0.5),
      quantile(beside, 0.95) / quantile(figures.alone, 0.95),
      mine.p99 / p99(figures.alone),
      mine.p99 / own.p99,
      p99(figures.alone) / own.p99,
    ];
  });
  const own = figuresOf(alone);
  printTable(
    `An institution beside another under a fault; alone it has p50 ${own.p50.toFixed(0)} ms, p99 ${own.p99.toFixed(0)} ms of ${own.asked}`,
    [
      'the other',
      'asked',
      'answered %',
      'else',
      'p99 ms',
      'this one: answered %',
      'p50 ms',
      'p99 ms',
      'p50, times alone in turn',
      'p95',
      'p99',
      'p99, times all alone',
      'alone in turn: p99, times all alone',
    ],
    rows,
  );
  report({
    p50_alone: own.p50,
    p99_alone: own.p99,
    p95_times_in_turn: Object.fromEntries(
      [...seen].map(([{ name }, { beside, alone: inTurn }]) => [
        name,
        quantile(beside, 0.95) / quantile(inTurn, 0.95),
      ]),
    ),
    p99_times_in_turn: Object.fromEntries(
      [...seen].map(([{ name }, { beside, alone: inTurn }]) => [name, p99(beside) / p99(inTurn)]),
    ),
    p99_times: Object.fromEntries([...seen].map(([{ name }, { beside }]) => [name, p99(beside) / own.p99])),
  });
  if (smoke) return;
  const most = MOST * Math.max(own.p99, p99(seen.get(NONE)?.beside ?? []));
  const unanswered = [...seen]
    .filter(([, { beside }]) => !beside.every(isAnswered))
    .map(([{ name }]) => name);
  const slowed = [...seen].filter(([, { beside }]) => p99(beside) > most).map(([{ name }]) => name);
  if (unanswered.length > 0)
    throw new BenchError(`Not answered, although the fault is another’s: ${unanswered.join(', ')}`);
  if (slowed.length > 0)
    throw new BenchError(`p99 is over ${MOST} times what it may be: ${slowed.join(', ')}`);
}

await runOnce((folder, stops) => runBench(() => bench(folder, stops)));
