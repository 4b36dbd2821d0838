import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoder, STATE_COUNT, WIDTH } from '../../classify/encoder/encoder.ts';
import type { Model } from './model-folder.ts';
import { cosine, PlainEncoder } from './plain-encoder.ts';

export interface EncoderMeasures {
  /** The size of the packed weights. */
  megabytes: number;
  /** Median time per sentence on one core of this machine. */
  milliseconds: number;
  /** Cosine of the packed encoder's means with those of plain arithmetic, over texts and depths. */
  cosine: { mean: number; least: number };
}

/**
 * Measures a packed encoder against its model.
 * @param texts at least one
 */
export function measureEncoder(
  encoder: Encoder,
  model: Model,
  directory: string,
  texts: readonly string[],
): EncoderMeasures {
  const times = texts.map((text) => {
    const begin = performance.now();
    encoder.means(text);
    return performance.now() - begin;
  });
  times.sort((a, b) => a - b);
  const plain = new PlainEncoder(model.tensors, model.shape);
  const cosines = texts.flatMap((text) => cosinesOf(encoder, plain, text));
  return {
    megabytes: statSync(join(directory, 'weights.bin')).size / 1e6,
    milliseconds: times[Math.floor(times.length / 2)] ?? 0,
    cosine: {
      mean: cosines.reduce((sum, value) => sum + value, 0) / cosines.length,
      least: Math.min(...cosines),
    },
  };
}

/** The cosine at each depth. */
export function cosinesOf(encoder: Encoder, plain: PlainEncoder, text: string): number[] {
  const ours = encoder.means(text);
  const exact = plain.means(encoder.tokenizer.encode(text));
  return Array.from({ length: STATE_COUNT }, (_, depth) =>
    cosine(exact[depth] ?? [], ours.subarray(depth * WIDTH, (depth + 1) * WIDTH)),
  );
}
