import type { Language } from '../language/language.ts';
import type { Word } from '../text/words.ts';

/** How many words lead to what a query goes on with: two in "what about monday". */
export function leadingWords(words: readonly Word[], { sentences }: Language): number {
  const text = words.map((word) => word.text).join(' ');
  const lengths = sentences.followUps
    .filter((phrase) => text === phrase || text.startsWith(`${phrase} `))
    .map((phrase) => phrase.split(' ').length);
  return Math.max(0, ...lengths);
}
