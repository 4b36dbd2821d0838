import { expect, test } from 'vitest';
import { logits, type SoftmaxWeights, softmax } from '../../../engine/classify/ngrams/softmax.ts';
import { COMPILED_KERNELS } from '../../../engine/train/encoder/kernels.ts';
import { TrainingKernel } from '../../../engine/train/kernel.ts';
import { seededRandom, shuffle } from '../../../engine/train/random.ts';
import { type SoftmaxProblem, trainSoftmax } from '../../../engine/train/softmax.ts';

const FEATURES = 9;
const ROWS = 12;
const EPOCHS = 6;

/** Creates a kernel whose memory was used before. */
function usedKernel(): TrainingKernel {
  const kernel = new TrainingKernel(COMPILED_KERNELS);
  const count = 500_000;
  kernel.floats(kernel.run.allocate(count * 4), count).fill(7);
  return kernel;
}

function problemOf(classCount: number): SoftmaxProblem {
  const random = seededRandom(3);
  return {
    kernel: usedKernel(),
    vectors: Array.from({ length: ROWS }, (_, row) => {
      const ids = Int32Array.from({ length: FEATURES }, (_, id) => id).filter(
        (id) => (id * 7 + row) % 3 !== 0,
      );
      return { ids, values: Float32Array.from(ids, () => random()) };
    }),
    classes: Int32Array.from({ length: ROWS }, (_, row) => (row * 5) % classCount),
    rowWeights: Float32Array.from({ length: ROWS }, () => 0.5 + random()),
    rows: Int32Array.from({ length: ROWS }, (_, row) => row),
    featureCount: FEATURES,
    classCount,
    epochs: EPOCHS,
    random: seededRandom(4),
  };
}

/** Trains the same model in plain loops, computed in 64-bit and stored in 32-bit numbers. */
function plainly({ vectors, classes, rowWeights, rows, classCount, random }: SoftmaxProblem): SoftmaxWeights {
  const model = { weights: new Float32Array(FEATURES * classCount), bias: new Float32Array(classCount) };
  const order = rows.slice();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const [at, row] of order.entries()) {
      const vector = vectors[row];
      if (vector === undefined) continue;
      const rate = 0.5 * (1 - (epoch + at / order.length) / EPOCHS) * (rowWeights[row] ?? 0);
      const probabilities = softmax(logits(vector, model, new Float32Array(classCount)));
      for (const [c, probability] of probabilities.entries()) {
        const smooth = 0.1 / classCount;
        const error = probability - (c === classes[row] ? 1 - 0.1 + smooth : smooth);
        if (Math.abs(error) < 2e-4) continue;
        model.bias[c] = (model.bias[c] ?? 0) - error * rate * 0.005;
        const gradient = Math.fround(error * rate);
        for (const [i, id] of vector.ids.entries()) {
          const place = id * classCount + c;
          model.weights[place] = (model.weights[place] ?? 0) - (vector.values[i] ?? 0) * gradient;
        }
      }
    }
  }
  return model;
}

test.each([
  ['few classes, all of which move at every step', 3],
  ['as many as are reckoned at a time', 8],
  ['so many that most do not move', 6000],
])('%s are the same as from plain loops, to the last bit', (_, classCount) => {
  const { weights, bias } = trainSoftmax(problemOf(classCount));
  const expected = plainly(problemOf(classCount));
  expect(weights.some((weight) => weight !== 0)).toBe(true);
  expect(weights).toEqual(expected.weights);
  expect(bias).toEqual(expected.bias);
});
