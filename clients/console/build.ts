import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/** The files that the console function serves besides its page. */
export interface ConsoleFiles {
  script: string;
  style: string;
  /** Imported scripts by name; those in `atOnce` load immediately, the others on demand. */
  parts: Record<string, string>;
  atOnce: string[];
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The licence notices that must accompany the packages in a script. Packages with the same notice share it.
 */
async function notices({ inputs }: Metafile['outputs'][string]): Promise<string> {
  const packages = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    return name === undefined || bytesInOutput === 0 ? [] : [name];
  });
  const namesByText = new Map<string, string[]>();
  for (const name of [...new Set(packages)].sort()) {
    const folder = path.join(ROOT, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence to put beside its code`);
    const text = (await readFile(path.join(folder, file), 'utf8')).trim();
    namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  return [...namesByText].map(([text, names]) => `/*! ${names.join(', ')}\n${text} */\n`).join('');
}

export async function consoleFiles(): Promise<ConsoleFiles> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['main.tsx', 'style.css'].map((name) => `clients/console/${name}`),
    outdir: 'console',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'inline',
    metafile: true,
    write: false,
  });
  const texts = new Map<string, string>();
  for (const { path: file, text } of outputFiles) {
    const name = path.basename(file);
    const output = metafile.outputs[`console/${name}`];
    if (output === undefined) throw new Error(`the build says nothing of ${name}`);
    texts.set(name, name.endsWith('.js') ? (await notices(output)) + text : text);
  }
  const { 'main.js': script = '', 'style.css': style = '', ...parts } = Object.fromEntries(texts);
  const imports = metafile.outputs['console/main.js']?.imports ?? [];
  const atOnce = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map((each) => path.basename(each.path));
  return { script, style, parts, atOnce };
}

/** `npm run build:console`: writes the files that the console function serves. */
if (import.meta.main) {
  const file = new URL('../../functions/console/files.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(await consoleFiles(), null, 2)}\n`);
}
