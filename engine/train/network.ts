import {
  centre,
  FEATURE_COUNT,
  inputScales,
  type LayerLengths,
  meanFeatures,
} from '../classify/head/features.ts';
import type { TrainingKernel } from './kernel.ts';
import { type Network, trainNetwork } from './mlp.ts';
import { seededRandom } from './random.ts';
import type { Copy } from './rows.ts';
import type { TrainingSet } from './training-set.ts';

const EVEN: LayerLengths = [7, 7, 7];
const FEW_VIEWS: readonly LayerLengths[] = [
  [2, 3, 7],
  [1, 2, 8],
  [5, 5, 5],
];
const MANY_VIEWS: readonly LayerLengths[] = [EVEN, [4, 6, 10]];
/** From this many rows on, a wider network and larger batches pay off. */
const MANY_ROWS = 6000;
/** Row visits during training: more rows mean fewer passes, within limits. */
const FEW_VISITS = 9000;
const MANY_VISITS = 360_000;

/** The network's input for a training set's rows and their mistyped copies. */
export class NetworkRows {
  /** The mean features of the author's texts. */
  readonly mean: Float32Array;
  readonly #set: TrainingSet;
  readonly #copies: readonly Copy[];
  /** [row, then copy][feature] */
  readonly #features: Float32Array;
  readonly #classes: Int32Array;
  readonly #weights: Float32Array;

  /**
   * @param features of each row of the set, then of each copy
   * @param authoredCount the author's rows, which come first
   */
  constructor(
    set: TrainingSet,
    copies: readonly Copy[],
    features: readonly Float32Array[],
    authoredCount: number,
  ) {
    this.#set = set;
    this.#copies = copies;
    this.mean = meanFeatures(
      features.filter((_, row) => row < authoredCount && set.classes[row] !== set.labels.length),
    );
    this.#features = new Float32Array(features.length * FEATURE_COUNT);
    for (const [row, values] of features.entries()) {
      this.#features.set(centre(values, this.mean), row * FEATURE_COUNT);
    }
    this.#classes = Int32Array.from([...set.classes, ...copies.map((copy) => set.classes[copy.row] ?? 0)]);
    this.#weights = weighGeneric(this.#classes, authoredCount, set);
  }

  /** The number of networks in the ensemble. */
  get members(): number {
    return planFor(this.#classes.length).views.length;
  }

  /** A row's features, centred. */
  features(row: number): Float32Array {
    return this.#features.subarray(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT);
  }

  /**
   * Trains one network on rows of the set and their copies.
   * @param member the network's index, 0…members − 1
   * @param effort the share of the usual passes, 0…1
   */
  train(
    kernel: TrainingKernel,
    rows: Int32Array,
    member: number,
    effort: number,
    onProgress: (done: number) => void,
  ): Network {
    const chosen = new Set(rows);
    const first = this.#set.texts.length;
    const copies = this.#copies.flatMap((copy, i) => (chosen.has(copy.row) ? [first + i] : []));
    const all = Int32Array.from([...rows, ...copies]);
    const { views, ...plan } = planFor(this.#classes.length);
    const epochs = Math.ceil(plan.epochs * effort);
    let epoch = 0;
    return trainNetwork({
      kernel,
      features: this.#features,
      inputs: FEATURE_COUNT,
      inputScales: inputScales(views[member] ?? EVEN),
      outputs: this.#set.labels.length + 1,
      classes: this.#classes,
      rowWeights: this.#weights,
      rows: all,
      ...plan,
      epochs,
      inputDropout: 0.1,
      hiddenDropout: 0.3,
      labelSmoothing: 0.2,
      random: seededRandom(1 + member),
      onEpoch: () => onProgress(++epoch / epochs),
    });
  }
}

/**
 * Limits the weight of all generic out-of-scope rows to that of the author's rows. Otherwise they would dominate an
 * assistant with few utterances.
 */
function weighGeneric(
  classes: Int32Array,
  authoredCount: number,
  { labels, texts }: TrainingSet,
): Float32Array {
  const isGeneric = (row: number) =>
    row >= authoredCount && row < texts.length && classes[row] === labels.length;
  const generic = classes.reduce((count, _, row) => count + (isGeneric(row) ? 1 : 0), 0);
  return Float32Array.from(classes, (_, row) => (isGeneric(row) ? Math.min(1, authoredCount / generic) : 1));
}

/**
 * The training plan. Two or three networks are averaged, since one depends on its initial weights. Each sees the layers
 * in different proportions: the last layer, which holds the meaning, separates similarly worded intents; the first
 * ones, which hold the words, separate the others.
 */
function planFor(rows: number) {
  return rows < MANY_ROWS
    ? {
        views: FEW_VIEWS,
        hidden: 256,
        batchSize: 16,
        epochs: clamp(FEW_VISITS / rows, 14, 40),
        learningRate: 1.5e-3,
        weightDecay: 0.01,
      }
    : {
        views: MANY_VIEWS,
        hidden: 512,
        batchSize: 128,
        epochs: clamp(MANY_VISITS / rows, 12, 26),
        learningRate: 1e-3,
        weightDecay: 0.05,
      };
}

/** Rounds to a whole number within limits. */
const clamp = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));
