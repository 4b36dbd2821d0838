import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { type PhraseFinder, phraseAt } from '../text/phrases.ts';
import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import { numbersIn } from './number.ts';
import { readOnce, type Utterance } from './recognizer.ts';

/** A value read from a query, and the index of the word after it. */
export interface Read<T> extends Stretch {
  value: T;
  next: number;
}

/**
 * Reads a value at a word; null if it is not there.
 * @param from the offset after the previous reading
 */
export type Term<T> = (utterance: Utterance, at: number, from: number) => Read<T> | null;

/** The text allowed between the parts of a number: spaces, hyphens and apostrophes. */
export const NEAR = /^[\s'’-]{0,3}$/;
export const ANYWHERE = /^/;

/**
 * A term that reads a sequence of terms; null if the values do not fit together. A comment before each rule gives a
 * phrase that it reads.
 * @param gap matches the text allowed between two terms
 */
export const rule =
  <const T extends readonly unknown[], V>(
    terms: { readonly [I in keyof T]: Term<T[I]> },
    make: (values: T, reads: readonly Read<unknown>[], utterance: Utterance) => V | null,
    gap: RegExp = NEAR,
  ): Term<V> =>
  (utterance, at, from) => {
    const reads: Read<unknown>[] = [];
    let [next, end] = [at, from];
    for (const term of terms) {
      const read = term(utterance, next, end);
      const isNear = next === at || read === null || gap.test(utterance.text.slice(end, read.start));
      if (read === null || !isNear) return null;
      reads.push(read);
      [next, end] = [read.next, read.end];
    }
    // The values come from their terms in order.
    const value = make(reads.map((read) => read.value) as unknown as T, reads, utterance);
    const start = reads.find((read) => read.end > read.start)?.start ?? from;
    return value === null ? null : { value, start, end, next };
  };

/** The first of several terms that matches. */
export const first =
  <T>(...terms: readonly Term<T>[]): Term<T> =>
  (utterance, at, from) => {
    for (const term of terms) {
      const read = term(utterance, at, from);
      if (read !== null) return read;
    }
    return null;
  };

/** A term that never matches. */
export const nothing: Term<never> = () => null;

/** Chooses between two terms: `there` if `begin` matches, `elsewhere` otherwise. */
export const where =
  <T>(begin: Term<unknown>, there: Term<T>, elsewhere: Term<T>): Term<T> =>
  (utterance, at, from) =>
    (begin(utterance, at, from) === null ? elsewhere : there)(utterance, at, from);

/** Caches a term's reading at each word of a query. */
export function once<T>(term: Term<T>): Term<T> {
  const reads = readOnce(() => new Map<number, Read<T> | null>());
  return (utterance, at, from) => {
    const known = reads(utterance);
    const read = known.get(at);
    if (read !== undefined) return read;
    const made = term(utterance, at, from);
    known.set(at, made);
    return made;
  };
}

/** Makes a term optional: null if it does not match. */
export const maybe =
  <T>(term: Term<T>): Term<T | null> =>
  (utterance, at, from) =>
    term(utterance, at, from) ?? { value: null, start: from, end: from, next: at };

type Of<T> = (language: Language) => T;

/** Reads a word or phrase of the language. */
export const word =
  (wordsOf: Of<ReadonlySet<string> | readonly string[]>): Term<string> =>
  (utterance, at) => {
    const words = wordsOf(languageOf(utterance.language));
    const text = utterance.words[at]?.text ?? '';
    const length = 'has' in words ? Number(words.has(text)) : phraseAt(utterance.words, at, words);
    return length === 0 ? null : { ...stretchOf(utterance, at, length), value: text };
  };

/** Reads a word that has a value in the language. */
export const valueWord =
  <T>(valuesOf: Of<ReadonlyMap<string, T>>): Term<T> =>
  (utterance, at) => {
    const value = valuesOf(languageOf(utterance.language)).get(utterance.words[at]?.text ?? '');
    return value === undefined ? null : { ...stretchOf(utterance, at, 1), value };
  };

/** Reads the longest phrase that has a meaning in the language. */
export const phrase =
  <T>(finderOf: Of<PhraseFinder<T>>): Term<T> =>
  (utterance, at) => {
    const found = finderOf(languageOf(utterance.language)).at(utterance.words, at);
    const [value] = found?.meanings ?? [];
    return found === null || value === undefined
      ? null
      : { ...stretchOf(utterance, at, found.length), value };
  };

const stretchOf = ({ words }: Utterance, at: number, length: number) => ({
  start: words[at]?.start ?? 0,
  end: words[at + length - 1]?.end ?? 0,
  next: at + length,
});

/**
 * Reads signs directly after the previous reading.
 * @param pattern sticky
 */
export const sign =
  (pattern: RegExp): Term<string> =>
  ({ text, words }, at, from) => {
    pattern.lastIndex = from;
    const [value] = pattern.exec(text) ?? [];
    if (value === undefined) return null;
    const end = from + value.length;
    // The pattern may cover letters: skips the words that it covers.
    return { value, start: from, end, next: value === '' ? at : Math.max(at, firstWordFrom(words, end)) };
  };

const numbersByWord = readOnce((utterance) => {
  const { words } = utterance;
  return new Map(
    numbersIn(utterance).map((number) => {
      const next = firstWordFrom(words, number.start);
      const isWithin = (words[next - 1]?.end ?? 0) > number.start;
      return [isWithin ? next - 1 : next, { ...number, next: firstWordFrom(words, number.end) }];
    }),
  );
});

/** Reads a number in digits or words. */
export const number: Term<number> = (utterance, at) => numbersByWord(utterance).get(at) ?? null;

/** Reads an article that may mean one. */
export const article = word(({ numbers }) => numbers.articles);

/** All readings of a term in a query, without overlaps, up to a limit. */
export function readAll<T>(utterance: Utterance, term: Term<T>, most = Number.POSITIVE_INFINITY): Read<T>[] {
  const reads: Read<T>[] = [];
  for (let at = 0; at < utterance.words.length && reads.length < most; ) {
    const read = term(utterance, at, utterance.words[at]?.start ?? 0);
    if (read !== null && read.start >= (reads.at(-1)?.end ?? 0)) reads.push(read);
    at = Math.max(at + 1, read?.next ?? 0);
  }
  return reads;
}
