import { packArtifact } from '../../artifact.ts';
import { packLayer } from '../../classify/head/dense.ts';
import { writeJson, writeNumbers } from '../../sections.ts';
import { isSpelled, wordHash } from '../../understand/acts/features.ts';
import type { ActReaderMeta } from '../../understand/acts/network.ts';
import type { ActWeights } from './trainer.ts';

/** Packs a trained network in 8 bits, as a member of what `loadActReader` reads. */
export function packActNetwork(
  weights: ActWeights,
  mean: Float32Array | null,
  meta: ActReaderMeta,
  /** The indices of its acts among the learned ones. */
  learned: readonly number[],
  words: {
    /** The words that were trained on, for a network without an encoder. */
    seen: Iterable<string>;
    yes: Iterable<string>;
    /** The words of agreement. */
    agreeing: Iterable<string>;
  },
): Uint8Array {
  const { hidden, encoding, pool, whole, output, outputBias } = weights;
  const acts = meta.acts.length;
  const columns = output.length / hidden;
  const columnsOf = (values: Float32Array, width: number, picked: readonly number[]) =>
    Float32Array.from({ length: hidden * picked.length }, (_, i) => {
      const row = Math.floor(i / picked.length);
      return values[row * width + (picked[i % picked.length] ?? 0)] ?? 0;
    });
  return packArtifact({
    meta: writeJson(meta),
    bias: writeNumbers(weights.bias),
    ...(encoding !== null &&
      mean !== null && {
        mean: writeNumbers(mean),
        ...packLayer('encoding', encoding, new Float32Array(hidden)),
      }),
    ...packLayer(
      'pool',
      columnsOf(pool, 2 * columns, [...learned, ...learned.map((a) => columns + a)]),
      new Float32Array(2 * acts),
    ),
    ...packLayer('whole', whole, weights.wholeBias),
    'whole.features': writeNumbers(weights.wholeFeatures),
    ...packLayer(
      'output',
      columnsOf(output, columns, learned),
      Float32Array.from(learned, (a) => outputBias[a] ?? 0),
    ),
    ...packFeatures(weights.features, hidden),
    ...(encoding === null && { words: packWords(words.seen) }),
    yes: packWords(words.yes),
    agreeing: packWords(words.agreeing),
  });
}

/** Joins networks from `packActNetwork` into one reader. */
export const joinActReaders = (members: readonly Uint8Array[]): Uint8Array =>
  packArtifact(Object.fromEntries(members.map((bytes, index) => [`${index}`, bytes])));

const packWords = (words: Iterable<string>): Uint8Array =>
  writeNumbers(Uint32Array.from(new Set([...words].filter(isSpelled).map(wordHash))).sort());

/** The rows that training touched, in 8 bits with one scale each. */
function packFeatures(values: Float32Array, width: number): Record<string, Uint8Array> {
  const buckets: number[] = [];
  const scales: number[] = [];
  const rows: Int8Array[] = [];
  for (let bucket = 0; bucket * width < values.length; bucket++) {
    const row = values.subarray(bucket * width, (bucket + 1) * width);
    const highest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (highest === 0) continue;
    buckets.push(bucket);
    scales.push(highest / 127);
    rows.push(Int8Array.from(row, (value) => Math.round((value * 127) / highest)));
  }
  return {
    'features.buckets': writeNumbers(Uint32Array.from(buckets)),
    'features.scales': writeNumbers(Float32Array.from(scales)),
    'features.weights': new Uint8Array(Buffer.concat(rows.map((row) => new Uint8Array(row.buffer)))),
  };
}
