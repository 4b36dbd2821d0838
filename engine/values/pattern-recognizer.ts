import type { CanonicalForm } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import { contains, longestApart, overlap, type Stretch } from '../text/stretch.ts';
import { compileAlone, compilePattern, GROUP } from './pattern.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

/** Maximum number of searches, since each may read the whole query. */
const MAX_SEARCHES = 64;

/**
 * Recognises whole words that match a pattern, also with spaces and hyphens between the pieces of a code. The value is
 * the matched text without them, or its canonical form.
 * @throws {PatternError}
 */
export function patternRecognizer(
  pattern: string,
  ignoreCase: boolean,
  canonical: CanonicalForm | null = null,
): Recognizer {
  const compiled = compilePattern(pattern, ignoreCase);
  const literals = literalsOf(pattern);
  let alone: ReturnType<typeof compileAlone> | undefined;
  return (utterance) => {
    const { text } = utterance;
    const candidates: Candidate[] = [];
    const matcher = compiled.matcher(text);
    // A search begins at the end of the previous match, so that two matches may share the space between them.
    for (let from = 0, searches = 0; searches < MAX_SEARCHES && from <= text.length; searches += 1) {
      if (!matcher.find(from)) break;
      const [start, end] = [matcher.start(1), matcher.end(1)];
      if (end > start) {
        // Group 1 is the frame; the pattern's groups follow.
        const group = (number: number) => matcher.group(number + 1) ?? '';
        const value = canonicalOf(text.slice(start, end), group, canonical);
        if (value !== '') candidates.push({ start, end, value, details: {}, quality: 'exact' });
      }
      from = Math.max(end, from + 1);
    }
    const spaced = piecesOfCodes(utterance, candidates, literals).flatMap(
      ({ start, end, code, isUnsure }): Candidate[] => {
        // Compiled on first use: few queries hold a code in pieces.
        alone ??= compileAlone(pattern, ignoreCase);
        const pieces = alone.matcher(code);
        if (!pieces.matches()) return [];
        const value = canonicalOf(code, (number) => pieces.group(number) ?? '', canonical);
        // Digits alone may be separate numbers.
        const quality = /\p{L}/u.test(code) && !isUnsure ? 'exact' : 'weak';
        return value === '' ? [] : [{ start, end, value, details: {}, quality }];
      },
    );
    // A code within a longer code that continues digit by digit does not count: “KN RT 9 0 1”.
    const whole = candidates.filter((code) => !spaced.some((longer) => contains(longer, code)));
    return [...whole, ...longestApart(spaced)].sort((code, next) => code.start - next.start);
  };
}

/** Maximum pieces of a code, characters in it, and stretches of a query that are tried. */
const MOST_PIECES = 8;
const MOST_OF_A_CODE = 32;
const MAX_STRETCHES = 64;
const PIECE = /[\p{L}\p{N}]+/gu;
const LETTERS = /\p{L}+/gu;
/** The signs of a pattern that are no letters of a code: `\d`, `\p{L}`, `(?:`, the range of `[A-Z]`. */
const NO_LITERALS = /\\[pP]\{[^}]*\}|\\.|\(\?[^:)]*[:)]|\p{L}-\p{L}/gu;

/** The letters that a pattern spells in a row, in lower case: “cl” of `CL-?[0-9]{6}`. */
const literalsOf = (pattern: string): ReadonlySet<string> =>
  new Set(pattern.replace(NO_LITERALS, ' ').toLowerCase().match(LETTERS));

interface CodeInPieces extends Stretch {
  code: string;
  /** True if it may be an amount behind a small word: “a 250000”. */
  isUnsure: boolean;
}

/**
 * The stretches of a query that may be codes in pieces, with at least one digit: “CL 198833”, “cl-198-833”. A common
 * word of the language is no piece, unless the pattern spells it and one group of digits follows; of a letter by itself,
 * several may. Neither is a known code, unless it continues digit by digit.
 * @param literals the letters in a row of the pattern, in lower case
 */
function piecesOfCodes(
  { text, language }: Utterance,
  known: readonly Candidate[],
  literals: ReadonlySet<string>,
): CodeInPieces[] {
  if (!/\p{N}/u.test(text)) return [];
  const { connecting, search, numbers, time } = languageOf(language);
  const isSign = (index: number) => pieces[index]?.piece.length === 1;
  const isNextTo = (index: number) =>
    /^[ -]$/.test(text.slice(pieces[index - 1]?.end ?? 0, pieces[index]?.start ?? 0));
  // A single letter beside another one is a piece, even if it is a stop word such as “t”.
  const isWord = (piece: string, at: number) =>
    (connecting.has(piece.toLowerCase()) || search.stopWords.has(piece.toLowerCase())) &&
    !(isSign(at) && ((isSign(at - 1) && isNextTo(at)) || (isSign(at + 1) && isNextTo(at + 1))));
  /** True for a word before which a number may stand for itself: “um 15 000”, “a 500”, but not “m 20 981”. */
  const leadsNumbers = (word: string) =>
    word.length > 1 || [numbers.articles, numbers.joiners, time.phrases].some((words) => words.has(word));
  const mayLead = (word: string) =>
    literals.has(word) || (word.length === 1 && !connecting.has(word) && !leadsNumbers(word));
  const pieces = [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    piece,
    start: index,
    end: index + piece.length,
  }));
  const stretches: CodeInPieces[] = [];
  for (const [index, first] of pieces.entries()) {
    let code = '';
    // “UM 33871” has the form of a code, but “um 15 000” may be an amount. The “m” of “I'm 20981” is none.
    const word = first.piece.toLowerCase();
    const isLed = isWord(first.piece, index) && mayLead(word) && !/['’]/.test(text[first.start - 1] ?? '');
    const isAmount = isLed && leadsNumbers(word);
    const isUnsure = isLed && word.length === 1 && (isAmount || !literals.has(word));
    const most = isAmount ? 2 : MOST_PIECES;
    for (const [offset, { piece, end }] of pieces.slice(index, index + most).entries()) {
      const isNext = offset === 0 || isNextTo(index + offset);
      code += piece;
      const isNone = isWord(piece, index + offset) && !(isLed && offset === 0);
      if (!isNext || isNone || code.length > MOST_OF_A_CODE) break;
      const stretch = { start: first.start, end };
      const [part] = known.filter((value) => overlap(value, stretch));
      if (part !== undefined && contains(part, stretch)) continue;
      const isTaken = part !== undefined && !(contains(stretch, part) && isSpelled(pieces, part, end));
      if (isTaken || stretches.length >= MAX_STRETCHES) break;
      if (offset > 0 && /\p{N}/u.test(code)) stretches.push({ ...stretch, code, isUnsure });
    }
  }
  return stretches;
}

/** True if the last piece of a code and all further pieces up to an offset are single digits. */
function isSpelled(pieces: readonly (Stretch & { piece: string })[], code: Stretch, to: number): boolean {
  const last = pieces.findLastIndex(({ start }) => start < code.end);
  return pieces.slice(last).every(({ piece, end }) => end > to || /^\p{N}$/u.test(piece));
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
