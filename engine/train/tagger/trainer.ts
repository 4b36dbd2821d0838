import { type Chain, chainGradient, newChain } from '../../values/free-text/tagger/crf.ts';
import { ENCODING } from '../../values/free-text/tagger/encoding.ts';
import { BUCKETS } from '../../values/free-text/tagger/lexical.ts';
import { HIDDEN, WINDOW } from '../../values/free-text/tagger/tagger.ts';
import { NUMBER_BYTES, type TrainingKernel } from '../kernel.ts';
import { type Descent, type Matrix, ParameterSpace, type Vector } from '../parameters.ts';
import type { Random } from '../random.ts';
import { fromBytes } from './compact.ts';
import { LexicalTable } from './lexical-table.ts';

/** A text ready for training. */
export interface TaggerRow {
  /** [word][1152], centred, in 8 bits; empty without an encoder. */
  encoding: Int8Array;
  /** Hashed features of each word. */
  features: number[][];
  tags: number[];
  /** The tags allowed for the text's label. */
  allowed: number[];
}

/** Trained weights; matrices are [input][output]. */
export interface TaggerWeights {
  /** Null without an encoder. */
  encoding: Float32Array | null;
  bias: Float32Array;
  window: Float32Array;
  windowBias: Float32Array;
  output: Float32Array;
  outputBias: Float32Array;
  /** The vectors of all features used, in order of the features. */
  lexical: [feature: number, vector: Float32Array][];
  chain: Chain;
}

const INPUT_DROPOUT = 0.1;
const HIDDEN_DROPOUT = 0.3;
const DECAY = 0.01;
/** Trains the tagger's network, one batch at a time. */
export class TaggerTrainer {
  readonly #kernel: TrainingKernel;
  readonly #space: ParameterSpace;
  readonly #lexical: LexicalTable;
  readonly #chain: Chain;
  readonly #chainGradient: Chain;
  readonly #chainFirst: Chain;
  readonly #chainSecond: Chain;
  readonly #columns: number;
  readonly #tags: number;
  readonly #encodes: boolean;
  readonly #p: Record<'encoding' | 'window' | 'output', Matrix> &
    Record<'bias' | 'windowBias' | 'outputBias', Vector>;
  readonly #b: Record<
    'x' | 'h' | 'hSlope' | 'u' | 'g' | 'gSlope' | 'e' | 'backG' | 'backU' | 'backH' | 'scratch',
    number
  >;

  /**
   * @param mostWords the most words in a batch
   * @param encodes false if rows have only lexical features
   */
  constructor(
    kernel: TrainingKernel,
    tags: number,
    mostWords: number,
    random: Random,
    { encodes }: { encodes: boolean },
  ) {
    this.#kernel = kernel;
    this.#encodes = encodes;
    const inputs = encodes ? ENCODING : 4;
    this.#tags = tags;
    this.#columns = Math.ceil(tags / 8) * 8;
    this.#chain = newChain(tags);
    this.#chainGradient = newChain(tags);
    this.#chainFirst = newChain(tags);
    this.#chainSecond = newChain(tags);
    const space = new ParameterSpace(kernel);
    this.#space = space;
    this.#p = {
      encoding: space.matrix(inputs, HIDDEN),
      bias: space.vector(HIDDEN),
      window: space.matrix(WINDOW, HIDDEN),
      windowBias: space.vector(HIDDEN),
      output: space.matrix(HIDDEN, this.#columns),
      outputBias: space.vector(this.#columns),
    };
    this.#lexical = new LexicalTable(space, BUCKETS, HIDDEN);
    const words = mostWords + 1;
    const { run } = kernel;
    this.#b = {
      x: space.buffer(words * inputs),
      h: space.buffer(words * HIDDEN),
      hSlope: space.buffer(words * HIDDEN),
      u: space.buffer(words * WINDOW),
      g: space.buffer(words * HIDDEN),
      gSlope: space.buffer(words * HIDDEN),
      e: space.buffer(words * this.#columns),
      backG: space.buffer(words * HIDDEN),
      backU: space.buffer(words * WINDOW),
      backH: space.buffer(words * HIDDEN),
      scratch: run.allocate(
        Math.max(run.productScratch(words, ENCODING), run.productScratch(ENCODING, words + 1)),
      ),
    };
    space.fill(this.#p.encoding, 1 / Math.sqrt(ENCODING), random);
    space.fillVector(this.#p.bias, 0, random);
    space.fill(this.#p.window, 1 / Math.sqrt(WINDOW), random);
    space.fillVector(this.#p.windowBias, 0, random);
    space.fill(this.#p.output, 1 / Math.sqrt(HIDDEN), random);
    space.fillVector(this.#p.outputBias, 0, random);
  }

  step(rows: readonly TaggerRow[], step: number, rate: number): void {
    const real = rows.reduce((sum, row) => sum + row.tags.length, 0);
    const words = real + (real % 2);
    this.#forward(rows, words);
    this.#loss(rows, words, real);
    this.#backward(rows, words);
    this.#descend(words, { step, rate, decay: DECAY });
    this.#lexical.update(step, rate);
    this.#updateChain(step, rate);
  }

  weights(): TaggerWeights {
    const space = this.#space;
    const { encoding, bias, window, windowBias, output, outputBias } = this.#p;
    const copy = ({ at }: Vector, count: number) => this.#kernel.floats(at, count).slice();
    return {
      encoding: this.#encodes ? space.read(encoding) : null,
      bias: copy(bias, HIDDEN),
      window: space.read(window),
      windowBias: copy(windowBias, HIDDEN),
      output: space.read(output, this.#tags),
      outputBias: copy(outputBias, this.#tags),
      lexical: this.#lexical.learned(),
      chain: this.#chain,
    };
  }

  #forward(rows: readonly TaggerRow[], words: number): void {
    const { run } = this.#kernel;
    const { h, hSlope, u, g, gSlope, e, scratch } = this.#b;
    const p = this.#p;
    if (this.#encodes) this.#encode(rows, words);
    else this.#kernel.floats(h, words * HIDDEN).fill(0);
    const hidden = this.#kernel.floats(h, words * HIDDEN);
    eachWord(rows, (row, word, at) =>
      this.#lexical.addTo(row.features[word] ?? [], h + at * HIDDEN * NUMBER_BYTES),
    );
    run.activate(h, p.bias.at, hSlope, words, HIDDEN, HIDDEN_DROPOUT);
    const windows = this.#kernel.floats(u, words * WINDOW).fill(0);
    eachWord(rows, (row, word, at) => {
      for (let side = 0; side < 3; side++) {
        const neighbour = word + side - 1;
        if (neighbour < 0 || neighbour >= row.tags.length) continue;
        const from = (at + side - 1) * HIDDEN;
        windows.set(hidden.subarray(from, from + HIDDEN), at * WINDOW + side * HIDDEN);
      }
    });
    run.product(u, p.window.at, g, words, HIDDEN, WINDOW, scratch);
    run.activate(g, p.windowBias.at, gSlope, words, HIDDEN, HIDDEN_DROPOUT);
    run.product(g, p.output.at, e, words, this.#columns, HIDDEN, scratch);
  }

  #encode(rows: readonly TaggerRow[], words: number): void {
    const { run } = this.#kernel;
    const { x, h, scratch } = this.#b;
    const inputs = this.#kernel.floats(x, words * ENCODING);
    eachWord(rows, (row, word, at) =>
      fromBytes(row.encoding, word * ENCODING, inputs.subarray(at * ENCODING, (at + 1) * ENCODING)),
    );
    run.dropout(x, words * ENCODING, INPUT_DROPOUT);
    run.product(x, this.#p.encoding.at, h, words, HIDDEN, ENCODING, scratch);
  }

  /** Replaces the emissions by their gradient. */
  #loss(rows: readonly TaggerRow[], words: number, real: number): void {
    const emissions = this.#kernel.floats(this.#b.e, words * this.#columns);
    const bias = this.#kernel.floats(this.#p.outputBias.at, this.#columns);
    for (let i = 0; i < emissions.length; i++)
      emissions[i] = (emissions[i] ?? 0) + (bias[i % this.#columns] ?? 0);
    let at = 0;
    for (const row of rows) {
      const part = {
        values: emissions,
        offset: at * this.#columns,
        stride: this.#columns,
        words: row.tags.length,
      };
      if (part.words > 0)
        chainGradient(this.#chain, part, row.allowed, row.tags, this.#chainGradient, 1 / real);
      at += row.tags.length;
    }
    emissions.fill(0, real * this.#columns);
  }

  #backward(rows: readonly TaggerRow[], words: number): void {
    const { run } = this.#kernel;
    const { hSlope, gSlope, e, backG, backU, backH, scratch } = this.#b;
    const p = this.#p;
    run.columnSums(e, p.outputBias.gradient, words, this.#columns);
    run.productTurned(e, p.output.at, backG, words, HIDDEN, this.#columns, scratch);
    run.scaleBy(backG, gSlope, words * HIDDEN);
    run.columnSums(backG, p.windowBias.gradient, words, HIDDEN);
    run.productTurned(backG, p.window.at, backU, words, WINDOW, HIDDEN, scratch);
    const windows = this.#kernel.floats(backU, words * WINDOW);
    const hidden = this.#kernel.floats(backH, words * HIDDEN).fill(0);
    eachWord(rows, (row, word, at) => {
      for (let side = 0; side < 3; side++) {
        const neighbour = word + side - 1;
        if (neighbour < 0 || neighbour >= row.tags.length) continue;
        const to = (at + side - 1) * HIDDEN;
        const from = at * WINDOW + side * HIDDEN;
        for (let i = 0; i < HIDDEN; i++) hidden[to + i] = (hidden[to + i] ?? 0) + (windows[from + i] ?? 0);
      }
    });
    run.scaleBy(backH, hSlope, words * HIDDEN);
    run.columnSums(backH, p.bias.gradient, words, HIDDEN);
    eachWord(rows, (row, word, at) =>
      this.#lexical.addGradient(row.features[word] ?? [], backH + at * HIDDEN * NUMBER_BYTES),
    );
  }

  #descend(words: number, descent: Descent): void {
    const { x, u, g, e, backG, backH, scratch } = this.#b;
    const { encoding, window, output } = this.#p;
    const space = this.#space;
    space.descend(output, [g, e, words], descent, scratch);
    space.descend(window, [u, backG, words], descent, scratch);
    if (this.#encodes) space.descend(encoding, [x, backH, words], descent, scratch);
    space.update(descent);
  }

  #updateChain(step: number, rate: number): void {
    const corrected = rate / (1 - 0.9 ** step);
    const correction = 1 / (1 - 0.999 ** step);
    for (const part of ['transitions', 'start', 'end'] as const) {
      const [values, gradient] = [this.#chain[part], this.#chainGradient[part]];
      const [first, second] = [this.#chainFirst[part], this.#chainSecond[part]];
      for (let i = 0; i < values.length; i++) {
        const d = gradient[i] ?? 0;
        const m = 0.9 * (first[i] ?? 0) + 0.1 * d;
        const v = 0.999 * (second[i] ?? 0) + 0.001 * d * d;
        first[i] = m;
        second[i] = v;
        values[i] = (values[i] ?? 0) - (corrected * m) / (Math.sqrt(v * correction) + 1e-8);
        gradient[i] = 0;
      }
    }
  }
}

function eachWord(
  rows: readonly TaggerRow[],
  visit: (row: TaggerRow, word: number, at: number) => void,
): void {
  let at = 0;
  for (const row of rows) for (let word = 0; word < row.tags.length; word++) visit(row, word, at++);
}
