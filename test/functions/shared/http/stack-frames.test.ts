import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStackFrames } from '../../../../functions/shared/http/stack-frames.ts';
import { removeFolder, temporaryFolder } from '../../../support/folder.ts';

let folder = '';
let file = '';
let bundle = '';
let stack = '';

/** Builds a bundle as deployed: minified, with its source map beside it but not linked. */
beforeAll(async () => {
  folder = await temporaryFolder();
  const source = path.join(folder, 'billing.ts');
  const lines = [
    'const total = 1;',
    '',
    'export function fail(): never {',
    '  throw new Error(String(total));',
    '}',
  ];
  await writeFile(source, lines.join('\n'));
  file = path.join(folder, 'index.mjs');
  const options = { bundle: true, format: 'esm', minify: true, sourcemap: 'external' } as const;
  await build({ entryPoints: [source], outfile: file, ...options });
  bundle = pathToFileURL(file).href;
  const script = `import(${JSON.stringify(bundle)}).then(({ fail }) => fail()).catch(({ stack }) => console.log(stack))`;
  stack = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
});
afterAll(() => removeFolder(folder));

/** Returns an error with a stack from the bundle. */
const failure = (): Error => Object.assign(new Error('too many'), { stack });

test('a frame in the bundle names the source, line and column', () => {
  const [first] = createStackFrames(bundle)(failure());
  expect(first).toMatch(/^at \S+ \(billing\.ts:4:9\)$/);
});

test('frames elsewhere are unchanged, and contain no message', () => {
  const error = new Error('at secret');
  const frames = createStackFrames(bundle)(error);
  expect(frames[0]).toContain('stack-frames.test.ts');
  expect(frames.join()).not.toContain('secret');
});

test('at most ten frames are reported', () => {
  const error = new Error('deep');
  error.stack = `Error: deep\n${Array.from({ length: 11 }, (_, line) => `    at f (${bundle}:1:${line + 1})`).join('\n')}`;
  expect(createStackFrames(bundle)(error)).toHaveLength(10);
});

test('without a readable map, the bundle’s own places are reported', async () => {
  const [, ...frames] = (failure().stack ?? '').split('\n').map((line) => line.trim());
  await writeFile(`${file}.map`, '{');
  expect(createStackFrames(bundle)(failure())[0]).toBe(frames[0]);
  await rm(`${file}.map`);
  expect(createStackFrames(bundle)(failure())[0]).toBe(frames[0]);
});

test('an error without a stack has no frames', () => {
  const error = new Error('none');
  delete error.stack;
  expect(createStackFrames(bundle)(error)).toEqual([]);
});
