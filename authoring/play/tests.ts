import { setImmediate } from 'node:timers/promises';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import { AuthoringError } from '../findings.ts';
import type { AuthoredAssistant } from '../read.ts';
import { runSuite } from '../test-suite.ts';
import { clipped } from './clipped.ts';

const MOST_FAILURES = 50;

const TOO_LONG =
  'The tests of the draft take longer than the service has. Run them with parley ai test, and publish with parley ai publish.';

/**
 * Plays a draft's conversation tests.
 * @param until epoch milliseconds
 * @throws {AuthoringError} if `until` passes before all tests are played
 */
export async function playTests(
  loaded: LoadedAssistant,
  authored: AuthoredAssistant,
  { now, until, signal }: { now: () => number; until: number; signal: AbortSignal },
): Promise<DraftPlay['tests']> {
  const failures: DraftPlay['tests']['failures'] = [];
  let [passed, failed] = [0, 0];
  for (const test of authored.tests) {
    // Lets the job report that it is alive.
    await setImmediate();
    signal.throwIfAborted();
    if (now() >= until) throw new AuthoringError(TOO_LONG, []);
    const suite = await runSuite(loaded, { ...authored, tests: [test] }, { now });
    passed += suite.passed;
    failed += suite.failed;
    for (const { file, name, failures: found } of suite.tests) {
      for (const { turn, said, message } of found) {
        failures.push({
          file,
          name: clipped(name),
          turn: turn + 1,
          said: clipped(said),
          message: clipped(message),
        });
      }
    }
  }
  const shown = failures.slice(0, MOST_FAILURES);
  return { passed, failed, failures: shown, left_off: failures.length - shown.length };
}

/** Tells the author why tests stop the publishing. */
export const whyTestsFail = ({ passed, failed, failures: [first] }: DraftPlay['tests']): string => {
  const where =
    first === undefined
      ? ''
      : ` The first: ${first.file}, turn ${first.turn}, "${first.said}": ${first.message}`;
  return `${failed} of ${passed + failed} tests of the draft fail, so nothing was published.${where}`;
};
