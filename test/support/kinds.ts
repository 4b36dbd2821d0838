import { FILES, leadingTo } from './imports.ts';

/** What takes longer than reading code: processes, a browser, bundling, a stack, the encoder's build and training. */
const SLOW = [
  /^node:child_process$/,
  /^(playwright-core|esbuild|aws-cdk-lib)(\/|$)/,
  /^test\/support\/(dynamodb|service)\.ts$/,
  /^engine\/train\/(encoder\/build|kernel\/compile|free-text|model|ngrams|tagger\/train)\.ts$/,
];

/** True of a test file that leads to anything slow by what it imports; types lead nowhere. */
export const needsMore = (file: string): boolean =>
  [...leadingTo(file, ({ typeOnly }) => !typeOnly)].some((to) => SLOW.some((slow) => slow.test(to)));

/**
 * The test files that `npm run test:fast` runs: all that need neither training nor a browser nor a process. A test
 * says so by what it imports, so that nobody keeps a list.
 */
export const fastTests = (): string[] =>
  FILES.filter((file) => /^test\/.*\.test\.ts$/.test(file) && !needsMore(file));
