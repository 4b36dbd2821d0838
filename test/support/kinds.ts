import { readFileSync } from 'node:fs';
import { FILES, leadingTo, ROOT } from './imports.ts';

/** Imports that make a test slow: processes, a browser, bundling, a stack, building the encoder, training. */
const SLOW = [
  /^node:child_process$/,
  /^(playwright-core|esbuild|aws-cdk-lib)(\/|$)/,
  /^test\/support\/(dynamodb|service|shared-service)\.ts$/,
  /^engine\/train\/(encoder\/build|kernel\/compile|free-text|model|ngrams|tagger\/train)\.ts$/,
];

/** Code that changes the environment; reading it is harmless. */
const SET =
  /\bdelete process\.env\b|\bassign\(\s*process\.env\b|\bprocess\.env(?:\.\w+|\[[^\]]*\])\s*(?:\?\?|\|\|)?=(?!=)/;
/** Changes that would affect the next test file, so that it needs its own modules and process. */
const LASTING = new RegExp(
  [
    // Runner functions whose effect is not undone after each file.
    /\bvi\.(?!(?:fn|spyOn|restoreAllMocks|stubEnv|unstubAllEnvs|setConfig|waitFor)\b)/,
    /\bprocess\.chdir\b/,
    /\bglobalThis\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/**
 * Files whose changes to the environment are harmless: the store's are the same in every test file, and
 * commands read their settings on each run.
 */
const SETTERS = /^test\/(support\/dynamodb\.ts$|cli\/)/;
/** Tests that measure time, and so run alone. */
const MEASURING = /^test\/security\/growth\//;

const ofCode = (file: string): Set<string> => leadingTo(file, ({ typeOnly }) => !typeOnly);

/** True if a test file imports anything slow, directly or indirectly; types do not count. */
export const needsMore = (file: string): boolean =>
  [...ofCode(file)].some((to) => SLOW.some((slow) => slow.test(to)));

/** True if a test file can share modules and a process with others, because nothing that it does persists. */
export const canShare = (file: string): boolean =>
  [...ofCode(file)]
    .filter((to) => /^test\/.*\.ts$/.test(to))
    .every((to) => {
      const source = readFileSync(ROOT + to, 'utf8');
      return !MEASURING.test(to) && !LASTING.test(source) && (SETTERS.test(to) || !SET.test(source));
    });

const TESTS = FILES.filter((file) => /^test\/.*\.test\.ts$/.test(file));

/**
 * The test files of `npm run test:fast`: all that need no training, browser or process. This is decided by their
 * imports, so that there is no list to maintain.
 */
export const fastTests = (): string[] => TESTS.filter((file) => !needsMore(file));

/** The test files that need more but can share a process. */
export const sharingTests = (): string[] => TESTS.filter((file) => needsMore(file) && canShare(file));
