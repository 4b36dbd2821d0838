/** A language's inflections, used to find forms of the words of a list: of glosses, or of an author's values. */
export interface Inflection {
  /** Word endings, in lower case without accents. */
  readonly endings: readonly string[];
  /** Endings of nouns that name something else than their bare verb: “check” is no form of a `checking` account. */
  readonly nounEndings?: readonly string[];
  /** Syllables that some forms add at the beginning, or after a few letters: `ge` in “umgebucht”. */
  readonly prefixes: readonly string[];
  /** Letters that may join the parts of a compound, including none; null if the language has no compounds. */
  readonly links: readonly string[] | null;
}
