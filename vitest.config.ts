import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fastTests, sharingTests } from './test/support/kinds.ts';
import { ServiceLast } from './test/support/service-last.ts';

// What is loaded anew for every file, such as the CDK, is compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/**
 * Node loads the engine as it does in production: code that the runner has rewritten looks an import up whenever it
 * is used, which takes the speed out of loops over numbers.
 */
const NATIVE = new RegExp(`^${RegExp.escape(ROOT)}engine/`);

const shared = {
  // Training takes seconds where other tests run beside it; what hangs is still found out.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is polled for is on its way: the runner's own second is not much on a busy machine.
  expect: { poll: { timeout: 60_000, interval: 20 } },
  // A line for every request would bury the report.
  env: { POWERTOOLS_LOG_LEVEL: 'ERROR' },
  server: { deps: { external: [NATIVE] } },
};

const ENCODER = 'test/support/encoder-setup.ts';
const OVER_HTTP = ['conformance', 'clients', 'browser'].map((folder) => `test/${folder}/**/*.test.ts`);
/**
 * Tests of what can differ behind the emulator of Lambda: every function is called, with its permissions; the gateway's
 * paths, methods, headers and limits; the authorizer; what several processes of one function must agree on; the largest
 * requests and answers; trainings in the background; and the files of each language, which are in the bundles. What a
 * request means is decided by the same handlers as on a laptop, and is tested there.
 */
const IN_LAMBDA = [
  'test/clients/openid-client.test.ts',
  'test/clients/typescript/service.test.ts',
  'test/conformance/{account,authorization,bad-input,business-logic,business-logic-servers,client-refusals}.test.ts',
  'test/conformance/{concurrency,draft-jobs,drafts,health-and-repeats,http,key-tightening,keys-elsewhere}.test.ts',
  'test/conformance/{languages,query,referrers,tenants-oauth,token,users,versions}.test.ts',
];
const TIMES = './test/support/time-by-part.ts';
const FAST = fastTests();
const isOverHttp = (file: string) => OVER_HTTP.some((pattern) => path.matchesGlob(file, pattern));
const SHARING = sharingTests().filter((file) => !isOverHttp(file));
/** Loading the same code anew for every file would take longer than many of them do. */
const NO_TRACE = 'test/support/leave-no-trace.ts';
const TOGETHER = { isolate: false, setupFiles: [NO_TRACE] };

export default defineConfig({
  test: {
    // Two more than there are processors, since many tests wait: for a service, for a browser, for an alarm.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: ServiceLast },
    reporters: ['default', TIMES],
    projects: [
      {
        // Code alone: no training, no browser, no process.
        test: {
          ...shared,
          name: 'fast',
          ...TOGETHER,
          include: FAST,
        },
      },
      {
        // Those of the parts that leave nothing behind.
        test: {
          ...shared,
          name: 'sharing',
          ...TOGETHER,
          include: SHARING,
          globalSetup: ENCODER,
        },
      },
      {
        // Each with modules and a process of its own.
        test: {
          ...shared,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...OVER_HTTP, ...FAST, ...SHARING],
          globalSetup: ENCODER,
        },
      },
      {
        // Black box, over HTTP, against one service that all files share.
        test: {
          ...shared,
          name: 'conformance',
          ...TOGETHER,
          setupFiles: [NO_TRACE, 'test/support/conformance-file.ts'],
          include: process.env.PARLEY_START === 'lambda' ? IN_LAMBDA : OVER_HTTP,
          exclude: FAST,
          globalSetup: [ENCODER, 'test/support/conformance-setup.ts'],
        },
      },
    ],
  },
});
