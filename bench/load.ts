import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder } from '../local/data-folder.ts';
import { setDemoServers } from '../local/demo-servers.ts';
import { startDynamoDb } from '../local/dynamodb.ts';
import { storeEnvironment } from '../local/store.ts';
import { readArguments, runBench } from './command.ts';
import { percentile, report } from './report.ts';
import type { Call } from './support/load.ts';
import { createSender, type Outcome } from './support/outcomes.ts';
import { residentMegabytes } from './support/processes.ts';
import { startService } from './support/service.ts';
import { printTable } from './support/table.ts';

/** Callers of the closed loop, each of whom asks again as soon as it is answered. */
const CLOSED_CALLERS = 8;
const CONNECTIONS = 512;

/** Everybody asks again as soon as they are answered. */
async function closedLoop(
  send: (index: number) => Promise<Outcome>,
  callers: number,
  seconds: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const caller = async () => {
    while (performance.now() < end) {
      outcomes.push(await send(next));
      next += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return outcomes;
}

/** Somebody asks at every tick, whatever became of those before; the time of an answer counts from its tick. */
async function openLoop(
  send: (index: number, since: number) => Promise<Outcome>,
  perSecond: number,
  seconds: number,
): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = [];
  const begin = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = begin + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await delay(early);
    sent.push(send(index, due));
  }
  return Promise.all(sent);
}

const isAnswered = ({ status }: Outcome): boolean => status === 200;

function figuresOf(outcomes: readonly Outcome[]) {
  const answered = outcomes.filter(isAnswered);
  const times = answered.map(({ milliseconds }) => milliseconds);
  const refusals = new Map<number, number>();
  for (const { status } of outcomes)
    if (status !== 200) refusals.set(status, (refusals.get(status) ?? 0) + 1);
  return {
    asked: outcomes.length,
    share: (100 * answered.length) / Math.max(1, outcomes.length),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refusals: [...refusals].map(([status, count]) => `${status || 'none'} ×${count}`).join(', ') || '–',
  };
}

/** Business logic that says nothing and counts its calls. */
async function startCountingServer() {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    calls += 1;
    incoming.resume().on('end', () => outgoing.setHeader('Content-Type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take: () => {
      const taken = calls;
      calls = 0;
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `npm run bench -- load`: more queries than can be answered, of everybody and of one dialog. */
await runBench(async () => {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  const seconds = smoke ? 0.5 : 15;
  const store = await startDynamoDb();
  const service = await startService({
    environment: { DYNAMODB_ENDPOINT: store.endpoint },
    errors: 'ignore',
  });
  const server = await startCountingServer();
  const { demo } = service;
  const sender = createSender(demo.base_url, CONNECTIONS);
  const query = (fields: (index: number) => object): Call => ({
    method: 'POST',
    path: '/v1/query',
    headers: { Authorization: `App-Key ${demo.app_key}`, 'Content-Type': 'application/json' },
    body: (index) => JSON.stringify({ external_user_id: 'bench', ...fields(index) }),
  });
  try {
    const hello = query(() => ({ query: 'hello there' }));
    await closedLoop((index) => sender.send(hello, index), CLOSED_CALLERS, seconds / 3);
    const before = residentMegabytes(service.pid);
    const closed = await closedLoop((index) => sender.send(hello, index), CLOSED_CALLERS, seconds);
    const perSecond = closed.filter(isAnswered).length / seconds;
    const rows: (string | number)[][] = [];
    const row = async (name: string, rate: number, outcomes: readonly Outcome[]) => {
      const { asked, share, p50, p99, refusals } = figuresOf(outcomes);
      rows.push([name, rate, asked, share, p50, p99, refusals, residentMegabytes(service.pid)]);
      return share;
    };
    await row(`closed, ${CLOSED_CALLERS} callers`, perSecond, closed);
    for (const load of [0.8, 3]) {
      const open = await openLoop((...asked) => sender.send(hello, ...asked), load * perSecond, seconds);
      await row(`open, ${100 * load} %`, load * perSecond, open);
    }
    // What was asked for and could not be answered is over, and with it what it took.
    await delay(smoke ? 0 : 2000);
    await row(
      'closed again',
      perSecond,
      await closedLoop((index) => sender.send(hello, index), CLOSED_CALLERS, seconds),
    );
    const headings = ['load', 'queries/s', 'asked', 'answered %', 'p50 ms', 'p99 ms', 'else', 'MB'];
    printTable('Queries of everybody, each of a dialog of its own', headings, rows);

    Object.assign(process.env, storeEnvironment(openDataFolder(service.directory), store.endpoint));
    await setDemoServers({ BLS_URL: { url: server.url } });
    const balance = (seed: string) => query(() => ({ query: 'what is my balance', dialog_seed: seed }));
    await sender.send(balance('first'), 0);
    const alone = await closedLoop((index) => sender.send(balance('alone'), index), 1, seconds);
    const ofOne = alone.length / seconds;
    const dialogs: (string | number)[][] = [];
    const found: Record<string, number> = {};
    for (const load of [1, 2, 3]) {
      server.take();
      const seed = balance(`dialog-${load}`);
      const outcomes = await openLoop((...asked) => sender.send(seed, ...asked), load * ofOne, seconds);
      const { asked, share, p50, p99, refusals } = figuresOf(outcomes);
      const calls = server.take() / Math.max(1, outcomes.filter(isAnswered).length);
      dialogs.push([100 * load, load * ofOne, asked, share, p50, p99, refusals, calls]);
      found[`dialog_${100 * load}_answered`] = share;
      found[`dialog_${100 * load}_calls`] = calls;
    }
    const columns = ['%', 'queries/s', 'asked', 'answered %', 'p50 ms', 'p99 ms', 'else', 'calls a query'];
    printTable('One dialog, by what one client alone asks of it', columns, dialogs);
    report({
      queries_per_second: perSecond,
      megabytes_before: before,
      megabytes: residentMegabytes(service.pid),
      ...found,
    });
  } finally {
    sender.close();
    await service.stop();
    server.close();
    await store.stop();
  }
});
