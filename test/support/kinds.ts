import { readFileSync } from 'node:fs';
import { FILES, leadingTo, ROOT } from './imports.ts';

/**
 * Imports that take longer than reading code: processes, a browser, bundling, a stack, the encoder's build and
 * training.
 */
const SLOW = [
  /^node:child_process$/,
  /^(playwright-core|esbuild|aws-cdk-lib)(\/|$)/,
  /^test\/support\/(dynamodb|service|shared-service)\.ts$/,
  /^engine\/train\/(encoder\/build|kernel\/compile|free-text|model|ngrams|tagger\/train)\.ts$/,
];

/** A change of the environment; reading it changes nothing. */
const SET =
  /\bdelete process\.env\b|\bassign\(\s*process\.env\b|\bprocess\.env(?:\.\w+|\[[^\]]*\])\s*(?:\?\?|\|\|)?=(?!=)/;
/** The functions of the runner whose effect is not put back after each file. */
const NOT_PUT_BACK = /\bvi\.(?!(?:fn|spyOn|restoreAllMocks|setConfig|waitFor)\b)/;
/** Changes that the next test would find made, were it not given modules and a process of its own. */
const LASTING = new RegExp(
  [NOT_PUT_BACK, /\bprocess\.chdir\b/, /\bglobalThis\b/, SET].map(({ source }) => source).join('|'),
);
/**
 * Files that only set what is set anew for each test file and read whenever it is needed: the store is the same for
 * all.
 */
const SETTERS = ['test/support/dynamodb.ts', 'test/cli/parley.ts'];
/** Tests that measure time: they run alone. */
const MEASURING = /^test\/security\/growth\//;

const ofCode = (file: string): Set<string> => leadingTo(file, ({ typeOnly }) => !typeOnly);

/** True of a test file that leads to anything slow by what it imports; types lead nowhere. */
export const needsMore = (file: string): boolean =>
  [...ofCode(file)].some((to) => SLOW.some((slow) => slow.test(to)));

/** True of a test file that can share modules and a process with others: nothing that it does outlasts it. */
export const canShare = (file: string): boolean =>
  [...ofCode(file)]
    .filter((to) => /^test\/.*\.ts$/.test(to))
    .every(
      (to) => SETTERS.includes(to) || (!MEASURING.test(to) && !LASTING.test(readFileSync(ROOT + to, 'utf8'))),
    );

const TESTS = FILES.filter((file) => /^test\/.*\.test\.ts$/.test(file));

/**
 * The test files that `npm run test:fast` runs: all that need neither training nor a browser nor a process. A test
 * says so by what it imports, so that nobody keeps a list.
 */
export const fastTests = (): string[] => TESTS.filter((file) => !needsMore(file));

/** The test files that need more and can share it. */
export const sharingTests = (): string[] => TESTS.filter((file) => needsMore(file) && canShare(file));
