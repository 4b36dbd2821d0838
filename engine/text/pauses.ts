import type { Word } from './words.ts';

/** The marks at which a sentence ends or pauses, in the scripts that the engine reads. */
const PAUSE = /[.,;:!?…–—、。，；：！？،؛؟]/u;

/** The marks that end a sentence or a question. */
export const SENTENCE_END = /[.!?。！？؟]/u;

/** True of signs with a pause among them. */
export const hasPause = (signs: string): boolean => PAUSE.test(signs);

/** True where a pause parts a word from the one before it. */
export function isPausedBefore(text: string, words: readonly Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  return before !== undefined && word !== undefined && hasPause(text.slice(before.end, word.start));
}

/** The fewest words of a sentence behind another that ends in a word as short as an abbreviation: “Dr. Alan Chen”. */
const WORDS_OF_A_SENTENCE = 3;
const LETTERS_OF_AN_ABBREVIATION = 3;

/** A text up to where its first sentence ends; the dot of an abbreviation ends none. */
export function firstSentence(text: string, words: readonly Word[]): string {
  const last = words.findIndex((word, index) => {
    const next = words[index + 1];
    if (next === undefined || !/[.!?。！？؟]\s/u.test(text.slice(word.end, next.start))) return false;
    const isShort = word.end - word.start <= LETTERS_OF_AN_ABBREVIATION;
    return !isShort || words.length - 1 - index >= WORDS_OF_A_SENTENCE;
  });
  return last < 0 ? text : text.slice(0, words[last]?.end);
}
