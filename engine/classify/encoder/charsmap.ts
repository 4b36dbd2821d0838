/** Flags of a unit: a value follows it; its offset counts in units of 256. */
const HAS_VALUE = 1 << 8;
const IS_FAR = 1 << 9;
/** The byte that leads to a unit. Value units have the highest bit set, so no byte leads to them. */
const LABEL = 0x800000ff;
const VALUE = 0x7fffffff;

/**
 * SentencePiece's text normalisation: a double-array trie (Darts-clone) over UTF-8 bytes, whose values are offsets into
 * zero-terminated replacements. The model carries it so that the result does not depend on a Unicode version.
 * @see https://github.com/google/sentencepiece/blob/master/doc/normalization.md
 */
export class Charsmap {
  readonly #units: Uint32Array;
  readonly #replacements: Uint8Array;

  /**
   * @param bytes the trie's length in bytes (u32, little endian), the trie, the replacements
   * @throws {RangeError} if the bytes are truncated
   */
  constructor(bytes: Uint8Array) {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    if (length % 4 !== 0 || length === 0 || 4 + length > bytes.byteLength)
      throw new RangeError('the map of characters is cut short');
    this.#units = new Uint32Array(Uint8Array.from(bytes.subarray(4, 4 + length)).buffer);
    this.#replacements = bytes.subarray(4 + length);
  }

  /** Replaces matches from left to right, the longest at each place. */
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

/** True for a continuation byte of UTF-8. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
