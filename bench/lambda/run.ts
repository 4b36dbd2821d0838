import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { METRIC } from '../../functions/shared/http/metrics.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import { createAccessRecorder } from '../../local/lambda/access.ts';
import type { DeployedFunction } from '../../local/lambda/deployment.ts';
import { type LocalDeployment, startEndpoints } from '../../local/lambda/service.ts';
import type { Demo, Stop } from '../../local/service.ts';
import { BenchError } from '../command.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { deployExample, runOnce } from '../support/deployment.ts';
import { printTable } from '../support/table.ts';
import { recordEvents } from './events.ts';
import { type EventOf, measureInTurns, measureStart, measureWarm, median, type Started } from './measure.ts';
import { profileWarm } from './profile.ts';
import { startTlsFront } from './tls-front.ts';
import { INSTITUTION_VARIABLE, VERSION_VARIABLE } from './turn-variables.ts';

/** The functions of a smoke run: one that only the clock calls, one that is called only once, and those taken apart. */
const SMOKE_FUNCTIONS = ['unhandled-groups', 'keys-delete', 'authorizer', 'oauth-token', 'query'];

/**
 * `npm run bench -- lambda`: the cost of starting and running each function's own bundle, compared with an empty
 * function in the same run. CPU milliseconds include all threads and are affected less by a busy machine than elapsed
 * time. Cold starts reach the stores over TLS, with handshakes. `-- --smoke` runs every part briefly, for a few
 * functions, `-- --only authorizer,query` runs only these functions. `-- --profile` shows where a warm query and a
 * token request, or the functions in `--only`, spend their time.
 */
const { values: chosen } = parseArgs({
  options: { smoke: { type: 'boolean' }, profile: { type: 'boolean' }, only: { type: 'string' } },
});
const { smoke = false, profile = false } = chosen;
const given = chosen.only?.split(',');
const only = given ?? (smoke ? SMOKE_FUNCTIONS : undefined);
const ROUNDS = smoke ? 1 : 9;
const WARM_INVOCATIONS = smoke ? 10 : 300;
/** Invocations after which nearly all code has been compiled. */
const WARM_UP = smoke ? 5 : 2000;
const EMPTY = 'an empty function';

/** Functions that cannot repeat a call: the second invocation would be refused. */
const ONCE = new Set(['keys-delete']);

async function main(folderPath: string, stops: Stop[]): Promise<void> {
  const { parts, demo } = await deployExample(folderPath, stops);
  const events = await recordEvents(parts, demo);
  // Key creation comes last, since its growing number of keys would slow the others.
  const deployed = [...parts.deployment.functions.values()]
    .filter(({ name }) => only?.includes(name) ?? true)
    .sort((a, b) => order(a) - order(b));
  if (profile) return printParts(deployed, parts, events, stops, folderPath);
  const functions = [await emptyFunction(folderPath), ...deployed];
  await printStarts(functions, parts, events, stops, folderPath);
  await printWarm(deployed, parts, events, stops, folderPath);
  const query = deployed.find(({ name }) => name === 'query');
  if (query !== undefined) await printOutsideEngine(query, demo, parts, events, stops, folderPath);
  if (smoke) await printParts(deployed, parts, events, stops, folderPath);
}

const order = ({ name }: DeployedFunction): number => (name === 'keys-create' ? 1 : 0);

/** @throws {BenchError} if no call reaches the function */
function eventOf({ name }: DeployedFunction, events: ReadonlyMap<string, EventOf>): EventOf {
  const event = events.get(name);
  if (event === undefined) throw new BenchError(`No call reaches ${name}`);
  return event;
}

const overridesOf = (
  definition: DeployedFunction,
  parts: LocalDeployment,
  endpoint: string,
  folder: string,
  stops: Stop[],
) =>
  startEndpoints(
    definition,
    parts.deployment,
    openDataFolder(folder),
    endpoint,
    createAccessRecorder(),
    stops,
  );

async function printStarts(
  functions: readonly DeployedFunction[],
  parts: LocalDeployment,
  events: ReadonlyMap<string, EventOf>,
  stops: Stop[],
  folder: string,
): Promise<void> {
  const samples = new Map<string, Started[]>(functions.map(({ name }) => [name, []]));
  const overrides = new Map<string, Record<string, string>>();
  const tls = await startTlsFront(folder, stops);
  for (const definition of functions) {
    const plain = await overridesOf(definition, parts, parts.store.endpoint, folder, stops);
    overrides.set(definition.name, await tls.secured(plain));
  }
  const handshakes = new Map<string, number>();
  // Measured in rounds, so that a slow moment of the machine affects all functions alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const definition of functions) {
      const { name } = definition;
      const event = name === EMPTY ? {} : events.get(name)?.(round);
      tls.take();
      samples.get(name)?.push(await measureStart(definition, overrides.get(name) ?? {}, event));
      handshakes.set(name, tls.take());
    }
  }
  const of = (name: string, figure: (started: Started) => number | undefined) =>
    median((samples.get(name) ?? []).flatMap((started) => figure(started) ?? []));
  const start = (name: string) => of(name, (started) => started.initMilliseconds);
  const startCpu = (name: string) => of(name, (started) => started.initCpuMilliseconds);
  const rows = await Promise.all(
    functions.map(async ({ name, codeFolder, handler }) => {
      const bundle = await readFile(path.join(codeFolder, handler.replace(/\.[^.]*$/, '.mjs')));
      return [
        name,
        bundle.byteLength / 1024,
        deflateRawSync(bundle).byteLength / 1024,
        start(name),
        start(name) - start(EMPTY),
        startCpu(name),
        startCpu(name) - startCpu(EMPTY),
        startCpu(name) / startCpu(EMPTY),
        of(name, ({ first }) => first?.milliseconds),
        of(name, ({ first }) => first?.cpuMilliseconds),
        handshakes.get(name) ?? 0,
      ];
    }),
  );
  const headings = ['function', 'KB', 'KB zipped', 'start ms', 'over empty', 'start CPU ms', 'over empty'];
  const last = ['ratio', 'first ms', 'first CPU ms', 'handshakes'];
  printTable('Cold starts (medians)', [...headings, ...last], rows);
  const cpu = (name: string) => startCpu(name) + of(name, ({ first }) => first?.cpuMilliseconds);
  printReckoning(functions, cpu);
  printModelLoads(samples.get('query') ?? []);
}

/** Lambda gives a function CPU in proportion to its memory; at this size it has one whole CPU. */
const WHOLE_PROCESSOR_MB = 1769;

/**
 * Prints how long a cold query with a cold authorizer takes: the CPU time from process start to the first answer, at
 * the CPU share for the memory size. Fetching the bundle, starting the machine and waiting for stores are excluded,
 * since they are not our work.
 * @param cpuOf milliseconds by function on this machine's CPU
 */
function printReckoning(functions: readonly DeployedFunction[], cpuOf: (name: string) => number): void {
  const authorizer = functions.find(({ name }) => name === 'authorizer');
  const query = functions.find(({ name }) => name === 'query');
  if (authorizer === undefined || query === undefined) return;
  const at = (name: string, megabytes: number) => (cpuOf(name) * WHOLE_PROCESSOR_MB) / megabytes;
  const queryMs = at(query.name, query.memoryMegabytes);
  const memories = new Set([512, 1024, WHOLE_PROCESSOR_MB, authorizer.memoryMegabytes]);
  printTable(
    `A cold query with a cold authorizer, in ms of CPU time × ${WHOLE_PROCESSOR_MB} / MB`,
    ['authorizer’s MB', 'authorizer', `query at ${query.memoryMegabytes} MB`, 'together'],
    [...memories].map((megabytes) => [
      megabytes === authorizer.memoryMegabytes ? `${megabytes}, as deployed` : String(megabytes),
      at(authorizer.name, megabytes),
      queryMs,
      at(authorizer.name, megabytes) + queryMs,
    ]),
  );
}

/** Prints the query function's log lines about loading the assistant. */
function printModelLoads(started: readonly Started[]): void {
  const loads = started.flatMap(({ log }) =>
    log.split('\n').flatMap((line) => (line.includes('"assistant loaded"') ? [JSON.parse(line)] : [])),
  );
  if (loads.length === 0) return;
  const of = (field: string) => median(loads.map((load) => Number(load[field])));
  const rows = [[of('bytes') / 1024, of(METRIC.modelLoadMilliseconds)]];
  printTable('Loads of the example assistant (medians)', ['KB', 'ms'], rows);
}

async function printWarm(
  functions: readonly DeployedFunction[],
  parts: LocalDeployment,
  events: ReadonlyMap<string, EventOf>,
  stops: Stop[],
  folder: string,
): Promise<void> {
  const counting = await startCountingProxy(parts.store.endpoint);
  stops.push(() => counting.close());
  const rows: (string | number)[][] = [];
  for (const definition of functions) {
    const event = events.get(definition.name);
    if (event === undefined || ONCE.has(definition.name)) continue;
    const overrides = await overridesOf(definition, parts, counting.endpoint, folder, stops);
    await measureStart(definition, overrides, event(0));
    const operations = counting.take();
    const { milliseconds, cpuMicroseconds, megabytes } = await measureWarm(
      definition,
      overrides,
      event,
      WARM_INVOCATIONS,
    );
    counting.take();
    rows.push([
      definition.name,
      milliseconds,
      cpuMicroseconds,
      megabytes,
      operations.length,
      operations.join(' → '),
    ]);
  }
  printTable('Warm invocations', ['function', 'ms', 'CPU µs', 'peak MB', 'round trips', 'operations'], rows);
}

/**
 * Prints the cost of the query function outside the engine: its cost minus that of a function that only takes the
 * turn, measured alternately in the same kind of process.
 */
async function printOutsideEngine(
  query: DeployedFunction,
  demo: Demo,
  parts: LocalDeployment,
  events: ReadonlyMap<string, EventOf>,
  stops: Stop[],
  folder: string,
): Promise<void> {
  const overrides = await overridesOf(query, parts, parts.store.endpoint, folder, stops);
  const event = eventOf(query, events);
  const codeFolder = path.join(folder, 'turn-alone');
  await mkdir(codeFolder);
  const handler = new URL('turn-handler.ts', import.meta.url).href;
  await writeFile(path.join(codeFolder, 'index.mjs'), `export { handler } from ${JSON.stringify(handler)};`);
  const engine = {
    definition: { ...query, name: 'the engine alone', codeFolder },
    overrides: {
      ...overrides,
      ENCODER_DIRECTORY,
      [INSTITUTION_VARIABLE]: demo.institution,
      [VERSION_VARIABLE]: demo.ai_version,
    },
    event,
  };
  const counts = smoke ? { rounds: 1, count: 10 } : { rounds: 9, count: 100 };
  const warmUp = WARM_UP;
  const [whole = Number.NaN, turn = Number.NaN] = await measureInTurns(
    [{ definition: query, overrides, event }, engine],
    { ...counts, warmUp },
  );
  printTable(
    'A warm query, CPU µs (medians)',
    ['the query function', engine.definition.name, 'outside the engine'],
    [[whole, turn, whole - turn]],
  );
}

/** Prints where warm functions spend their CPU time. */
async function printParts(
  deployed: readonly DeployedFunction[],
  parts: LocalDeployment,
  events: ReadonlyMap<string, EventOf>,
  stops: Stop[],
  folder: string,
): Promise<void> {
  const wanted = given ?? ['query', 'oauth-token'];
  for (const definition of deployed.filter(({ name }) => wanted.includes(name))) {
    const overrides = await overridesOf(definition, parts, parts.store.endpoint, folder, stops);
    const asked = { definition, overrides, event: eventOf(definition, events) };
    const counts = { warmUp: WARM_UP, count: smoke ? 20 : 1000 };
    const { cpu, shares } = await profileWarm(asked, folder, counts);
    const rows = [...shares].map(([part, share]) => [part, 100 * share, cpu * share]);
    printTable(`Where ${definition.name} spends ${Math.round(cpu)} µs of CPU`, ['part', '%', 'CPU µs'], rows);
  }
}

async function emptyFunction(folder: string): Promise<DeployedFunction> {
  await writeFile(
    path.join(folder, 'index.mjs'),
    'export const handler=async()=>({statusCode:200,body:""});',
  );
  return {
    name: EMPTY,
    codeFolder: folder,
    handler: 'index.handler',
    environment: {},
    memoryMegabytes: 512,
    timeoutSeconds: 10,
    statements: [],
  };
}

await runOnce(main);
