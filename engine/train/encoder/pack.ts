import type { Tensor } from './safetensors.ts';

/** The shape of all-MiniLM-L6-v2; engine/classify/encoder/kernel/layout.ts has the same figures. */
const WIDTH = 384;
const LAYERS = 6;
const MAX_TOKENS = 128;
const PANEL = 8;
const GROUP = 4;
/**
 * The channels that are far larger than the rest in the hidden states of every layer, whatever the text is: further
 * columns of the matrices, one for each share but the first that a channel is cut into (see ../../classify/encoder/kernel/quantize.ts).
 */
const STATE_SHARES: readonly number[] = [
  99, 99, 99, 99, 99, 99, 223, 223, 223, 63, 127, 157, 267, 303, 319, 338,
];
/** The same of each layer's inner columns, after GELU. */
const INNER_SHARES: readonly (readonly number[])[] = [
  [856, 856, 856, 856, 329, 691, 829, 887],
  [607, 607, 607, 607, 116, 632, 1072, 1157],
  [1004, 1004, 1004, 218, 218, 304, 805, 1265],
  [358, 358, 358, 146, 318, 833, 975, 1004],
  [154, 242, 580, 637, 681, 769, 1097, 1357],
  [469, 480, 486, 499, 830, 885, 1203, 1302],
];

interface Matrix {
  /** Output rows × input columns. */
  values: Float32Array;
  rows: number;
  columns: number;
}

/**
 * Packs the weights as the kernel reads them: all floats (which columns are cut into shares, position embeddings,
 * norms, scales, biases and row sums, layer by layer, then the scales of the word pieces), padding to 16 bytes, then
 * all 8-bit integers (word pieces row by row, then each layer's matrices in panels).
 */
export function packWeights(tensor: (name: string) => Tensor): Uint8Array {
  const floats: Uint8Array[] = [];
  const integers: Int8Array[] = [];
  const values = (name: string) => tensor(name).values;
  const addFloats = (array: Float32Array | Int32Array) => floats.push(new Uint8Array(array.buffer));
  const addMatrix = (names: string[], shares: readonly number[] = []) => {
    const matrix = stack(names.map((name) => tensor(`${name}.weight`)));
    const quantized = quantizeRows(matrix, shares);
    const columns = quantized.values.length / matrix.rows;
    addFloats(quantized.scales);
    addFloats(Float32Array.from(names.flatMap((name) => [...values(`${name}.bias`)])));
    addFloats(rowSums(quantized.values, columns));
    integers.push(toPanels(quantized.values, matrix.rows, columns));
  };
  const addNorm = (name: string) => {
    addFloats(values(`${name}.weight`));
    addFloats(values(`${name}.bias`));
  };

  const words = stack([tensor('embeddings.word_embeddings.weight')]);
  const embedding = quantizeRows(words);
  for (const shares of [STATE_SHARES, ...INNER_SHARES]) addFloats(shareTable(shares));
  addFloats(
    placeEmbeddings(
      values('embeddings.position_embeddings.weight'),
      values('embeddings.token_type_embeddings.weight'),
    ),
  );
  addNorm('embeddings.LayerNorm');
  integers.push(embedding.values);
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `encoder.layer.${layer}`;
    const self = `${at}.attention.self`;
    addMatrix([`${self}.query`, `${self}.key`, `${self}.value`], STATE_SHARES);
    addMatrix([`${at}.attention.output.dense`]);
    addNorm(`${at}.attention.output.LayerNorm`);
    addMatrix([`${at}.intermediate.dense`], STATE_SHARES);
    addMatrix([`${at}.output.dense`], INNER_SHARES[layer]);
    addNorm(`${at}.output.LayerNorm`);
  }
  addFloats(embedding.scales);
  const head = Buffer.concat(floats);
  return Buffer.concat([
    head,
    new Uint8Array(-head.length & 15),
    ...integers.map((array) => new Uint8Array(array.buffer)),
  ]);
}

function stack(tensors: Tensor[]): Matrix {
  const values = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.values.length, 0));
  let at = 0;
  for (const tensor of tensors) {
    values.set(tensor.values, at);
    at += tensor.values.length;
  }
  const columns = tensors[0]?.shape[1] ?? WIDTH;
  return { values, rows: values.length / columns, columns };
}

/** Every text is a first sentence, so the embedding of that joins the positions'. */
function placeEmbeddings(positions: Float32Array, types: Float32Array): Float32Array {
  return positions.slice(0, MAX_TOKENS * WIDTH).map((value, i) => value + (types[i % WIDTH] ?? 0));
}

/** How many shares a column is cut into. */
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
 * Symmetric 8-bit integers with one scale for each output row. A weight of a column that is cut into n shares is
 * there n times and n times as fine: the n integers add up to n times the weight, rounded once.
 */
function quantizeRows({ values, rows, columns }: Matrix, shares: readonly number[] = []) {
  const sources = [...Array(columns).keys(), ...shares];
  const counts = sources.map((source) => shareCount(shares, source));
  const quantized = new Int8Array(rows * sources.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let highest = 1e-9;
    for (let i = row * columns; i < (row + 1) * columns; i++)
      highest = Math.max(highest, Math.abs(values[i] ?? 0));
    scales[row] = highest / 127;
    for (const [column, source] of sources.entries()) {
      const count = counts[column] ?? 1;
      const total = Math.round(((values[row * columns + source] ?? 0) * 127 * count) / highest);
      const share = column < columns ? 0 : column - columns - shares.indexOf(source) + 1;
      quantized[row * sources.length + column] = Math.floor((total + share) / count);
    }
  }
  return { values: quantized, scales };
}

function rowSums(values: Int8Array, columns: number): Int32Array {
  const sums = new Int32Array(values.length / columns);
  for (let i = 0; i < values.length; i++) {
    const row = Math.floor(i / columns);
    sums[row] = (sums[row] ?? 0) + (values[i] ?? 0);
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
