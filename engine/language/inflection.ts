/** How the words of a language change, as far as a list of words must know it to find one by another of its forms. */
export interface Inflection {
  /** Endings of words, in lower case and without accents. */
  readonly endings: readonly string[];
  /** Syllables that some forms have at their beginning, or a few letters behind it: `ge` in “umgebucht”. */
  readonly prefixes: readonly string[];
  /** What may stand between the parts of a compound, nothing among it; null of a language that joins no words. */
  readonly links: readonly string[] | null;
}
