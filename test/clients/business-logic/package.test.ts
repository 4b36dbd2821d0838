import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../../../functions/shared/domain/institutions/webhook-secret.ts';
import { removeFolder } from '../../support/folder.ts';
import { projectWith } from '../../support/packed-package.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const run = promisify(execFile);

/** The folder of a user's project, with the packed package and Node's types installed. */
let project = '';
beforeAll(async () => {
  project = await projectWith('clients/business-logic', 'business-logic');
  const guide = await readFile(`${ROOT}docs/BUSINESS-LOGIC.md`, 'utf8');
  const [server = '', lambda = ''] = Array.from(guide.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code);
  await writeFile(path.join(project, 'server.ts'), server);
  await writeFile(path.join(project, 'lambda.ts'), lambda);
  const compilerOptions = {
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    target: 'es2022',
  };
  const settings = { compilerOptions, files: ['server.ts', 'lambda.ts'] };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(settings));
});
afterAll(() => removeFolder(project));

describe('the packed package', () => {
  test('has its module, its types, a licence and no dependencies', async () => {
    const folder = path.join(project, 'node_modules/@parley/business-logic');
    const files = await readdir(folder, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']));
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
    const { license, dependencies } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect([license, dependencies]).toEqual(['Apache-2.0', undefined]);
  });

  test('compiles with the code of its guide', async () => {
    const compiled = run(`${ROOT}node_modules/.bin/tsc`, ['--pretty', 'false'], { cwd: project });
    expect(await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
      stdout: '',
    });
  });
});

describe('the server of the guide', () => {
  let url = '';
  let stop = async () => {};
  beforeAll(async () => {
    const env = { PATH: process.env.PATH, PORT: '0', BLS_SECRET: SECRET };
    const child = spawn(process.execPath, ['server.ts'], { cwd: project, env });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    url = `http://127.0.0.1:${JSON.parse(line).listening}/`;
    stop = async () => {
      child.stdin.end();
      await once(child, 'exit');
    };
  });
  afterAll(() => stop());

  // biome-ignore lint/suspicious/noExplicitAny: the answer of somebody else's server
  const call = async (state: string, account: string, key?: string): Promise<any> => {
    const values = [{ tokens: account, resolved: -1, value: account }];
    const local_time = '2026-05-20T10:30:00-05:00';
    const slots = { _ACCOUNT_: { type: 'string', values } };
    const body = JSON.stringify({ qid: 'q', external_user_id: 'u', state, slots, local_time });
    const secret = readWebhookSecret(SECRET) ?? new Uint8Array();
    const headers: Record<string, string> = signedHeaders([secret], 'q', Math.floor(Date.now() / 1000), body);
    if (key !== undefined) headers['idempotency-key'] = key;
    const answer = await fetch(url, { method: 'POST', body, headers });
    return { status: answer.status, deed: answer.headers.get('parley-deed'), body: await answer.json() };
  };

  test('answers, rejects a value, and returns 501 for an unknown state', async () => {
    expect(await call('balance', 'savings')).toMatchObject({
      status: 200,
      body: { response_slots: { balance: 9000, as_of: '10:30' } },
    });
    expect((await call('balance', 'gold')).body.slots._ACCOUNT_.values[0]).toMatchObject({
      status: 'REJECTED',
      error: 'You have no account called gold.',
    });
    expect((await call('elsewhere', 'savings')).status).toBe(501);
  });

  test('reports that an action was not done', async () => {
    const first = await call('account_closed', 'savings', 'k');
    expect([first.status, first.deed]).toEqual([503, 'not-done']);
  });

  test('rejects a call without a signature', async () => {
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

test('the Lambda of the guide answers only signed calls', async () => {
  const body = JSON.stringify({ qid: 'q', external_user_id: 'u', state: 'balance', slots: {} });
  const secret = readWebhookSecret(SECRET) ?? new Uint8Array();
  const headers = signedHeaders([secret], 'q', Math.floor(Date.now() / 1000), body);
  const code = `
    import { handler } from './lambda.ts';
    const signed = await handler(${JSON.stringify({ headers, body })});
    console.log(JSON.stringify([signed.statusCode, JSON.parse(signed.body), await handler({ headers: {} })]));
  `;
  await writeFile(path.join(project, 'caller.mjs'), code);
  const env = { PATH: process.env.PATH, BLS_SECRET: SECRET };
  const { stdout } = await run(process.execPath, ['caller.mjs'], { cwd: project, env });
  expect(JSON.parse(stdout)).toEqual([200, { response_slots: { balance: 1240.5 } }, { statusCode: 401 }]);
});
