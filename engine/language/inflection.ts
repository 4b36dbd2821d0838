import { spaced } from './words.ts';

/** A language's inflections, by which forms of the words of its glosses are found. */
export interface Inflection {
  /** Word endings, in lower case without accents. */
  readonly endings: readonly string[];
  /** Syllables that some forms add at the beginning, or after a few letters: `ge` in “umgebucht”. */
  readonly prefixes: readonly string[];
  /** Letters that may join the parts of a compound, including none; null if the language has no compounds. */
  readonly links: readonly string[] | null;
}

/** Inflections, with the endings by which a list's values are found: they must have the same meaning, not only the same stem. */
export interface ValueInflection extends Inflection {
  readonly forms: ValueForms;
}

/** Word endings, in lower case without accents. An empty ending is the bare stem. */
export interface ValueForms {
  /** Endings of nouns made of a verb: the `ion` of “collection”. */
  readonly nouns: readonly string[];
  /** Endings of the verb, which say what such a noun says: the `ed` of “collected”. */
  readonly verbs: readonly string[];
  /** Endings of an adjective, which all mean the same: “vegetarische”. */
  readonly adjectives: readonly string[];
}

/** The forms of values, each list written as words between spaces, where `-` stands for the empty ending. */
export const valueForms = (written: Readonly<Record<keyof ValueForms, string>>): ValueForms => ({
  nouns: endingsOf(written.nouns),
  verbs: endingsOf(written.verbs),
  adjectives: endingsOf(written.adjectives),
});

const endingsOf = (written: string): readonly string[] =>
  spaced(written).map((ending) => (ending === '-' ? '' : ending));
