import { fnv1a } from '../../text/hash.ts';
import { plainApostrophes } from '../../text/plain-signs.ts';
import { isUnspaced } from '../../text/unspaced.ts';
import { foldAccents, wordsOf } from '../../text/words.ts';
import type { Word } from '../../values/free-text/tagger/words.ts';
import { LETTERS } from '../certainty.ts';
import { AWAITED, type Awaited } from './acts.ts';

/** Feature numbers: first the awaited answer, then `ECHO` (the question has the word too), then `STRANGE`. */
const FIRST_WORD_FEATURE = 16;
const ECHO = AWAITED.length;
/** Marks a word that no training row uses to agree. */
const STRANGE = ECHO + 1;
const BUCKET_BITS = 12;
export const FEATURE_COUNT = FIRST_WORD_FEATURE + (1 << BUCKET_BITS);

/** True if a feature describes the text's place in the conversation, not a word. */
export const isPlace = (feature: number): boolean => feature < FIRST_WORD_FEATURE;

export const awaitedFeature = (awaited: Awaited): number => AWAITED.indexOf(awaited);

/** Maps all spellings of a word to one form. */
export const plainWord = (word: string): string =>
  foldAccents(plainApostrophes(word).toLowerCase()).replace(/(.)\1\1+/gu, '$1$1');

const DIGITS = /^\d+$/;

/** The stems of the question's words that an answer may echo. Echoed numbers may be short. */
export const echoable = (words: readonly Word[]): Set<string> =>
  new Set(
    words
      .map(({ text }) => plainWord(text))
      .filter((word) => word.length >= LETTERS.few || DIGITS.test(word))
      .map(stem),
  );

/** Cuts long words to their first letters, so that inflected forms match. */
const stem = (word: string): string => (word.length > 6 ? word.slice(0, Math.max(5, word.length - 3)) : word);

/**
 * The features of each word, apart from its encoding: those of its place, then those of the word.
 * @param agreeing the hashes of words that express agreement or courtesy, for readers of replies before a
 * deed; otherwise null
 */
export function wordFeatures(
  words: readonly Word[],
  awaited: Awaited,
  echoed: ReadonlySet<string>,
  agreeing: ReadonlySet<number> | null,
): number[][] {
  const places = placeFeatures(stemsOf(words), awaited, echoed, agreeing !== null);
  return ownFeatures(words, agreeing).map((features, word) => [...(places[word] ?? []), ...features]);
}

/** The stem of each word, to compare with the question's stems. */
export const stemsOf = (words: readonly Word[]): string[] => words.map(({ text }) => stem(plainWord(text)));

/**
 * The features of each word that depend on the text's place in the conversation.
 * @param echoesNumbers true if short numbers count as echoes too
 */
export const placeFeatures = (
  stems: readonly string[],
  awaited: Awaited,
  echoed: ReadonlySet<string>,
  echoesNumbers: boolean,
): number[][] => {
  const place = awaitedFeature(awaited);
  const isEcho = (word: string) => echoed.has(word) && (echoesNumbers || word.length >= LETTERS.few);
  return stems.map((word) => (isEcho(word) ? [place, ECHO] : [place]));
};

/**
 * The features of each word that depend on the text alone.
 * @param agreeing see `wordFeatures`
 */
export function ownFeatures(words: readonly Word[], agreeing: ReadonlySet<number> | null): number[][] {
  const plain = words.map(({ text }) => plainWord(text));
  const at = (i: number) => plain[i] ?? (i < 0 ? '<' : '>');
  return plain.map((word, i) => {
    const isStrange = agreeing !== null && isSpelled(word) && !agreeing.has(hashOf(word) >>> 0);
    const features: number[] = isStrange ? [STRANGE] : [];
    const add = (feature: string) => features.push(FIRST_WORD_FEATURE + bucketOf(feature));
    add(`0${word}`);
    add(`-${at(i - 1)} ${word}`);
    add(`+${word} ${at(i + 1)}`);
    add(`t${at(i - 1)} ${word} ${at(i + 1)}`);
    add(`b${at(i - 1)}`);
    add(`a${at(i + 1)}`);
    if (i === 0) add('first');
    if (i === plain.length - 1) add('last');
    const framed = `_${word}_`;
    for (let length = 3; length <= 5; length++)
      for (let start = 0; start + length <= framed.length; start++)
        add(`c${framed.slice(start, start + length)}`);
    return features;
  });
}

const bucketOf = (feature: string): number => hashOf(feature) >>> (32 - BUCKET_BITS);

/** A 32-bit hash by which a reader recognises words from its training. */
export const wordHash = (word: string): number => hashOf(plainWord(word)) >>> 0;

/**
 * The words of a text that have letters. In scripts without spaces, words are found by dictionary, not sign by sign.
 */
export const spelledWords = (text: string, words: readonly Word[]): string[] =>
  (isUnspaced(text) ? wordsOf(text) : words).map((word) => word.text).filter(isSpelled);

/** The key of a stored reply that means yes, of one or two words. */
export const yesSentence = (words: readonly string[]): string => `=${words.map(plainWord).join(' ')}`;

/** True if a word has letters. */
export const isSpelled = (word: string): boolean => /\p{L}/u.test(word);

function hashOf(text: string): number {
  let hash = fnv1a(text);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
