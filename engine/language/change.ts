/** Words that correct earlier values, normalised (lower case, no accents), with single spaces within phrases. */
export interface WordsOfChange {
  /** Negate the value that follows: "not monday". */
  readonly not: readonly string[];
  /** Negate the value only if a slot holds it or a replacement is named: the Spanish "no". */
  readonly notIfHeld: readonly string[];
  /** Contain a negation but propose or bound the value that follows: "why not 60", "no more than 60". */
  readonly offer: readonly string[];
  /** Cancel a negation if they stand between it and the value: "not before 5", "not sure but 60". */
  readonly notBetween: readonly string[];
  /** Follow a negated value and introduce the intended one. */
  readonly but: readonly string[];
  /** Precede the value to be replaced: "instead of monday". */
  readonly insteadOf: readonly string[];
  /** Accompany the new value when the old one is not named: "monday instead". */
  readonly instead: readonly string[];
  /** Reject the value before them: "6 is too early". */
  readonly excess: readonly string[];
  /**
   * Retract what was just said: between two values ("Munich, sorry, Frankfurt") the second counts; before a value ("no,
   * to Anna") they announce a correction.
   */
  readonly repair: readonly string[];
  /** Begin a replacement: "change 50 to 60". */
  readonly change: readonly string[];
  /** Separate its old and new value. */
  readonly into: readonly string[];
  /** Add a value to a multiple slot. */
  readonly also: readonly string[];
  /** Add the value before them, only at the end of a clause: "the oil too", but not "too many". */
  readonly alsoBehind: readonly string[];
  /** Choose the alternative that the slot does not hold: "the other one". */
  readonly other: readonly string[];
  /** Swap the values of two slots: "the other way round". */
  readonly swapped: readonly string[];
}

/** The ends of a journey or of a period. Two slots of one entity usually are such a pair. */
export const ROLES = ['origin', 'destination', 'begin', 'end'] as const;
export type Role = (typeof ROLES)[number];

/** Words next to a value of a role, and the names of slots with that role. */
export type RoleWords = Readonly<
  Record<
    Role,
    {
      beside: readonly string[];
      /** Directly after the value: 東京`から`. */
      behind?: readonly string[];
      called: readonly string[];
    }
  >
>;

/** Words that give a value relative to the one held. */
export interface RelativeWords {
  /** After a number or a word for one: "one more", "two fewer". */
  readonly more: readonly string[];
  readonly less: readonly string[];
  /** Before a number: "another two", "noch einer". */
  readonly another: readonly string[];
  /** Words for one that precede `more`: "one", "a". */
  readonly one: readonly string[];
  /** Before or after a duration: "a day later", "two hours earlier". */
  readonly later: readonly string[];
  readonly earlier: readonly string[];
  /** After a duration, lengthen or shorten a stay: "a day longer", "two hours less". */
  readonly longer: readonly string[];
  readonly shorter: readonly string[];
  /** Make up the whole text except function words: "the day after", "the next day". */
  readonly dayAfter: readonly string[];
  readonly dayBefore: readonly string[];
}

/** Words that structure sentences and questions. */
export interface WordsOfSentences {
  /** May begin a clause: "and", "but", "and then". */
  readonly joining: readonly string[];
  /** Joining words that also stand within a clause: "I'd also like". */
  readonly joiningWithin: readonly string[];
  /** Put a wish before what is under way: "but pay the bill first". */
  readonly precedence: readonly string[];
  /** Begin a question, even without a question mark. */
  readonly questions: readonly string[];
  /** Begin a follow-up to a finished request: "and", "what about". */
  readonly followUps: readonly string[];
  /** Refer to the last thing mentioned, whatever it is: "it", "that one". Articles are excluded. */
  readonly pointing: readonly string[];
  /** Refer to it only at the end of a query, function words aside: "how much is that", "was kostet das denn". */
  readonly pointingAtEnd: readonly string[];
  /** Refer to the last place mentioned: "there". */
  readonly places: readonly string[];
  /** Contain such a word but refer to no place: "is there", "hi there". */
  readonly noPlaces: readonly string[];
  /** Before the name of a kind of value, refer to the last value of that kind: "the same" day. */
  readonly same: readonly string[];
  /** Repeat the last request with all its values: "the same again". */
  readonly again: readonly string[];
  /** Precede the name of something mentioned earlier: "that rental", "the same card". */
  readonly demonstratives: readonly string[];
}

/** Nouns for each built-in entity's values: "day", "amount". */
export type WordsOfKinds = Readonly<
  Record<'date' | 'time' | 'money' | 'phone' | 'email' | 'duration', readonly string[]>
>;
