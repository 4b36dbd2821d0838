import { wordSet } from './words.ts';

/** The names of the people that a language counts. Words are normalised. */
export interface PeopleWords {
  /** Nouns of one person each, after a count, an article or an owner: two `adults`, my `wife`. */
  readonly nouns: ReadonlySet<string>;
  /** Nouns that a slot for people may be called by, each with the others of its kind: `kids` are `children`. */
  readonly kinds: readonly ReadonlySet<string>[];
  /** Several people by one word, whose number is told apart from it: a `party`. Slots are called by them. */
  readonly groups: ReadonlySet<string>;
  /** Two people by one word: my `parents`, a `couple`. */
  readonly pairs: ReadonlySet<string>;
  /** The one who speaks. */
  readonly self: ReadonlySet<string>;
  /** Words that tell whose a person is, or which; one person unless a count follows: `my` wife. */
  readonly owners: ReadonlySet<string>;
  /** Between people who are counted together. */
  readonly joiners: ReadonlySet<string>;
  /** Between a count and those who are counted, or after both, who come first then: 两`个`大人, 大人二`人`. */
  readonly counters: ReadonlySet<string>;
  /** Nouns that end so are several: without a count nobody knows how many. */
  readonly plural: RegExp;
  /** Phrases that are a number of people by themselves: `just me`, `zu dritt`. */
  readonly phrases: ReadonlyMap<string, number>;
}

/** Words as texts with spaces between; bars part phrases of one number. */
type Written = {
  readonly [K in Exclude<keyof PeopleWords, 'kinds' | 'phrases' | 'plural'>]?: string;
} & {
  readonly plural?: RegExp;
  readonly kinds?: readonly string[];
  readonly phrases?: Readonly<Record<string, number>>;
};

/** Makes them of texts; parts that are not given are empty. */
export const peopleWords = ({ phrases = {}, kinds = [], ...written }: Written): PeopleWords => ({
  nouns: wordSet(written.nouns),
  kinds: kinds.map((kind) => wordSet(kind)),
  groups: wordSet(written.groups),
  pairs: wordSet(written.pairs),
  self: wordSet(written.self),
  owners: wordSet(written.owners),
  joiners: wordSet(written.joiners),
  counters: wordSet(written.counters),
  plural: written.plural ?? /(?!)/,
  phrases: new Map(
    Object.entries(phrases).flatMap(([alternatives, value]) =>
      alternatives.split('|').map((phrase) => [phrase, value] as const),
    ),
  ),
});
