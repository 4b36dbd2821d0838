import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packArtifact, unpackArtifact } from '../engine/artifact.ts';
import { seededRandom } from '../engine/train/random.ts';
import { assistantBudget, memoryOf } from '../functions/query/assistants.ts';
import { publishVersion, readArtifact } from '../functions/shared/domain/versions/versions.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { openDataFolder } from '../local/data-folder.ts';
import type { Demo } from '../local/service.ts';
import { storeEnvironment } from '../local/store.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { percentile, report } from './report.ts';
import { deployExample, runOnce } from './support/deployment.ts';
import { measureInvocations } from './support/invocations.ts';
import type { Call } from './support/load.ts';
import { figuresOf, isAnswered } from './support/loops.ts';
import { createSender, type Outcome } from './support/outcomes.ts';
import { childrenOf, programOf, residentMegabytes } from './support/processes.ts';
import { reckonedTimes } from './support/reckoned-time.ts';
import { printTable } from './support/table.ts';
import { variedSentence } from './support/varied-sentences.ts';

const SIZES = [144, 500, 2000];
const SMOKE_SIZES = [1, 3];
/** An environment loads an assistant at its first query for it. */
const ENVIRONMENTS = 1;
/** Queries until the least recently used assistants are those that stay so, and queries measured. */
const WARM_UP = 300;
const MEASURED = 400;
/** Draws of an environment that is only reckoned. */
const DRAWS = 100_000;
/** Memory sizes of the query function that are reckoned: as deployed, and Lambda's next common one. */
const MEGABYTES = [1769, 3008];
/** The program that runs an environment. */
const RUNTIME = 'runtime-client.mjs';

/** The same assistant as another version: its artifact contains a different number. */
async function publish(
  operator: OperatorStores,
  { institution }: Pick<Demo, 'institution'>,
  artifact: Uint8Array,
  number: number,
): Promise<string> {
  const sections = Object.fromEntries(unpackArtifact(artifact));
  const { version } = await publishVersion(operator, {
    institution,
    artifact: packArtifact({ ...sections, number: Buffer.from(String(number)) }),
    name: `bank-${number}`,
    languages: { default: 'en', supported: ['en', 'es'] },
    publishedBy: 'bench',
  });
  return version.id;
}

/** Draws indices from 0, with a frequency by rank (Zipf's law with exponent 1). */
function zipf(count: number, random: () => number): () => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= count; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const all = sums.at(-1) ?? 0;
  return () => {
    const drawn = random() * all;
    return sums.findIndex((sum) => sum > drawn);
  };
}

/** The share of draws that are among the `kept` ones drawn most recently. */
function hitShare(size: number, kept: number): number {
  const draw = zipf(size, seededRandom(8));
  const recent = new Set<number>();
  let hits = 0;
  for (let count = 0; count < 2 * DRAWS; count += 1) {
    const drawn = draw();
    if (recent.delete(drawn) && count >= DRAWS) hits += 1;
    recent.add(drawn);
    const [oldest] = recent;
    if (recent.size > kept && oldest !== undefined) recent.delete(oldest);
  }
  return hits / DRAWS;
}

/**
 * `npm run bench -- assistants`: many assistants of one size in an environment of the query function, queried by
 * Zipf's law. Measures how often an assistant is already in memory, how long queries take as Lambda would take them
 * (`reckoned-time.ts`; what S3 takes to send an artifact is not in it), and how much memory is used. Reckons the first
 * for other sizes of the function too.
 */
async function bench(folder: string, stops: (() => Promise<void>)[]): Promise<void> {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  const invocations = measureInvocations(folder);
  const { parts, demo } = await deployExample(folder, stops, {
    environments: ENVIRONMENTS,
    variables: invocations.variables,
  });
  Object.assign(process.env, storeEnvironment(openDataFolder(folder), parts.store.endpoint));
  const operator = await openOperatorStores();
  stops.push(async () => operator.close());
  const sender = createSender(demo.base_url, 512);
  stops.push(async () => sender.close());
  const artifact = await readArtifact(operator.artifacts, demo.institution, demo.ai_version);
  if (artifact === undefined) throw new BenchError('The example has no artifact.');
  const log = path.join(openDataFolder(folder).logs, 'query.log');

  const versions = new Map<number, string>();
  let asked = 0;
  /** Asks an assistant, which is published at its first query. */
  const ask = async (number: number): Promise<Outcome> => {
    const version = versions.get(number) ?? (await publish(operator, demo, artifact, number));
    versions.set(number, version);
    asked += 1;
    const body = { query: variedSentence(asked), external_user_id: `person-${asked}`, ai_version: version };
    const call: Call = {
      method: 'POST',
      path: '/v1/query',
      headers: { Authorization: `App-Key ${demo.app_key}`, 'Content-Type': 'application/json' },
      body: () => JSON.stringify(body),
    };
    return sender.send(call, 0);
  };

  const rows: (string | number)[][] = [];
  const figures: Record<string, Record<string, number>> = {};
  for (const size of smoke ? SMOKE_SIZES : SIZES) {
    const draw = zipf(size, seededRandom(7));
    // All are in memory at first where they fit, and the most frequent ones afterwards.
    for (let number = size - 1; number >= 0 && rows.length === 0; number -= 1) await ask(number);
    for (let count = 0; count < (smoke ? 1 : WARM_UP); count += 1) await ask(draw());
    const outcomes: Outcome[] = [];
    while (outcomes.length < (smoke ? 5 : MEASURED)) outcomes.push(await ask(draw()));
    const lines = (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"assistant loaded"'));
    const loading = new Set(lines.map((line) => JSON.parse(line).requestId));
    const times = reckonedTimes(invocations.read(), ENVIRONMENTS);
    const answered = outcomes.filter(isAnswered).map(({ requestId = '' }) => requestId);
    const [missed, found] = [true, false].map((isLoading) =>
      answered.filter((id) => loading.has(id) === isLoading).map((id) => times.get(id)?.all ?? Number.NaN),
    );
    const { share, refusals } = figuresOf(outcomes);
    const hit = (100 * (found?.length ?? 0)) / answered.length;
    const reckoned = MEGABYTES.map((megabytes) => {
      const kept = Math.floor(assistantBudget(String(megabytes)) / memoryOf(artifact.byteLength));
      return 100 * hitShare(size, kept);
    });
    const all = [...(found ?? []), ...(missed ?? [])];
    const quantiles = [found ?? [], missed ?? [], all].flatMap((some): (string | number)[] =>
      some.length === 0 ? ['–', '–'] : [percentile(some, 0.5), percentile(some, 0.99)],
    );
    const most = Math.max(
      ...childrenOf(process.pid)
        .filter((pid) => programOf(pid) === RUNTIME)
        .map(residentMegabytes),
    );
    rows.push([size, outcomes.length, share, refusals, hit, ...reckoned, ...quantiles, Math.round(most)]);
    figures[String(size)] = { in_memory: hit, p99: percentile(all, 0.99) };
  }
  const headings = [
    'assistants',
    'asked',
    'answered %',
    'else',
    'in memory %',
    ...MEGABYTES.map((megabytes) => `reckoned, ${megabytes} MB`),
    ...['in memory: p50 ms', 'p99', 'loaded first: p50', 'p99', 'all: p50', 'p99'],
    'MB, the most',
  ];
  printTable(
    `Assistants of ${(artifact.byteLength / 2 ** 20).toFixed(1)} MB by Zipf's law, in milliseconds as Lambda would take them`,
    headings,
    rows,
  );
  report(figures);
}

await runOnce((folder, stops) => runBench(() => bench(folder, stops)));
