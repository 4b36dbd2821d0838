import { bestLabel } from '../decision.ts';

/** The share of the network in the blend where nothing speaks for another. */
export const USUAL_SHARE = 0.9;
/** The same where it reads a language by its glosses, which lack some words. */
export const GLOSSED_SHARE = 0.7;
const SHARES = [0, 0.2, 0.4, 0.6];
/** Another share must rank so many more of the rows right to be taken. */
const WORTHWHILE = 0.02;

/** share · network + (1 − share) · n-grams. */
export function blend(network: Float32Array, ngrams: Float32Array, share: number): Float32Array {
  return network.map((value, c) => share * value + (1 - share) * (ngrams[c] ?? 0));
}

/** The answers of both models to a row that neither was trained on. */
export interface BothHeldOut {
  network: Float32Array;
  ngrams: Float32Array;
  target: number;
  weight: number;
}

/**
 * The share that ranks the most held-out rows right. For a language that comes to the encoder the usual one is as good
 * as any; for others the n-grams gain.
 */
export function chooseShare(rows: readonly BothHeldOut[], usual: number): number {
  const inScope = rows.filter((row) => row.target < row.network.length - 1);
  const accuracy = (share: number) =>
    inScope.filter((row) => bestLabel(blend(row.network, row.ngrams, share)) === row.target).length /
    Math.max(1, inScope.length);
  let best = { share: usual, value: accuracy(usual) + WORTHWHILE };
  for (const share of SHARES) {
    const value = accuracy(share);
    if (value > best.value) best = { share, value };
  }
  return best.share;
}
