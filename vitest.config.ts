import { defineConfig } from 'vitest/config';

const shared = {
  // Training takes seconds where other tests run beside it; what hangs is still found out.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A line for every request would bury the report.
  env: { POWERTOOLS_LOG_LEVEL: 'ERROR' },
};

const OVER_HTTP = ['conformance', 'clients', 'browser'].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    globalSetup: 'test/support/encoder-setup.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: OVER_HTTP,
        },
      },
      {
        // Black box, over HTTP, against one service that all files share.
        test: {
          ...shared,
          name: 'conformance',
          include: OVER_HTTP,
          globalSetup: 'test/support/conformance-setup.ts',
        },
      },
    ],
  },
});
