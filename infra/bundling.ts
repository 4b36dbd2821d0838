import { fileURLToPath } from 'node:url';

/**
 * The way in which every function is bundled: one source for the stack and for the benchmark that weighs the bundles.
 */
export const BUNDLING = {
  /** The order keeps CommonJS builds out, whose dynamic `require` an ES module cannot answer. */
  mainFields: ['module', 'main'],
  target: 'node24',
  minify: true,
};

const source = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const shim = (name: string): string => source(`infra/shims/${name}.ts`);

/**
 * Modules that stand in for others inside the bundles. Of the SDK: parts that Lambda never needs. Of Node: modules
 * with getters, such as `http.WebSocket`, behind which much code is loaded. Importing such a module, which makes a
 * copy of everything that it exports, runs all of them; taking what is needed from it does not. A name that a shim
 * lacks fails the build: it belongs there, unless it is a getter. Of yaml: its build as ES modules, since the one for
 * Node has a `require`, which an ES module cannot answer. Of ours: the artifacts in S3, which Lambda always needs; of
 * what is loaded later esbuild keeps all, so that a hundred commands of S3 would come along.
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

/** The aliases as arguments of esbuild's command line. */
export const bundlingAliases = (option: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [option(name), file]));
