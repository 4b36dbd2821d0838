import { Latest } from '../../text/remembered.ts';
import { type EncoderDescription, readDescription } from './description.ts';
import { type Kernel, type KernelKind, loadKernel } from './kernel.ts';
import { loadTokenizer } from './load-tokenizer.ts';
import { MAX_TOKENS, type Tokenizer } from './tokenizer.ts';

/** Numbers per hidden state. */
export const WIDTH = 384;
/** Hidden states per token: the embedding, and the output at each of six depths. */
export const STATE_COUNT = 7;
/** The most texts per kernel run, as in engine/classify/encoder/kernel/layout.ts. */
const MAX_TEXTS = 32;

/** Depths whose token states are used. */
export const READ_DEPTHS = [1, 3, 6] as const;

/** Hidden states of one text's tokens. */
export interface TokenStates {
  tokenCount: number;
  /** The row of a token's state within a layer; negative if the run does not reach the token. */
  rowOf(token: number): number;
  /** The states at each of READ_DEPTHS: [token][384]. */
  layers: readonly Float32Array[];
}

/**
 * A text's meaning: the mean token state after the last layer.
 * @param means from `Encoder.means`
 */
export const sentenceVector = (means: Float32Array): Float32Array => means.slice(-WIDTH);

/**
 * Finds a part's tokens among those of the whole text, both including the end marks: consecutive if possible, otherwise
 * in order.
 * @returns the index of each token; null if any is missing
 */
export function placesIn(part: readonly number[], whole: readonly number[]): number[] | null {
  const inner = part.slice(1, -1);
  const last = whole.length - 1;
  if (inner.length === 0) return null;
  for (let from = 1; from + inner.length <= last; from++)
    if (inner.every((id, at) => whole[from + at] === id))
      return [0, ...inner.map((_, at) => from + at), last];
  const places = [0];
  for (const id of inner) {
    const place = whole.indexOf(id, (places.at(-1) ?? 0) + 1);
    if (place === -1 || place === last) return null;
    places.push(place);
  }
  return [...places, last];
}

/** The share of a part's tokens that must stand in a cut whole for the part to be read there. */
const MOST_OF_A_PART = 0.5;
/** The row of a token that the whole's run does not reach. */
const BEYOND = -1;

/**
 * Like {@link placesIn}, for a whole that the encoder cut: the part's tokens in order, as far as the whole goes, and
 * `BEYOND` for the rest.
 * @returns null if most of the part lies elsewhere
 */
function placesInCut(part: readonly number[], whole: readonly number[]): number[] | null {
  const last = whole.length - 1;
  const places = [0];
  for (const id of part.slice(1, -1)) {
    const before = places.at(-1) ?? 0;
    const place = before === BEYOND ? BEYOND : whole.indexOf(id, before + 1);
    places.push(place === last ? BEYOND : place);
  }
  const reached = places.filter((place) => place !== BEYOND).length;
  return reached > part.length * MOST_OF_A_PART ? [...places, last] : null;
}

/** The cache's size in tokens, of 4.6 KB each. A text's means take the space of three tokens. */
const MOST_KEPT = 700;
const MEANS_KEPT = 3;

/** What one text's run gave: the states at each of READ_DEPTHS, and the means at all depths. */
interface Encoded {
  states: Float32Array[];
  means: Float32Array;
}

let tokens = 0;
/** The number of tokens that this process has run through encoders. */
export const tokensRun = (): number => tokens;

/** A sentence encoder of the BERT family with 8-bit weights, on one core. */
export class Encoder {
  readonly description: EncoderDescription;
  readonly tokenizer: Tokenizer;
  readonly #kernel: Kernel;
  readonly #ids: Int32Array;
  readonly #positions: Int32Array;
  readonly #segments: Int32Array;
  readonly #means: Float32Array;
  /** The latest whole text given to `states`. */
  #whole: { text: string; ids: number[] } = { text: '', ids: [] };
  /**
   * Several readers encode a query and its clauses one after another, and many queries begin with the same “yes” or “no
   * thanks”.
   */
  readonly #recent = new Latest<Encoded>(MOST_KEPT);

  constructor(kernel: Kernel, tokenizer: Tokenizer, description: EncoderDescription) {
    this.description = description;
    this.tokenizer = tokenizer;
    this.#kernel = kernel;
    const { buffer } = kernel.memory;
    this.#ids = new Int32Array(buffer, kernel.ids(), MAX_TOKENS);
    this.#positions = new Int32Array(buffer, kernel.positions(), MAX_TOKENS);
    this.#segments = new Int32Array(buffer, kernel.segments(), MAX_TEXTS + 1);
    this.#means = new Float32Array(buffer, kernel.means(), STATE_COUNT * MAX_TEXTS * WIDTH);
  }

  /**
   * The mean of a text's token states at each depth. The numbers are shared: a caller must not change them.
   * @returns [depth 0…6][384]
   */
  means(text: string): Float32Array {
    return this.#encoded(this.tokenizer.encode(text)).means;
  }

  /**
   * `means` of a part of a text, from the run of the whole text. Only those at READ_DEPTHS, the others are 0.
   * @returns [depth 0…6][384]; null if the whole does not have the part's tokens in sequence
   */
  meansWithin(part: string, whole: string): Float32Array | null {
    const run = this.#idsOf(whole);
    const rows = placesIn(this.tokenizer.encode(part), run);
    const [, first = 0] = rows ?? [];
    if (rows === null || rows.at(-2) !== first + rows.length - 3) return null;
    const { states: all } = this.#encoded(run);
    const means = new Float32Array(STATE_COUNT * WIDTH);
    for (const [at, depth] of READ_DEPTHS.entries()) {
      const states = all[at] ?? new Float32Array();
      const to = means.subarray(depth * WIDTH, (depth + 1) * WIDTH);
      for (const row of rows)
        for (let i = 0; i < WIDTH; i++) to[i] = (to[i] ?? 0) + (states[row * WIDTH + i] ?? 0) / rows.length;
    }
    return means;
  }

  /**
   * `means` for many texts in batches, which takes less time per text.
   * @returns for each text [depth 0…6][384]
   */
  *meansOfAll(texts: Iterable<string>): Generator<Float32Array> {
    let batch: number[][] = [];
    let size = 0;
    for (const text of texts) {
      const ids = this.tokenizer.encode(text);
      if (batch.length === MAX_TEXTS || size + ids.length > MAX_TOKENS) {
        yield* this.#batch(batch);
        batch = [];
        size = 0;
      }
      batch.push(ids);
      size += ids.length;
    }
    yield* this.#batch(batch);
  }

  /**
   * The states of each token in `ids` (see `Tokenizer.encodeWords`).
   * @param whole the text that contains `ids`; its states are reused if it has the same tokens. Of a whole that is longer
   *   than the encoder reads, a part has the states that are there.
   */
  states(ids: number[], whole?: string): TokenStates {
    const run = whole === undefined ? ids : this.#idsOf(whole);
    const isCut = run.length === MAX_TOKENS;
    const rows = run === ids ? null : (placesIn(ids, run) ?? (isCut ? placesInCut(ids, run) : null));
    const { states } = this.#encoded(rows === null ? ids : run);
    return {
      tokenCount: ids.length,
      rowOf: (token) => rows?.[token] ?? token,
      layers: states,
    };
  }

  #idsOf(whole: string): number[] {
    if (this.#whole.text !== whole) this.#whole = { text: whole, ids: this.tokenizer.encode(whole) };
    return this.#whole.ids;
  }

  *#batch(batch: number[][]): Generator<Float32Array> {
    if (batch.length === 0) return;
    this.#run(batch);
    // The results are copied before yielding, since the caller may run the encoder in between.
    yield* batch.map((_, text) => this.#meansOf(text));
  }

  /** One text's result: a remembered one, or that of a run. */
  #encoded(ids: number[]): Encoded {
    const run = (): Encoded => {
      this.#run([ids]);
      return {
        states: READ_DEPTHS.map((depth) => this.#statesOf(depth, ids)),
        means: this.#meansOf(0),
      };
    };
    return this.#recent.of(ids.join(), run, () => ids.length + MEANS_KEPT);
  }

  /** Runs the kernel, leaving the states in its memory. */
  #run(batch: readonly (readonly number[])[]): void {
    let token = 0;
    for (const [text, ids] of batch.entries()) {
      this.#segments[text] = token;
      for (const [position, id] of ids.entries()) {
        this.#ids[token] = id;
        this.#positions[token++] = position;
      }
    }
    this.#segments[batch.length] = token;
    tokens += token;
    const { rows, layers, heads, normEpsilon } = this.description;
    this.#kernel.encode(token, batch.length, rows, layers, heads, normEpsilon);
  }

  #statesOf(depth: number, { length }: readonly number[]): Float32Array {
    const { memory, states } = this.#kernel;
    const from = states() + depth * MAX_TOKENS * WIDTH * 4;
    return new Float32Array(memory.buffer, from, length * WIDTH).slice();
  }

  #meansOf(text: number): Float32Array {
    const means = new Float32Array(STATE_COUNT * WIDTH);
    for (let layer = 0; layer < STATE_COUNT; layer++) {
      const from = (layer * MAX_TEXTS + text) * WIDTH;
      means.set(this.#means.subarray(from, from + WIDTH), layer * WIDTH);
    }
    return means;
  }
}

/**
 * Loads the encoder from the directory that `npm run build:encoder` fills.
 * @param kind the kernel to use; default: the fastest on this machine
 * @throws {EncoderError} if the machine has no WebAssembly SIMD or a file is missing
 */
export function loadEncoder(directory: string, kind?: KernelKind): Encoder {
  const kernel = loadKernel(directory, kind);
  const description = readDescription(directory);
  return new Encoder(kernel, loadTokenizer(directory, description.tokenizer), description);
}
