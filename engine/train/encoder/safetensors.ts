/** One tensor of a weights file, widened to 32-bit floats. */
export interface Tensor {
  shape: number[];
  values: Float32Array;
}

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Reads 16- and 32-bit float tensors of the safetensors format: the length of a JSON directory (u64, little
 * endian), the directory, the data.
 * @see https://github.com/huggingface/safetensors#format
 * @returns a function that gives a tensor by its name
 * @throws {Error} where the tensor is missing or holds no floats
 */
export function readSafetensors(file: Uint8Array): (name: string) => Tensor {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = Number(view.getBigUint64(0, true));
  const directory: Record<string, Entry> = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  return (name) => {
    const entry = directory[name];
    if (!entry) throw new Error(`the weights have no tensor "${name}"`);
    const [from, to] = entry.data_offsets;
    const bytes = new Uint8Array(file.subarray(8 + length + from, 8 + length + to));
    if (entry.dtype === 'F32') return { shape: entry.shape, values: new Float32Array(bytes.buffer) };
    if (entry.dtype !== 'F16') throw new Error(`tensor "${name}" holds ${entry.dtype}, not floats`);
    const halves = new Uint16Array(bytes.buffer);
    const table = halfTable();
    return { shape: entry.shape, values: Float32Array.from(halves, (half) => table[half] ?? 0) };
  };
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
