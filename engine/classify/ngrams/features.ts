import { FNV_BASIS, fnv1a, fnvStep } from '../../text/hash.ts';
import { tokenize } from './tokens.ts';

/** Features are hashed into 2^18 buckets; collisions are rare at the sizes that assistants have. */
const BUCKET_BITS = 18;
export const BUCKETS = 1 << BUCKET_BITS;
const LONGEST_GRAM = 5;
/** Longer words are cut: later n-grams of a pasted key or address carry no information. */
const LONGEST_WORD = 40;

/** Hash seeds that separate the kinds of feature. */
const WORD = FNV_BASIS;
const WORD_PAIR = 0x3c6ef372;
const CHARACTERS = 0x7f4a7c15;

/**
 * Counts the hashed features of a text: words, pairs of neighbouring words (with both ends of the text as
 * words) and the 2- to 5-grams of the characters within each word.
 * @returns bucket (0…2^18−1) → count
 */
export function countFeatures(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (hash: number) => {
    const bucket = finish(hash);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  };
  let previous = '<';
  for (const token of tokenize(text)) {
    const word = token.slice(0, LONGEST_WORD);
    add(fnv1a(word, WORD));
    add(fnv1a(` ${word}`, fnv1a(previous, WORD_PAIR)));
    addCharacters(`_${word}_`, add);
    previous = word;
  }
  add(fnv1a(' >', fnv1a(previous, WORD_PAIR)));
  return counts;
}

function addCharacters(word: string, add: (hash: number) => void): void {
  for (let start = 0; start < word.length; start++) {
    let hash = CHARACTERS;
    const end = Math.min(word.length, start + LONGEST_GRAM);
    for (let at = start; at < end; at++) {
      hash = fnvStep(hash, word.charCodeAt(at));
      if (at > start) add(hash);
    }
  }
}

/** FNV's low bits are weak, so MurmurHash3's final mixing precedes taking the top bits. */
function finish(hash: number): number {
  let stirred = hash ^ (hash >>> 15);
  stirred = Math.imul(stirred, 0x85ebca6b);
  stirred ^= stirred >>> 13;
  stirred = Math.imul(stirred, 0xc2b2ae35);
  return (stirred ^ (stirred >>> 16)) >>> (32 - BUCKET_BITS);
}
