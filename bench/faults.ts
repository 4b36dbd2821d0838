import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startDynamoDb } from '../local/dynamodb.ts';
import { atPort } from '../local/private-server.ts';
import type { Demo } from '../local/service.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { benchKills } from './kills/run.ts';
import { report } from './report.ts';
import { FAULTS, type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { halfWritten } from './support/half-written.ts';
import { type Call, send } from './support/load.ts';
import { createSender, type Outcome } from './support/outcomes.ts';
import { startService } from './support/service.ts';
import { printTable } from './support/table.ts';

/** How often each kind of process is killed. */
const KILLS = 15;
const SHARES = [0.1, 0.4, 1];
/** Requests of each endpoint under each fault and share. */
const REQUESTS = 4;
/** To be told to come again is right while the store fails; several guesses at one account at once are always told so. */
const REFUSALS = [503, 429];
/** What is answered again must be so by then. */
const RECOVERY_MS = 2000;
/** A request has 20 seconds, and the gateway's answer a little more. */
const LONGEST_MS = 22_000;

/** A call of every endpoint that asks the store, with what it answers where nothing is wrong. */
async function callsOf({ base_url, ...demo }: Demo): Promise<Record<string, Call>> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const client = { client_id: demo.client_id, client_secret: demo.client_secret };
  const grant = { grant_type: 'client_credentials', ...client, service_user_id: demo.service_user_id };
  const oauth = (path: string, fields: Record<string, string>): Call => ({
    method: 'POST',
    path,
    headers: form,
    body: () => new URLSearchParams(fields).toString(),
  });
  const { access_token: token } = JSON.parse(await send(base_url, oauth('/v1/oauth', grant), 0));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const post = (path: string, fields: () => object): Call => ({
    method: 'POST',
    path,
    headers,
    body: () => JSON.stringify(fields()),
  });
  const get = (path: string): Call => ({ method: 'GET', path, headers });
  const newKey = post('/v1/apps/applicationtoken', () => ({ name: 'bench', scopes: 'query' }));
  const { id } = JSON.parse(await send(base_url, newKey, 0));
  const query = post('/v1/query', () => ({ query: 'hello there', external_user_id: randomUUID() }));
  const { session_id: session } = JSON.parse(await send(base_url, query, 0));
  const assigned = { application: demo.application, ai_version: demo.ai_version };
  const redirect = new URLSearchParams({
    response_type: 'code',
    client_id: demo.client_id,
    redirect_uri: demo.redirect_uri,
  });
  return {
    'token, client credentials': oauth('/v1/oauth', grant),
    'token, password': oauth('/v1/oauth', {
      grant_type: 'password',
      username: demo.username,
      password: demo.password,
      institution: demo.institution,
    }),
    introspect: oauth('/v1/oauth/introspect', { ...client, token }),
    'revoke, of nothing': oauth('/v1/oauth/revoke', { ...client, token: 'a'.repeat(30) }),
    'authorize, the page': { method: 'GET', path: `/v1/oauth/authorize?${redirect}` },
    'key create': newKey,
    'key list': get('/v1/apps/applicationtoken'),
    'key update': post(`/v1/apps/applicationtoken/${id}`, () => ({ name: 'bench' })),
    'key delete, of none': {
      ...get(`/v1/apps/applicationtoken/${randomUUID()}`),
      method: 'DELETE',
      status: 404,
    },
    query,
    'feedback, on nothing': {
      ...post('/v1/feedback', () => ({ session_id: randomUUID(), rating: 'good' })),
      status: 404,
    },
    conversations: get('/v1/conversations'),
    conversation: get(`/v1/conversations/${session}`),
    insights: get('/v1/insights'),
    unhandled: get('/v1/unhandled'),
    versions: get('/v1/versions'),
    'versions assign': post('/v1/versions/assign', () => assigned),
    ready: { method: 'GET', path: '/v1/ready' },
  };
}

interface Round {
  name: string;
  fault: (typeof FAULTS)[number];
  share: number;
  outcomes: Outcome[];
  /** Milliseconds from the end of the fault to the first good answer. */
  recoveryMs: number;
}

/** Every so many operations of a hundred, spread evenly. */
const strikes = (share: number) => (index: number) => (index * 0.618_034) % 1 < share;

async function measure(
  proxy: FaultProxy,
  baseUrl: string,
  calls: Record<string, Call>,
  { fault, share, requests }: { fault: (typeof FAULTS)[number]; share: number; requests: number },
): Promise<Round[]> {
  const sender = createSender(baseUrl, 256);
  const isStruck = strikes(share);
  proxy.fault = (_operation, index) => (isStruck(index) ? fault : undefined);
  const entries = Object.entries(calls);
  const outcomes = await Promise.all(
    entries.map(([, call]) =>
      Promise.all(Array.from({ length: requests }, (_, index) => sender.send(call, index))),
    ),
  );
  // What still hangs goes on hanging; only what comes from now on is as it should be.
  proxy.fault = () => undefined;
  const over = performance.now();
  const recoveries = await Promise.all(
    entries.map(async ([, call]) => {
      while (performance.now() - over < 5 * RECOVERY_MS) {
        if ((await sender.send(call, 0)).status === (call.status ?? 200)) return performance.now() - over;
        await delay(20);
      }
      return Number.POSITIVE_INFINITY;
    }),
  );
  sender.close();
  return entries.map(([name], index) => ({
    name,
    fault,
    share,
    outcomes: outcomes[index] ?? [],
    recoveryMs: recoveries[index] ?? Number.NaN,
  }));
}

const statusOf = (name: string, calls: Record<string, Call>) => calls[name]?.status ?? 200;

/**
 * `npm run bench -- faults`: what endpoints answer while the store fails, and how soon they do after; with `--kills`,
 * what is left when processes are killed.
 */
await runBench(async () => {
  const { smoke, full, kills } = readArguments({
    options: {
      smoke: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      kills: { type: 'boolean', default: false },
    },
  }).values;
  if (kills) return benchKills({ rounds: smoke ? 1 : KILLS, smoke });
  const store = await startDynamoDb();
  const proxy = await startFaultProxy(() => store.endpoint);
  const service = await startService({
    environment: { DYNAMODB_ENDPOINT: atPort(store.endpoint, proxy.port) },
    errors: 'ignore',
  });
  try {
    const all = await callsOf(service.demo);
    const few = ['token, client credentials', 'key create', 'key list', 'query'];
    const calls = smoke
      ? Object.fromEntries(Object.entries(all).filter(([name]) => few.includes(name)))
      : all;
    const rounds: Round[] = [];
    for (const fault of smoke ? (['refuse', 'error'] as const) : FAULTS) {
      for (const share of smoke ? [1] : SHARES) {
        const options = { fault, share, requests: smoke ? 2 : REQUESTS };
        rounds.push(...(await measure(proxy, service.demo.base_url, calls, options)));
      }
    }
    const good = ({ name, outcomes }: Round) =>
      outcomes.filter(({ status }) => status === statusOf(name, all)).length;
    const of = (round: Round, ...statuses: number[]) =>
      round.outcomes.filter(({ status }) => statuses.includes(status)).length;
    const longest = ({ outcomes }: Round) => Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
    const row = (parts: readonly Round[]): number[] => {
      const sum = (count: (round: Round) => number) =>
        parts.reduce((total, round) => total + count(round), 0);
      const asked = sum(({ outcomes }) => outcomes.length);
      const [answered, unavailable] = [sum(good), sum((round) => of(round, ...REFUSALS))];
      return [
        asked,
        answered,
        unavailable,
        asked - answered - unavailable,
        Math.max(...parts.map(longest)),
        Math.max(...parts.map(({ recoveryMs }) => recoveryMs)),
      ];
    };
    const headings = ['requests', 'answered', '503 or 429', 'other', 'longest ms', 'again after ms'];
    const groups = full
      ? rounds.map((round) => [round])
      : [...Map.groupBy(rounds, ({ fault, share }) => `${fault} ${share}`).values()];
    printTable(
      `${Object.keys(calls).length} endpoints, the store failing in so many of a hundred requests`,
      [...(full ? ['endpoint'] : []), 'fault', '%', ...headings],
      groups.map((parts) => {
        const [{ name, fault, share }] = parts as [Round];
        return [...(full ? [name] : []), fault, 100 * share, ...row(parts)];
      }),
    );
    const [asked = 0, answered = 0, unavailable = 0, other = 0, longestMs = 0, recoveryMs = 0] = row(rounds);
    const half = await halfWritten(store.endpoint);
    report({
      asked,
      answered,
      unavailable,
      other,
      longest_ms: longestMs,
      half_written: half,
      recovery_ms: recoveryMs,
    });
    const strange = rounds.flatMap((round) =>
      round.outcomes
        .filter(({ status }) => !REFUSALS.includes(status) && status !== statusOf(round.name, all))
        .map(({ status }) => `${round.name} answered ${status || 'nothing whole'} to ${round.fault}`),
    );
    const wrong = [
      ...new Set(strange),
      ...(half === 0 ? [] : [`${half} credentials are half written`]),
      ...(recoveryMs > RECOVERY_MS
        ? [`it took ${Math.round(recoveryMs)} ms until all was answered again`]
        : []),
      ...(longestMs > LONGEST_MS ? [`an answer took ${Math.round(longestMs)} ms`] : []),
    ];
    if (wrong.length > 0) throw new BenchError(wrong.join('\n'));
  } finally {
    await service.stop();
    proxy.close();
    await store.stop();
  }
});
