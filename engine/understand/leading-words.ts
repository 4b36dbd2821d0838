import type { Language } from '../language/language.ts';
import { phraseAt } from '../text/phrases.ts';
import type { Word } from '../text/words.ts';
import { WORDS } from './certainty.ts';

/** Counts the words that introduce a follow-up: two in "what about monday", three in "hm, what about monday". */
export function leadingWords(words: readonly Word[], { sentences, connecting }: Language): number {
  for (let at = 0; at <= WORDS.couple; at++) {
    const length = phraseAt(words, at, sentences.followUps);
    if (length > 0) return at + length;
    if (!connecting.has(words[at]?.text ?? '')) return 0;
  }
  return 0;
}
