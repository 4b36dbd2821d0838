import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Makes `dist`, the content of the client's package: one module for all platforms, and its types. */
await rm(`${folder}dist`, { recursive: true, force: true });
await build({
  entryPoints: [`${folder}index.ts`],
  outfile: `${folder}dist/index.js`,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
});
const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
await promisify(execFile)(compiler, ['--project', folder]);
