import { defineConfig } from 'vitest/config';

/** The tests of the rules, for `npm run mutation`: next to none of them needs a store, so a mutant costs moments. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    silent: true,
    include: ['test/functions/shared/domain/**/*.test.ts'],
  },
});
