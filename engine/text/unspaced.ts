import type { Lexicon, Part } from './lexicon.ts';

const SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Scripts that are written without spaces between words. */
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'v');

/**
 * For patterns with the flag `v`: a letter that parts a number from no word when it touches it. A number in a script
 * without spaces stands between letters.
 */
export const SPACED_LETTER = `[\\p{L}--[${SCRIPTS}]]`;

let segmenter: Intl.Segmenter | undefined;

/** True if a text has letters of a script that is written without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/**
 * A run of such a text, cut into words by the dictionaries of Unicode (`Intl.Segmenter`, UAX #29), and by the words of
 * a language where those are known.
 * @returns the words with their offsets in UTF-16 units, left to right; together they are the run
 */
export function cutUnspaced(run: string, lexicon: Lexicon | null = null): readonly Part[] {
  const parts = partsOf(run);
  return lexicon === null ? parts : lexicon.cut(run, parts);
}

/** Many readers of a turn cut the same runs: those of the latest texts are kept, up to so many UTF-16 units in all. */
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
