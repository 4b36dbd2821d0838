import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packArtifact, unpackArtifact } from '../engine/artifact.ts';
import { seededRandom } from '../engine/train/random.ts';
import { publishVersion, readArtifact } from '../functions/shared/domain/versions/versions.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { openDataFolder } from '../local/data-folder.ts';
import type { Demo } from '../local/service.ts';
import { storeEnvironment } from '../local/store.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { deployExample, runOnce } from './support/deployment.ts';
import type { Call } from './support/load.ts';
import { closedLoop, figuresOf, isAnswered } from './support/loops.ts';
import { createSender } from './support/outcomes.ts';
import { childrenOf, programOf, residentMegabytes } from './support/processes.ts';
import { printTable } from './support/table.ts';
import { variedSentence } from './support/varied-sentences.ts';

const SIZES = [144, 500, 2000];
const SMOKE_SIZES = [3, 6];
/** Environments of the query function; each loads an assistant at its first query for it. */
const ENVIRONMENTS = 2;
const SECONDS = 60;
/** Queries per assistant before measuring, to fill the caches. */
const WARM_UP = 3;
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

/**
 * `npm run bench -- assistants`: many assistants of similar size in two environments of the query function, queried by
 * Zipf's law by as many callers as there are environments. Measures how often an assistant is already in memory, how
 * long queries take, and how much memory is used.
 */
async function bench(folder: string, stops: (() => Promise<void>)[]): Promise<void> {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  const { parts, demo } = await deployExample(folder, stops, { environments: ENVIRONMENTS });
  Object.assign(process.env, storeEnvironment(openDataFolder(folder), parts.store.endpoint));
  const operator = await openOperatorStores();
  stops.push(async () => operator.close());
  const sender = createSender(demo.base_url, 512);
  stops.push(async () => sender.close());
  const artifact = await readArtifact(operator.artifacts, demo.institution, demo.ai_version);
  if (artifact === undefined) throw new BenchError('The example has no artifact.');
  const log = path.join(openDataFolder(folder).logs, 'query.log');
  const loads = async () => (await readFile(log, 'utf8')).split('"assistant loaded"').length - 1;

  const versions: string[] = [];
  const rows: (string | number)[][] = [];
  const hits: Record<string, number> = {};
  for (const size of smoke ? SMOKE_SIZES : SIZES) {
    while (versions.length < size) versions.push(await publish(operator, demo, artifact, versions.length));
    const draw = zipf(size, seededRandom(7));
    const call: Call = {
      method: 'POST',
      path: '/v1/query',
      headers: { Authorization: `App-Key ${demo.app_key}`, 'Content-Type': 'application/json' },
      body: (index) =>
        JSON.stringify({
          query: variedSentence(index),
          external_user_id: `person-${index}`,
          ai_version: versions[draw()],
        }),
    };
    const warm = Math.min(size, 500) * WARM_UP;
    let asked = 0;
    while (asked < warm)
      asked += (await closedLoop((index) => sender.send(call, asked + index), ENVIRONMENTS, 1)).length;
    const before = await loads();
    const seconds = smoke ? 1 : SECONDS;
    const outcomes = await closedLoop((index) => sender.send(call, 100_000 + index), ENVIRONMENTS, seconds);
    const missed = (await loads()) - before;
    const { share, p50, p99, refusals } = figuresOf(outcomes);
    const hit = 100 * (1 - missed / outcomes.filter(isAnswered).length);
    const most = Math.max(
      ...childrenOf(process.pid)
        .filter((pid) => programOf(pid) === RUNTIME)
        .map(residentMegabytes),
    );
    rows.push([size, outcomes.length, share, hit, p50, p99, refusals, Math.round(most)]);
    hits[String(size)] = hit;
  }
  const headings = [
    'assistants',
    'asked',
    'answered %',
    'in memory %',
    'p50 ms',
    'p99 ms',
    'else',
    'MB, the most',
  ];
  printTable(
    `Assistants of ${(artifact.byteLength / 2 ** 20).toFixed(1)} MB by Zipf's law, ${ENVIRONMENTS} environments`,
    headings,
    rows,
  );
  report({ in_memory: hits });
}

await runOnce((folder, stops) => runBench(() => bench(folder, stops)));
