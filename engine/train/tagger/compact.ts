import type { Encoder } from '../../classify/encoder/encoder.ts';
import type { Glosses } from '../../classify/encoder/glosses.ts';
import { ENCODING, encodedWords } from '../../values/free-text/tagger/encoding.ts';
import type { Word } from '../../values/free-text/tagger/words.ts';
import type { ByteCache } from '../feature-cache.ts';

/** Scales numbers of −1 to 1 to 16 bits. */
const COMPACT_SCALE = 32_767;

/** Encodes like `encodedWords`, compressed to 16 bits. Uses the cache if given. */
export function encodeCompactly(
  encoder: Encoder,
  text: string,
  words: readonly Word[],
  { cache, glosses }: { cache?: ByteCache | undefined; glosses?: Glosses | undefined } = {},
): Int16Array {
  const key = glosses === undefined ? text : `${glosses.read(text)}\n${text}`;
  const known = cache?.get(key);
  if (known !== undefined) return new Int16Array(known.buffer, known.byteOffset, known.byteLength >> 1);
  const encoding = encodedWords(encoder, text, words, glosses);
  const compact = new Int16Array(encoding.length);
  for (let i = 0; i < compact.length; i++) compact[i] = Math.round((encoding[i] ?? 0) * COMPACT_SCALE);
  cache?.set(key, new Uint8Array(compact.buffer));
  return compact;
}

export function fromCompact(values: Int16Array): Float32Array {
  const encoding = new Float32Array(values.length);
  for (let i = 0; i < encoding.length; i++) encoding[i] = (values[i] ?? 0) / COMPACT_SCALE;
  return encoding;
}

/** The mean encoding over all words of several texts. */
export function meanEncoding(texts: readonly Int16Array[]): Float32Array {
  const sums = new Float64Array(ENCODING);
  let words = 0;
  for (const text of texts) {
    words += text.length / ENCODING;
    for (let i = 0; i < text.length; i++) sums[i % ENCODING] = (sums[i % ENCODING] ?? 0) + (text[i] ?? 0);
  }
  return Float32Array.from(sums, (sum) => sum / (COMPACT_SCALE * Math.max(1, words)));
}

/** Compresses numbers of −8 to 8 to 8 bits, which quarters the memory of training. */
export function toBytes(values: Float32Array): Int8Array {
  const bytes = new Int8Array(values.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Math.max(-127, Math.min(127, Math.round((values[i] ?? 0) * BYTE_SCALE)));
  }
  return bytes;
}

const BYTE_SCALE = 64;

/** Expands bytes of `toBytes`, starting at `from`. */
export function fromBytes(bytes: Int8Array, from: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = (bytes[from + i] ?? 0) / BYTE_SCALE;
}
