/** Numbers of a vector of words; an encoder's has as many as it has. */
const WIDTH = 384;

/** A vector in 8 bits, its largest number 127: what matters of it is its direction. */
export function compactVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  return Int8Array.from(vector, (number) => (largest === 0 ? 0 : Math.round((number / largest) * 127)));
}

/** The same direction, of length 1; all zeros stay so. */
export function unitVector(vector: Int8Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(vector, (number) => number / length);
}

/**
 * A vector of a text where nothing encodes its language: its words and their parts of three letters, each counted at
 * the place that a hash gives it.
 */
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

/** Numbers of a sketch. */
export const SKETCH_WIDTH = 48;

/**
 * A vector of a few numbers whose products are about those of the whole vectors (Johnson and Lindenstrauss): each is the
 * sum of all the vector's numbers with signs of its own, which are the same for every vector.
 */
export function sketchOf(vector: Float32Array): Float32Array {
  const signs = signsFor(vector.length);
  const scale = 1 / Math.sqrt(SKETCH_WIDTH);
  const sketch = new Float32Array(SKETCH_WIDTH);
  for (let place = 0; place < SKETCH_WIDTH; place += 1) {
    const begin = place * vector.length;
    let sum = 0;
    for (let at = 0; at < vector.length; at += 1) sum += (signs[begin + at] ?? 0) * (vector[at] ?? 0);
    sketch[place] = sum * scale;
  }
  return sketch;
}

const signsByWidth = new Map<number, Float32Array>();

function signsFor(width: number): Float32Array {
  const known = signsByWidth.get(width);
  if (known !== undefined) return known;
  // xorshift32, from a seed of its own: the same in every process.
  let state = 0x9e3779b9;
  const signs = Float32Array.from({ length: SKETCH_WIDTH * width }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
  signsByWidth.set(width, signs);
  return signs;
}
