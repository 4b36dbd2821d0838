import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { openDataFolder, writeJson } from '../../local/data-folder.ts';
import { enterFolder } from '../../local/enter-folder.ts';
import { readRunning } from '../../local/running-note.ts';
import { main, readPort } from '../../local/start.ts';
import { parley } from '../cli/parley.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { send } from '../support/http.ts';
import { childrenOf, untilGone } from '../support/processes.ts';
import { type Demo, type RunningService, spawnService, startService } from '../support/service.ts';
import { locked } from './locked.ts';

let folder: string;
/** A folder for a second service, which serves a smaller assistant. */
let other: string;
const CLINIC = 'examples/clinic-assistant';
let service: RunningService;
/** Exit codes of the starts that a signal interrupted, before the first complete start. */
const brokenOff: (number | null)[] = [];
/** Child processes of the interrupted starts. */
const started: number[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  other = await temporaryFolder();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawnService(folder);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    started.push(...childrenOf(child.pid ?? 0));
    child.kill(signal);
    const [code] = await once(child, 'exit');
    brokenOff.push(code);
  }
  // This fails if a lock was left behind.
  service = await startService(folder);
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await Promise.all([folder, other].map(removeFolder));
});

async function post(demo: Demo, route: string, authorization: string, body: unknown) {
  const response = await fetch(`${demo.base_url}${route}`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function token(demo: Demo, form: Record<string, string>) {
  const response = await fetch(`${demo.base_url}/v1/oauth/`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const ask = (
  demo: Demo,
  query: string,
  extra: Record<string, unknown> = {},
  authorization = `App-Key ${demo.app_key}`,
) => post(demo, '/v1/query', authorization, { query, external_user_id: 'tester', ...extra });

/** Returns the rate limit for all requests except queries, from an answer's header. */
async function requestLimit(demo: Demo): Promise<string | null> {
  const headers = { Authorization: `App-Key ${demo.app_key}` };
  const response = await fetch(`${demo.base_url}/v1/apps/applicationtoken/`, { headers });
  expect(response.status).toBe(200);
  return response.headers.get('ratelimit-policy');
}

const clientGrant = ({ client_id, client_secret, service_user_id }: Demo) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
  service_user_id,
});

describe('a first start', () => {
  test('writes everything that a caller needs, for this user alone', () => {
    const file = path.join(folder, 'demo.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      institution: 'demo',
      client_id: expect.stringMatching(/^demo\.[0-9A-Za-z]{20}$/),
      client_secret: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
      public_client_id: expect.stringMatching(/^demo\.[0-9A-Za-z]{20}$/),
      console_client_id: expect.stringMatching(/^demo\.[0-9A-Za-z]{20}$/),
      redirect_uri: 'http://127.0.0.1/callback',
      service_user_id: expect.any(String),
      username: expect.any(String),
      password: expect.any(String),
      app_key: expect.stringMatching(/^cak_[0-9A-Za-z]{36}$/),
      ai_version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      application: 'demo:bank',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('leaves nothing in its folder that others may read', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names).toContain('dynamodb.db');
    expect(names.some((name) => name.startsWith('artifacts/'))).toBe(true);
    const open = names.filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  test('prints the address, the credentials and a request to paste', () => {
    for (const value of Object.values(service.demo)) expect(service.output()).toContain(value);
    expect(service.output()).toContain(`curl -s ${service.demo.base_url}/v1/query`);
    const { base_url, console_client_id } = service.demo;
    expect(service.output()).toContain(`${base_url}/console?client=${console_client_id}`);
    expect(service.output()).toContain('Training');
  });

  test('makes credentials that work with both grants', async () => {
    const { demo } = service;
    const { institution, username, password } = demo;
    expect((await token(demo, clientGrant(demo))).status).toBe(200);
    const signedIn = await token(demo, { grant_type: 'password', institution, username, password });
    expect(signedIn.status).toBe(200);
  });

  test('gives the demo a limit of requests that one machine never reaches', async () => {
    expect(await requestLimit(service.demo)).toBe('"requests-per-second";q=100000;w=1');
  });

  test('answers a question from what the business logic knows, by default and by application', async () => {
    const answer = await ask(service.demo, 'how much is in my savings account');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ competency: 'balance', ai_version: service.demo.ai_version });
    expect(answer.body.bl_resp).toMatchObject({ state: 'balance' });
    const { application } = service.demo;
    expect((await ask(service.demo, 'what is my balance', { application })).body).toMatchObject({
      application,
    });
  });
});

describe('a second start', () => {
  test('on the port that is taken says so, exits with 1 and starts nothing', async () => {
    const child = spawnService(other, Number(new URL(service.demo.base_url).port));
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(child.output()).toMatch(/^Port \d+ is in use by .*\n$/);
  });

  test('on the data folder that is in use says so and exits with 1', async () => {
    const child = spawnService(folder);
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(child.output()).toContain(`Another Parley service is using ${folder}`);
  });

  test('on a data folder that a command uses says so, starts afterwards, is found when it is ready, and is stopped if its npm is killed with SIGKILL', async () => {
    const lock = await locked(openDataFolder(other));
    const npm = spawn('npm', ['start', '--', CLINIC], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', PARLEY_DATA_DIR: other },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain(`Another process is using ${other}. Waiting for it to finish.`);
    await lock.unlock();
    // A service answers nobody while it trains, so commands can find it only afterwards.
    const { runningFile, publishedFile } = openDataFolder(other);
    await expect.poll(async () => (await readRunning(openDataFolder(other)))?.endpoint).toBeDefined();
    expect([runningFile, publishedFile].map((file) => existsSync(file))).toEqual([true, true]);
    await expect.poll(() => text).toContain('Parley is up at');
    const children = childrenOf(npm.pid ?? 0);
    expect(children.length).toBeGreaterThanOrEqual(4);
    npm.kill('SIGKILL');
    await untilGone(children);
  });

  /** Runs a start in this process that must exit with 1, and returns what it prints. */
  async function refusal(dataFolder: string, port: string, assistants: readonly string[] = []) {
    const environment = { PARLEY_DATA_DIR: dataFolder, PORT: port };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    // Otherwise the start would handle this process's signals.
    vi.spyOn(process, 'on').mockReturnThis();
    const start = vi.fn();
    const typed = process.argv;
    process.argv = ['node', 'local/bin.mjs', ...assistants];
    try {
      await main(start);
      expect(exit.mock.calls).toEqual([[1]]);
      expect(start).not.toHaveBeenCalled();
      return printed.mock.calls.join('');
    } finally {
      process.argv = typed;
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  }

  test('on a data folder that is a link says so, exits with 1 and starts nothing', async () => {
    const link = path.join(other, 'link');
    symlinkSync(folder, link);
    expect(await refusal(link, '0')).toMatch(/^Parley could not start: \S+ is a symbolic link\. .*\n$/);
  });

  test('with a folder that holds no assistant says which, and exits with 1', async () => {
    expect(await refusal(other, '0', ['examples'])).toMatch(
      /\S+\/examples does not contain assistant\.yaml\. .*\n$/,
    );
  });

  test('with an invalid PORT says what a port is', async () => {
    expect(await refusal(other, '65536')).toContain('PORT must be a number');
    for (const none of ['-1', 'http', '3e3']) expect(() => readPort(none)).toThrow('PORT must be a number');
    expect(['0', '65535'].map(readPort)).toEqual([0, 65_535]);
  });
});

describe('a start that is interrupted', () => {
  test('by SIGINT and the next by SIGTERM ends with 0 and leaves no process and no lock behind', async () => {
    expect(brokenOff).toEqual([0, 0]);
    await untilGone(started);
  });
});

describe('a restart', () => {
  /** Ends the service with a signal; its exit code must be 0, and its child processes must end. */
  async function endCleanly(signal: NodeJS.Signals): Promise<void> {
    const children = childrenOf(service.pid);
    expect(children.length).toBeGreaterThanOrEqual(3);
    expect(await service.end(signal)).toBe(0);
    await untilGone(children);
  }

  test('after kill -9 keeps credentials, tokens, keys and the conversation, and leaves no process behind', async () => {
    const { demo } = service;
    const bearer = await token(demo, clientGrant(demo));
    const authorization = `Bearer ${bearer.body.access_token}`;
    const key = await post(demo, '/v1/apps/applicationtoken/', authorization, {
      name: 'kept',
      scopes: 'query',
    });
    const begun = await ask(demo, 'transfer 20 dollars from checking to savings');
    const children = childrenOf(service.pid);
    expect(children.length).toBeGreaterThanOrEqual(3);

    await service.end('SIGKILL');
    await untilGone(children);
    service = await startService(folder);
    const { base_url: _before, ...kept } = demo;
    expect(service.demo).toMatchObject(kept);
    expect(service.output()).not.toContain('Training');

    const { dialog } = begun.body;
    const answer = await ask(service.demo, 'yes', { dialog }, `App-Key ${key.body.key}`);
    expect(answer.status).toBe(200);
    expect(answer.body.dialog).toBe(dialog);
    expect(answer.body.competency).toBe(begun.body.competency);
    expect((await ask(service.demo, 'what is my balance', {}, authorization)).status).toBe(200);
  });

  test('after SIGTERM waits for a running command, replaces invalid credentials, keeps limits and serves ISSUER too', async () => {
    const { demo } = service;
    const limit = ['institution', 'set', 'demo', '--requests-per-second', '70', '--local', folder];
    expect(await parley(limit)).toMatchObject({ code: 0 });
    const entry = await enterFolder(openDataFolder(folder));
    if ('lock' in entry) throw new Error('no service has the folder');
    const ended = endCleanly('SIGTERM');
    await expect.poll(service.output).toContain('Waiting up to ten seconds for a command');
    const client = connect(entry.found);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toContain('parley-Directory');
    client.destroy();
    entry.leave();
    await ended;

    const broken = { ...demo, client_secret: 'x'.repeat(40), password: 'wrong-password' };
    await writeJson(path.join(folder, 'demo.json'), broken);
    service = await startService(folder, 0, { ISSUER: 'https://talk.example' });
    expect(await requestLimit(service.demo)).toBe('"requests-per-second";q=70;w=1');
    expect(service.demo.institution).toBe('demo');
    expect(service.demo.client_id).not.toBe(demo.client_id);
    expect(service.demo.username).not.toBe(demo.username);
    const { institution, username, password } = service.demo;
    expect((await token(service.demo, clientGrant(service.demo))).status).toBe(200);
    const signedIn = await token(service.demo, { grant_type: 'password', institution, username, password });
    expect(signedIn.status).toBe(200);
    expect((await ask(service.demo, 'what is my balance')).status).toBe(200);
    const metadata = new URL('/.well-known/oauth-authorization-server', service.demo.base_url);
    const { status, body } = await send(metadata, { headers: { Host: 'talk.example' } });
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      expect.objectContaining({ issuer: 'https://talk.example' }),
    ]);
    expect((await send(metadata, { headers: { Host: 'other.example' } })).status).toBe(421);
  });

  test('also ends cleanly on SIGHUP', () => endCleanly('SIGHUP'));
});
