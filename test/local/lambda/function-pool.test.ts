import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeployedFunction } from '../../../local/lambda/deployment.ts';
import { createPool, type FunctionPool } from '../../../local/lambda/function-pool.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';

/** A function that does what its event says. */
const SOURCE = `
let count = 0;
export const handler = async ({ act }, context) => {
  count += 1;
  if (act === 'throw') throw new RangeError('out of range');
  if (act === 'hang') return new Promise(() => setInterval(() => {}, 1000));
  if (act === 'exit') process.exit(3);
  if (act === 'fill') { globalThis.kept = Buffer.alloc(300 * 2 ** 20, 1); }
  return { count, pid: process.pid, memory: context.memoryLimitInMB, remaining: context.getRemainingTimeInMillis(),
    setting: process.env.SETTING, region: process.env.AWS_REGION, requestId: context.awsRequestId };
};`;

let folder = '';
const pools: FunctionPool[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'index.mjs'), SOURCE);
});
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});
afterAll(() => removeFolder(folder));

function pool(changes: Partial<DeployedFunction> = {}): FunctionPool {
  const definition = {
    name: 'tried',
    codeFolder: folder,
    handler: 'index.handler',
    environment: { SETTING: 'from the template' },
    memoryMegabytes: 256,
    timeoutSeconds: 5,
    statements: [],
    ...changes,
  };
  const made = createPool(definition, { overrides: {}, onLog: () => undefined });
  pools.push(made);
  return made;
}

test('an invocation gets its event, its context and the settings of the template', async () => {
  const answer = await pool().invoke('request-1', { act: 'answer' });
  expect(answer).toMatchObject({
    count: 1,
    memory: '256',
    setting: 'from the template',
    region: 'local',
    requestId: 'request-1',
  });
  expect(answer).toHaveProperty('remaining', expect.closeTo(5000, -3));
});

test('the next invocation reuses the process, and two at once have one each', async () => {
  const tried = pool();
  await tried.invoke('1', { act: 'answer' });
  expect(await tried.invoke('2', { act: 'answer' })).toMatchObject({ count: 2 });
  const answers = await Promise.all([tried.invoke('3', {}), tried.invoke('4', {})]);
  expect(new Set(answers.map((answer) => (answer as { pid: number }).pid)).size).toBe(2);
});

test('an error is reported by its message, and the process goes on', async () => {
  const tried = pool();
  await expect(tried.invoke('1', { act: 'throw' })).rejects.toThrow('out of range');
  expect(await tried.invoke('2', {})).toMatchObject({ count: 2 });
});

test.each([
  ['the timeout', 'hang', { timeoutSeconds: 1 }, 'Task timed out after 1 seconds'],
  ['an exit', 'exit', {}, 'Runtime exited with error: exit status 3'],
  ['too much memory', 'fill', {}, 'of its 256 MB'],
])('%s ends the process, and the next invocation gets a new one', async (_what, act, changes, message) => {
  const tried = pool(changes);
  await expect(tried.invoke('1', { act })).rejects.toThrow(message);
  expect(await tried.invoke('2', {})).toMatchObject({ count: 1 });
});

test('a bundle without the handler does not start, and says so', async () => {
  await expect(pool({ handler: 'index.missing' }).invoke('1', {})).rejects.toThrow(
    'index.missing is undefined or not exported',
  );
});
