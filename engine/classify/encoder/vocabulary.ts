import { FNV_BASIS, fnv1a, fnvStep } from '../../text/hash.ts';

/** Places of the smallest hash table. */
const LEAST_SLOTS = 65_536;
const HEADER = 2;

/**
 * The word pieces by their ids and back. The way back is a table that comes ready made, since filling a map with
 * 30,000 pieces takes longer than all else that loading the tokenizer does.
 */
export class Vocabulary {
  /** The number of pieces. */
  readonly size: number;
  /** The length of the longest piece. */
  readonly longest: number;
  readonly #text: string;
  /** The begins of the pieces in the text, and its end. */
  readonly #starts: Int32Array;
  /** id + 1 of the piece at each place, or 0. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /**
   * @param text one word piece per line, in the order of the ids
   * @param index what `indexVocabulary` made of the text
   */
  constructor(text: string, index: Int32Array) {
    const [size = 0, longest = 0] = index;
    this.size = size;
    this.longest = longest;
    this.#text = text;
    this.#starts = index.subarray(HEADER, HEADER + size + 1);
    this.#slots = index.subarray(HEADER + size + 1);
    this.#mask = this.#slots.length - 1;
  }

  /** The id of a piece, or undefined where it is none. */
  idOf(piece: string): number | undefined {
    return this.#find(fnv1a(piece), piece, 0, piece.length);
  }

  /**
   * Finds all pieces that begin at one place of a text.
   * @param onPiece is told each, the shortest first, by its id and where it ends
   */
  eachAt(text: string, start: number, onPiece: (id: number, end: number) => void): void {
    const last = Math.min(text.length, start + this.longest);
    let hash = FNV_BASIS;
    for (let end = start; end < last; ) {
      hash = fnvStep(hash, text.charCodeAt(end++));
      const id = this.#find(hash, text, start, end);
      if (id !== undefined) onPiece(id, end);
    }
  }

  /** The piece that is a stretch of a text, whose hash is known. */
  #find(hash: number, text: string, start: number, end: number): number | undefined {
    for (let slot = place(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return undefined;
      const from = this.#starts[id] ?? 0;
      // Between two starts there is the end of a line.
      const length = (this.#starts[id + 1] ?? 0) - from - 1;
      if (length === end - start && isSame(this.#text, from, text, start, length)) return id;
    }
  }
}

function isSame(a: string, fromA: number, b: string, fromB: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a.charCodeAt(fromA + i) !== b.charCodeAt(fromB + i)) return false;
  return true;
}

/** Makes the table by which a vocabulary is read: of a power of two of places, twice as many as there are pieces or more. */
export function indexVocabulary(text: string): Int32Array {
  const pieces = text.split('\n');
  const slotCount = Math.max(LEAST_SLOTS, 2 ** Math.ceil(Math.log2(pieces.length * 2)));
  const index = new Int32Array(HEADER + pieces.length + 1 + slotCount);
  index[0] = pieces.length;
  index[1] = pieces.reduce((longest, piece) => Math.max(longest, piece.length), 0);
  const slots = index.subarray(HEADER + pieces.length + 1);
  let start = 0;
  for (const [id, piece] of pieces.entries()) {
    index[HEADER + id] = start;
    start += piece.length + 1;
    let slot = place(fnv1a(piece), slotCount - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = id + 1;
  }
  index[HEADER + pieces.length] = start;
  return index;
}

/** Folds a hash of UTF-16 units into the table's places. */
const place = (hash: number, mask: number): number => (hash ^ (hash >>> 16)) & mask;
