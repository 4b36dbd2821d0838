import { packArtifact } from '../artifact.ts';
import { packLayer } from '../classify/head/dense.ts';
import type { TrainingKernel } from './kernel.ts';
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
  /** What each input is multiplied by. The network comes out with it in its weights. */
  inputScales: Float32Array;
  hidden: number;
  outputs: number;
  /** The class of each row. */
  classes: Int32Array;
  rowWeights: Float32Array;
  /** The rows to train on. A row may come several times. */
  rows: Int32Array;
  epochs: number;
  batchSize: number;
  /** Share of the inputs that is dropped (0…1), and of the hidden units. */
  inputDropout: number;
  hiddenDropout: number;
  labelSmoothing: number;
  learningRate: number;
  weightDecay: number;
  random: Random;
  onEpoch?: () => void;
}

/** Trains with AdamW on a one-cycle schedule (Smith and Topin 2018): up over a tenth of the steps, then down. */
export function trainNetwork(problem: NetworkProblem): Network {
  const { rows, batchSize, epochs, random, kernel } = problem;
  kernel.run.release();
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

/** The rate at a point, 0…1, of the training. */
export function oneCycle(progress: number, highest: number): number {
  const warm = 0.1;
  const lowest = highest / 25;
  if (progress < warm) return lowest + ((highest - lowest) * (1 - Math.cos((Math.PI * progress) / warm))) / 2;
  return (highest * (1 + Math.cos((Math.PI * (progress - warm)) / (1 - warm)))) / 2 + 1e-8;
}

/** A matrix with its gradient and the optimiser's two averages, as pointers. */
interface Parameter {
  at: number;
  gradient: number;
  first: number;
  second: number;
  count: number;
  decays: boolean;
}

class NetworkTrainer {
  readonly #problem: NetworkProblem;
  /** Outputs, filled up to a multiple of 8. */
  readonly #columns: number;
  readonly #w1: Parameter;
  readonly #b1: Parameter;
  readonly #w2: Parameter;
  readonly #b2: Parameter;
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
    const { inputs, hidden, outputs, batchSize, kernel } = problem;
    this.#columns = Math.ceil(outputs / 8) * 8;
    const floats = (count: number) => kernel.run.allocate(count * 4);
    this.#w1 = this.#parameter(inputs * hidden, true);
    this.#b1 = this.#parameter(hidden, false);
    this.#w2 = this.#parameter(hidden * this.#columns, true);
    this.#b2 = this.#parameter(this.#columns, false);
    this.#x = floats(batchSize * inputs);
    this.#h = floats(batchSize * hidden);
    this.#slope = floats(batchSize * hidden);
    this.#scores = floats(batchSize * this.#columns);
    this.#back = floats(batchSize * hidden);
    this.#targets = floats(batchSize);
    this.#weights = floats(batchSize);
    const { run } = kernel;
    this.#scratch = run.allocate(
      Math.max(
        run.productScratch(batchSize, inputs),
        run.productScratch(inputs, batchSize + 2),
        run.productScratch(hidden, batchSize + 2),
        run.productScratch(batchSize, Math.max(hidden, this.#columns)),
      ),
    );
    this.#initialize();
  }

  network(): Network {
    const { inputs, inputScales, hidden, outputs, kernel } = this.#problem;
    const columns = this.#columns;
    const padded = kernel.floats(this.#w2.at, hidden * columns);
    const w2 = new Float32Array(hidden * outputs);
    for (let h = 0; h < hidden; h++) {
      w2.set(padded.subarray(h * columns, h * columns + outputs), h * outputs);
    }
    return {
      inputs,
      hidden,
      outputs,
      w1: kernel
        .floats(this.#w1.at, inputs * hidden)
        .map((weight, i) => weight * (inputScales[Math.floor(i / hidden)] ?? 1)),
      b1: kernel.floats(this.#b1.at, hidden).slice(),
      w2,
      b2: kernel.floats(this.#b2.at, outputs).slice(),
    };
  }

  step(rows: Int32Array, step: number, rate: number): void {
    const { inputs, hidden, outputs, kernel, inputDropout, hiddenDropout, labelSmoothing } = this.#problem;
    const { run } = kernel;
    const columns = this.#columns;
    const count = this.#load(rows);
    const scratch = this.#scratch;
    run.dropout(this.#x, count * inputs, inputDropout);
    run.product(this.#x, this.#w1.at, this.#h, count, hidden, inputs, false, false, scratch);
    run.activate(this.#h, this.#b1.at, this.#slope, count, hidden, hiddenDropout);
    run.product(this.#h, this.#w2.at, this.#scores, count, columns, hidden, false, false, scratch);
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
    run.product(this.#h, this.#scores, this.#w2.gradient, hidden, columns, count, true, false, scratch);
    run.product(this.#scores, this.#w2.at, this.#back, count, hidden, columns, false, true, scratch);
    run.scaleBy(this.#back, this.#slope, count * hidden);
    run.columnSums(this.#back, this.#b1.gradient, count, hidden);
    run.product(this.#x, this.#back, this.#w1.gradient, inputs, hidden, count, true, false, scratch);
    for (const parameter of [this.#w1, this.#b1, this.#w2, this.#b2]) this.#update(parameter, step, rate);
  }

  /**
   * Copies a batch in, filled up to an even number of rows with one that weighs nothing.
   * @returns the number of rows
   */
  #load(rows: Int32Array): number {
    const { inputs, inputScales, kernel, features, classes, rowWeights, batchSize } = this.#problem;
    const count = rows.length + (rows.length % 2);
    const x = kernel.floats(this.#x, count * inputs);
    const targets = kernel.words(this.#targets, batchSize);
    const weights = kernel.floats(this.#weights, batchSize);
    for (let i = 0; i < count; i++) {
      const row = rows[Math.min(i, rows.length - 1)] ?? 0;
      for (let j = 0; j < inputs; j++) {
        x[i * inputs + j] = (features[row * inputs + j] ?? 0) * (inputScales[j] ?? 1);
      }
      targets[i] = classes[row] ?? 0;
      weights[i] = i < rows.length ? (rowWeights[row] ?? 1) : 0;
    }
    return count;
  }

  #update(parameter: Parameter, step: number, rate: number): void {
    const decay = parameter.decays ? this.#problem.weightDecay * rate : 0;
    this.#problem.kernel.run.adam(
      parameter.at,
      parameter.gradient,
      parameter.first,
      parameter.second,
      parameter.count,
      rate / (1 - 0.9 ** step),
      1 / (1 - 0.999 ** step),
      decay,
    );
  }

  #parameter(count: number, decays: boolean): Parameter {
    const { run } = this.#problem.kernel;
    const padded = Math.ceil(count / 4) * 4;
    const [at, gradient, first, second] = [0, 0, 0, 0].map(() => run.allocate(padded * 4));
    if (at === undefined || gradient === undefined || first === undefined || second === undefined) {
      throw new Error('unreachable');
    }
    return { at, gradient, first, second, count: padded, decays };
  }

  /** Uniform in ±1/√inputs, as is usual; the averages begin at 0. */
  #initialize(): void {
    const { inputs, hidden, kernel, random } = this.#problem;
    const fill = (parameter: Parameter, fanIn: number) => {
      const limit = 1 / Math.sqrt(fanIn);
      const values = kernel.floats(parameter.at, parameter.count);
      for (let i = 0; i < values.length; i++) values[i] = (2 * random() - 1) * limit;
      kernel.floats(parameter.first, parameter.count).fill(0);
      kernel.floats(parameter.second, parameter.count).fill(0);
    };
    fill(this.#w1, inputs);
    fill(this.#b1, inputs);
    fill(this.#w2, hidden);
    fill(this.#b2, hidden);
  }
}

/**
 * Brings networks down to 8 bits.
 * @returns the bytes that `Head` reads
 */
export function packNetworks(networks: readonly Network[]): Uint8Array {
  const members = networks.map(({ w1, b1, w2, b2 }, i): [string, Uint8Array] => [
    `${i}`,
    packArtifact({ ...packLayer('hidden', w1, b1), ...packLayer('output', w2, b2) }),
  ]);
  return packArtifact(Object.fromEntries(members));
}
