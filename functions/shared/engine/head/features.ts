import { WIDTH } from '../encoder/encoder.ts';

/** The layers whose mean token states the head sees: words, phrases, meaning. */
export const FEATURE_LAYERS: readonly number[] = [1, 3, 6];
export const FEATURE_COUNT = FEATURE_LAYERS.length * WIDTH;
/** The length that each layer's features are given. */
export type LayerLengths = readonly number[];

/**
 * Together they are long enough for the usual initial weights and rates. With few examples the last layer, which
 * holds the meaning, weighs the most, worth 2 to 3 points at five examples an intent; with many, all do alike.
 */
export const lengthsFor = (many: boolean): LayerLengths => (many ? [7, 7, 7] : [3, 4, 10]);

/**
 * Picks the feature layers, each scaled to length 1.
 * @param means [layer 0…6][384], as the encoder gives them
 */
export function selectFeatures(means: Float32Array): Float32Array {
  const features = new Float32Array(FEATURE_COUNT);
  for (const [i, layer] of FEATURE_LAYERS.entries()) {
    features.set(means.subarray(layer * WIDTH, (layer + 1) * WIDTH), i * WIDTH);
    rescale(features, i * WIDTH, 1);
  }
  return features;
}

/** The mean of selected features over texts. */
export function meanFeatures(rows: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(FEATURE_COUNT);
  for (const row of rows) for (let i = 0; i < FEATURE_COUNT; i++) sums[i] = (sums[i] ?? 0) + (row[i] ?? 0);
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows.length));
}

/** Takes away what all texts of an assistant share, and gives each layer its length. */
export function centre(features: Float32Array, mean: Float32Array, lengths: LayerLengths): Float32Array {
  const centred = features.map((value, i) => value - (mean[i] ?? 0));
  for (const [i, length] of lengths.entries()) rescale(centred, i * WIDTH, length);
  return centred;
}

function rescale(values: Float32Array, from: number, length: number): void {
  let squares = 1e-12;
  for (let i = from; i < from + WIDTH; i++) squares += (values[i] ?? 0) ** 2;
  const scale = length / Math.sqrt(squares);
  for (let i = from; i < from + WIDTH; i++) values[i] = (values[i] ?? 0) * scale;
}
