import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from '../../local/create-tables.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { needPeers, runBench } from '../command.ts';
import { type Call, type LoadFigures, load } from '../support/load.ts';
import { printTable } from '../support/table.ts';

/**
 * `npm run bench -- oauth`: our token endpoint compared with two others, for the client credentials grant, each in
 * its own process on the same machine, in turns. CPU is the server process's user and system time. Ours and
 * node-oauth2-server use the same HTTP server, which is also measured alone; oidc-provider brings its own, Koa. Only
 * ours checks and stores failed attempts, writes an audit event and creates a refresh token. Other load can only slow
 * a round down, so the fastest round is the most reliable.
 */
await runBench(() => needPeers('@node-oauth/oauth2-server', 'oidc-provider'));
if (process.exitCode) process.exit();

const smoke = process.argv.includes('--smoke');
const ROUNDS = smoke ? 1 : 11;
const COUNT = smoke ? 50 : 4000;
/** Enough for every server to be fully compiled. */
const WARM_UP = smoke ? 10 : 30_000;
/** The share of requests for servers that wait for a database. */
const DURABLE_SHARE = 0.2;

const database = await startDynamoDb();
const client = connect(database.endpoint);
await createTables(client);
Object.assign(process.env, tableEnvironment(), { DYNAMODB_ENDPOINT: database.endpoint });
const operator = {
  directory: createDirectory(() => client),
  isCommonPassword: () => false,
  now: Date.now,
  random: randomBytes,
};
await createInstitution(operator, { name: 'bench' });
await createUser(operator, { institution: 'bench', userId: 'user', scopes: ['query'] });
const { client: made, secret } = await createClient(operator, { institution: 'bench', scopes: ['query'] });
client.destroy();

const form = new URLSearchParams({
  grant_type: 'client_credentials',
  client_id: made.clientId,
  client_secret: secret,
  service_user_id: 'user',
  scope: 'query',
}).toString();
const call = (path: string): Call => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: () => form,
});

const PEERS = [
  { name: 'the HTTP server alone', file: 'floor.ts', path: '/', durable: false },
  { name: 'parley, in memory', file: 'parley.ts', path: '/v1/oauth', durable: false },
  {
    name: 'the same, with the log line of each answer',
    file: 'parley.ts',
    logLevel: 'INFO',
    path: '/v1/oauth',
    durable: false,
  },
  {
    name: 'node-oauth2-server 5.3, in memory',
    file: 'node-oauth2-server.ts',
    path: '/token',
    durable: false,
  },
  {
    name: 'the same, secrets as digests',
    file: 'node-oauth2-server.ts',
    options: ['--digests'],
    path: '/token',
    durable: false,
  },
  { name: 'oidc-provider 9.13, in memory', file: 'oidc-provider.mjs', path: '/token', durable: false },
  { name: 'parley, in DynamoDB on this machine', file: 'parley.ts', path: '/v1/oauth', durable: true },
];

const servers = await Promise.all(PEERS.map(start));
const rounds = servers.map((): (LoadFigures & { cpu: number })[] => []);
for (const { baseUrl, path, durable } of servers) {
  await load(baseUrl, call(path), { count: countOf(WARM_UP, durable), connections: 4 });
}
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, server] of servers.entries()) {
    const count = countOf(COUNT, server.durable);
    const before = await server.cpuMicroseconds();
    const figures = await load(server.baseUrl, call(server.path), { count, connections: 4 });
    rounds[index]?.push({ ...figures, cpu: ((await server.cpuMicroseconds()) - before) / count });
  }
}
const median = (values: number[]): number =>
  values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
printTable(
  `Client credentials grant, median of ${ROUNDS} rounds of ${COUNT} requests over 4 connections, Node ${process.version}`,
  ['server', 'CPU µs/request', 'least', 'p50 ms', 'p99 ms', 'requests/s'],
  servers.map(({ name }, index) => {
    const all = (figure: 'cpu' | keyof LoadFigures) => (rounds[index] ?? []).map((each) => each[figure]);
    const of = (figure: 'cpu' | keyof LoadFigures) => median(all(figure));
    return [
      name,
      of('cpu'),
      Math.min(...all('cpu')),
      of('p50'),
      of('p99'),
      Math.round(of('requestsPerSecond')),
    ];
  }),
);
for (const { stop } of servers) stop();
await database.stop();

function countOf(count: number, durable: boolean): number {
  return durable ? Math.ceil(count * DURABLE_SHARE) : count;
}

async function start(peer: (typeof PEERS)[number]) {
  const child = fork(fileURLToPath(new URL(`servers/${peer.file}`, import.meta.url)), peer.options ?? [], {
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: peer.durable ? database.endpoint : '',
      BENCH_CLIENT_ID: made.clientId,
      BENCH_CLIENT_SECRET: secret,
      // The other servers do not log requests.
      POWERTOOLS_LOG_LEVEL: peer.logLevel ?? 'ERROR',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    ...peer,
    baseUrl: `http://127.0.0.1:${port}`,
    async cpuMicroseconds(): Promise<number> {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
      return cpu.user + cpu.system;
    },
    stop: () => child.disconnect(),
  };
}
