import type { Word } from './words.ts';

/** Marks that end or interrupt a sentence, in all supported scripts. */
const PAUSE = /[.,;:!?…–—、。，；：！？،؛؟]/u;

/** The marks that end a sentence or a question. */
export const SENTENCE_END = /[.!?。！？؟]/u;

/** True if the signs contain a pause mark. */
export const hasPause = (signs: string): boolean => PAUSE.test(signs);

/** True if a clause ends at a place in a text: at its end, or at a mark. */
export const endsClause = (text: string, at: number): boolean => /^\s*(?:$|[.,;!?])/.test(text.slice(at));

/** True if a pause mark stands between a word and the one before it. */
export function isPausedBefore(text: string, words: readonly Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  return before !== undefined && word !== undefined && hasPause(text.slice(before.end, word.start));
}

/** After a word as short as an abbreviation, a dot ends a sentence only if this many words follow: “Dr. Alan Chen”. */
const WORDS_OF_A_SENTENCE = 3;
const LETTERS_OF_AN_ABBREVIATION = 3;

/** The first sentence of a text. A dot after an abbreviation does not end it. */
export function firstSentence(text: string, words: readonly Word[]): string {
  const last = words.findIndex((word, index) => {
    const next = words[index + 1];
    if (next === undefined || !/[.!?。！？؟]\s/u.test(text.slice(word.end, next.start))) return false;
    const isShort = word.end - word.start <= LETTERS_OF_AN_ABBREVIATION;
    return !isShort || words.length - 1 - index >= WORDS_OF_A_SENTENCE;
  });
  return last < 0 ? text : text.slice(0, words[last]?.end);
}
