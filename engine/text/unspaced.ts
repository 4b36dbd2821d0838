import type { Lexicon, Part } from './lexicon.ts';

const SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Scripts written without spaces between words. */
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'v');

/**
 * For patterns with the flag `v`: a letter that belongs to the same word as a number next to it. In scripts without
 * spaces, numbers stand directly between letters.
 */
export const SPACED_LETTER = `[\\p{L}--[${SCRIPTS}]]`;

let segmenter: Intl.Segmenter | undefined;

/** True if a text contains letters of a script written without spaces. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/**
 * Cuts a run of such letters into words with the Unicode dictionaries (`Intl.Segmenter`, UAX #29), refined by the
 * language's lexicon if given.
 * @returns the words with their UTF-16 offsets, left to right; together they make up the run
 */
export function cutUnspaced(run: string, lexicon: Lexicon | null = null): readonly Part[] {
  const parts = partsOf(run);
  return lexicon === null ? parts : lexicon.cut(run, parts);
}

/** UTF-16 units of recent runs to cache, since many readers of a turn cut the same ones. */
const MOST_KEPT = 16_384;
const kept = new Map<string, readonly Part[]>();
let size = 0;

function partsOf(run: string): readonly Part[] {
  const known = kept.get(run);
  if (known !== undefined) return known;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const parts = Array.from(segmenter.segment(run), ({ segment, index }) => ({ text: segment, at: index }));
  size += run.length;
  if (size > MOST_KEPT) {
    kept.clear();
    size = run.length;
  }
  if (size <= MOST_KEPT) kept.set(run, parts);
  return parts;
}
