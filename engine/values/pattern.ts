import { RE2JS, RE2JSException } from 're2js';
import type { CanonicalForm } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import { longestApart, overlap } from '../text/stretch.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

/** Longer patterns are refused, and so are those that compile to more instructions. */
export const MAX_PATTERN_LENGTH = 500;
const MAX_INSTRUCTIONS = 1_000;
/** Each may read the query to its end. */
const MAX_SEARCHES = 64;

const LOOK_AROUND = /\(\?<?[=!]/;

// A match begins and ends at the edge of a word. RE2's own \b knows ASCII only.
const inWords = (pattern: string): string => `(?:^|[^\\p{L}\\p{N}])((?:${pattern}))(?:$|[^\\p{L}\\p{N}])`;

/** A pattern that cannot be used. The message says what is wrong with it. */
export class PatternError extends Error {
  override name = 'PatternError';
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    // The pattern alone first: in the frame, an unbalanced bracket could make sense.
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

/**
 * Checks a pattern in RE2's syntax, which has no look-around and no back references: what it has is matched in
 * time in proportion to the query.
 * @throws {PatternError}
 */
export function checkPattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternError(`it has more than ${MAX_PATTERN_LENGTH} characters`);
  const compiled = compile(pattern, true);
  if (compiled.programSize() > MAX_INSTRUCTIONS)
    throw new PatternError('it is too large: repeat fewer times');
  if (RE2JS.compile(pattern).matcher('').matches()) throw new PatternError('it matches the empty text');
}

const GROUP = /\$(\d)/g;

/**
 * Checks that a pattern has the groups that a form names.
 * @throws {PatternError} where either cannot be used
 */
export function checkCanonicalForm(pattern: string, form: string): void {
  const groups = compile(pattern, true).groupCount() - 1;
  const named = [...form.matchAll(GROUP)].map(([, digit]) => Number(digit));
  if (named.length === 0) throw new PatternError('name the groups of the pattern, such as $1-$2');
  const missing = named.find((group) => group === 0 || group > groups);
  if (missing === undefined) return;
  throw new PatternError(
    `the pattern has ${groups} ${groups === 1 ? 'group' : 'groups'} in brackets, and no $${missing}`,
  );
}

/**
 * Recognises what matches a pattern as whole words, or would without spaces and hyphens between its pieces. The value is
 * the text as it came, in one piece, or in its canonical form.
 * @throws {PatternError}
 */
export function patternRecognizer(
  pattern: string,
  ignoreCase: boolean,
  canonical: CanonicalForm | null = null,
): Recognizer {
  const compiled = compile(pattern, ignoreCase);
  const whole = RE2JS.compile(`^(?:${pattern})$`, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return (utterance) => {
    const { text } = utterance;
    const candidates: Candidate[] = [];
    const matcher = compiled.matcher(text);
    // A search begins where the match before it ended, so that one space may stand between two matches.
    for (let from = 0, searches = 0; searches < MAX_SEARCHES && from <= text.length; searches += 1) {
      if (!matcher.find(from)) break;
      const [start, end] = [matcher.start(1), matcher.end(1)];
      if (end > start) {
        // Group 1 is the frame's own: those of the pattern follow.
        const group = (number: number) => matcher.group(number + 1) ?? '';
        const value = canonicalOf(text.slice(start, end), group, canonical);
        if (value !== '') candidates.push({ start, end, value, details: {}, quality: 'exact' });
      }
      from = Math.max(end, from + 1);
    }
    const spaced = piecesOfCodes(utterance, candidates).flatMap(({ start, end, code }): Candidate[] => {
      const pieces = whole.matcher(code);
      if (!pieces.matches()) return [];
      const value = canonicalOf(code, (number) => pieces.group(number) ?? '', canonical);
      return value === '' ? [] : [{ start, end, value, details: {}, quality: 'weak' }];
    });
    return [...candidates, ...longestApart(spaced)].sort((code, next) => code.start - next.start);
  };
}

/** The most pieces of one code, letters in it, and stretches of a query that are tried. */
const MOST_PIECES = 4;
const MOST_OF_A_CODE = 32;
const MAX_STRETCHES = 64;
const PIECE = /[\p{L}\p{N}]+/gu;

/**
 * The stretches of a query that may be codes in pieces, with a digit in one: “CL 198833”, “cl-198-833”. A word of the
 * language is no piece, nor is what is a code already.
 */
function piecesOfCodes(
  { text, language }: Utterance,
  known: readonly Candidate[],
): { start: number; end: number; code: string }[] {
  if (!/\p{N}/u.test(text)) return [];
  const { connecting, search } = languageOf(language);
  const isWord = (piece: string) =>
    connecting.has(piece.toLowerCase()) || search.stopWords.has(piece.toLowerCase());
  const pieces = [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    piece,
    start: index,
    end: index + piece.length,
  }));
  const stretches: { start: number; end: number; code: string }[] = [];
  for (const [index, first] of pieces.entries()) {
    let code = '';
    for (const [offset, { piece, start, end }] of pieces.slice(index, index + MOST_PIECES).entries()) {
      const before = pieces[index + offset - 1]?.end ?? 0;
      const isNext = offset === 0 || /^[ -]$/.test(text.slice(before, start));
      code += piece;
      if (!isNext || isWord(piece) || code.length > MOST_OF_A_CODE) break;
      const isTaken = known.some((value) => overlap(value, { start: first.start, end }));
      if (isTaken || stretches.length >= MAX_STRETCHES) break;
      if (offset > 0 && /\p{N}/u.test(code)) stretches.push({ start: first.start, end, code });
    }
  }
  return stretches;
}

function canonicalOf(
  text: string,
  group: (number: number) => string,
  canonical: CanonicalForm | null,
): string {
  if (canonical === null) return text;
  const { form } = canonical;
  const value = form === null ? text : form.replace(GROUP, (_, digit) => group(Number(digit)));
  if (canonical.case === null) return value;
  return canonical.case === 'upper' ? value.toUpperCase() : value.toLowerCase();
}

const rules = new Map<string, RE2JS>();
const MAX_RULES = 1_000;

/** True if a pattern in RE2's syntax matches the whole of a text. The check has read the pattern before. */
export function matchesWhole(pattern: string, text: string): boolean {
  let rule = rules.get(pattern);
  if (rule === undefined) {
    rule = RE2JS.compile(pattern);
    if (rules.size >= MAX_RULES) rules.clear();
    rules.set(pattern, rule);
  }
  return rule.matcher(text).matches();
}
