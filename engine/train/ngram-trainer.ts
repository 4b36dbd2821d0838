import { countFeatures } from '../classify/ngrams/features.ts';
import { NgramModel } from '../classify/ngrams/model.ts';
import { logits, type SoftmaxWeights, softmax } from '../classify/ngrams/softmax.ts';
import { fitVectorizer, type SparseVector, type Vectorizer } from '../classify/ngrams/vectorizer.ts';
import { COMPILED_KERNELS } from './encoder/kernels.ts';
import { TrainingKernel } from './kernel.ts';
import { seededRandom } from './random.ts';
import { trainSoftmax } from './softmax.ts';
import { nameRows, type TrainingSet, withRows } from './training-set.ts';

/** From so many rows on, a feature that occurs once is noise. */
const MANY_ROWS = 3000;
/** Holds a model to a few megabytes: with more labels, fewer features are kept. */
const MAX_WEIGHTS = 8_000_000;
const LEAST_FEATURES = 8192;
const SEED = 20;

/** Trains n-gram models on parts of one training set, whose features are counted once. */
export class NgramTrainer {
  readonly set: TrainingSet;
  readonly #kernel = new TrainingKernel(COMPILED_KERNELS);
  readonly #vectorizer: Vectorizer;
  readonly #vectors: SparseVector[];

  constructor(set: TrainingSet) {
    this.set = set;
    const counts = set.texts.map(countFeatures);
    const limit = Math.max(LEAST_FEATURES, Math.floor(MAX_WEIGHTS / (set.labels.length + 1)));
    this.#vectorizer = fitVectorizer(counts, counts.length < MANY_ROWS ? 1 : 2, limit);
    this.#vectors = counts.map((row) => this.#vectorizer.vector(row));
  }

  /** @param rows the rows to train on */
  train(rows: Int32Array, onEpoch?: (done: number) => void): SoftmaxWeights {
    const { classes, labels } = this.set;
    const epochs = epochsFor(rows.length, labels.length);
    let epoch = 0;
    return trainSoftmax({
      kernel: this.#kernel,
      vectors: this.#vectors,
      classes,
      rowWeights: balance(classes, rows, labels.length + 1),
      rows,
      featureCount: this.#vectorizer.buckets.length,
      classCount: labels.length + 1,
      epochs,
      random: seededRandom(SEED),
      onEpoch: () => onEpoch?.(++epoch / epochs),
    });
  }

  probabilities(weights: SoftmaxWeights, row: number): Float32Array {
    const scores = new Float32Array(weights.bias.length);
    const vector = this.#vectors[row];
    return vector ? softmax(logits(vector, weights, scores)) : scores;
  }

  toModel(weights: SoftmaxWeights): NgramModel {
    return NgramModel.quantize(this.#vectorizer, weights);
  }
}

/**
 * The set with the names of its labels as examples, and generic out-of-scope rows that are unlike any of its
 * own.
 */
export function enrich(set: TrainingSet, outOfScope: readonly string[]): TrainingSet {
  const out = set.labels.length;
  const named = withRows(set, nameRows(set.labels));
  return withRows(
    named,
    unlike(outOfScope, named).map((text) => ({ text, class: out })),
  );
}

/** Rows that share no more than a third of their features with any one text of the set. */
function unlike(rows: readonly string[], set: TrainingSet): string[] {
  const counts = [...set.texts, ...rows].map(countFeatures);
  const vectorizer = fitVectorizer(counts, 1, Number.POSITIVE_INFINITY);
  const vectors = counts.map((row) => vectorizer.vector(row));
  const own = vectors.slice(0, set.texts.length);
  const dense = new Float32Array(vectorizer.buckets.length);
  return rows.filter((_, i) => {
    const vector = vectors[set.texts.length + i];
    if (!vector) return false;
    dense.fill(0);
    vector.ids.forEach((id, at) => {
      dense[id] = vector.values[at] ?? 0;
    });
    return own.every((other) => overlap(dense, other) < 1 / 3);
  });
}

function overlap(dense: Float32Array, { ids, values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < ids.length; i++) sum += (dense[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return sum;
}

/** Small sets need more passes to get as far; very large ones take minutes with more than a few. */
function epochsFor(rows: number, labels: number): number {
  if (rows * labels > 2_500_000) return 5;
  return Math.min(50, Math.max(8, Math.round(12_000 / rows)));
}

/** Rows of rare classes count more and those of frequent ones less, by the square root of their share. */
function balance(classes: Int32Array, rows: Int32Array, classCount: number): Float32Array {
  const counts = new Float32Array(classCount);
  for (const row of rows) counts[classes[row] ?? 0] = (counts[classes[row] ?? 0] ?? 0) + 1;
  const present = counts.filter((count) => count > 0).length;
  const usual = rows.length / Math.max(1, present);
  return Float32Array.from(classes, (c) =>
    Math.min(8, Math.max(0.25, Math.sqrt(usual / Math.max(1, counts[c] ?? 1)))),
  );
}
