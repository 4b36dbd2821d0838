/** Rules for searching FAQ collections in a language. All words are normalised: lower case, no accents. */
export interface SearchWords {
  /**
   * Words that occur in questions on any topic. They only save time: a word in every document weighs almost nothing.
   */
  readonly stopWords: ReadonlySet<string>;
  /**
   * Removes inflections. The result need not be the true stem, only the same for the forms in questions and documents.
   * @param word four letters or more, without digits
   */
  readonly stem: (word: string) => string;
}

/** Removes the first ending that leaves at least `least` characters. */
export function strip(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= least);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Stems Romance words: removes the plural s and the gender vowel. */
export const romanceStem = (word: string): string => strip(strip(word, ['s'], 3), ['a', 'o', 'e', 'i'], 3);
