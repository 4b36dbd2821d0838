/** Phrases that surround a value in an answer. */
export interface AnswerPhrases {
  /** Before a value, say only that an answer follows: "it's Maria". Longest first. */
  readonly leads: readonly string[];
  /** Before a name, say that it is one: "my name is Maria". Longest first. */
  readonly names: readonly string[];
  /** Behind a name, say that it is one: "Maria is her name". Longest first. */
  readonly namesBefore: readonly string[];
  /** May stand between the lead and the value: "it's for Maria". */
  readonly prepositions: readonly string[];
  /** Follow a value. */
  readonly tails: readonly string[];
  /** Before a value, say that it holds for the time being. Longest first. */
  readonly forNow: readonly string[];
  /** The word between the last two values of a list. */
  readonly and: string;
}

/** Splits a comma-separated list of phrases; returns them longest first. */
export const phrases = (list: string): string[] =>
  list
    .split(',')
    .map((phrase) => phrase.trim())
    .sort((a, b) => b.length - a.length);
