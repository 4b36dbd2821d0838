import { centre, FEATURE_COUNT, type LayerLengths, lengthsFor, meanFeatures } from '../head/features.ts';
import type { TrainingKernel } from '../head/kernel.ts';
import { type Network, trainNetwork } from '../head/mlp.ts';
import { seededRandom } from '../random.ts';
import type { TrainingSet } from '../training-set.ts';
import type { Copy } from './rows.ts';

const SEED = 1;
/** From so many rows on, there is enough to fill a wider network, and larger batches do as well. */
const MANY_ROWS = 3000;

/** The rows of a training set and their mistyped copies as the network sees them. */
export class NetworkRows {
  /** What all of the author's texts share. */
  readonly mean: Float32Array;
  readonly lengths: LayerLengths;
  readonly #set: TrainingSet;
  readonly #copies: readonly Copy[];
  /** [row, then copy][feature] */
  readonly #features: Float32Array;
  readonly #classes: Int32Array;

  /**
   * @param features of each row of the set, then of each copy
   * @param own how many rows from the start are the author's
   */
  constructor(set: TrainingSet, copies: readonly Copy[], features: readonly Float32Array[], own: number) {
    this.#set = set;
    this.#copies = copies;
    this.mean = meanFeatures(
      features.filter((_, row) => row < own && set.classes[row] !== set.labels.length),
    );
    this.lengths = lengthsFor(features.length >= MANY_ROWS);
    this.#features = new Float32Array(features.length * FEATURE_COUNT);
    for (const [row, values] of features.entries()) {
      this.#features.set(centre(values, this.mean, this.lengths), row * FEATURE_COUNT);
    }
    this.#classes = Int32Array.from([...set.classes, ...copies.map((copy) => set.classes[copy.row] ?? 0)]);
  }

  /** The centred features of a row of the set. */
  features(row: number): Float32Array {
    return this.#features.subarray(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT);
  }

  /**
   * Trains on rows of the set and their copies.
   * @param effort share of the usual number of passes, 0…1
   */
  train(
    kernel: TrainingKernel,
    rows: Int32Array,
    effort: number,
    onProgress: (done: number) => void,
  ): Network {
    const chosen = new Set(rows);
    const first = this.#set.texts.length;
    const copies = this.#copies.flatMap((copy, i) => (chosen.has(copy.row) ? [first + i] : []));
    const all = Int32Array.from([...rows, ...copies]);
    const plan = planFor(all.length);
    const epochs = Math.ceil(plan.epochs * effort);
    let epoch = 0;
    return trainNetwork({
      kernel,
      features: this.#features,
      inputs: FEATURE_COUNT,
      outputs: this.#set.labels.length + 1,
      classes: this.#classes,
      rowWeights: new Float32Array(this.#classes.length).fill(1),
      rows: all,
      ...plan,
      epochs,
      inputDropout: 0.1,
      hiddenDropout: 0.3,
      labelSmoothing: 0.2,
      random: seededRandom(SEED),
      onEpoch: () => onProgress(++epoch / epochs),
    });
  }
}

function planFor(rows: number) {
  return rows < MANY_ROWS
    ? { hidden: 256, batchSize: 32, epochs: 20, learningRate: 2e-3, weightDecay: 0.01 }
    : { hidden: 512, batchSize: 128, epochs: 12, learningRate: 1e-3, weightDecay: 0 };
}
