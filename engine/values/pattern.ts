import { RE2JS, RE2JSException } from 're2js';

/** Patterns that are longer, or that compile to more instructions, are refused. */
export const MAX_PATTERN_LENGTH = 500;
const MAX_INSTRUCTIONS = 1_000;

const LOOK_AROUND = /\(\?<?[=!]/;

// Matches begin and end at the edge of a word. RE2's `\b` only knows ASCII.
const inWords = (pattern: string): string => `(?:^|[^\\p{L}\\p{N}])((?:${pattern}))(?:$|[^\\p{L}\\p{N}])`;

/** An unusable pattern. The message says what is wrong. */
export class PatternError extends Error {
  override name = 'PatternError';
}

/**
 * Compiles a pattern so that it matches whole words; group 1 is the match.
 * @throws {PatternError}
 */
export function compilePattern(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    // Compiles the pattern alone first: within the frame, an unbalanced bracket could be valid.
    RE2JS.compile(pattern);
    return RE2JS.compile(inWords(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    if (LOOK_AROUND.test(pattern)) {
      throw new PatternError('look-ahead and look-behind, such as (?=…) and (?<!…), are not supported');
    }
    throw new PatternError(error.message.replace(/^error parsing regexp: /, ''));
  }
}

/** Compiles a pattern without word boundaries, for matching whole texts with `matches`. */
export const compileAlone = (pattern: string, ignoreCase: boolean): RE2JS =>
  RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);

/**
 * Checks a pattern in RE2's syntax. It has no look-around and no back references, so that matching takes linear time.
 * @throws {PatternError}
 */
export function checkPattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternError(`it has more than ${MAX_PATTERN_LENGTH} characters`);
  const compiled = compilePattern(pattern, true);
  if (compiled.programSize() > MAX_INSTRUCTIONS)
    throw new PatternError('it is too large: repeat fewer times');
  if (RE2JS.compile(pattern).matcher('').matches()) throw new PatternError('it matches the empty text');
}

/** A reference to a group in a canonical form: `$1`. */
export const GROUP = /\$(\d)/g;

/**
 * Checks that a pattern has the groups that a canonical form names.
 * @throws {PatternError} if the pattern or the form is unusable
 */
export function checkCanonicalForm(pattern: string, form: string): void {
  const groups = compilePattern(pattern, true).groupCount() - 1;
  const named = [...form.matchAll(GROUP)].map(([, digit]) => Number(digit));
  if (named.length === 0) throw new PatternError('name the groups of the pattern, such as $1-$2');
  const missing = named.find((group) => group === 0 || group > groups);
  if (missing === undefined) return;
  throw new PatternError(
    `the pattern has ${groups} ${groups === 1 ? 'group' : 'groups'} in brackets, and no $${missing}`,
  );
}

const rules = new Map<string, RE2JS>();
const MAX_RULES = 1_000;

/** True if a pattern in RE2's syntax, which has been checked, matches a whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  let rule = rules.get(pattern);
  if (rule === undefined) {
    rule = compileAlone(pattern, false);
    if (rules.size >= MAX_RULES) rules.clear();
    rules.set(pattern, rule);
  }
  return rule.matcher(text).matches();
}
