import { WIDTH } from '../encoder/encoder.ts';

/** The encoder layers whose mean token states the head uses: words, phrases, meaning. */
const FEATURE_LAYERS: readonly number[] = [1, 3, 6];
export const FEATURE_COUNT = FEATURE_LAYERS.length * WIDTH;
/** The length to which each layer's features are scaled for a network. */
export type LayerLengths = readonly [number, number, number];

/**
 * Picks the feature layers, each scaled to length 1.
 * @param means [layer 0…6][384], from the encoder
 */
export function selectFeatures(means: Float32Array): Float32Array {
  const features = new Float32Array(FEATURE_COUNT);
  for (const [i, layer] of FEATURE_LAYERS.entries()) {
    features.set(means.subarray(layer * WIDTH, (layer + 1) * WIDTH), i * WIDTH);
    rescale(features, i * WIDTH);
  }
  return features;
}

/** The mean features of texts. */
export function meanFeatures(rows: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(FEATURE_COUNT);
  for (const row of rows) for (let i = 0; i < FEATURE_COUNT; i++) sums[i] = (sums[i] ?? 0) + (row[i] ?? 0);
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows.length));
}

/** Subtracts the assistant's mean features, and scales each layer to length 1 again. */
export function centre(features: Float32Array, mean: Float32Array): Float32Array {
  const centred = new Float32Array(features.length);
  for (let i = 0; i < features.length; i++) centred[i] = (features[i] ?? 0) - (mean[i] ?? 0);
  for (let i = 0; i < FEATURE_LAYERS.length; i++) rescale(centred, i * WIDTH);
  return centred;
}

/** The factor for each feature that gives its layer the required length. */
export function inputScales(lengths: LayerLengths): Float32Array {
  return Float32Array.from({ length: FEATURE_COUNT }, (_, i) => lengths[Math.floor(i / WIDTH)] ?? 1);
}

function rescale(values: Float32Array, from: number): void {
  let squares = 1e-12;
  for (let i = from; i < from + WIDTH; i++) squares += (values[i] ?? 0) ** 2;
  const scale = 1 / Math.sqrt(squares);
  for (let i = from; i < from + WIDTH; i++) values[i] = (values[i] ?? 0) * scale;
}
