import { fileURLToPath } from 'node:url';

/** How every function is bundled: one source for the stack and for the benchmark that weighs the bundles. */
export const BUNDLING = {
  /** The order keeps CommonJS builds out, whose dynamic `require` an ES module cannot answer. */
  mainFields: ['module', 'main'],
  target: 'node24',
  minify: true,
};

/** Parts of the SDK that Lambda never needs, and what stands in for them (see `shims/`). */
export const ALIASES: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': fileURLToPath(
    new URL('shims/credential-provider-node.ts', import.meta.url),
  ),
};

/** The aliases as arguments of esbuild's command line. */
export const bundlingAliases = (option: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [option(name), file]));
