/** A language's inflections, used to look up word forms in a list of words. */
export interface Inflection {
  /** Word endings, in lower case without accents. */
  readonly endings: readonly string[];
  /** Syllables that some forms add at the beginning, or after a few letters: `ge` in “umgebucht”. */
  readonly prefixes: readonly string[];
  /** Letters that may join the parts of a compound, including none; null if the language has no compounds. */
  readonly links: readonly string[] | null;
}
