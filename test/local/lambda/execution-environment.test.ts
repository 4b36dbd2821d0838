import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';
import { childrenOf, untilGone } from '../../support/processes.ts';

let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(
    path.join(folder, 'index.mjs'),
    'export const handler = () => { console.log("working"); return new Promise(() => setInterval(() => {}, 1000)); };',
  );
});
afterAll(() => removeFolder(folder));

/** A program that invokes the function, which never answers. */
const INVOKE = `
  const { startEnvironment } = await import(process.argv[1]);
  const definition = { name: 'tried', codeFolder: process.argv[2], handler: 'index.handler', environment: {},
    memoryMegabytes: 128, timeoutSeconds: 60, statements: [] };
  const environment = await startEnvironment(definition, { overrides: {}, onLog: (text) => process.stdout.write(text) });
  await environment.invoke('1', {});
`;

test('a running function ends with the process that invoked it, even after SIGKILL', async () => {
  const module = path.resolve('local/lambda/execution-environment.ts');
  const asking = spawn(process.execPath, ['--input-type=module', '-e', INVOKE, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: asking.stdout }), 'line');
  expect(line).toBe('working');
  const working = childrenOf(asking.pid ?? 0);
  expect(working).toHaveLength(1);
  asking.kill('SIGKILL');
  await untilGone(working);
});
