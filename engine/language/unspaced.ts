/**
 * The rules by which the words of a language are found that is written without spaces. Its phrases are words beside
 * these.
 */
export interface UnspacedWriting {
  /** The signs that numbers in words are made of, which are one word where they touch. */
  readonly numerals: string;
  /** Signs that follow a number, and are part of many other words: the `日` of 5日, the `块` of 五块. */
  readonly counters: ReadonlySet<string>;
  /** Words before such a sign in the place of a number: `半`年, `何`人. */
  readonly quantifiers: ReadonlySet<string>;
  /** Words that hold a numeral or a known word and mean neither: `一下`. */
  readonly others: readonly string[];
}
