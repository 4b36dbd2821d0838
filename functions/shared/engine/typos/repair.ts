import { neighbours } from './edits.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 4;
const LONGEST = 24;
const WORD = /\p{L}+/gu;
const MOST_REPAIRS = 12;

/** Repairs mistyped words in favour of those that an assistant's own examples use. */
export class Speller {
  readonly #own: ReadonlyMap<string, number>;
  readonly #commonness: (word: string) => number;
  readonly #alphabet: string;

  /**
   * @param own the words of the examples, in lower case, and how often each occurs
   * @param commonness how common a word in lower case is in the language at large: 0…1, or −1 for no word of it
   */
  constructor(own: ReadonlyMap<string, number>, commonness: (word: string) => number) {
    this.#own = own;
    this.#commonness = commonness;
    const letters = new Set('abcdefghijklmnopqrstuvwxyz');
    for (const word of own.keys()) for (const letter of word) letters.add(letter);
    // Scripts with thousands of signs have no slips of one letter.
    this.#alphabet = letters.size > 100 ? '' : [...letters].sort().join('');
  }

  /**
   * Replaces each unknown word of four letters or more by the known one that is one slip away, if there is one:
   * rather a frequent word of the examples than a rare one, rather a word of the examples than any other. Of a
   * very long text only the first dozen unknown words are looked at.
   */
  repair(text: string): string {
    let left = MOST_REPAIRS;
    return text.replace(WORD, (word) => {
      if (word.length < SHORTEST || word.length > LONGEST || left === 0) return word;
      const lower = word.toLowerCase();
      if (this.#own.has(lower) || this.#commonness(lower) >= 0) return word;
      left--;
      return this.#nearest(lower) ?? word;
    });
  }

  #nearest(word: string): string | undefined {
    let best: string | undefined;
    let mostWorth = -1;
    for (const candidate of neighbours(word, this.#alphabet)) {
      if (candidate.length < SHORTEST - 1) continue;
      const own = this.#own.get(candidate);
      const worth = own === undefined ? this.#commonness(candidate) : 1 + own;
      if (worth > mostWorth) {
        best = candidate;
        mostWorth = worth;
      }
    }
    return best;
  }
}

/** The words of texts, in lower case, and how often each occurs. */
export function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
