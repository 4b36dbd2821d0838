import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // A line for every request would bury the report.
  env: { POWERTOOLS_LOG_LEVEL: 'ERROR' },
};

const OVER_HTTP = ['conformance', 'clients', 'browser'].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
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
