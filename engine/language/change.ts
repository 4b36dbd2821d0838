/**
 * The small words by which people correct what was said. All are normalised (lower case, no accents), words and
 * phrases alike; a phrase is written with single spaces.
 */
export interface WordsOfChange {
  /** Deny the value after them: "not monday". */
  readonly not: readonly string[];
  /** Deny it only where a slot holds it, or where another is given in its place: a Spanish "no". */
  readonly notIfHeld: readonly string[];
  /** Hold a denial, and offer the value after them: "why not 60". */
  readonly offer: readonly string[];
  /** Words that may not stand between a denial and its value: "not before 5", "not sure but 60". */
  readonly notBetween: readonly string[];
  /** After a denied value: the one that is meant follows. */
  readonly but: readonly string[];
  /** Before the value that another is to replace: "instead of monday". */
  readonly insteadOf: readonly string[];
  /** Words beside the value that is meant, where the other is not named: "monday instead". */
  readonly instead: readonly string[];
  /** Say that the value before them does not suit: "6 is too early". */
  readonly excess: readonly string[];
  /**
   * Take back what was said: between two values, the later of which is meant, "Munich, sorry, Frankfurt", and before
   * one that is corrected, "no, to Anna".
   */
  readonly repair: readonly string[];
  /** Open "change 50 to 60". */
  readonly change: readonly string[];
  /** Between the two values of it. */
  readonly into: readonly string[];
  /** Add a value to those of a slot that takes several. */
  readonly also: readonly string[];
  /** Add what stands before them, at the end of a clause alone: "the oil too", but not "too many". */
  readonly alsoBehind: readonly string[];
  /** Mean the one of two that is not held: "the other one". */
  readonly other: readonly string[];
  /** Exchange the values of two slots: "the other way round". */
  readonly swapped: readonly string[];
}

/** The two ends of a way or of a stretch of time, which two slots of one kind mostly are. */
export const ROLES = ['origin', 'destination', 'begin', 'end'] as const;
export type Role = (typeof ROLES)[number];

/** The words beside a value of a role, and those that slots of the role are called or asked by. */
export type RoleWords = Readonly<
  Record<
    Role,
    {
      beside: readonly string[];
      /** Right behind the value alone, in a language that puts such words there: 東京`から`. */
      behind?: readonly string[];
      called: readonly string[];
    }
  >
>;

/** The words by which a value is told by its distance from the one that is held. */
export interface RelativeWords {
  /** After a number, or a word for one: "one more", "two fewer". */
  readonly more: readonly string[];
  readonly less: readonly string[];
  /** Before a number: "another two", "noch einer". */
  readonly another: readonly string[];
  /** Words for one before `more`: "one", "a". */
  readonly one: readonly string[];
  /** After a length of time, or before it: "a day later", "two hours earlier". */
  readonly later: readonly string[];
  readonly earlier: readonly string[];
  /** The whole of a text, but for small words: "the day after", "the next day". */
  readonly dayAfter: readonly string[];
  readonly dayBefore: readonly string[];
}

/** The words by which sentences and questions are put together. */
export interface WordsOfSentences {
  /** May begin a clause: "and", "but", "and then". */
  readonly joining: readonly string[];
  /** Begin a question, with or without its mark. */
  readonly questions: readonly string[];
  /** Begin what goes on from what was done: "and", "what about". */
  readonly followUps: readonly string[];
  /** Mean what was spoken of before, whatever it is: "it", "that one". No words that are articles as well. */
  readonly pointing: readonly string[];
  /** Mean it at the end of a query alone, but for small words: "how much is that", "was kostet das denn". */
  readonly pointingAtEnd: readonly string[];
  /** Mean the place that was spoken of before: "there". */
  readonly places: readonly string[];
  /** Hold such a word, and mean no place: "is there", "hi there". */
  readonly noPlaces: readonly string[];
  /** Stand before a word for the kind of a value, and mean the one that was spoken of last: "the same" day. */
  readonly same: readonly string[];
  /** Ask for what was done last once more, with all of its values: "the same again". */
  readonly again: readonly string[];
  /** Stand before the name of what was spoken of before: "that rental", "the same card". */
  readonly demonstratives: readonly string[];
}

/** By built-in entity: the words for a value of it, "day", "amount". */
export type WordsOfKinds = Readonly<
  Record<'date' | 'time' | 'money' | 'phone' | 'email' | 'duration', readonly string[]>
>;
