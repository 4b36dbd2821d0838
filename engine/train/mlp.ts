import { packArtifact } from '../artifact.ts';
import { packLayer } from '../classify/head/dense.ts';
import { NUMBER_BYTES, type TrainingKernel } from './kernel.ts';
import { type Matrix, ParameterSpace, type Vector } from './parameters.ts';
import { type Random, shuffle } from './random.ts';

/** A network of one hidden layer: scores = W2·GELU(W1·x + b1) + b2. */
export interface Network {
  inputs: number;
  hidden: number;
  outputs: number;
  /** [input][hidden] */
  w1: Float32Array;
  b1: Float32Array;
  /** [hidden][output] */
  w2: Float32Array;
  b2: Float32Array;
}

export interface NetworkProblem {
  kernel: TrainingKernel;
  /** [row][input] */
  features: Float32Array;
  inputs: number;
  /** A factor for each input, folded into the returned network's weights. */
  inputScales: Float32Array;
  hidden: number;
  outputs: number;
  /** The class of each row. */
  classes: Int32Array;
  rowWeights: Float32Array;
  /** The rows to train on, possibly repeated. */
  rows: Int32Array;
  epochs: number;
  batchSize: number;
  /** Dropout rates of inputs and hidden units, 0…1. */
  inputDropout: number;
  hiddenDropout: number;
  labelSmoothing: number;
  learningRate: number;
  weightDecay: number;
  random: Random;
  onEpoch?: () => void;
}

/**
 * Trains with AdamW on a one-cycle schedule (Smith and Topin 2018): the rate rises for a tenth of the steps, then
 * falls.
 */
export function trainNetwork(problem: NetworkProblem): Network {
  const { rows, batchSize, epochs, random, kernel } = problem;
  kernel.run.seed(Math.floor(random() * 2 ** 31));
  const trainer = new NetworkTrainer(problem);
  const order = rows.slice();
  const steps = epochs * Math.ceil(order.length / batchSize);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let at = 0; at < order.length; at += batchSize) {
      step++;
      trainer.step(order.subarray(at, at + batchSize), step, oneCycle(step / steps, problem.learningRate));
    }
    problem.onEpoch?.();
  }
  return trainer.network();
}

/** The learning rate at a progress of 0…1. */
export function oneCycle(progress: number, highest: number): number {
  const warm = 0.1;
  const lowest = highest / 25;
  if (progress < warm) return lowest + ((highest - lowest) * (1 - Math.cos((Math.PI * progress) / warm))) / 2;
  return (highest * (1 + Math.cos((Math.PI * (progress - warm)) / (1 - warm)))) / 2 + 1e-8;
}

class NetworkTrainer {
  readonly #problem: NetworkProblem;
  /** Outputs, padded to a multiple of 8. */
  readonly #columns: number;
  readonly #space: ParameterSpace;
  readonly #w1: Matrix;
  readonly #b1: Vector;
  readonly #w2: Matrix;
  readonly #b2: Vector;
  readonly #scales: number;
  readonly #x: number;
  readonly #h: number;
  readonly #slope: number;
  readonly #scores: number;
  readonly #back: number;
  readonly #targets: number;
  readonly #weights: number;
  readonly #scratch: number;

  constructor(problem: NetworkProblem) {
    this.#problem = problem;
    const { inputs, hidden, outputs, batchSize, kernel, random } = problem;
    this.#columns = Math.ceil(outputs / 8) * 8;
    const space = new ParameterSpace(kernel);
    this.#space = space;
    this.#w1 = space.matrix(inputs, hidden);
    this.#b1 = space.vector(hidden);
    this.#w2 = space.matrix(hidden, this.#columns);
    this.#b2 = space.vector(this.#columns);
    this.#scales = space.buffer(inputs);
    this.#x = space.buffer(batchSize * inputs);
    this.#h = space.buffer(batchSize * hidden);
    this.#slope = space.buffer(batchSize * hidden);
    this.#scores = space.buffer(batchSize * this.#columns);
    this.#back = space.buffer(batchSize * hidden);
    this.#targets = space.buffer(batchSize);
    this.#weights = space.buffer(batchSize);
    const { run } = kernel;
    this.#scratch = run.allocate(
      Math.max(
        run.productScratch(batchSize, Math.max(inputs, hidden, this.#columns)),
        run.productScratch(Math.max(inputs, hidden), batchSize),
      ),
    );
    kernel.floats(this.#scales, inputs).set(problem.inputScales);
    space.fill(this.#w1, 1 / Math.sqrt(inputs), random);
    space.fillVector(this.#b1, 1 / Math.sqrt(inputs), random);
    space.fill(this.#w2, 1 / Math.sqrt(hidden), random);
    space.fillVector(this.#b2, 1 / Math.sqrt(hidden), random);
  }

  network(): Network {
    const { inputs, inputScales, hidden, outputs, kernel } = this.#problem;
    return {
      inputs,
      hidden,
      outputs,
      w1: this.#space.read(this.#w1).map((weight, i) => weight * (inputScales[Math.floor(i / hidden)] ?? 1)),
      b1: kernel.floats(this.#b1.at, hidden).slice(),
      w2: this.#space.read(this.#w2, outputs),
      b2: kernel.floats(this.#b2.at, outputs).slice(),
    };
  }

  step(rows: Int32Array, step: number, rate: number): void {
    const { inputs, hidden, outputs, kernel, inputDropout, hiddenDropout, labelSmoothing, weightDecay } =
      this.#problem;
    const { run } = kernel;
    const columns = this.#columns;
    const count = this.#load(rows);
    const scratch = this.#scratch;
    run.dropout(this.#x, count * inputs, inputDropout);
    run.product(this.#x, this.#w1.at, this.#h, count, hidden, inputs, scratch);
    run.activate(this.#h, this.#b1.at, this.#slope, count, hidden, hiddenDropout);
    run.product(this.#h, this.#w2.at, this.#scores, count, columns, hidden, scratch);
    const { at: bias } = this.#b2;
    run.crossEntropy(
      this.#scores,
      bias,
      this.#targets,
      this.#weights,
      count,
      columns,
      outputs,
      labelSmoothing,
    );
    run.columnSums(this.#scores, this.#b2.gradient, count, columns);
    run.productTurned(this.#scores, this.#w2.at, this.#back, count, hidden, columns, scratch);
    run.scaleBy(this.#back, this.#slope, count * hidden);
    run.columnSums(this.#back, this.#b1.gradient, count, hidden);
    const decaying = { step, rate, decay: weightDecay };
    this.#space.descend(this.#w1, [this.#x, this.#back, count], decaying, scratch);
    this.#space.descend(this.#w2, [this.#h, this.#scores, count], decaying, scratch);
    this.#space.update({ step, rate, decay: 0 });
  }

  /**
   * Copies a batch into the kernel, padded to an even number of rows with a row of weight 0.
   * @returns the number of rows
   */
  #load(rows: Int32Array): number {
    const { inputs, kernel, features, classes, rowWeights, batchSize } = this.#problem;
    const count = rows.length + (rows.length % 2);
    const x = kernel.floats(this.#x, count * inputs);
    const targets = kernel.words(this.#targets, batchSize);
    const weights = kernel.floats(this.#weights, batchSize);
    for (let i = 0; i < count; i++) {
      const row = rows[Math.min(i, rows.length - 1)] ?? 0;
      x.set(features.subarray(row * inputs, (row + 1) * inputs), i * inputs);
      kernel.run.scaleBy(this.#x + i * inputs * NUMBER_BYTES, this.#scales, inputs);
      targets[i] = classes[row] ?? 0;
      weights[i] = i < rows.length ? (rowWeights[row] ?? 1) : 0;
    }
    return count;
  }
}

/**
 * Quantises networks to 8 bits.
 * @returns the bytes for `Head`
 */
export function packNetworks(networks: readonly Network[]): Uint8Array {
  const members = networks.map(({ w1, b1, w2, b2 }, i): [string, Uint8Array] => [
    `${i}`,
    packArtifact({ ...packLayer('hidden', w1, b1), ...packLayer('output', w2, b2) }),
  ]);
  return packArtifact(Object.fromEntries(members));
}
