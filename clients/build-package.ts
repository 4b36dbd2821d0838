import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** Builds `dist` in the working folder, the content of a package: one module and its types. */
const folder = process.cwd();
await rm(path.join(folder, 'dist'), { recursive: true, force: true });
await build({
  entryPoints: [path.join(folder, 'index.ts')],
  outfile: path.join(folder, 'dist/index.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['node:*'],
  legalComments: 'none',
});
const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
await promisify(execFile)(compiler, ['--project', folder]);
