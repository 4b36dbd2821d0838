import { distance, neighbours } from './edits.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 3;
const LONGEST = 24;
/** From this length on, two slips still leave enough to know a word by. */
const LONG = 6;
/** A word of the language that is rarer than this may be a slip in a word of the examples. */
const RARE = 0.5;
/** True if a word is too common in the language to be a slip in another: by 0…1, or −1 for no word of it. */
export const isCommon = (commonness: number): boolean => commonness >= RARE;
/** The least uses of a word in the examples for a rare word near it, or a short one, to count as a slip in it. */
const OFTEN = 3;
const WORD = /\p{L}+/gu;
/** The apostrophe and letters of a short form behind its word. */
const TAIL = /^['’]\p{L}{1,2}/u;
/** A capital letter and small ones: a word in capitals alone is written so for other reasons. */
const NAME = /^\p{Lu}\P{Lu}/u;
/** The most unknown words of a text that are looked at. */
export const MOST_REPAIRS = 12;
/** The words that a speller keeps what became of them. */
const MOST_KEPT = 2000;

/** A text as it is read, in UTF-16 units. */
export interface ReadText {
  text: string;
  /** The place of a stretch of it in the text as it came; of a part of a repaired word, the place of the whole word. */
  place(stretch: { start: number; end: number }): { start: number; end: number };
}

/** A text that is read as it came. */
export const unchanged = (text: string): ReadText => ({
  text,
  place: ({ start, end }) => ({ start, end }),
});

/** A repaired word in the text as it is read, and by how much longer it became. */
interface Repair {
  start: number;
  end: number;
  by: number;
}

function placeOf(offset: number, repairs: readonly Repair[], side: 'start' | 'end'): number {
  let place = offset;
  for (const { start, end, by } of repairs) {
    if (end <= offset) place -= by;
    else if (start < offset) return side === 'start' ? place - (offset - start) : place + (end - offset) - by;
    else break;
  }
  return place;
}

/** Words, and how often each occurs. What cannot be listed, since hashes are all that is known of it, has no keys. */
export interface WordCounts {
  get(word: string): number | undefined;
  has(word: string): boolean;
  keys(): Iterable<string>;
}

export interface SpellerOptions {
  /**
   * False where `commonness` knows the words of other languages too: it tells then which words are no slips, but no
   * slip is read as one of them. Default true.
   */
  borrows?: boolean;
  /** Shorter words are left alone. Default 3. */
  shortest?: number;
  /** True if the first letter is taken for right. Default false. */
  keepsFirst?: boolean;
  /** Words in lower case that are right, though neither the examples nor the language have them. Default none. */
  right?: ReadonlySet<string>;
}

/** How a text is read. */
export interface ReadOptions {
  /** True leaves words with a capital letter alone: they may be names, which no vocabulary has. Default false. */
  keepsNames?: boolean;
  /** The unknown words that may still be looked at, where several texts share them. Default `MOST_REPAIRS`. */
  looks?: { left: number };
}

/** Repairs mistyped words in favour of those that an assistant's own examples use. */
export class Speller {
  readonly #own: WordCounts;
  readonly #commonness: (word: string) => number;
  readonly #borrows: boolean;
  readonly #shortest: number;
  readonly #keepsFirst: boolean;
  readonly #right: ReadonlySet<string>;
  readonly #alphabet: string;
  readonly #letters: ReadonlySet<string>;
  /** What became of the latest unknown words. */
  readonly #repaired = new Map<string, string | null>();
  readonly #long: readonly string[];

  /**
   * @param exampleCounts the words of the examples, in lower case, and how often each occurs
   * @param commonness how common a word in lower case is in the language at large: 0…1, or −1 for no word of it
   */
  constructor(
    exampleCounts: WordCounts,
    commonness: (word: string) => number,
    { borrows = true, shortest = SHORTEST, keepsFirst = false, right = new Set() }: SpellerOptions = {},
  ) {
    this.#own = exampleCounts;
    this.#commonness = commonness;
    this.#borrows = borrows;
    this.#shortest = shortest;
    this.#keepsFirst = keepsFirst;
    this.#right = right;
    const letters = new Set('abcdefghijklmnopqrstuvwxyz');
    for (const word of exampleCounts.keys()) for (const letter of word) letters.add(letter);
    // Scripts with thousands of signs have no slips of one letter.
    this.#alphabet = letters.size > 100 ? '' : [...letters].sort().join('');
    this.#letters = letters;
    this.#long = [...exampleCounts.keys()].filter(
      (word) => word.length >= LONG - 1 && word.length <= LONGEST,
    );
  }

  /**
   * Replaces each unknown word that is long enough by a known one that is one slip away, if there is one:
   * rather a frequent word of the examples than a rare one, rather a word of the examples than any other. A long
   * word may be two slips away from one of the examples. Of a very long text only the first dozen unknown words
   * are looked at.
   */
  repair(text: string): string {
    return this.read(text).text;
  }

  /** As `repair`, with the way back to the text as it came. */
  read(text: string, { keepsNames = false, looks = { left: MOST_REPAIRS } }: ReadOptions = {}): ReadText {
    const repairs: Repair[] = [];
    let grown = 0;
    const read = text.replace(WORD, (word, offset: number) => {
      if (word.length < this.#shortest || word.length > LONGEST || looks.left === 0) return word;
      if (keepsNames && NAME.test(word)) return word;
      const lower = word.toLowerCase();
      const [tail = ''] = TAIL.exec(text.slice(offset + word.length, offset + word.length + 3)) ?? [];
      if (this.#right.has(lower) || (tail !== '' && this.#right.has(lower + tail.slice(1)))) return word;
      const common = this.#commonness(lower);
      if (this.#own.has(lower) || isCommon(common)) return word;
      looks.left--;
      const repaired = this.#repair(lower, common);
      if (repaired === null) return word;
      const start = offset + grown;
      const by = repaired.length - word.length;
      grown += by;
      repairs.push({ start, end: start + repaired.length, by });
      return repaired;
    });
    return {
      text: read,
      place: ({ start, end }) => ({
        start: placeOf(start, repairs, 'start'),
        end: placeOf(end, repairs, 'end'),
      }),
    };
  }

  /** The word that an unknown one is a slip in; null where there is none. */
  #repair(word: string, common: number): string | null {
    const known = this.#repaired.get(word);
    if (known !== undefined) return known;
    const least = common >= 0 || word.length === SHORTEST ? OFTEN : 0;
    const repaired = this.#near(word, least) ?? (common < 0 ? this.#far(word) : undefined) ?? null;
    if (this.#repaired.size >= MOST_KEPT) this.#repaired.clear();
    this.#repaired.set(word, repaired);
    return repaired;
  }

  /** @param least how often the examples must use the word; 0 takes any word of the language */
  #near(word: string, least: number): string | undefined {
    let best: string | undefined;
    let mostWorth = -1;
    // A letter of another script makes no word of it.
    const alphabet = [...word].some((letter) => this.#letters.has(letter)) ? this.#alphabet : '';
    for (const candidate of neighbours(word, alphabet)) {
      if (candidate.length < this.#shortest) continue;
      if (this.#keepsFirst && candidate[0] !== word[0]) continue;
      const exampleCounts = this.#own.get(candidate);
      if ((exampleCounts ?? 0) < least) continue;
      if (exampleCounts === undefined && !this.#borrows) continue;
      const worth = exampleCounts === undefined ? this.#commonness(candidate) : 1 + exampleCounts;
      if (worth > mostWorth) {
        best = candidate;
        mostWorth = worth;
      }
    }
    return best;
  }

  /** The most frequent word of the examples that is two slips away. */
  #far(word: string): string | undefined {
    if (word.length < LONG) return undefined;
    let best: string | undefined;
    let most = 0;
    for (const candidate of this.#long) {
      if (Math.abs(candidate.length - word.length) > 2) continue;
      const count = this.#own.get(candidate) ?? 0;
      if (count > most && distance(candidate, word) <= 2) {
        best = candidate;
        most = count;
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
