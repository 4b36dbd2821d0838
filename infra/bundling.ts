/** How every function is bundled: one source for the stack and for the benchmark that weighs the bundles. */
export const BUNDLING = {
  /** The order keeps CommonJS builds out, whose dynamic `require` an ES module cannot answer. */
  mainFields: ['module', 'main'],
  target: 'node24',
  minify: true,
};
