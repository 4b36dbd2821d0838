import { FNV_BASIS, fnvStep } from '../text/hash.ts';

/**
 * A hash table of texts in one Uint32Array, read in place. A slot has three words: two hashes, and the text's number
 * plus one (0: free). 64 bits of hash make collisions within a collection practically impossible.
 */
const WORDS = 3;

/** @param texts distinct; `lookUp` returns their indexes in this list */
export function buildLookup(texts: readonly string[]): Uint32Array {
  let capacity = 4;
  while (capacity < texts.length * 2) capacity *= 2;
  const table = new Uint32Array(capacity * WORDS);
  for (const [number, text] of texts.entries()) {
    const [first, second] = hashes(text);
    let slot = first & (capacity - 1);
    while (table[slot * WORDS + 2] !== 0) slot = (slot + 1) & (capacity - 1);
    table.set([first, second, number + 1], slot * WORDS);
  }
  return table;
}

/** @returns the number of the text, or −1 */
export function lookUp(table: Uint32Array, text: string): number {
  const capacity = table.length / WORDS;
  const [first, second] = hashes(text);
  for (let slot = first & (capacity - 1); ; slot = (slot + 1) & (capacity - 1)) {
    const number = table[slot * WORDS + 2] ?? 0;
    if (number === 0) return -1;
    if (table[slot * WORDS] === first && table[slot * WORDS + 1] === second) return number - 1;
  }
}

/** FNV-1a and a multiplicative hash, each finalised as in MurmurHash3. */
function hashes(text: string): [number, number] {
  let first = FNV_BASIS;
  let second = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = fnvStep(first, unit);
    second = Math.imul(second ^ unit, 0x5bd1e995) ^ (second >>> 13);
  }
  return [stir(first), stir(second)];
}

function stir(hash: number): number {
  let stirred = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  stirred = Math.imul(stirred ^ (stirred >>> 13), 0xc2b2ae35);
  return (stirred ^ (stirred >>> 16)) >>> 0;
}
