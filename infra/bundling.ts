import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { ALL_FUNCTIONS } from './functions.ts';

const source = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const shim = (name: string): string => source(`infra/shims/${name}.ts`);

/**
 * Modules that replace others in the bundles:
 * - SDK modules that Lambda never needs.
 * - Node modules with getters, such as `http.WebSocket`, that load much code. Importing such a module copies all its
 * exports and runs every getter; the shims pick only what is needed. If a name is missing from a shim, the build
 * fails: add it, unless it is a getter.
 * - yaml: its ES module build, since the one for Node uses `require`.
 * - Our S3 artifact store, which Lambda always needs: esbuild keeps all of a dynamically imported module, so a
 * hundred S3 commands would be bundled.
 */
const ALIASES: Record<string, string> = {
  '@aws-sdk/credential-provider-node': shim('credential-provider-node'),
  'node:fs': shim('node-fs'),
  'node:fs/promises': shim('node-fs-promises'),
  'node:http': shim('node-http'),
  'node:https': shim('node-https'),
  'node:process': shim('node-process'),
  'node:util': shim('node-util'),
  '#artifacts-s3': source('functions/shared/store/artifacts-s3.ts'),
  yaml: source('node_modules/yaml/browser/index.js'),
};

/** How functions are bundled: for the stack, and for the test of their limits. */
export const BUNDLING = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  /** This order avoids CommonJS builds, whose dynamic `require` fails in an ES module. */
  mainFields: ['module', 'main'],
  target: 'node24',
  minify: true,
  /** Escaped letters of other languages would take three times the bytes. */
  charset: 'utf8',
  alias: ALIASES,
} as const satisfies BuildOptions;

/** A bundle and its source map. */
export interface Bundle {
  'index.mjs': Uint8Array;
  'index.mjs.map': Uint8Array;
}

let bundles: ReadonlyMap<string, Bundle> | undefined;

/** A function's bundle. All functions are bundled at once, which reads what they share once. */
export function bundleOf(name: string): Bundle {
  bundles ??= bundled(Object.keys(ALL_FUNCTIONS));
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`There is no function named ${name}.`);
  return bundle;
}

function bundled(names: readonly string[]): ReadonlyMap<string, Bundle> {
  const { outputFiles } = buildSync({
    absWorkingDir: source('.'),
    entryPoints: names.map((name) => ({ in: source(`functions/${name}/handler.ts`), out: `${name}/index` })),
    // Not written: it only decides how the source maps name their sources.
    outdir: source('bundles'),
    outExtension: { '.js': '.mjs' },
    write: false,
    // The source map is deployed beside the bundle without a reference; http/stack-frames.ts reads it after an error.
    sourcemap: 'external',
    sourcesContent: false,
    ...BUNDLING,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const file = (path: string): Uint8Array => {
    const contents = files.get(source(`bundles/${path}`));
    if (contents === undefined) throw new Error(`esbuild made no ${path}.`);
    return contents;
  };
  return new Map(
    names.map((name) => [
      name,
      { 'index.mjs': file(`${name}/index.mjs`), 'index.mjs.map': file(`${name}/index.mjs.map`) },
    ]),
  );
}
