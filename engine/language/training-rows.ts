import type { Inflection } from './inflection.ts';

/**
 * A language's training data, besides the YAML grammars of replies, questions and conditions in its folder. Never
 * loaded to answer queries.
 */
export interface TrainingRows {
  /** ISO 639-1. */
  readonly code: string;
  /**
   * Sentences that hardly any assistant serves, written for this project: general knowledge, crafts, opinions, small
   * errands and fragments, mostly in lower case without end marks, as people type. They teach the out-of-scope class
   * what "something else" looks like if the author gives few such rows. Training leaves out rows that resemble the
   * assistant's own utterances.
   */
  readonly outOfScope: readonly string[];
  /**
   * What people say in a conversation without naming anybody: reactions, refusals, small talk. They teach the tagger what
   * no name is. Empty where people's names are not taught.
   */
  readonly remarks: readonly string[];
  /**
   * Greetings, sounds and fillers before what is said. They teach the tagger that no name begins with them. Empty like
   * `remarks`.
   */
  readonly interjections: readonly string[];
  /**
   * Stories and questions that mention people, animals or places without a person's name. They teach the tagger that
   * their nouns are no names. Empty where no encoder reads the language: there the word list tells.
   */
  readonly mentions: readonly string[];
  /** How addresses are written; null where addresses are not taught. */
  readonly streets: Streets | null;
  /** Rules for looking up words in the language's `glosses.txt`; null if it has none. */
  readonly inflection: Inflection | null;
  /** True if the public data sets of dialogues and calls (`engine/train/acts/data-sets.ts`) include the language. */
  readonly hasDataSets: boolean;
}

/** The parts of which addresses are made: “14 Elm Street”, “Lindenweg 14”. */
export interface Streets {
  /** The order of `{number}`, `{name}` and `{kind}`. */
  readonly form: string;
  /** Words, or ends of words, for kinds of streets. */
  readonly kinds: readonly string[];
  /** A name that ends in `_` stands apart, also where others make compounds: “Berliner Straße”. */
  readonly names: readonly string[];
}

/** Splits a text into lines. */
export const lines = (text: string): readonly string[] => text.trim().split('\n');
