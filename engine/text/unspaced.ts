/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let segmenter: Intl.Segmenter | undefined;

/** True of a text with letters of a script that is written without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/**
 * A run of such a text, cut into words by the dictionaries of Unicode (`Intl.Segmenter`, UAX #29).
 * @returns the words with their offsets in UTF-16 units, left to right; together they are the run
 */
export function cutUnspaced(run: string): { text: string; at: number }[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment, index }) => ({ text: segment, at: index }));
}
