import { EncoderError } from '../../classify/encoder/kernel.ts';
import { INNER, MAX_TOKENS, type ModelShape, WIDTH } from './model-folder.ts';
import type { Tensor, Tensors } from './safetensors.ts';

/** The rows of a panel, and the columns of its groups (see `toPanels`). */
const PANEL = 8;
const GROUP = 4;
/**
 * The channels that are far larger than the rest in every text. Each is cut into shares, and each share but the first
 * is a further column of the matrices (see ../../classify/encoder/kernel/quantize.ts).
 */
export interface Shares {
  /** 16 columns of the hidden states, for all layers. */
  state: readonly number[];
  /** 8 of each layer's inner columns, after GELU. */
  inner: readonly (readonly number[])[];
}

interface Matrix {
  /** Output rows × input columns. */
  values: Float32Array;
  rows: number;
  columns: number;
}

/** Tensors of a model by their BERT names, without the prefix that some files add. */
export function bertTensors({ names, read }: Tensors): (name: string) => Tensor {
  const first = names.find((name) => name.endsWith(WORDS));
  if (first === undefined) throw new EncoderError(`the weights have no tensor "${WORDS}"`);
  const prefix = first.slice(0, -WORDS.length);
  return (name) => read(prefix + name);
}

const WORDS = 'embeddings.word_embeddings.weight';

/** Packed weights, and their number of word pieces. */
export interface PackedWeights {
  bytes: Uint8Array;
  rows: number;
}

/**
 * Packs the weights as the kernel reads them: all floats (columns to cut into shares, position embeddings, norms,
 * scales, biases and row sums, layer by layer, then the scales of the word pieces), padding to 16 bytes, then all 8-bit
 * integers (word pieces row by row, then each layer's matrices in panels).
 * @throws {EncoderError} if a tensor is missing or has the wrong size
 */
export function packWeights(tensors: Tensors, shape: ModelShape, shares: Shares): PackedWeights {
  const tensor = bertTensors(tensors);
  const floats: Uint8Array[] = [];
  const integers: Int8Array[] = [];
  const values = (name: string, ...sides: readonly number[]) => sized(name, tensor(name), sides).values;
  const addFloats = (array: Float32Array | Int32Array) => floats.push(new Uint8Array(array.buffer));
  const addMatrix = (names: string[], rows: number, columns: number, cut: readonly number[] = []) => {
    const matrix = stack(
      names.map((name) => values(`${name}.weight`, rows, columns)),
      columns,
    );
    const quantized = quantizeRows(matrix, cut);
    addFloats(quantized.scales);
    addFloats(Float32Array.from(names.flatMap((name) => [...values(`${name}.bias`, rows)])));
    const depth = quantized.values.length / matrix.rows;
    addFloats(rowSums(quantized.values, depth));
    integers.push(toPanels(quantized.values, matrix.rows, depth));
  };
  const addNorm = (name: string) => {
    addFloats(values(`${name}.weight`, WIDTH));
    addFloats(values(`${name}.bias`, WIDTH));
  };

  const words = tensor(WORDS);
  const rows = words.shape[0] ?? 0;
  const embedding = quantizeRows({ values: sized(WORDS, words, [rows, WIDTH]).values, rows, columns: WIDTH });
  for (const cut of [shares.state, ...shares.inner]) addFloats(shareTable(cut));
  addFloats(
    placeEmbeddings(
      tensor('embeddings.position_embeddings.weight'),
      tensor('embeddings.token_type_embeddings.weight'),
      shape.firstPosition,
    ),
  );
  addNorm('embeddings.LayerNorm');
  integers.push(embedding.values);
  for (let layer = 0; layer < shape.layers; layer++) {
    const at = `encoder.layer.${layer}`;
    const self = `${at}.attention.self`;
    addMatrix([`${self}.query`, `${self}.key`, `${self}.value`], WIDTH, WIDTH, shares.state);
    addMatrix([`${at}.attention.output.dense`], WIDTH, WIDTH);
    addNorm(`${at}.attention.output.LayerNorm`);
    addMatrix([`${at}.intermediate.dense`], INNER, WIDTH, shares.state);
    addMatrix([`${at}.output.dense`], WIDTH, INNER, shares.inner[layer]);
    addNorm(`${at}.output.LayerNorm`);
  }
  addFloats(embedding.scales);
  const head = Buffer.concat(floats);
  const bytes = Buffer.concat([
    head,
    new Uint8Array(-head.length & 15),
    ...integers.map((array) => new Uint8Array(array.buffer)),
  ]);
  return { bytes, rows };
}

/** @throws {EncoderError} if the tensor has other sides */
function sized(name: string, tensor: Tensor, sides: readonly number[]): Tensor {
  if (tensor.shape.join() === sides.join()) return tensor;
  throw new EncoderError(`tensor "${name}" is ${tensor.shape.join(' × ')}, not ${sides.join(' × ')}`);
}

function stack(tensors: readonly Float32Array[], columns: number): Matrix {
  const values = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.length, 0));
  let at = 0;
  for (const tensor of tensors) {
    values.set(tensor, at);
    at += tensor.length;
  }
  return { values, rows: values.length / columns, columns };
}

/** Every text is a first sentence, so the embedding for first sentences is added to the positions. */
function placeEmbeddings(positions: Tensor, types: Tensor, first: number): Float32Array {
  if (positions.values.length < (first + MAX_TOKENS) * WIDTH)
    throw new EncoderError(`the position embeddings are ${positions.shape.join(' × ')}: too few`);
  return positions.values
    .slice(first * WIDTH, (first + MAX_TOKENS) * WIDTH)
    .map((value, i) => value + (types.values[i % WIDTH] ?? 0));
}

/** The number of shares that a column is cut into. */
const shareCount = (shares: readonly number[], column: number): number =>
  1 + shares.filter((share) => share === column).length;

/** {u32 column, f32 factor} of each further column. */
function shareTable(shares: readonly number[]): Float32Array {
  const table = Float32Array.from(shares.flatMap((column) => [0, 1 / shareCount(shares, column)]));
  const columns = new Uint32Array(table.buffer);
  for (const [i, column] of shares.entries()) columns[2 * i] = column;
  return table;
}

/**
 * Quantizes to symmetric 8-bit integers with one scale per output row. A weight of a column that is cut into n shares
 * occurs n times and n times as fine: the n integers add up to n times the weight, rounded once.
 */
function quantizeRows({ values, rows, columns }: Matrix, shares: readonly number[] = []) {
  const sources = [...Array(columns).keys(), ...shares];
  const counts = sources.map((source) => shareCount(shares, source));
  const ordinals = sources.map((source, column) =>
    column < columns ? 0 : column - columns - shares.indexOf(source) + 1,
  );
  const quantized = new Int8Array(rows * sources.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let highest = 1e-9;
    for (let i = row * columns; i < (row + 1) * columns; i++)
      highest = Math.max(highest, Math.abs(values[i] ?? 0));
    scales[row] = highest / 127;
    for (let column = 0; column < sources.length; column++) {
      const count = counts[column] ?? 1;
      const total = Math.round(
        ((values[row * columns + (sources[column] ?? 0)] ?? 0) * 127 * count) / highest,
      );
      const share = ordinals[column] ?? 0;
      quantized[row * sources.length + column] = Math.floor((total + share) / count);
    }
  }
  return { values: quantized, scales };
}

function rowSums(values: Int8Array, columns: number): Int32Array {
  const sums = new Int32Array(values.length / columns);
  for (let row = 0, at = 0; row < sums.length; row++) {
    let sum = 0;
    for (const end = at + columns; at < end; at++) sum += values[at] ?? 0;
    sums[row] = sum;
  }
  return sums;
}

/** [row][column] → [row / 8][column / 4][8 rows][4 columns]: see engine/classify/encoder/kernel/multiply.ts. */
function toPanels(values: Int8Array, rows: number, columns: number): Int8Array {
  const panels = new Int8Array(values.length);
  let to = 0;
  for (let row = 0; row < rows; row += PANEL) {
    for (let column = 0; column < columns; column += GROUP) {
      for (let r = row; r < row + PANEL; r++) {
        for (let c = column; c < column + GROUP; c++) panels[to++] = values[r * columns + c] ?? 0;
      }
    }
  }
  return panels;
}
