import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundled } from '../../local/bundled.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STACK_FRAMES = 'functions/shared/http/stack-frames.ts';
/** Any time before the bundling. */
const EARLIER = new Date('2020-01-01');

let root: string;
beforeEach(async () => {
  root = `${await temporaryFolder()}/`;
  write('words.ts', "export const word: string = 'first';");
  write('main.ts', "import { word } from './words.ts';\nprocess.stdout.write(word);");
});
afterEach(() => removeFolder(root));

function write(name: string, text: string, changed = EARLIER): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, changed, changed);
}

const run = async (): Promise<string> => {
  const bundle = fileURLToPath(await bundled('main.ts', root));
  return execFileSync(process.execPath, [bundle], { encoding: 'utf8' });
};

const inode = async (): Promise<number> => statSync(fileURLToPath(await bundled('main.ts', root))).ino;

test('a program is bundled once', async () => {
  const before = await inode();
  expect(await inode()).toBe(before);
});

test('a program is bundled again after a change of a file that it imports', async () => {
  expect(await run()).toBe('first');
  write('words.ts', "export const word: string = 'second';");
  expect(await run()).toBe('second');
});

test('a change of the same length at the same time of the file counts too', async () => {
  expect(await run()).toBe('first');
  write('words.ts', "export const word: string = 'later';");
  expect(await run()).toBe('later');
});

test('a program is bundled again if a file changed while it was bundled', async () => {
  write('words.ts', "export const word: string = 'first';", new Date(Date.now() + 60_000));
  const before = await inode();
  expect(await inode()).not.toBe(before);
});

test('a program finds the files beside its sources', async () => {
  write('texts/text.txt', 'found');
  write(
    'texts/read.ts',
    "import { readFileSync } from 'node:fs';\n" +
      "export const text = readFileSync(new URL('text.txt', import.meta.url), 'utf8');",
  );
  write('main.ts', "import { text } from './texts/read.ts';\nprocess.stdout.write(text);");
  expect(await run()).toBe('found');
});

test('stack frames name the source', async () => {
  cpSync(path.join(ROOT, STACK_FRAMES), path.join(root, STACK_FRAMES));
  write(
    'main.ts',
    `import { stackFrames } from './${STACK_FRAMES}';\n` +
      'function fail(): Error {\n  return new Error();\n}\n' +
      "process.stdout.write(stackFrames(fail())[0] ?? '');",
  );
  expect(await run()).toBe('at fail (main.ts:3:10)');
});

test('an import of a Node module does not load what its getters need', async () => {
  write(
    'main.ts',
    "import { request } from 'node:http';\n" +
      'const loaded = process.moduleLoadList.filter((name: string) => name.includes("undici"));\n' +
      "process.stdout.write(typeof request + ' ' + loaded.length);",
  );
  expect(await run()).toBe('function 0');
});
