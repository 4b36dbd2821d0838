import { fnv1a } from '../../../text/hash.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Word } from './words.ts';

const BUCKET_BITS = 15;
export const BUCKETS = 1 << BUCKET_BITS;

/** A value that a recogniser finds in a text. */
export interface KnownValue {
  kind: string;
  /** In UTF-16 units, the end exclusive. */
  start: number;
  end: number;
}

/** The words of a text, and further facts for their lexical features. */
export interface LexicalContext {
  words: readonly Word[];
  label: string;
  gazetteer: Gazetteer;
  /** True if letter case has a meaning; false for a text from speech. */
  hasCase: boolean;
  /** The values that recognisers find in the text. */
  known?: readonly KnownValue[];
  /** For each word, whether the language's word list has it: other words are probably names. */
  listed?: readonly boolean[] | undefined;
  /** The slot of each word if the gazetteer counts this text, so that its own counts can be subtracted. */
  ownSlots?: readonly number[];
}

const OF_LETTERS = /^[\p{L}\p{M}]{2}/u;

/** For each word, whether a language's list has it. Numbers, marks and single letters count as listed: none is a name. */
export const listedIn = (
  words: readonly Word[],
  isListed: ((word: string) => boolean) | undefined,
): boolean[] | undefined => isListed && words.map(({ text }) => !OF_LETTERS.test(text) || isListed(text));

/**
 * The hashed features of each word: the word, its neighbours, its beginnings and endings, its form, whether the language
 * has it, the label.
 */
export function lexicalFeatures(context: LexicalContext): number[][] {
  const { words, label, hasCase, listed } = context;
  const lower = words.map((word) => word.text.toLowerCase());
  const forms = words.map((word) => (hasCase ? form(word.text) : 'x'));
  const at = (i: number) => lower[i] ?? (i < 0 ? '<s>' : '</s>');
  const formAt = (i: number) => forms[i] ?? '-';
  const known = knownFeatures(words, lower, label, context.known ?? []);
  const marks = listed?.map((isListed) => (isListed ? 'y' : 'n'));
  return words.map((_, i) => {
    const word = at(i);
    const features = [
      `0=${word}`,
      `-1=${at(i - 1)}`,
      `+1=${at(i + 1)}`,
      `-2=${at(i - 2)}`,
      `+2=${at(i + 2)}`,
      `-=${at(i - 1)} ${word}`,
      `+=${word} ${at(i + 1)}`,
      `--=${at(i - 2)} ${at(i - 1)}`,
      `++=${at(i + 1)} ${at(i + 2)}`,
      `t=${at(i - 1)} ${word} ${at(i + 1)}`,
      `l=${label}`,
      `l0=${label} ${word}`,
      i < 3 ? `#${i}` : '#',
    ];
    if (hasCase) {
      features.push(`s=${formAt(i)}`, `s-=${formAt(i - 1)}`, `s+=${formAt(i + 1)}`);
      features.push(`s3=${formAt(i - 1)} ${formAt(i)} ${formAt(i + 1)}`);
    }
    if (marks) {
      const around = [marks[i - 1] ?? '-', marks[i], marks[i + 1] ?? '-'];
      features.push(
        `w=${marks[i]}`,
        `w3=${around}`,
        `wl=${label} ${around}`,
        `w*=${!marks.includes('y')} ${i}`,
      );
    }
    for (let length = 1; length <= Math.min(4, word.length); length++) {
      features.push(`p${word.slice(0, length)}`, `f${word.slice(-length)}`);
    }
    features.push(...(known[i] ?? []));
    features.push(...context.gazetteer.features(word, context.ownSlots?.[i]));
    return features.map(bucketOf);
  });
}

/**
 * Features from the values that recognisers find: the word's place in or beside a value, the words on both sides of
 * that value and, in an answer, the question.
 */
function knownFeatures(
  words: readonly Word[],
  lower: readonly string[],
  label: string,
  known: readonly KnownValue[],
): string[][] {
  const features = words.map((): string[] => []);
  for (const { kind, start, end } of known) {
    const first = words.findIndex((word) => word.end > start);
    const last = words.findLastIndex((word) => word.start < end);
    // The value lies beyond the words that are tagged.
    if (first < 0 || last < first) continue;
    const [before, after] = [lower[first - 1] ?? '<s>', lower[last + 1] ?? '</s>'];
    for (let i = first; i <= last; i++) {
      const place = `${i === first ? '[' : ''}${i === last ? ']' : ''}`;
      features[i]?.push(`k${kind} ${place}`, `k${kind} ${place} ${label}`);
      features[i]?.push(`k${kind} ${place} <${before}`, `k${kind} ${place} >${after}`);
    }
  }
  return features;
}

/** The word's form: letters as x or X, digits as d, runs shortened to two. */
const form = (word: string): string =>
  word
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}/gu, 'x')
    .replace(/\p{N}/gu, 'd')
    .replace(/(.)\1\1+/gu, '$1$1');

function bucketOf(feature: string): number {
  let hash = fnv1a(feature);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> (32 - BUCKET_BITS);
}
