import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder } from '../local/data-folder.ts';
import { setDemoServers } from '../local/demo-servers.ts';
import { startDynamoDb } from '../local/dynamodb.ts';
import { storeEnvironment } from '../local/store.ts';
import { readArguments, runBench, wholeNumber } from './command.ts';
import { report } from './report.ts';
import { benchSoak } from './soak.ts';
import type { Call } from './support/load.ts';
import {
  atOnce,
  CLOSED_CALLERS,
  CONNECTIONS,
  closedLoop,
  figuresOf,
  isAnswered,
  openLoop,
} from './support/loops.ts';
import { createSender, type Outcome } from './support/outcomes.ts';
import { residentMegabytes } from './support/processes.ts';
import { startService } from './support/service.ts';
import { printTable } from './support/table.ts';
import { balanceQuestion, variedSentence } from './support/varied-sentences.ts';

/** People who begin a dialog at the same moment. */
const PEOPLE_AT_ONCE = 1000;

/** Business logic with an empty answer that counts its calls. */
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

/**
 * `npm run bench -- load`: more queries than can be answered, from many callers and on one dialog. `--soak MINUTES`
 * runs half of the answerable load for that long.
 */
await runBench(async () => {
  const { smoke, soak } = readArguments({
    options: { smoke: { type: 'boolean', default: false }, soak: { type: 'string' } },
  }).values;
  if (soak !== undefined) return benchSoak({ minutes: wholeNumber(soak), smoke });
  const seconds = smoke ? 0.1 : 15;
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
    const varied = query((index) => ({ query: variedSentence(index) }));
    await closedLoop((index) => sender.send(varied, index), CLOSED_CALLERS, seconds / 3);
    const before = residentMegabytes(service.pid);
    const closed = await closedLoop((index) => sender.send(varied, index), CLOSED_CALLERS, seconds);
    const perSecond = closed.filter(isAnswered).length / seconds;
    const rows: (string | number)[][] = [];
    const row = async (name: string, rate: number, outcomes: readonly Outcome[]) => {
      const { asked, share, p50, p99, refusals } = figuresOf(outcomes);
      rows.push([name, rate, asked, share, p50, p99, refusals, residentMegabytes(service.pid)]);
      return share;
    };
    await row(`closed, ${CLOSED_CALLERS} callers`, perSecond, closed);
    for (const load of [0.8, 3]) {
      const rate = load * perSecond;
      // A short burst is answered completely; only lasting load counts. So two thirds more load runs before
      // measuring.
      const open = await openLoop((...asked) => sender.send(varied, ...asked), rate, (5 / 3) * seconds);
      await row(`open, ${100 * load} %`, rate, open.slice(Math.round((2 * rate * seconds) / 3)));
    }
    // Wait until unanswered requests and their resources are gone.
    await delay(smoke ? 0 : 2000);
    await row(
      'closed again',
      perSecond,
      await closedLoop((index) => sender.send(varied, index), CLOSED_CALLERS, seconds),
    );
    const people = smoke ? 20 : PEOPLE_AT_ONCE;
    const all = await atOnce((index) => sender.send(varied, index), people, 4 * (people / perSecond));
    await row(`${people} at once, ${all.tries} tries`, people / all.seconds, all.outcomes);
    const headings = ['load', 'queries/s', 'asked', 'answered %', 'p50 ms', 'p99 ms', 'else', 'MB'];
    printTable('Queries of everybody, each of a dialog of its own', headings, rows);

    Object.assign(process.env, storeEnvironment(openDataFolder(service.directory), store.endpoint));
    await setDemoServers({ BLS_URL: { url: server.url } });
    const balance = (seed: string) =>
      query((index) => ({ query: balanceQuestion(index), dialog_seed: seed }));
    await sender.send(balance('first'), 0);
    const alone = async () => {
      const outcomes = await closedLoop((index) => sender.send(balance('alone'), index), 1, seconds / 3);
      return (3 * outcomes.filter(isAnswered).length) / seconds;
    };
    const dialogs: (string | number)[][] = [];
    const figures: Record<string, number> = {};
    for (const load of [1, 2, 3]) {
      // The rate of one client is measured again each time, since the speed of a shared machine varies.
      const before = await alone();
      server.take();
      const seed = balance(`dialog-${load}`);
      const began = performance.now();
      const outcomes = await openLoop((...asked) => sender.send(seed, ...asked), load * before, seconds);
      const perSecond = (1000 * outcomes.filter(isAnswered).length) / (performance.now() - began);
      const calls = server.take() / Math.max(1, outcomes.filter(isAnswered).length);
      const ofOne = perSecond / ((before + (await alone())) / 2);
      const { asked, share, p50, p99, refusals } = figuresOf(outcomes);
      dialogs.push([100 * load, load * before, asked, share, ofOne, p50, p99, refusals, calls]);
      figures[`dialog_${100 * load}_answered`] = share;
      figures[`dialog_${100 * load}_of_one`] = ofOne;
      figures[`dialog_${100 * load}_calls`] = calls;
    }
    const columns = ['%', 'queries/s', 'asked', 'answered %', 'of one client’s', 'p50 ms', 'p99 ms', 'else'];
    printTable('One dialog, by what one client alone asks of it', [...columns, 'calls a query'], dialogs);
    report({
      queries_per_second: perSecond,
      at_once_per_second: people / all.seconds,
      megabytes_before: before,
      megabytes: residentMegabytes(service.pid),
      ...figures,
    });
  } finally {
    sender.close();
    await service.stop();
    server.close();
    await store.stop();
  }
});
