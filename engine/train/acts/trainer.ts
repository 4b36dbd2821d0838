import type { TrainingKernel } from '../kernel.ts';
import { type Matrix, ParameterSpace, type Vector } from '../parameters.ts';
import type { Random } from '../random.ts';
import { FeatureTable } from './feature-table.ts';

/** A text ready for training. */
export interface ActRow {
  /** [word][1152], centred, in 8 bits; empty without an encoder. */
  encoding: Int8Array;
  words: number;
  features: readonly (readonly number[])[];
  awaited: number;
  /** 0 or 1 for each act. */
  acts: Float32Array;
  /** The weight of each act. */
  weights: Float32Array;
}

/** The result of a training: matrices are [input][output]. */
export interface ActWeights {
  hidden: number;
  encoding: Float32Array | null;
  features: Float32Array;
  bias: Float32Array;
  /** [hidden][2 · acts]: how much a word matters to each act, then its score for that act. */
  pool: Float32Array;
  whole: Float32Array;
  wholeBias: Float32Array;
  wholeFeatures: Float32Array;
  output: Float32Array;
  outputBias: Float32Array;
}

export interface ActShape {
  acts: number;
  hidden: number;
  features: number;
  /** Numbers of an encoded word; 0 without an encoder. */
  inputs: number;
}

const INPUT_DROPOUT = 0.1;
const HIDDEN_DROPOUT = 0.2;
const DECAY = 0.01;

/** The network of the act reader, one batch at a time. */
export class ActTrainer {
  readonly #kernel: TrainingKernel;
  readonly #space: ParameterSpace;
  readonly #shape: ActShape;
  readonly #columns: number;
  readonly #features: FeatureTable;
  readonly #wholeFeatures: FeatureTable;
  readonly #p: Record<'encoding' | 'pool' | 'whole' | 'output', Matrix> &
    Record<'bias' | 'wholeBias' | 'outputBias', Vector>;
  readonly #b: Record<
    'x' | 'h' | 'hSlope' | 's' | 'backH' | 'g' | 'z' | 'zSlope' | 'o' | 'backZ' | 'backG' | 'scratch',
    number
  >;

  constructor(kernel: TrainingKernel, shape: ActShape, mostRows: number, mostWords: number, random: Random) {
    this.#kernel = kernel;
    this.#shape = shape;
    const { hidden, acts, features } = shape;
    const columns = Math.ceil(acts / 8) * 8;
    this.#columns = columns;
    this.#features = new FeatureTable(features, hidden);
    this.#wholeFeatures = new FeatureTable(16, hidden);
    const space = new ParameterSpace(kernel);
    this.#space = space;
    const inputs = Math.max(4, shape.inputs);
    this.#p = {
      encoding: space.matrix(inputs, hidden),
      bias: space.vector(hidden),
      pool: space.matrix(hidden, 2 * columns),
      whole: space.matrix(hidden, hidden),
      wholeBias: space.vector(hidden),
      output: space.matrix(hidden, columns),
      outputBias: space.vector(columns),
    };
    const words = mostWords + 2;
    const rows = mostRows + 2;
    const { run } = kernel;
    this.#b = {
      x: space.buffer(words * inputs),
      h: space.buffer(words * hidden),
      hSlope: space.buffer(words * hidden),
      s: space.buffer(words * 2 * columns),
      backH: space.buffer(words * hidden),
      g: space.buffer(rows * hidden),
      z: space.buffer(rows * hidden),
      zSlope: space.buffer(rows * hidden),
      o: space.buffer(rows * columns),
      backZ: space.buffer(rows * hidden),
      backG: space.buffer(rows * hidden),
      scratch: run.allocate(
        Math.max(
          run.productScratch(words, Math.max(inputs, 2 * columns)),
          run.productScratch(inputs, words),
          run.productScratch(hidden, words),
        ),
      ),
    };
    space.fill(this.#p.encoding, Math.sqrt(1 / inputs), random);
    space.fillVector(this.#p.bias, 0, random);
    space.fill(this.#p.pool, Math.sqrt(1 / hidden), random);
    space.fill(this.#p.whole, Math.sqrt(1 / hidden), random);
    space.fillVector(this.#p.wholeBias, 0, random);
    space.fill(this.#p.output, Math.sqrt(1 / hidden), random);
    space.fillVector(this.#p.outputBias, 0, random);
    this.#features.fill(0.3, 16, random);
    this.#wholeFeatures.fill(0.5, 16, random);
  }

  /** @returns the mean loss of the batch */
  step(rows: readonly ActRow[], step: number, rate: number): number {
    const { run } = this.#kernel;
    const { hidden, acts, inputs } = this.#shape;
    const columns = this.#columns;
    const real = rows.reduce((sum, row) => sum + row.words, 0);
    const words = real + (real % 2);
    const { x, h, hSlope, s, backH, g, z, zSlope, o, backZ, backG, scratch } = this.#b;
    const p = this.#p;
    if (inputs > 0) {
      const values = this.#kernel.floats(x, words * inputs).fill(0);
      let at = 0;
      for (const row of rows) {
        const { encoding } = row;
        for (let i = 0; i < encoding.length; i++) values[at + i] = (encoding[i] ?? 0) / 64;
        at += row.words * inputs;
      }
      run.dropout(x, words * inputs, INPUT_DROPOUT);
      run.product(x, p.encoding.at, h, words, hidden, inputs, scratch);
    } else this.#kernel.floats(h, words * hidden).fill(0);
    const H = this.#kernel.floats(h, words * hidden);
    let at = 0;
    for (const row of rows)
      for (const features of row.features) {
        this.#features.addTo(features, H, at * hidden);
        at++;
      }
    run.activate(h, p.bias.at, hSlope, words, hidden, HIDDEN_DROPOUT);
    run.product(h, p.pool.at, s, words, 2 * columns, hidden, scratch);
    const S = this.#kernel.floats(s, words * 2 * columns);
    const count = rows.length + (rows.length % 2);
    const G = this.#kernel.floats(g, count * hidden).fill(0);
    at = 0;
    for (const [r, row] of rows.entries()) {
      for (let w = 0; w < row.words; w++, at++)
        for (let i = 0; i < hidden; i++)
          G[r * hidden + i] = (G[r * hidden + i] ?? 0) + (H[at * hidden + i] ?? 0) / row.words;
    }
    run.product(g, p.whole.at, z, count, hidden, hidden, scratch);
    const Z = this.#kernel.floats(z, count * hidden);
    for (const [r, row] of rows.entries()) this.#wholeFeatures.addTo([row.awaited], Z, r * hidden);
    run.activate(z, p.wholeBias.at, zSlope, count, hidden, HIDDEN_DROPOUT);
    run.product(z, p.output.at, o, count, columns, hidden, scratch);
    const O = this.#kernel.floats(o, count * columns);
    const bias = this.#kernel.floats(p.outputBias.at, columns);
    // Forward over the acts; then the gradients replace the scores.
    let loss = 0;
    at = 0;
    const scale = 4 / rows.length;
    for (const [r, row] of rows.entries()) {
      for (let a = 0; a < acts; a++) {
        let most = -Infinity;
        for (let w = 0; w < row.words; w++) most = Math.max(most, S[(at + w) * 2 * columns + a] ?? 0);
        let sum = 0;
        let pooled = 0;
        for (let w = 0; w < row.words; w++) {
          const e = Math.exp((S[(at + w) * 2 * columns + a] ?? 0) - most);
          sum += e;
          pooled += e * (S[(at + w) * 2 * columns + columns + a] ?? 0);
        }
        pooled /= sum;
        const score = pooled + (O[r * columns + a] ?? 0) + (bias[a] ?? 0);
        const probability = 1 / (1 + Math.exp(-score));
        const target = row.acts[a] ?? 0;
        const weight = row.weights[a] ?? 0;
        loss -= weight * Math.log(Math.max(1e-7, target > 0 ? probability : 1 - probability));
        const d = (probability - target) * weight * scale;
        O[r * columns + a] = d;
        for (let w = 0; w < row.words; w++) {
          const from = (at + w) * 2 * columns;
          const share = Math.exp((S[from + a] ?? 0) - most) / sum;
          const said = S[from + columns + a] ?? 0;
          S[from + a] = share * (said - pooled) * d;
          S[from + columns + a] = share * d;
        }
      }
      for (let a = acts; a < columns; a++) O[r * columns + a] = 0;
      for (let w = 0; w < row.words; w++)
        for (let a = acts; a < columns; a++) {
          S[(at + w) * 2 * columns + a] = 0;
          S[(at + w) * 2 * columns + columns + a] = 0;
        }
      at += row.words;
    }
    S.fill(0, real * 2 * columns);
    O.fill(0, rows.length * columns);
    run.columnSums(o, p.outputBias.gradient, count, columns);
    run.productTurned(o, p.output.at, backZ, count, hidden, columns, scratch);
    run.scaleBy(backZ, zSlope, count * hidden);
    run.columnSums(backZ, p.wholeBias.gradient, count, hidden);
    const BZ = this.#kernel.floats(backZ, count * hidden);
    for (const [r, row] of rows.entries()) this.#wholeFeatures.addGradient([row.awaited], BZ, r * hidden);
    run.productTurned(backZ, p.whole.at, backG, count, hidden, hidden, scratch);
    run.productTurned(s, p.pool.at, backH, words, hidden, 2 * columns, scratch);
    const BG = this.#kernel.floats(backG, count * hidden);
    const BH = this.#kernel.floats(backH, words * hidden);
    at = 0;
    for (const [r, row] of rows.entries())
      for (let w = 0; w < row.words; w++, at++)
        for (let i = 0; i < hidden; i++)
          BH[at * hidden + i] = (BH[at * hidden + i] ?? 0) + (BG[r * hidden + i] ?? 0) / row.words;
    run.scaleBy(backH, hSlope, words * hidden);
    BH.fill(0, real * hidden);
    run.columnSums(backH, p.bias.gradient, words, hidden);
    at = 0;
    for (const row of rows)
      for (const features of row.features) {
        this.#features.addGradient(features, BH, at * hidden);
        at++;
      }
    const space = this.#space;
    const descent = { step, rate, decay: DECAY };
    space.descend(p.output, [z, o, count], descent, scratch);
    space.descend(p.whole, [g, backZ, count], descent, scratch);
    space.descend(p.pool, [h, s, words], descent, scratch);
    if (inputs > 0) space.descend(p.encoding, [x, backH, words], descent, scratch);
    space.update(descent);
    this.#features.update(step, rate);
    this.#wholeFeatures.update(step, rate);
    return loss / rows.length;
  }

  weights(): ActWeights {
    const { hidden, inputs } = this.#shape;
    const space = this.#space;
    const p = this.#p;
    const copy = ({ at, count }: Vector) => this.#kernel.floats(at, count).slice();
    return {
      hidden,
      encoding: inputs > 0 ? space.read(p.encoding) : null,
      features: this.#features.learned(),
      bias: copy(p.bias),
      pool: space.read(p.pool),
      whole: space.read(p.whole),
      wholeBias: copy(p.wholeBias),
      wholeFeatures: this.#wholeFeatures.values,
      output: space.read(p.output),
      outputBias: copy(p.outputBias),
    };
  }
}
