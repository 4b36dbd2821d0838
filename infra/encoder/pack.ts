import type { Tensor } from './safetensors.ts';

/** The shape of all-MiniLM-L6-v2; kernel/layout.ts has the same figures. */
const WIDTH = 384;
const LAYERS = 6;
const MAX_TOKENS = 128;
const PANEL = 8;
const GROUP = 4;

interface Matrix {
  /** Output rows × input columns. */
  values: Float32Array;
  rows: number;
  columns: number;
}

/**
 * Packs the weights as the kernel reads them: all floats (position embeddings, norms, scales, biases and row
 * sums, layer by layer, then the scales of the word pieces), padding to 16 bytes, then all 8-bit integers (word
 * pieces row by row, then each layer's matrices in panels).
 */
export function packWeights(tensor: (name: string) => Tensor): Uint8Array {
  const floats: Uint8Array[] = [];
  const integers: Int8Array[] = [];
  const values = (name: string) => tensor(name).values;
  const addFloats = (array: Float32Array | Int32Array) => floats.push(new Uint8Array(array.buffer));
  const addMatrix = (names: string[]) => {
    const matrix = stack(names.map((name) => tensor(`${name}.weight`)));
    const quantized = quantizeRows(matrix);
    addFloats(quantized.scales);
    addFloats(Float32Array.from(names.flatMap((name) => [...values(`${name}.bias`)])));
    addFloats(rowSums(quantized.values, matrix.columns));
    integers.push(toPanels(quantized.values, matrix.rows, matrix.columns));
  };
  const addNorm = (name: string) => {
    addFloats(values(`${name}.weight`));
    addFloats(values(`${name}.bias`));
  };

  const words = stack([tensor('embeddings.word_embeddings.weight')]);
  const embedding = quantizeRows(words);
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
    addMatrix([`${self}.query`, `${self}.key`, `${self}.value`]);
    addMatrix([`${at}.attention.output.dense`]);
    addNorm(`${at}.attention.output.LayerNorm`);
    addMatrix([`${at}.intermediate.dense`]);
    addMatrix([`${at}.output.dense`]);
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

/** Symmetric 8-bit integers with one scale for each output row. */
function quantizeRows({ values, rows, columns }: Matrix): { values: Int8Array; scales: Float32Array } {
  const quantized = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let highest = 1e-9;
    for (let i = row * columns; i < (row + 1) * columns; i++)
      highest = Math.max(highest, Math.abs(values[i] ?? 0));
    scales[row] = highest / 127;
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      quantized[i] = Math.round(((values[i] ?? 0) * 127) / highest);
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

/** [row][column] → [row / 8][column / 4][8 rows][4 columns]: see kernel/multiply.ts. */
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
