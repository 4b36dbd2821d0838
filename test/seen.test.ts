import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { KERNELS } from '../engine/train/encoder/kernels.ts';
import { CODE, FILES, KERNEL, leadingTo, ROOT } from './support/imports.ts';

test('the compiler sees every source file', () => {
  const told = (...options: string[]) =>
    spawnSync('node_modules/.bin/tsc', options, { cwd: ROOT, encoding: 'utf8' }).stdout;
  // Only the root files come from the compiler, since listing the whole project takes long.
  const { files }: { files: string[] } = JSON.parse(told('--showConfig', '--project', '.'));
  // Browser code is compiled by projects of its own, with DOM types.
  const ofPages = ['clients/chat', 'clients/console', 'examples/react'].flatMap((project) =>
    told('--listFilesOnly', '--project', project).split('\n'),
  );
  const seen = new Set([
    ...leadingTo(files.map((file) => path.normalize(file))),
    ...ofPages.map((file) => path.relative(ROOT, file)),
  ]);
  expect(CODE.filter((file) => !seen.has(file))).toEqual([]);
});

/** Generated files, which `npm run client-types -- --check` generates again and compares. */
const GENERATED = ['clients/typescript/openapi.ts'];

test('the linter sees every source file', () => {
  const { files } = JSON.parse(readFileSync(`${ROOT}biome.json`, 'utf8'));
  const [all, ...others]: string[] = files.includes;
  expect(all).toBe('**');
  const left = others.map((pattern) => pattern.replace('!', ''));
  const isLeft = (file: string) =>
    left.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`));
  expect(CODE.filter(isLeft)).toEqual(GENERATED);
  expect(FILES.filter((file) => file.startsWith(KERNEL)).every(isLeft)).toBe(true);
});

test('the compiler of AssemblyScript is given every source file of the kernel', () => {
  // A kernel file is compiled by itself, or imported by one that is.
  const kernel = FILES.filter((file) => file.startsWith(KERNEL)).map((file) => path.basename(file, '.ts'));
  const compiled = new Set(KERNELS.map(({ source }) => path.basename(source, '.ts')));
  for (const name of compiled) {
    const source = readFileSync(`${ROOT}${KERNEL}${name}.ts`, 'utf8');
    for (const [, imported = ''] of source.matchAll(/from '\.\/(\w+)'/g)) compiled.add(imported);
  }
  expect(kernel.filter((name) => !compiled.has(name))).toEqual([]);
});
