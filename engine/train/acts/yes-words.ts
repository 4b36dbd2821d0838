import { plainWord, spelledWords } from '../../understand/acts/features.ts';
import { splitText } from '../../values/free-text/tagger/words.ts';
import type { ActExample } from './rows.ts';

/** Of the examples with a word, the share that must say yes for it to be a word of a yes. */
const SHARE = 0.25;
/** A word that says yes in no short example must do so in as many others. */
const SHORT = 4;
const OFTEN = 4;

/** The words that say yes, in enough of what people say with them. */
export function yesWordsOf(examples: readonly ActExample[]): string[] {
  const seen = new Map<string, { all: number; yes: number; isSaidShortly: boolean }>();
  for (const { text, acts, prompt } of examples) {
    const isYes = acts.includes('affirm');
    // What answers one question alone, by a reason, is no yes to another, and says nothing against its words.
    if (isYes && prompt !== null) continue;
    const words = new Set(spelledWords(text, splitText(text)).map(plainWord));
    for (const word of words) {
      const times = seen.get(word) ?? { all: 0, yes: 0, isSaidShortly: false };
      seen.set(word, {
        all: times.all + 1,
        yes: times.yes + (isYes ? 1 : 0),
        isSaidShortly: times.isSaidShortly || (isYes && words.size <= SHORT),
      });
    }
  }
  return [...seen].flatMap(([word, { all, yes, isSaidShortly }]) =>
    yes / all >= SHARE && (isSaidShortly || yes >= OFTEN) ? [word] : [],
  );
}
