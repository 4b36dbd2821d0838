/** Returns `size` random bytes; `node:crypto`'s outside tests. */
export type RandomBytes = (size: number) => Uint8Array;

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from here on are rejected, so that every base-62 digit is equally likely: 4 × 62. */
const REJECT_FROM = 248;

/** One byte in 32 is rejected; with these spares, one request is nearly always enough. */
const SPARE_BYTES = 6;

/** Bytes requested at a time: enough for over a hundred tokens, at twice the cost of one. */
const POOL_BYTES = 4096;

/**
 * Serves many small requests from one large request to the source. Bytes are never reused, and the rest of a pool too
 * small for a request is discarded. Not for a process that may be restored from one snapshot several times.
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

/** `length` base-62 digits of log2(62) = 5.95 bits each, by rejection sampling. */
export function randomBase62(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length + SPARE_BYTES)) {
      if (byte < REJECT_FROM) text += BASE62.charAt(byte % 62);
    }
  }
  return text.slice(0, length);
}

/** True for exactly `length` base-62 digits. */
export function isBase62(text: string, length: number): boolean {
  return text.length === length && [...text].every((digit) => BASE62.includes(digit));
}
