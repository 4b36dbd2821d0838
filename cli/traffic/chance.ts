import { createHash } from 'node:crypto';
import { type Random, seededRandom } from '../../engine/train/random.ts';
import { uuidFromDigest } from '../../functions/shared/domain/versions/versions.ts';

/** Random numbers for one made-up session, determined by the seed and independent of other sessions. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next: Random;
  /** True with this probability, 0…1. */
  is(share: number): boolean;
  /** A random item; undefined if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** A random integer from `least` to `most`. */
  between(least: number, most: number): number;
}

const digestOf = (...parts: (string | number)[]): Buffer =>
  createHash('sha256').update(parts.join('\0')).digest();

export function chanceOf(institution: string, seed: number, session: number): Chance {
  const next = seededRandom(digestOf('traffic', institution, seed, session).readInt32BE(0));
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    is: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)],
    between,
  };
}

/** The ids of one made-up session, by number. */
export const idOf = (institution: string, seed: number, session: number, number: number): string =>
  uuidFromDigest(digestOf('traffic id', institution, seed, session, number));
