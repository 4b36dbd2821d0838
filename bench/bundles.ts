import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { BUNDLING } from '../infra/bundling.ts';
import { FUNCTIONS } from '../infra/functions.ts';
import { printTable } from './support/table.ts';

const run = promisify(execFile);

/** The size of each function's bundle and how long importing it takes, compared with an empty function. */
export async function benchBundles(smoke: boolean): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bundles-'));
  try {
    const names = ['an empty function', ...Object.keys(FUNCTIONS)];
    const files = new Map<string, string>();
    for (const name of names) files.set(name, await bundle(directory, name));
    const samples = new Map<string, number[]>(names.map((name) => [name, []]));
    // Measured in rounds, so that a slow moment of the machine affects all functions alike.
    for (let round = 0; round < (smoke ? 2 : 15); round += 1) {
      for (const [name, file] of files) samples.get(name)?.push(await importMilliseconds(file));
    }
    const floor = median(samples.get('an empty function') ?? []);
    const rows = await Promise.all(
      names.map(async (name) => {
        const milliseconds = median(samples.get(name) ?? []);
        const { size } = await stat(files.get(name) ?? '');
        return [name, size / 1024, milliseconds, milliseconds - floor];
      }),
    );
    printTable('Bundles', ['function', 'KB minified', 'import ms (median)', 'over empty ms'], rows);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function bundle(directory: string, name: string): Promise<string> {
  const outfile = path.join(directory, name.replaceAll(' ', '-'), 'index.mjs');
  if (name in FUNCTIONS) {
    await build({
      entryPoints: [`functions/${name}/handler.ts`],
      outfile,
      ...BUNDLING,
    });
  } else {
    await mkdir(path.dirname(outfile), { recursive: true });
    await writeFile(outfile, 'export const handler=async()=>({statusCode:200,body:""});');
  }
  return outfile;
}

/** The time of the import alone, in a new process, as in a cold start. */
async function importMilliseconds(file: string): Promise<number> {
  const script = `const t=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-t)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return Number(stdout);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
