import { loadEncoder } from '../engine/classify/encoder/encoder.ts';
import { buildEncoder, chosenModel, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { cosinesOf } from '../engine/train/encoder/measure.ts';
import { PlainEncoder } from '../engine/train/encoder/plain-encoder.ts';
import { percentile, report } from './report.ts';
import { variedSentences } from './support/varied-sentences.ts';

/** Compares the encoder with exact arithmetic on 1,000 sentences, and measures its speed. */
await buildEncoder();
const begin = performance.now();
const encoder = loadEncoder(ENCODER_DIRECTORY);
encoder.means('hello');
const loadMs = performance.now() - begin;

const { tensors, shape } = chosenModel();
const plain = new PlainEncoder(tensors, shape);
const cosines: number[] = [];
const times: number[] = [];
for (const text of variedSentences(1000)) {
  const start = performance.now();
  encoder.means(text);
  times.push(performance.now() - start);
  cosines.push(...cosinesOf(encoder, plain, text).slice(1));
}
report({
  cosine_mean: cosines.reduce((sum, value) => sum + value, 0) / cosines.length,
  cosine_min: Math.min(...cosines),
  load_and_first_ms: loadMs,
  p50_ms: percentile(times, 0.5),
  p99_ms: percentile(times, 0.99),
});
