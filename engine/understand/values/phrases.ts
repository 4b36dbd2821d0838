import type { Word } from '../../text/words.ts';

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

  /** All meanings of the longest phrase that begins at a word; null where none does. */
  at(words: readonly Word[], index: number): { meanings: Meaning[]; length: number } | null {
    const known = this.#byFirst.get(words[index]?.text ?? '') ?? [];
    const fits = (phrase: readonly string[]) =>
      phrase.every((word, offset) => words[index + offset]?.text === word);
    const longest = known.find((phrase) => fits(phrase.words))?.words.length;
    if (longest === undefined) return null;
    const meanings = known
      .filter((phrase) => phrase.words.length === longest && fits(phrase.words))
      .map(({ meaning }) => meaning);
    return { meanings, length: longest };
  }
}
