/** Places of the hash table: a power of two, twice as many as there are pieces or more. */
const SLOTS = 65_536;
const HEADER = 2;

/**
 * The word pieces by their ids and back. The way back is a table that comes ready made, since filling a map with
 * 30,000 pieces takes longer than all else that loading the tokenizer does.
 */
export class Vocabulary {
  /** How many pieces there are. */
  readonly size: number;
  /** The length of the longest piece. */
  readonly longest: number;
  readonly #text: string;
  /** Where the pieces begin in the text, and its end. */
  readonly #starts: Int32Array;
  /** id + 1 of the piece at each place, or 0. */
  readonly #slots: Int32Array;

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
  }

  /** The id of a piece, or undefined where it is none. */
  idOf(piece: string): number | undefined {
    for (let slot = hash(piece); ; slot = (slot + 1) % SLOTS) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return undefined;
      const start = this.#starts[id] ?? 0;
      // Between two starts there is the end of a line.
      const length = (this.#starts[id + 1] ?? 0) - start - 1;
      if (length === piece.length && this.#text.startsWith(piece, start)) return id;
    }
  }
}

/** Makes the table by which a vocabulary is read. */
export function indexVocabulary(text: string): Int32Array {
  const pieces = text.split('\n');
  if (pieces.length * 2 > SLOTS) throw new Error('the vocabulary is too large for its table');
  const index = new Int32Array(HEADER + pieces.length + 1 + SLOTS);
  index[0] = pieces.length;
  index[1] = Math.max(...pieces.map((piece) => piece.length));
  const slots = index.subarray(HEADER + pieces.length + 1);
  let start = 0;
  for (const [id, piece] of pieces.entries()) {
    index[HEADER + id] = start;
    start += piece.length + 1;
    let slot = hash(piece);
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = id + 1;
  }
  index[HEADER + pieces.length] = start;
  return index;
}

/** FNV-1a over UTF-16 units, folded into the table's places. */
function hash(piece: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < piece.length; i++) value = Math.imul(value ^ piece.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 16)) & (SLOTS - 1);
}
