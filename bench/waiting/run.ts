import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import { MAX_WAIT_SECONDS } from '../../functions/shared/domain/handoffs/waits.ts';
import { functionSettings } from '../../infra/functions.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { EXAMPLE } from '../../local/publish.ts';
import type { Demo, Stop } from '../../local/service.ts';
import { BenchError, readArguments, runBench, wholeNumber } from '../command.ts';
import { isRead, startCapacityProxy } from '../cost/capacity-proxy.ts';
import { report } from '../report.ts';
import { runOnce } from '../support/deployment.ts';
import { cpuMicroseconds } from '../support/processes.ts';
import { printTable } from '../support/table.ts';

const SERVICE = fileURLToPath(new URL('service.ts', import.meta.url));
/** Hands over the first query, which nothing understands. */
const SETTINGS = '\npeople: {within: 24h, after_failures: 1}\n';
/** Users who are asked for at the same time. */
const AT_ONCE = 4;
/** Waits before those that are measured, after which nearly all code has been compiled. */
const WARM_UP = 50;
const MOST_TRIES = 60;

/**
 * `npm run bench -- waiting`: a thousand users, or `--users N`, whose conversations people own each wait for messages
 * once, as long as a request may, with nobody writing. Prints what a user takes who waits for an hour. The waits
 * themselves need no time: each has a clock of its own, so that a busy machine changes nothing but how long this
 * takes. CPU is that of the process with the gateway, the authorizer and the function. On AWS each wait has a process,
 * whose memory Lambda bills.
 */
async function main(folder: string, stops: Stop[]): Promise<void> {
  const { smoke, users: given } = readArguments({
    options: { smoke: { type: 'boolean', default: false }, users: { type: 'string', default: '1000' } },
  }).values;
  const users = smoke ? 10 : wholeNumber(given);

  const database = await startDynamoDb();
  stops.push(() => database.stop());
  const proxy = await startCapacityProxy(database.endpoint);
  stops.push(() => proxy.close());
  const assistant = path.join(folder, 'assistant');
  await cp(EXAMPLE, assistant, { recursive: true });
  const settings = path.join(assistant, 'assistant.yaml');
  // Without a log, which nobody reads here.
  await writeFile(
    settings,
    (await readFile(settings, 'utf8')).replace(/^conversations: .*$/m, '') + SETTINGS,
  );
  await buildEncoder();
  const service = fork(SERVICE, [path.join(folder, 'data'), assistant], {
    env: { ...process.env, DYNAMODB_ENDPOINT: proxy.endpoint, POWERTOOLS_LOG_LEVEL: 'ERROR' },
  });
  stops.push(async () => void service.kill());
  const pid = service.pid ?? 0;
  const [demo]: (Demo | undefined)[] = await Promise.race([
    once(service, 'message'),
    once(service, 'exit').then(() => []),
  ]);
  if (demo === undefined) throw new BenchError('The service did not start.');

  const places = await inTurns(users, async (user) => {
    const dialog = await handOver(demo, user);
    // The first answer has the query that handed over.
    return { dialog, after: (await wait(demo, dialog, 0)).cursor };
  });
  const waitOnce = async (index: number) => {
    const { dialog = '', after } = places[index % users] ?? {};
    const answer = await wait(demo, dialog, MAX_WAIT_SECONDS, after);
    if (answer.messages.length > 0 || answer.ask_after_seconds !== null)
      throw new BenchError(`A wait was not granted or not idle: ${JSON.stringify(answer)}`);
  };
  await inTurns(smoke ? 1 : WARM_UP, waitOnce);
  proxy.take();
  const before = cpuMicroseconds(pid);
  await inTurns(users, waitOnce);
  const cpu = cpuMicroseconds(pid) - before;
  const uses = proxy.take();

  const hours = (users * MAX_WAIT_SECONDS) / 3600;
  const unitsOf = (reads: boolean) =>
    uses.filter((use) => isRead(use) === reads).reduce((sum, { units }) => sum + units, 0) / hours;
  const figures = {
    requests: users / hours,
    read_units: unitsOf(true),
    write_units: unitsOf(false),
    cpu_seconds: cpu / 1e6 / hours,
    gigabyte_seconds: (functionSettings('dialog-messages').memoryMegabytes / 1024) * 3600,
  };
  printTable(
    `A user who waits for an hour, of ${users}`,
    ['requests', 'read units', 'write units', 'seconds of CPU', 'gigabyte-seconds of Lambda'],
    [Object.values(figures)],
  );
  report(figures);
}

/** Does a work for the numbers from 0, `AT_ONCE` of them at a time. */
async function inTurns<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    results.push(...(await Promise.all(some.map(work))));
  }
  return results;
}

const headersOf = ({ app_key }: Demo) => ({ Authorization: `App-Key ${app_key}` });

/** Asks again while a busy machine lets the service be unavailable. Its last answer may still be a 503. */
async function call(url: string, request: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, request);
    if (response.status !== 503 || tries === MOST_TRIES) return response;
    await delay(1000);
  }
}

/** @returns the dialog of a conversation that people own */
async function handOver(demo: Demo, user: number): Promise<string> {
  const response = await call(`${demo.base_url}/v1/query`, {
    method: 'POST',
    headers: { ...headersOf(demo), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'zxcv qwer uiop', external_user_id: `user ${user}` }),
  });
  const answer = (await response.json()) as { owner?: string; dialog?: string };
  if (answer.owner !== 'people') throw new BenchError(`Nobody owns it: ${JSON.stringify(answer)}`);
  return answer.dialog ?? '';
}

interface Waited {
  messages: unknown[];
  ask_after_seconds: number | null;
  cursor: string;
}

async function wait(demo: Demo, dialog: string, seconds: number, after?: string): Promise<Waited> {
  const parameters = new URLSearchParams({ wait: String(seconds), ...(after !== undefined && { after }) });
  const response = await call(`${demo.base_url}/v1/dialog/messages?${parameters}`, {
    headers: { ...headersOf(demo), Dialog: dialog },
  });
  if (!response.ok) throw new BenchError(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Waited;
}

await runBench(() => runOnce(main));
