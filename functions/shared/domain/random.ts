/** Gives `size` random bytes; `node:crypto`'s outside of tests. */
export type RandomBytes = (size: number) => Uint8Array;

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The most that a byte may be so that every digit of base 62 stays equally likely: 4 × 62. */
const REJECT_FROM = 248;

/** One byte in 32 is left out: with these, asking once is nearly always enough. */
const SPARE_BYTES = 6;

/** The bytes that are asked for at a time: enough for over a hundred tokens, at twice the cost of a single one. */
const POOL_BYTES = 4096;

/**
 * Random bytes from a source that is asked once for many requests, not for each. No byte is given twice: what is
 * left of a pool that is too small is thrown away. Not for a process that is resumed more than once from one snapshot.
 */
export function pooled(random: RandomBytes): RandomBytes {
  let pool: Uint8Array = new Uint8Array();
  return (size) => {
    if (pool.length < size) pool = random(Math.max(size, POOL_BYTES));
    const given = pool.subarray(0, size);
    pool = pool.subarray(size);
    return given;
  };
}

/** `length` digits of base 62, each with log2(62) = 5.95 bits, by rejection sampling. */
export function randomBase62(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length + SPARE_BYTES)) {
      if (byte < REJECT_FROM) text += BASE62.charAt(byte % 62);
    }
  }
  return text.slice(0, length);
}

/** True for exactly `length` digits of base 62. */
export function isBase62(text: string, length: number): boolean {
  return text.length === length && [...text].every((digit) => BASE62.includes(digit));
}
