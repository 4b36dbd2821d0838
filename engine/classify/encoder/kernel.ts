import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The exports of the compiled kernel; all pointers are byte offsets into its memory. */
export interface Kernel {
  memory: WebAssembly.Memory;
  ids(): number;
  positions(): number;
  segments(): number;
  means(): number;
  states(): number;
  weights(): number;
  encode(
    tokens: number,
    texts: number,
    vocabularyRows: number,
    layers: number,
    heads: number,
    normEpsilon: number,
  ): void;
}

export class EncoderError extends Error {
  override name = 'EncoderError';
}

/** A module of one function that uses `v128.const` and, in the second, the relaxed dot product. */
const PLAIN_PROBE = probe([0xfd, 0x0c, ...Array<number>(16).fill(0), 0x1a]);
const RELAXED_PROBE = probe([
  ...[0xfd, 0x0c, ...Array<number>(16).fill(0)],
  ...[0xfd, 0x0c, ...Array<number>(16).fill(0)],
  ...[0xfd, 0x0c, ...Array<number>(16).fill(0)],
  ...[0xfd, 0x93, 0x02, 0x1a],
]);
const PAGE = 65536;

/**
 * Instantiates the encoder's kernel and reads the weights straight into its memory.
 * @param directory holds `encoder-relaxed.wasm`, `encoder-plain.wasm` and `weights.bin`
 * @throws {EncoderError} where the machine has no WebAssembly SIMD, or a file is missing
 */
export function loadKernel(directory: string, allowRelaxed = true): Kernel {
  const kernel = instantiate<Kernel>(join(directory, 'encoder'), allowRelaxed);
  readInto(kernel, join(directory, 'weights.bin'));
  return kernel;
}

/**
 * Instantiates `<path>-relaxed.wasm` where the machine has relaxed SIMD, which is faster, else `<path>-plain.wasm`.
 * @throws {EncoderError} where the machine has no WebAssembly SIMD, or the file is missing
 */
export function instantiate<Exports extends object>(path: string, allowRelaxed = true): Exports {
  if (!WebAssembly.validate(PLAIN_PROBE)) {
    throw new EncoderError('this machine runs WebAssembly without SIMD, which the encoder needs');
  }
  const relaxed = allowRelaxed && WebAssembly.validate(RELAXED_PROBE);
  const code = readBuilt(`${path}-${relaxed ? 'relaxed' : 'plain'}.wasm`);
  // The kernels are compiled from this project's own source with exactly these exports.
  return new WebAssembly.Instance(new WebAssembly.Module(code)).exports as Exports;
}

/** @throws {EncoderError} where the file is missing */
export function readBuilt(path: string): Uint8Array<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new EncoderError(`${path} is missing: build it with "npm run build:encoder"`, { cause });
  }
}

function readInto(kernel: Kernel, path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    throw new EncoderError(`${path} is missing: build it with "npm run build:encoder"`, { cause });
  }
  try {
    const { size } = fstatSync(file);
    const begin = kernel.weights();
    const missing = begin + size - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
    const target = new Uint8Array(kernel.memory.buffer, begin, size);
    for (let at = 0; at < size; ) {
      const count = readSync(file, target, at, size - at, at);
      if (count === 0) throw new EncoderError(`${path} is cut short`);
      at += count;
    }
  } finally {
    closeSync(file);
  }
}

/** The smallest module around the body of a function without parameters. */
function probe(body: number[]): Uint8Array<ArrayBuffer> {
  const code = [0, ...body, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 4, 1, 0x60, 0, 0],
    ...[3, 2, 1, 0],
    ...[10, code.length + 2, 1, code.length, ...code],
  ]);
}
