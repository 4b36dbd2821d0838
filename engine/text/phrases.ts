import type { Word } from './words.ts';

/** Finds phrases of normalised words in a text, the longest first. */
export class PhraseFinder<Meaning> {
  readonly #byFirst = new Map<string, { words: readonly string[]; meaning: Meaning }[]>();

  constructor(phrases: Iterable<readonly [phrase: string, meaning: Meaning]>) {
    for (const [phrase, meaning] of phrases) {
      const words = phrase.split(' ');
      const first = words[0] ?? '';
      const known = this.#byFirst.get(first) ?? [];
      known.push({ words, meaning });
      known.sort((a, b) => b.words.length - a.words.length);
      this.#byFirst.set(first, known);
    }
  }

  /** All meanings of the longest phrase that begins at a word; null if none does. */
  at(words: readonly Word[], index: number): { meanings: Meaning[]; length: number } | null {
    const length = this.lengthAt(words, index);
    if (length === 0) return null;
    const meanings = this.#from(words, index)
      .filter((phrase) => phrase.words.length === length && stands(phrase.words, words, index))
      .map(({ meaning }) => meaning);
    return { meanings, length };
  }

  /** The number of words of the longest phrase that begins at a word; 0 if none does. */
  lengthAt(words: readonly Word[], index: number): number {
    return this.#from(words, index).find((phrase) => stands(phrase.words, words, index))?.words.length ?? 0;
  }

  /** The phrases that begin with a word, the longest first. */
  #from(words: readonly Word[], index: number): readonly { words: readonly string[]; meaning: Meaning }[] {
    return this.#byFirst.get(words[index]?.text ?? '') ?? NONE;
  }
}

const NONE: readonly never[] = [];

const stands = (phrase: readonly string[], words: readonly Word[], index: number): boolean =>
  phrase.every((word, offset) => words[index + offset]?.text === word);

const finders = new WeakMap<readonly string[], PhraseFinder<null>>();

/**
 * The number of words of the longest phrase that begins at a word; 0 if none does.
 * @param phrases must not change later: its index is built once
 */
export function phraseAt(words: readonly Word[], index: number, phrases: readonly string[]): number {
  let finder = finders.get(phrases);
  if (finder === undefined) {
    finder = new PhraseFinder(phrases.map((phrase) => [phrase, null]));
    finders.set(phrases, finder);
  }
  return finder.lengthAt(words, index);
}

/** True if one of the phrases stands anywhere in the words. */
export const hasPhrase = (words: readonly Word[], phrases: readonly string[]): boolean =>
  words.some((_, at) => phraseAt(words, at, phrases) > 0);
