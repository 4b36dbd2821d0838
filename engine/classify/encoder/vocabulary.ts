import { FNV_BASIS, fnv1a, fnvStep } from '../../text/hash.ts';

/** The fewest slots of the hash table. */
const LEAST_SLOTS = 65_536;
const HEADER = 2;

/**
 * Maps word pieces to ids and back. The hash table is built in advance, since filling a map with 30,000 pieces would
 * dominate the tokenizer's loading time.
 */
export class Vocabulary {
  /** The number of pieces. */
  readonly size: number;
  /** The length of the longest piece. */
  readonly longest: number;
  readonly #text: string;
  /** Offsets of the pieces in the text, and the text's end. */
  readonly #starts: Int32Array;
  /** id + 1 of the piece in each slot; 0 if free. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /**
   * @param text one word piece per line, in the order of the ids
   * @param index the result of `indexVocabulary` for the text
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

  /** A piece's id; undefined for other texts. */
  idOf(piece: string): number | undefined {
    return this.#find(fnv1a(piece), piece, 0, piece.length);
  }

  /**
   * Finds all pieces that begin at an offset.
   * @param onPiece called with each piece's id and end offset, shortest first
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

  /** The id of a part of a text that is a piece, given its hash. */
  #find(hash: number, text: string, start: number, end: number): number | undefined {
    for (let slot = place(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return undefined;
      const from = this.#starts[id] ?? 0;
      // A line break separates two pieces.
      const length = (this.#starts[id + 1] ?? 0) - from - 1;
      if (length === end - start && isSame(this.#text, from, text, start, length)) return id;
    }
  }
}

function isSame(a: string, fromA: number, b: string, fromB: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a.charCodeAt(fromA + i) !== b.charCodeAt(fromB + i)) return false;
  return true;
}

/** Builds a vocabulary's hash table. The number of slots is a power of two, at least twice that of the pieces. */
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

/** Maps a hash to a slot. */
const place = (hash: number, mask: number): number => (hash ^ (hash >>> 16)) & mask;
