/** Length of a word vector. An encoder's vectors keep their own length. */
const WIDTH = 384;

// Loops by index: of typed arrays they take a fraction of what their iterators and `from` do.

/** A vector in 8 bits, scaled so that its largest number is 127; only its direction matters. */
export function compactVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const compact = new Int8Array(vector.length);
  if (largest === 0) return compact;
  for (let at = 0; at < compact.length; at += 1) {
    compact[at] = Math.round(((vector[at] ?? 0) / largest) * 127);
  }
  return compact;
}

/** The same direction with a given length, 1 unless told; a zero vector stays zero. */
export function unitVector(vector: Int8Array, length = 1): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const scale = length / (Math.sqrt(squares) || 1);
  const scaled = new Float32Array(vector.length);
  for (let at = 0; at < scaled.length; at += 1) scaled[at] = scale * (vector[at] ?? 0);
  return scaled;
}

/** A vector for a text whose language has no encoder: its words and letter trigrams, hashed to dimensions. */
export function wordsVector(text: string): Float32Array {
  const vector = new Float32Array(WIDTH);
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const word of words) {
    add(vector, word, 2);
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) add(vector, padded.slice(at, at + 3), 1);
  }
  return vector;
}

function add(vector: Float32Array, part: string, weight: number): void {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
  const place = (hash >>> 1) % WIDTH;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight);
}

/** Length of a sketch. */
export const SKETCH_WIDTH = 48;

/**
 * A short vector whose dot products approximate those of the whole vectors (a count sketch): each number sums every
 * 48th number of the whole vector with fixed random signs.
 */
export function sketchOf(vector: Float32Array): Float32Array {
  const signs = signsFor(vector.length);
  const sketch = new Float32Array(SKETCH_WIDTH);
  for (let at = 0; at < vector.length; at += 1) {
    const place = at % SKETCH_WIDTH;
    sketch[place] = (sketch[place] ?? 0) + (signs[at] ?? 0) * (vector[at] ?? 0);
  }
  return sketch;
}

const signsByWidth = new Map<number, Float32Array>();

function signsFor(width: number): Float32Array {
  const known = signsByWidth.get(width);
  if (known !== undefined) return known;
  // xorshift32 with a fixed seed: the same in every process.
  let state = 0x9e3779b9;
  const signs = Float32Array.from({ length: width }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
  signsByWidth.set(width, signs);
  return signs;
}
