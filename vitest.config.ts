import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fastTests } from './test/support/fast.ts';

// What is loaded anew for every file, such as the CDK, is compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const shared = {
  // Training takes seconds where other tests run beside it; what hangs is still found out.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A line for every request would bury the report.
  env: { POWERTOOLS_LOG_LEVEL: 'ERROR' },
};

const ENCODER = 'test/support/encoder-setup.ts';
const OVER_HTTP = ['conformance', 'clients', 'browser'].map((folder) => `test/${folder}/**/*.test.ts`);
/** What the console's pages show: behind the emulator of Lambda it would be asked of the same answers once more. */
const PAGES = ['test/browser/console-*.test.ts'];
const TIMES = './test/support/time-by-part.ts';
const FAST = fastTests();

export default defineConfig({
  test: {
    // By default one processor is left idle, which of two is half.
    maxWorkers: '100%',
    reporters: ['default', TIMES],
    projects: [
      {
        // Code alone: no training, no browser, no process.
        test: {
          ...shared,
          name: 'fast',
          include: FAST,
          // Loading the same code anew for every file would take longer than the tests do.
          isolate: false,
          setupFiles: 'test/support/leave-no-trace.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...OVER_HTTP, ...FAST],
          globalSetup: ENCODER,
        },
      },
      {
        // Black box, over HTTP, against one service that all files share.
        test: {
          ...shared,
          name: 'conformance',
          include: OVER_HTTP,
          exclude: process.env.PARLEY_START === 'lambda' ? [...FAST, ...PAGES] : FAST,
          globalSetup: [ENCODER, 'test/support/conformance-setup.ts'],
        },
      },
    ],
  },
});
