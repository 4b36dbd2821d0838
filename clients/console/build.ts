import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The files that the console function serves beside its page. */
export interface ConsoleFiles {
  script: string;
  style: string;
}

/** The notice of Preact, whose licence asks that it goes with the script. */
async function notice(): Promise<string> {
  const licence = await readFile(new URL('../../node_modules/preact/LICENSE', import.meta.url), 'utf8');
  return `/*! Preact\n${licence.trim()} */`;
}

export async function consoleFiles(): Promise<ConsoleFiles> {
  const { outputFiles } = await build({
    entryPoints: ['main.tsx', 'style.css'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
    outdir: 'console',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    banner: { js: await notice() },
    legalComments: 'inline',
    write: false,
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

/** `npm run build:console`: writes what the console function serves. */
if (import.meta.main) {
  const file = new URL('../../functions/console/files.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(await consoleFiles(), null, 2)}\n`);
}
