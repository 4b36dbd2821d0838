import { countFeatures } from '../classify/ngrams/features.ts';
import { NgramModel } from '../classify/ngrams/model.ts';
import { logits, type ScoreForm, type SoftmaxWeights, toProbabilities } from '../classify/ngrams/softmax.ts';
import { fitVectorizer, type SparseVector, type Vectorizer } from '../classify/ngrams/vectorizer.ts';
import { COMPILED_KERNELS } from './encoder/kernels.ts';
import { TrainingKernel } from './kernel.ts';
import { seededRandom } from './random.ts';
import { trainSoftmax } from './softmax.ts';
import { nameRows, type TrainingSet, withRows } from './training-set.ts';

/** From this many rows on, features that occur once are noise. */
const MANY_ROWS = 3000;
/** Limits a model to a few megabytes: with more labels, fewer features are kept. */
const MAX_WEIGHTS = 8_000_000;
const LEAST_FEATURES = 8192;
const SEED = 20;

/** Trains n-gram models on parts of a training set, counting features only once. */
export class NgramTrainer {
  readonly set: TrainingSet;
  readonly #form: ScoreForm;
  readonly #kernel = new TrainingKernel(COMPILED_KERNELS);
  readonly #vectorizer: Vectorizer;
  readonly #vectors: SparseVector[];

  /**
   * @param form `apart` learns the label from in-scope rows alone, and the scope from all rows. An out-of-scope row
   * then does not count against the words that it shares with a label.
   */
  constructor(set: TrainingSet, form: ScoreForm) {
    this.set = set;
    this.#form = form;
    const counts = set.texts.map(countFeatures);
    const limit = Math.max(LEAST_FEATURES, Math.floor(MAX_WEIGHTS / (set.labels.length + 1)));
    this.#vectorizer = fitVectorizer(counts, counts.length < MANY_ROWS ? 1 : 2, limit);
    this.#vectors = counts.map((row) => this.#vectorizer.vector(row));
  }

  /** @param rows the rows to train on */
  train(rows: Int32Array, onEpoch?: (done: number) => void): SoftmaxWeights {
    const { classes, labels } = this.set;
    if (this.#form === 'together') return this.#softmax(classes, rows, labels.length + 1, onEpoch);
    const out = labels.length;
    const inScope = rows.filter((row) => (classes[row] ?? 0) < out);
    return apart(
      this.#softmax(classes, inScope, out, (done) => onEpoch?.(done / 2)),
      this.#softmax(
        classes.map((c) => (c < out ? 0 : 1)),
        rows,
        2,
        (done) => onEpoch?.((1 + done) / 2),
      ),
    );
  }

  probabilities(weights: SoftmaxWeights, row: number): Float32Array {
    const scores = new Float32Array(weights.bias.length);
    const vector = this.#vectors[row];
    return vector ? toProbabilities(logits(vector, weights, scores), this.#form) : scores;
  }

  toModel(weights: SoftmaxWeights): NgramModel {
    return NgramModel.quantize(this.#vectorizer, weights, this.#form);
  }

  #softmax(
    classes: Int32Array,
    rows: Int32Array,
    classCount: number,
    onEpoch?: (done: number) => void,
  ): SoftmaxWeights {
    const epochs = epochsFor(rows.length, classCount - 1);
    let epoch = 0;
    return trainSoftmax({
      kernel: this.#kernel,
      vectors: this.#vectors,
      classes,
      rowWeights: balance(classes, rows, classCount),
      rows,
      featureCount: this.#vectorizer.buckets.length,
      classCount,
      epochs,
      random: seededRandom(SEED),
      onEpoch: () => onEpoch?.(++epoch / epochs),
    });
  }
}

/**
 * The labels' weights plus a column for the scope: a feature's weight for "out of scope" minus its weight against it.
 */
function apart(labels: SoftmaxWeights, scope: SoftmaxWeights): SoftmaxWeights {
  const count = labels.bias.length;
  const features = scope.weights.length / 2;
  const joined = new Float32Array(features * (count + 1));
  const logOdds = (pairs: Float32Array, at: number) => (pairs[2 * at + 1] ?? 0) - (pairs[2 * at] ?? 0);
  for (let feature = 0; feature < features; feature++) {
    const from = feature * (count + 1);
    joined.set(labels.weights.subarray(feature * count, (feature + 1) * count), from);
    joined[from + count] = logOdds(scope.weights, feature);
  }
  return { weights: joined, bias: Float32Array.from([...labels.bias, logOdds(scope.bias, 0)]) };
}

/** Adds the labels' names as examples, and the generic out-of-scope rows that resemble no row of the set. */
export function enrich(set: TrainingSet, outOfScope: readonly string[]): TrainingSet {
  const out = set.labels.length;
  const named = withRows(set, nameRows(set.labels));
  return withRows(
    named,
    unlike(outOfScope, named).map((text) => ({ text, class: out })),
  );
}

/** Rows that share at most a third of their features with any text of the set. */
function unlike(rows: readonly string[], set: TrainingSet): string[] {
  const counts = [...set.texts, ...rows].map(countFeatures);
  const vectorizer = fitVectorizer(counts, 1, Number.POSITIVE_INFINITY);
  const vectors = counts.map((row) => vectorizer.vector(row));
  const authored = vectors.slice(0, set.texts.length);
  const dense = new Float32Array(vectorizer.buckets.length);
  return rows.filter((_, i) => {
    const vector = vectors[set.texts.length + i];
    if (!vector) return false;
    dense.fill(0);
    vector.ids.forEach((id, at) => {
      dense[id] = vector.values[at] ?? 0;
    });
    return authored.every((text) => overlap(dense, text) < 1 / 3);
  });
}

function overlap(dense: Float32Array, { ids, values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < ids.length; i++) sum += (dense[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return sum;
}

/** Training passes. Small sets need more; very large ones would take minutes. */
function epochsFor(rows: number, labels: number): number {
  if (rows * labels > 2_500_000) return 5;
  return Math.min(50, Math.max(8, Math.round(12_000 / rows)));
}

/** Weights rows by the square root of their class's rarity. */
function balance(classes: Int32Array, rows: Int32Array, classCount: number): Float32Array {
  const counts = new Float32Array(classCount);
  for (const row of rows) counts[classes[row] ?? 0] = (counts[classes[row] ?? 0] ?? 0) + 1;
  const present = counts.filter((count) => count > 0).length;
  const usual = rows.length / Math.max(1, present);
  return Float32Array.from(classes, (c) =>
    Math.min(8, Math.max(0.25, Math.sqrt(usual / Math.max(1, counts[c] ?? 1)))),
  );
}
