import type { Language } from '../language/language.ts';
import { phraseAt, type Word } from '../text/words.ts';

/** How many words lead to what a query goes on with: two in "what about monday". */
export const leadingWords = (words: readonly Word[], { sentences }: Language): number =>
  phraseAt(words, 0, sentences.followUps);
