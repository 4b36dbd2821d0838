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
