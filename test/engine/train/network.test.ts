import { expect, test } from 'vitest';
import { FEATURE_COUNT } from '../../../engine/classify/head/features.ts';
import { Head } from '../../../engine/classify/head/head.ts';
import { COMPILED_KERNELS } from '../../../engine/train/encoder/kernels.ts';
import { TrainingKernel } from '../../../engine/train/kernel.ts';
import { packNetworks } from '../../../engine/train/mlp.ts';
import { NetworkRows } from '../../../engine/train/network.ts';

const LABELS = ['balance', 'transfer'];

/** Creates rows of three classes, two labels and neither; every third feature tells the class, amid noise. */
function rowsOf(count: number): NetworkRows {
  const classes = Int32Array.from({ length: count }, (_, row) => row % 3);
  const features = Array.from(classes, (c, row) =>
    Float32Array.from(
      { length: FEATURE_COUNT },
      (_, i) => (i % 3 === c ? 1 : 0) + ((row * 7 + i * 5) % 11) / 11,
    ),
  );
  const set = { labels: LABELS, texts: Array.from(classes, (_, row) => `row ${row}`), classes };
  return new NetworkRows(set, [], features, count);
}

test.each([
  { count: 5999, members: 3, hidden: 256 },
  { count: 6000, members: 2, hidden: 512 },
])('$members networks of $hidden hidden units learn $count rows', ({ count, members, hidden }) => {
  const rows = rowsOf(count);
  expect(rows.members).toBe(members);
  const learnt = Int32Array.from({ length: 300 }, (_, row) => row);
  const network = rows.train(new TrainingKernel(COMPILED_KERNELS), learnt, 0, 0.2, () => undefined);
  expect(network.hidden).toBe(hidden);
  const head = new Head(packNetworks([network]), COMPILED_KERNELS);
  for (const row of [count - 3, count - 2, count - 1]) {
    const probabilities = head.probabilities(rows.features(row));
    expect(probabilities.indexOf(Math.max(...probabilities)), `row ${row}`).toBe(row % 3);
  }
});
