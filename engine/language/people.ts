import { wordSet } from './words.ts';

/** A language's words for counting people, normalised. */
export interface PeopleWords {
  /** What added to a word makes people who do it: `dive`, `divers`. */
  readonly doer: RegExp;
  /** Nouns for one person, after a count, an article or a possessive: two `adults`, my `wife`. */
  readonly nouns: ReadonlySet<string>;
  /** Nouns for people of any age, and for grown-ups: two `people`. */
  readonly anyone: ReadonlySet<string>;
  /**
   * Groups of synonyms for slots that count people, in this order: grown-ups, children (`kids`), babies, teenagers and
   * seniors. People without a kind are counted with the grown-ups.
   */
  readonly kinds: readonly ReadonlySet<string>[];
  /** Nouns for children, babies and teenagers. */
  readonly young: ReadonlySet<string>;
  /** Nouns for a group whose size is given elsewhere: a `party`. They also name slots. */
  readonly groups: ReadonlySet<string>;
  /** Nouns for two people: my `parents`, a `couple`. */
  readonly pairs: ReadonlySet<string>;
  /** The speaker. */
  readonly self: ReadonlySet<string>;
  /** Pronouns for somebody else, counted beside the speaker alone: `her` and me. */
  readonly others: ReadonlySet<string>;
  /** The speaker as the subject of a clause: `I`. */
  readonly subjects: ReadonlySet<string>;
  /** Possessives and determiners; one person unless a count follows: `my` wife. */
  readonly owners: ReadonlySet<string>;
  /** Join people who are counted together. */
  readonly joiners: ReadonlySet<string>;
  /** Between a count and its noun, or after a count that follows the noun: 两`个`大人, 大人二`人`. */
  readonly counters: ReadonlySet<string>;
  /** Before those whom something is for: a table `for` one. */
  readonly beneficiary: ReadonlySet<string>;
  /** After a number of some of a group that was counted: two `of us`, zwei `davon`. */
  readonly ofAll: readonly string[];
  /** Matches plural nouns, which have no known number without a count. */
  readonly plural: RegExp;
  /** Phrases that mean a number of people: `just me`, `zu dritt`. */
  readonly phrases: ReadonlyMap<string, number>;
}

/** Words as texts separated by spaces; bars separate phrases of one number. */
type Written = {
  readonly [K in Exclude<keyof PeopleWords, 'kinds' | 'young' | 'phrases' | 'plural' | 'doer'>]?: string;
} & {
  readonly doer?: RegExp;
  readonly plural?: RegExp;
  readonly kinds?: readonly string[];
  readonly phrases?: Readonly<Record<string, number>>;
};

const NONE = /(?!)/;

/** Builds the words from texts. Omitted parts are empty. */
export const peopleWords = ({ phrases = {}, kinds = [], ...written }: Written): PeopleWords => ({
  nouns: wordSet(written.nouns),
  anyone: wordSet(`${written.anyone ?? ''} ${kinds[0] ?? ''}`),
  kinds: kinds.map((kind) => wordSet(kind)),
  young: wordSet(kinds.slice(1, 4).join(' ')),
  groups: wordSet(written.groups),
  pairs: wordSet(written.pairs),
  self: wordSet(written.self),
  others: wordSet(written.others),
  subjects: wordSet(written.subjects),
  owners: wordSet(written.owners),
  joiners: wordSet(written.joiners),
  counters: wordSet(written.counters),
  beneficiary: wordSet(written.beneficiary),
  ofAll: written.ofAll?.split('|') ?? [],
  plural: written.plural ?? NONE,
  doer: written.doer ?? NONE,
  phrases: new Map(
    Object.entries(phrases).flatMap(([alternatives, value]) =>
      alternatives.split('|').map((phrase) => [phrase, value] as const),
    ),
  ),
});
