import { loadEncoder, STATE_COUNT, WIDTH } from '../engine/classify/encoder/encoder.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { percentile, report } from './report.ts';
import { cosine, ReferenceEncoder } from './support/reference-encoder.ts';
import { variedSentences } from './support/varied-sentences.ts';

/** Compares the encoder with exact arithmetic over 1,000 sentences, and times it. */
await buildEncoder();
const begin = performance.now();
const encoder = loadEncoder(ENCODER_DIRECTORY);
encoder.means('hello');
const loadMs = performance.now() - begin;

const reference = new ReferenceEncoder();
const cosines: number[] = [];
const times: number[] = [];
for (const text of variedSentences(1000)) {
  const start = performance.now();
  const ours = encoder.means(text);
  times.push(performance.now() - start);
  const exact = reference.means(encoder.tokenizer.encode(text));
  for (let layer = 1; layer < STATE_COUNT; layer++) {
    cosines.push(cosine(exact[layer] ?? [], ours.subarray(layer * WIDTH, (layer + 1) * WIDTH)));
  }
}
report({
  cosine_mean: cosines.reduce((sum, value) => sum + value, 0) / cosines.length,
  cosine_min: Math.min(...cosines),
  load_and_first_ms: loadMs,
  p50_ms: percentile(times, 0.5),
  p99_ms: percentile(times, 0.99),
});
