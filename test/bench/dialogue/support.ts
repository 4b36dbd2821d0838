import type { Likeness } from '../../../bench/dialogue/likeness.ts';
import { wordsOf } from '../../../engine/text/words.ts';

/** Returns the share of words that two texts have in common, as their likeness in meaning. */
export const sharedWords: Likeness = (one, other) => {
  const [words, others] = [one, other].map((text) => new Set(wordsOf(text).map((word) => word.text)));
  const all = new Set([...(words ?? []), ...(others ?? [])]);
  return [...all].filter((word) => words?.has(word) && others?.has(word)).length / Math.max(all.size, 1);
};
