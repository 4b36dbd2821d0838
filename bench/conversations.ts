import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { SETTLED_MS, takeInAll } from '../functions/shared/domain/conversations/kept-groups.ts';
import { dayOf, daysBefore, daysBetween } from '../functions/shared/domain/days.ts';
import { newDeploymentKey, readDeploymentKey } from '../functions/shared/domain/deployment-key.ts';
import { dueItem } from '../functions/shared/store/conversation-items.ts';
import { connect } from '../functions/shared/store/dynamodb.ts';
import { createKeptGroupsStore } from '../functions/shared/store/unhandled-groups.ts';
import { tableEnvironment } from '../local/create-tables.ts';
import { DEMO_INSTITUTION } from '../local/demo.ts';
import { startDynamoDb } from '../local/dynamodb.ts';
import type { Demo } from '../local/service.ts';
import { BenchError, readArguments, runBench, wholeNumber } from './command.ts';
import { isRead, startCapacityProxy } from './cost/capacity-proxy.ts';
import { percentile, report } from './report.ts';
import { type Call, send } from './support/load.ts';
import { createLogFiller, type Filling, RARE_COMPETENCY } from './support/log-filler.ts';
import { cpuMicroseconds, starvedMilliseconds } from './support/processes.ts';
import { type BenchService, startService } from './support/service.ts';
import { printTable } from './support/table.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const SIZES = [10, 1000, 10_000, 100_000, 1_000_000];
const SMOKE_SIZES = [10, 1000];

const REQUESTS = 12;
const SMOKE_REQUESTS = 2;

const NOT_UNDERSTOOD = 'what was not understood';

/** Refusals of a page after which the measurement ends. */
const MOST_REFUSALS = 10;

/** The cost of a page: median milliseconds, the service's CPU in milliseconds, and read units of the log. */
interface Page {
  p50: number;
  cpu: number;
  units: number;
}

/** A token of the demo user, who may read the log. */
async function bearer(demo: Demo): Promise<string> {
  const form = {
    grant_type: 'client_credentials',
    client_id: demo.client_id,
    client_secret: demo.client_secret,
    service_user_id: demo.service_user_id,
  };
  const call: Call = {
    method: 'POST',
    path: '/v1/oauth',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: () => new URLSearchParams(form).toString(),
  };
  return `Bearer ${JSON.parse(await send(demo.base_url, call, 0)).access_token}`;
}

/**
 * Groups all queries that went wrong, as the scheduled function does day by day. The service groups them too, once a
 * minute, and whoever is second at a day leaves it to the first: so it asks again until no day is due.
 */
async function group(client: DynamoDBDocumentClient, filling: Filling) {
  const { table: TableName, institution, deploymentKey, now, days } = filling;
  for (const day of daysBetween(daysBefore(dayOf(now), days - 1), dayOf(now))) {
    await client.send(new PutCommand({ TableName, Item: dueItem(institution, day, 'bench', now) }));
  }
  const store = createKeptGroupsStore({
    deploymentKey: async () => deploymentKey,
    random: randomBytes,
    client: () => client,
  });
  // By then the last day is over and settled too, even just after midnight, and not due once all of it is taken in.
  const clock = { now: () => now + DAY_MS + SETTLED_MS, until: Number.POSITIVE_INFINITY };
  const onFault = (_: string, fault: unknown) => {
    throw fault;
  };
  do await takeInAll(store, clock, { first: 0, onFault });
  while ((await store.dueDays()).some((due) => due.institution === institution));
}

/** The pages that people open, by name. */
async function pagesOf(
  demo: Demo,
  authorization: string,
  sessionId: string,
  now: number,
): Promise<Record<string, Call>> {
  const get = (place: string): Call => ({
    method: 'GET',
    path: place,
    headers: { Authorization: authorization },
  });
  const days = `from=${daysBefore(dayOf(now), DAYS - 1)}&to=${dayOf(now)}`;
  const first = get(`/v1/conversations?${days}`);
  const { next_cursor: cursor } = JSON.parse(await send(demo.base_url, first, 0));
  return {
    'list of sessions': first,
    ...(cursor === undefined
      ? {}
      : { 'its next page': get(`${first.path}&cursor=${encodeURIComponent(cursor)}`) }),
    'list by a filter that nothing passes': get(`${first.path}&competency=nothing`),
    'list by a filter that few pass': get(`${first.path}&competency=${RARE_COMPETENCY}`),
    'list of the failed': get(`${first.path}&outcome=failed`),
    [NOT_UNDERSTOOD]: get(`/v1/unhandled?${days}`),
    'one session': get(`/v1/conversations/${sessionId}`),
    insights: get(`/v1/insights?${days}`),
  };
}

/**
 * `npm run bench -- conversations`: the cost of pages of the conversation log as the log grows, through the gateway
 * with the local store. `--least N` and `--most N` skip smaller and larger logs; `--smoke` runs only small ones, to
 * check that it works.
 */
await runBench(async () => {
  const { smoke, least, most } = readArguments({
    options: {
      smoke: { type: 'boolean', default: false },
      least: { type: 'string', default: '10' },
      most: { type: 'string', default: '1000000' },
    },
  }).values;
  const requests = smoke ? SMOKE_REQUESTS : REQUESTS;
  const [from, to] = [wholeNumber(least), wholeNumber(most)];
  const sizes = smoke ? SMOKE_SIZES : SIZES.filter((size) => from <= size && size <= to);
  if (sizes.length === 0) {
    throw new BenchError(`no log has ${least} to ${most} turns. There are logs of ${SIZES.join(', ')}`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const key = newDeploymentKey(randomBytes);
  Object.assign(process.env, tableEnvironment());
  const filling = {
    table: tableEnvironment().CONVERSATIONS_TABLE ?? '',
    institution: DEMO_INSTITUTION,
    deploymentKey: readDeploymentKey(key, 'the key'),
    now: Date.now(),
    days: DAYS,
  };
  const measured = new Map<string, Map<number, Page>>();
  try {
    const filler = await createLogFiller(filling, path.join(folder, 'export'));
    for (const size of sizes) {
      const begun = performance.now();
      const sessionId = await filler.add(size);
      const databaseFile = path.join(folder, 'dynamodb.db');
      await filler.importInto(databaseFile);
      process.stderr.write(`${size} turns, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
      const directory = path.join(folder, `${size}`);
      await mkdir(directory);
      await writeFile(path.join(directory, 'deployment.key'), key);
      const pages = measurePages({ filling, databaseFile, directory, sessionId, requests });
      for await (const [name, page] of pages) {
        measured.set(name, (measured.get(name) ?? new Map()).set(size, page));
        const told = `p50 ${page.p50.toFixed(1)} ms, ${page.cpu.toFixed(1)} ms of CPU, ${page.units} read units`;
        process.stderr.write(`${size} turns, ${name}: ${told}\n`);
      }
    }
    print(measured, sizes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Opens each page of a log several times, through a service of its own. */
async function* measurePages({
  filling,
  databaseFile,
  directory,
  sessionId,
  requests,
}: {
  filling: Filling;
  databaseFile: string;
  directory: string;
  sessionId: string;
  requests: number;
}): AsyncGenerator<[name: string, page: Page]> {
  const store = await startDynamoDb(databaseFile);
  const proxy = await startCapacityProxy(store.endpoint);
  const service = await startService({
    directory,
    environment: { DYNAMODB_ENDPOINT: proxy.endpoint },
    onLine: (line) => {
      if (line.includes('"unavailable"')) process.stderr.write(`${line}\n`);
    },
  });
  const client = connect(store.endpoint);
  const open = async (name: string, call: Call): Promise<[string, Page]> => {
    await measure(service, name, call, Math.ceil(requests / 4));
    const { p50, cpu } = await measure(service, name, call, requests);
    proxy.take();
    await send(service.demo.base_url, call, 0);
    const units = proxy
      .take()
      .filter((use) => isRead(use) && use.table === filling.table)
      .reduce((sum, use) => sum + use.units, 0);
    return [name, { p50, cpu, units }];
  };
  try {
    const pages = await pagesOf(service.demo, await bearer(service.demo), sessionId, filling.now);
    const notUnderstood = pages[NOT_UNDERSTOOD];
    if (notUnderstood) yield await open(`${NOT_UNDERSTOOD}, not grouped yet`, notUnderstood);
    await group(client, filling);
    for (const [name, call] of Object.entries(pages)) yield await open(name, call);
  } finally {
    client.destroy();
    await service.stop();
    await proxy.close();
    await store.stop();
  }
}

/**
 * Asks for a page, one request after another. A machine that is too busy may not answer within the 20 seconds of a
 * request: then it is asked for again, and what was refused counts neither in milliseconds nor in CPU.
 */
async function measure({ demo, pid }: BenchService, name: string, call: Call, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered: { milliseconds: number; cpu: number }[] = [];
  let refusals = 0;
  while (answered.length < count) {
    const [started, before, starved] = [performance.now(), cpuMicroseconds(pid), starvedMilliseconds(pid)];
    const refusal = await send(demo.base_url, call, answered.length, agent).then(
      () => undefined,
      (error: Error) => error,
    );
    const milliseconds = performance.now() - started;
    const cpu = (cpuMicroseconds(pid) - before) / 1000;
    if (refusal === undefined) {
      answered.push({ milliseconds, cpu });
      continue;
    }
    refusals += 1;
    if (!refusal.message.includes(' answered 503') || refusals > MOST_REFUSALS) throw refusal;
    process.stderr.write(
      `${name}: 503 after ${milliseconds.toFixed(0)} ms, ${cpu.toFixed(0)} of them on a processor and ${(starvedMilliseconds(pid) - starved).toFixed(0)} waiting for one\n`,
    );
  }
  agent.destroy();
  const cpu = answered.reduce((sum, each) => sum + each.cpu, 0) / count;
  return {
    p50: percentile(
      answered.map(({ milliseconds }) => milliseconds),
      0.5,
    ),
    cpu,
  };
}

/** Prints figures, each compared with the smallest log that has the page. */
function print(measured: ReadonlyMap<string, ReadonlyMap<number, Page>>, sizes: readonly number[]): void {
  const rows: (string | number)[][] = [];
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, pages] of measured) {
    const smallest = sizes.map((size) => pages.get(size)).find((page) => page !== undefined);
    for (const [size, { p50, cpu, units }] of pages) {
      const times = {
        p50: p50 / (smallest?.p50 ?? p50),
        cpu: cpu / (smallest?.cpu ?? cpu),
        units: units / (smallest?.units ?? units),
      };
      rows.push([name, size, p50, cpu, units, times.p50, times.cpu, times.units]);
      figures[`${name}, ${size} turns`] = {
        p50_ms: p50,
        cpu_ms: cpu,
        read_units: units,
        p50_times: times.p50,
        cpu_times: times.cpu,
        units_times: times.units,
      };
    }
  }
  const headings = [
    'page',
    'turns',
    'p50 ms',
    'CPU ms',
    'read units',
    'p50, times',
    'CPU, times',
    'units, times',
  ];
  printTable('A page of the conversation log, beside the smallest log’s', headings, rows);
  report(figures);
}
