import { fileURLToPath } from 'node:url';

/** How functions are bundled, both for the stack and for the benchmark of bundle sizes. */
export const BUNDLING = {
  /** This order avoids CommonJS builds, whose dynamic `require` fails in an ES module. */
  mainFields: ['module', 'main'],
  target: 'node24',
  minify: true,
};

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
export const ALIASES: Readonly<Record<string, string>> = {
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

/** The aliases as command-line arguments for esbuild. */
export const bundlingAliases = (option: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [option(name), file]));
