import { defineConfig } from 'vitest/config';

/** The tests of the rules alone, for `npm run mutation`: no store, no HTTP, so that each mutant costs moments. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    silent: true,
    include: ['test/shared/domain/**/*.test.ts'],
    exclude: ['test/shared/domain/{assignments,versions}.test.ts'],
  },
});
