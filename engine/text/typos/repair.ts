import { distance, neighbours } from './edits.ts';

/** Shorter words have too many neighbours to repair. */
const SHORTEST = 3;
const LONGEST = 24;
/** Words of this length are still recognisable with two typos. */
const LONG = 6;
/** A rarer word of the language may be a typo of a word in the examples. */
const RARE = 0.5;
/**
 * True if a word is too common to be a typo.
 * @param commonness 0…1, or −1 for a word that is not in the language
 */
export const isCommon = (commonness: number): boolean => commonness >= RARE;
/** How often the examples must use a word before a rare or short word counts as a typo of it. */
const OFTEN = 3;
const WORD = /\p{L}+/gu;
/** The apostrophe and letters of a contraction after its word. */
const TAIL = /^['’]\p{L}{1,2}/u;
/** A capital letter before a small one. Words all in capitals are not taken for names. */
const NAME = /^\p{Lu}\P{Lu}/u;
/** The most unknown words of a text that are repaired. */
export const MOST_REPAIRS = 12;
/** The most words whose repairs a speller remembers. */
const MOST_KEPT = 2000;

/** A text after repair. */
export interface ReadText {
  text: string;
  /**
   * Maps a stretch of the repaired text to the original, in UTF-16 units. A part of a repaired word maps to the whole
   * word.
   */
  place(stretch: { start: number; end: number }): { start: number; end: number };
}

/** Wraps a text without repairing it. */
export const unchanged = (text: string): ReadText => ({
  text,
  place: ({ start, end }) => ({ start, end }),
});

/** A repaired word's place in the repaired text, and how many units longer it became. */
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

/** Word counts. A hashed table cannot list its words, so `keys` may be empty. */
export interface WordCounts {
  get(word: string): number | undefined;
  has(word: string): boolean;
  keys(): Iterable<string>;
}

export interface SpellerOptions {
  /**
   * False if `commonness` covers other languages too. Its words are then not typos, but no typo is corrected to one of
   * them. Default true.
   */
  borrows?: boolean;
  /** The shortest word to repair. Default 3. */
  shortest?: number;
  /** True to trust a word's first letter. Default false. */
  keepsFirst?: boolean;
  /** Correct words in lower case that neither the examples nor the language contain. Default none. */
  right?: ReadonlySet<string>;
}

export interface ReadOptions {
  /** True to leave capitalised words alone, since they may be names. Default false. */
  keepsNames?: boolean;
  /** How many unknown words may still be repaired, shared between texts. Default `MOST_REPAIRS`. */
  looks?: { left: number };
}

/** Corrects mistyped words, preferring the words of an assistant's own examples. */
export class Speller {
  readonly #own: WordCounts;
  readonly #commonness: (word: string) => number;
  readonly #borrows: boolean;
  readonly #shortest: number;
  readonly #keepsFirst: boolean;
  readonly #right: ReadonlySet<string>;
  readonly #alphabet: string;
  readonly #letters: ReadonlySet<string>;
  /** The repairs of the latest unknown words; null: none. */
  readonly #repaired = new Map<string, string | null>();
  readonly #long: readonly string[];
  #latest: { asTyped: string; read: ReadText } | null = null;

  /**
   * @param exampleCounts the examples' words in lower case, and their counts
   * @param commonness how common a lower-case word is in the language, 0…1; −1 for no word of it
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
    // With thousands of signs, a script has no one-letter typos.
    this.#alphabet = letters.size > 100 ? '' : [...letters].sort().join('');
    this.#letters = letters;
    this.#long = [...exampleCounts.keys()].filter(
      (word) => word.length >= LONG - 1 && word.length <= LONGEST,
    );
  }

  /**
   * Replaces unknown words by known ones one edit away. Words of the examples come first, the most frequent before the
   * rest. A long word may also be two edits from a word of the examples. Only the first `MOST_REPAIRS` unknown words of
   * a text are repaired.
   */
  repair(text: string): string {
    return this.read(text).text;
  }

  /** Like `repair`, but can also map places back to the original text. */
  read(text: string, options?: ReadOptions): ReadText {
    if (options !== undefined) return this.#read(text, options);
    // A turn reads its query once for each reader.
    if (this.#latest?.asTyped !== text) this.#latest = { asTyped: text, read: this.#read(text, {}) };
    return this.#latest.read;
  }

  #read(text: string, { keepsNames = false, looks = { left: MOST_REPAIRS } }: ReadOptions): ReadText {
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

  /** The word that an unknown word is a typo of, or null. */
  #repair(word: string, common: number): string | null {
    const known = this.#repaired.get(word);
    if (known !== undefined) return known;
    const least = common >= 0 || word.length === SHORTEST ? OFTEN : 0;
    const repaired = this.#near(word, least) ?? (common < 0 ? this.#far(word) : undefined) ?? null;
    if (this.#repaired.size >= MOST_KEPT) this.#repaired.clear();
    this.#repaired.set(word, repaired);
    return repaired;
  }

  /** @param least how often the examples must use the word; 0 accepts any word of the language */
  #near(word: string, least: number): string | undefined {
    let best: string | undefined;
    let mostWorth = -1;
    // A letter of another script cannot correct the word.
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

  /** The most frequent word of the examples two edits away. */
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

/** Counts the words of texts, in lower case. */
export function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
