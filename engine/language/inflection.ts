/**
 * The changes of a language's words, as far as a list of words must know them to find a word by another of its forms.
 */
export interface Inflection {
  /** Endings of words, in lower case and without accents. */
  readonly endings: readonly string[];
  /** Syllables that some forms have at their beginning, or a few letters behind it: `ge` in “umgebucht”. */
  readonly prefixes: readonly string[];
  /**
   * The links that may stand between the parts of a compound, nothing among them; null of a language that joins no
   * words.
   */
  readonly links: readonly string[] | null;
}
