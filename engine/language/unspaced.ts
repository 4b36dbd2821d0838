/** Rules for finding words in a language written without spaces, besides its phrases. */
export interface UnspacedWriting {
  /** Signs of numbers in words. Adjacent ones form one number. */
  readonly numerals: string;
  /** Signs that follow a number but also occur in many other words: the `日` of 5日, the `块` of 五块. */
  readonly counters: ReadonlySet<string>;
  /** Words that take a number's place before a counter: `半`年, `何`人. */
  readonly quantifiers: ReadonlySet<string>;
  /** Words that contain a numeral or a known word but mean something else: `一下`. */
  readonly others: readonly string[];
}
