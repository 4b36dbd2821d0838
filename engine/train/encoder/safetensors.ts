import * as z from 'zod/mini';
import { EncoderError } from '../../classify/encoder/kernel.ts';

/** A tensor of a weights file, widened to 32-bit floats. */
export interface Tensor {
  shape: number[];
  values: Float32Array;
}

/** A weights file. */
export interface Tensors {
  names: readonly string[];
  /** @throws {EncoderError} if the tensor is missing, cut short or not of floats */
  read(name: string): Tensor;
}

const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int()),
  data_offsets: z.tuple([z.int(), z.int()]),
});
/** The only entry of the directory that is not a tensor. */
const METADATA = '__metadata__';

/**
 * Reads 16- and 32-bit float tensors of the safetensors format: the length of a JSON directory (u64, little endian),
 * the directory, the data.
 * @see https://github.com/huggingface/safetensors#format
 * @throws {EncoderError} if the file has another format or is cut short
 */
export function readSafetensors(file: Uint8Array): Tensors {
  const { directory, data } = readDirectory(file);
  return {
    names: [...directory.keys()],
    read(name) {
      const entry = directory.get(name);
      if (!entry) throw new EncoderError(`the weights have no tensor "${name}"`);
      const [from, to] = entry.data_offsets;
      const size = entry.shape.reduce((product, side) => product * side, 1);
      const width = { F32: 4, F16: 2, BF16: 2 }[entry.dtype];
      if (width === undefined)
        throw new EncoderError(`tensor "${name}" holds ${entry.dtype}: F32, F16 and BF16 can be read`);
      if (to > data.length || to - from !== size * width)
        throw new EncoderError(`tensor "${name}" is cut short`);
      // Copied, since tensors need not be aligned to the width of their numbers.
      const { buffer } = Uint8Array.from(data.subarray(from, to));
      return { shape: entry.shape, values: toFloats(buffer, entry.dtype) };
    },
  };
}

function readDirectory(file: Uint8Array) {
  const broken = (cause?: unknown) =>
    new EncoderError('the weights are not a safetensors file, or are cut short', { cause });
  if (file.length < 8) throw broken();
  const length = Number(new DataView(file.buffer, file.byteOffset, file.byteLength).getBigUint64(0, true));
  if (length > file.length - 8) throw broken();
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(json));
    const tensors = entries.filter(([name]) => name !== METADATA);
    return {
      directory: new Map(tensors.map(([name, entry]) => [name, entrySchema.parse(entry)])),
      data: file.subarray(8 + length),
    };
  } catch (cause) {
    throw broken(cause);
  }
}

function toFloats(buffer: ArrayBuffer, dtype: string): Float32Array {
  if (dtype === 'F32') return new Float32Array(buffer);
  const halves = new Uint16Array(buffer);
  const values = new Float32Array(halves.length);
  if (dtype === 'BF16') {
    const words = new Uint32Array(values.buffer);
    for (let i = 0; i < halves.length; i++) words[i] = (halves[i] ?? 0) << 16;
  } else {
    const table = halfTable();
    for (let i = 0; i < halves.length; i++) values[i] = table[halves[i] ?? 0] ?? 0;
  }
  return values;
}

let cachedTable: Float32Array | undefined;

/** The value of every 16-bit float (IEEE 754 binary16). */
function halfTable(): Float32Array {
  cachedTable ??= Float32Array.from({ length: 65536 }, (_, half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
  });
  return cachedTable;
}
