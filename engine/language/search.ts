/**
 * The rules by which the texts of FAQ collections are searched in a language. All words are normalised: lower case,
 * no accents.
 */
export interface SearchWords {
  /**
   * Words that a question has whatever it is about. A language without them loses nothing but speed: what stands in
   * every document weighs next to nothing.
   */
  readonly stopWords: ReadonlySet<string>;
  /**
   * Takes the endings off that differ between the forms of one word. It need not find the true stem: only the same one
   * for the forms that questions and documents use.
   * @param word four letters or more, none of them a digit
   */
  readonly stem: (word: string) => string;
}

/** Removes the first ending that leaves at least `least` characters. */
export function strip(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= least);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** The stems of Romance words: without the s of the plural and the vowel of the gender. */
export const romanceStem = (word: string): string => strip(strip(word, ['s'], 3), ['a', 'o', 'e', 'i'], 3);
