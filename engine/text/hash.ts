/** The FNV-1a hash of an empty text. */
export const FNV_BASIS = 0x811c9dc5;

/** Extends a hash by one UTF-16 unit. */
export const fnvStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/**
 * FNV-1a of a text's UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv), a signed integer of 32 bits. Artifacts
 * hold such hashes: the function must not change.
 * @param seed keeps hashes of different kinds apart
 */
export function fnv1a(text: string, seed: number = FNV_BASIS): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = fnvStep(hash, text.charCodeAt(at));
  return hash;
}
