import { bestLabel } from '../decision.ts';

/** The network's default share in the blend. */
export const USUAL_SHARE = 0.9;
/** The default for languages read through glosses, which lack some words. */
export const GLOSSED_SHARE = 0.7;
const SHARES = [0, 0.2, 0.4, 0.6];
/** The accuracy that another share must gain to replace the default. */
const WORTHWHILE = 0.02;

/** share · network + (1 − share) · n-grams. */
export function blend(network: Float32Array, ngrams: Float32Array, share: number): Float32Array {
  const blended = new Float32Array(network.length);
  for (let c = 0; c < network.length; c++)
    blended[c] = share * (network[c] ?? 0) + (1 - share) * (ngrams[c] ?? 0);
  return blended;
}

/** Both models' outputs for a held-out row. */
export interface BothHeldOut {
  network: Float32Array;
  ngrams: Float32Array;
  target: number;
  weight: number;
}

/**
 * The share that ranks the most held-out rows correctly. It replaces the usual share only if the gain is worthwhile.
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
