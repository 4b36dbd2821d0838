import type { CallBusinessLogic } from '../engine/dialogue/business-logic/protocol.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import type { AuthoredAssistant } from './read.ts';
import { runConversationTest, type TestOutcome } from './run-conversation-test.ts';

/** The results of all conversation tests of a folder. */
export interface SuiteOutcome {
  tests: (TestOutcome & { file: string; milliseconds: number })[];
  passed: number;
  failed: number;
  coverage: { states: Coverage; transitions: Coverage };
}

/** The share of states or transitions that the tests covered. */
export interface Coverage {
  total: number;
  covered: number;
  missed: string[];
}

/**
 * Runs every conversation test of a folder.
 * @param options.live answers instead of recordings
 * @param options.now returns milliseconds, to time each test
 */
export async function runSuite(
  loaded: LoadedAssistant,
  authored: AuthoredAssistant,
  { live, now }: { live?: CallBusinessLogic | undefined; now: () => number },
): Promise<SuiteOutcome> {
  const tests: SuiteOutcome['tests'] = [];
  for (const { source, form } of authored.tests) {
    const from = now();
    const recording = live === undefined ? authored.recordings[source.file] : undefined;
    const outcome = await runConversationTest(loaded, form, {
      ...(live && { live }),
      ...(recording && { recording }),
      user: userOf(source.file),
    });
    tests.push({ ...outcome, file: source.file, milliseconds: now() - from });
  }
  const passed = tests.filter((test) => test.passed).length;
  return { tests, passed, failed: tests.length - passed, coverage: coverageOf(loaded, tests) };
}

/** The end user of a test; each test has its own. */
const userOf = (file: string): string =>
  file
    .replace(/^tests\/(.*)\.ya?ml$/, '$1')
    .replace(/[^\x21-\x7e]/g, '-')
    .slice(0, 64);

function coverageOf({ states }: LoadedAssistant, tests: readonly TestOutcome[]): SuiteOutcome['coverage'] {
  const turns = tests.flatMap(({ visited }) => visited);
  const moves = turns.flatMap(({ transitions }) => transitions);
  const seen = new Set([...turns.map(({ state }) => state), ...moves.map(({ to }) => to)]);
  const taken = new Set(moves.map(nameOf));
  const declared = [...states.values()].flatMap(({ name, transitions }) =>
    transitions.flatMap(({ on, to }) => to.map((target) => nameOf({ from: name, on, to: target }))),
  );
  return { states: cover([...states.keys()], seen), transitions: cover([...new Set(declared)], taken) };
}

const nameOf = ({ from, on, to }: { from: string; on: string; to: string }): string =>
  `${from} → ${to} (${on})`;

function cover(all: readonly string[], seen: ReadonlySet<string>): Coverage {
  const missed = all.filter((name) => !seen.has(name));
  return { total: all.length, covered: all.length - missed.length, missed };
}

/** A turn that a test played, with its explanation. */
export type TestedTurn = TestOutcome['read'][number];

/**
 * Formats results for people: failures, then totals.
 * @param explain returns further lines about a failed turn
 */
export function formatSuite(
  { tests, passed, failed, coverage }: SuiteOutcome,
  explain: (turn: TestedTurn) => string = () => '',
): string {
  const failures = tests.flatMap((test) => [
    ...(test.passed ? [] : [`✗ ${test.file}: ${test.name}`]),
    ...test.failures.flatMap(({ turn, said, message }, index) => {
      const played = test.read[turn];
      const isLast = test.failures[index + 1]?.turn !== turn;
      const told = isLast && played !== undefined ? explain(played) : '';
      return [`    turn ${turn + 1}, "${said}": ${message}`, ...(told === '' ? [] : [told])];
    }),
  ]);
  const covered = (what: string, { total, covered, missed }: Coverage) =>
    `${what}: ${covered} of ${total}${missed.length === 0 ? '' : `; not: ${missed.join(', ')}`}`;
  return [
    ...failures,
    `${passed} passed, ${failed} failed.`,
    covered('States', coverage.states),
    covered('Transitions', coverage.transitions),
  ].join('\n');
}

/** The results as JUnit XML for CI systems. */
export function junitOf({ tests, failed }: SuiteOutcome): string {
  const cases = tests.map(({ name, file, milliseconds, failures }) => {
    const start = `    <testcase name="${xml(name)}" classname="${xml(file)}" time="${(milliseconds / 1000).toFixed(3)}"`;
    if (failures.length === 0) return `${start}/>`;
    const [first] = failures;
    const text = failures
      .map(({ turn, said, message }) => `turn ${turn + 1}, "${said}": ${message}`)
      .join('\n');
    return `${start}>\n      <failure message="${xml(first?.message ?? '')}">${xml(text)}</failure>\n    </testcase>`;
  });
  const counts = `tests="${tests.length}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="conversations" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes characters that XML 1.0 does not allow. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
