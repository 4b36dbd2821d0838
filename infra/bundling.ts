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

const shim = (name: string): string => fileURLToPath(new URL(`shims/${name}.ts`, import.meta.url));

/**
 * Modules that stand in for others inside the bundles. Of the SDK: parts that Lambda never needs. Of Node: modules
 * with getters, such as `http.WebSocket`, behind which much code is loaded. Importing such a module, which makes a
 * copy of everything that it exports, runs all of them; taking what is needed from it does not. A name that a shim
 * lacks fails the build: it belongs there, unless it is a getter. Of yaml: its build as ES modules, since the one for
 * Node has a `require`, which an ES module cannot answer.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': shim('credential-provider-node'),
  'node:fs': shim('node-fs'),
  'node:fs/promises': shim('node-fs-promises'),
  'node:http': shim('node-http'),
  'node:https': shim('node-https'),
  'node:process': shim('node-process'),
  'node:util': shim('node-util'),
  yaml: fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url)),
};

/** The aliases as arguments of esbuild's command line. */
export const bundlingAliases = (option: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [option(name), file]));
