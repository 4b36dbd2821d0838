import type { Likeness } from '../../../bench/dialogue/likeness.ts';
import { wordsOf } from '../../../engine/text/words.ts';

/** The share of words that two texts have in common: what means the same is told in the same words. */
export const sharedWords: Likeness = (one, other) => {
  const [words, others] = [one, other].map((text) => new Set(wordsOf(text).map((word) => word.text)));
  const all = new Set([...(words ?? []), ...(others ?? [])]);
  return [...all].filter((word) => words?.has(word) && others?.has(word)).length / Math.max(all.size, 1);
};
