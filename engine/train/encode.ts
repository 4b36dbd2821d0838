import type { Encoder } from '../classify/encoder/encoder.ts';
import { selectFeatures } from '../classify/head/features.ts';
import type { FeatureCache } from './feature-cache.ts';

/** Encodes texts into selected features: each distinct text once, cached ones not at all. */
export function encodeAll(
  texts: readonly string[],
  encoder: Encoder,
  cache: FeatureCache | undefined,
  onProgress: (done: number) => void,
): Float32Array[] {
  const known = new Map<string, Float32Array>();
  const missing: string[] = [];
  for (const text of new Set(texts)) {
    const features = cache?.get(text);
    if (features) known.set(text, features);
    else missing.push(text);
  }
  let done = 0;
  for (const means of encoder.meansOfAll(missing)) {
    const text = missing[done++] ?? '';
    const features = selectFeatures(means);
    known.set(text, features);
    cache?.set(text, features);
    if (done % 64 === 0) onProgress(done / missing.length);
  }
  onProgress(1);
  return texts.map((text) => known.get(text) ?? new Float32Array());
}
