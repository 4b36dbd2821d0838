/** The phrases that people say around a value when they answer a question with it. */
export interface AnswerPhrases {
  /** Say only that an answer follows: "it's Maria". In front of a value, longest first. */
  readonly leads: readonly string[];
  /** Say who somebody is: "my name is Maria". In front of a name, longest first. */
  readonly names: readonly string[];
  /** May stand between: "it's for Maria". */
  readonly prepositions: readonly string[];
  /** Behind a value. */
  readonly tails: readonly string[];
  /** Between two values, and before the last of them. */
  readonly and: string;
}

/** Phrases as people write them, separated by commas, longest first. */
export const phrases = (list: string): string[] =>
  list
    .split(',')
    .map((phrase) => phrase.trim())
    .sort((a, b) => b.length - a.length);
