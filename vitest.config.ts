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
 * Tests of what is the same behind the emulator of Lambda, where the same requests reach the same handlers: every route
 * is called, with its errors, permissions and limits, by the tests that are not listed here.
 */
const SAME_IN_LAMBDA = [
  // Pages, to which the same answers would come once more. Sign-in and a chat with people still have a browser there.
  'test/browser/account.test.ts',
  'test/browser/chat.test.ts',
  'test/browser/chat-{answers,whole}.test.ts',
  'test/browser/console-*.test.ts',
  'test/browser/home-page.test.ts',
  // What the engine makes of words, or of the answers of a server: whatever calls it, it is one function of its input.
  // `languages.test.ts` stays, since every language has files of its own in the bundle.
  'test/conformance/{business-logic-input,free-text,unspaced}.test.ts',
  'test/conformance/original/servers.test.ts',
  // A path over endpoints that other files call one by one.
  'test/conformance/desk.test.ts',
  // What pages of other sites can reach on this machine.
  'test/browser/other-origins.test.ts',
  // The judgement of a benchmark, the packed packages, and the servers of examples.
  'test/conformance/kills.test.ts',
  'test/clients/*/package.test.ts',
  'test/clients/channels/*.test.ts',
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
          include: OVER_HTTP,
          exclude: process.env.PARLEY_START === 'lambda' ? [...FAST, ...SAME_IN_LAMBDA] : FAST,
          globalSetup: [ENCODER, 'test/support/conformance-setup.ts'],
        },
      },
    ],
  },
});
