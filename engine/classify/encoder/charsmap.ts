/** Marks a unit behind which a value stands, and one whose offset is counted in 256. */
const HAS_VALUE = 1 << 8;
const IS_FAR = 1 << 9;
/** The byte by which a unit is reached; units of values have the highest bit, so that no byte leads to them. */
const LABEL = 0x800000ff;
const VALUE = 0x7fffffff;

/**
 * The replacements of SentencePiece: a double-array trie of the bytes of texts (Darts-clone), whose values are places in
 * a list of replacements, each ended by a zero byte. A model carries it so that all its readers agree, whichever version
 * of Unicode they have.
 * @see https://github.com/google/sentencepiece/blob/master/doc/normalization.md
 */
export class Charsmap {
  readonly #units: Uint32Array;
  readonly #replacements: Uint8Array;

  /**
   * @param bytes length of the trie in bytes (u32, little endian), the trie, the replacements
   * @throws {RangeError} where the bytes are cut short
   */
  constructor(bytes: Uint8Array) {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    if (length % 4 !== 0 || length === 0 || 4 + length > bytes.byteLength)
      throw new RangeError('the map of characters is cut short');
    this.#units = new Uint32Array(Uint8Array.from(bytes.subarray(4, 4 + length)).buffer);
    this.#replacements = bytes.subarray(4 + length);
  }

  /** A text with its longest replaced stretches first, from the left. */
  apply(text: string): string {
    const bytes = new TextEncoder().encode(text);
    const out: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      const { value, length } = this.#longest(bytes, at);
      if (length > 0) {
        for (let i = value; this.#replacements[i]; i++) out.push(this.#replacements[i] ?? 0);
        at += length;
      } else
        do out.push(bytes[at++] ?? 0);
        while (isInside(bytes[at]));
    }
    return new TextDecoder().decode(Uint8Array.from(out));
  }

  #longest(bytes: Uint8Array, start: number): { value: number; length: number } {
    let best = { value: 0, length: 0 };
    let node = offsetOf(this.#units[0] ?? 0);
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      node ^= byte;
      const unit = this.#units[node] ?? 0;
      if (byte === 0 || (unit & LABEL) >>> 0 !== byte) break;
      node ^= offsetOf(unit);
      if (unit & HAS_VALUE) best = { value: (this.#units[node] ?? 0) & VALUE, length: at + 1 - start };
    }
    return best;
  }
}

const offsetOf = (unit: number): number => (unit >>> 10) << (unit & IS_FAR ? 8 : 0);

/** True if a byte is within a character of UTF-8. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
