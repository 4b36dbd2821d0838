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

/** Sixteen bytes, as an instruction. */
const bytes = (value: number): number[] => [0xfd, 0x0c, ...Array<number>(16).fill(value)];

/** A function that uses `v128.const`. */
const PLAIN_PROBE = probe([], [...bytes(0), 0x1a]);
/** A function that gives the first lane of the relaxed dot product of 127 and 255, which has a bit too many. */
const RELAXED_PROBE = probe(
  [0x7f],
  [...bytes(127), ...bytes(255), ...bytes(0), 0xfd, 0x93, 0x02, 0xfd, 0x1b, 0],
);
/** What it gives where processors add the products in pairs of 16 bits, which stop at 32,767, and then the pairs. */
const BY_PAIRS = 2 * 32_767;
const PAGE = 65536;

/** The kernels of the encoder: all give the same bits, and which is the fastest depends on the processor. */
export const KERNEL_KINDS = ['plain', 'relaxed', 'paired'] as const;
export type KernelKind = (typeof KERNEL_KINDS)[number];

/**
 * Instantiates the encoder's kernel and reads the weights straight into its memory.
 * @param directory holds `encoder-<kind>.wasm` and `weights.bin`
 * @param kind default: the fastest on this machine
 * @throws {EncoderError} where the machine has no WebAssembly SIMD, or a file is missing
 */
export function loadKernel(directory: string, kind: KernelKind = fastestKernel()): Kernel {
  const kernel = instantiateFile<Kernel>(join(directory, `encoder-${kind}.wasm`));
  readInto(kernel, join(directory, 'weights.bin'));
  return kernel;
}

/**
 * Instantiates `<path>-relaxed.wasm` where the machine has relaxed SIMD, which is faster, else `<path>-plain.wasm`.
 * @throws {EncoderError} where the machine has no WebAssembly SIMD, or the file is missing
 */
export const instantiate = <Exports extends object>(path: string): Exports =>
  instantiateFile<Exports>(`${path}-${fastestKernel() === 'plain' ? 'plain' : 'relaxed'}.wasm`);

/**
 * `plain` without relaxed SIMD. With it `relaxed`, where the processor has a dot product of bytes (arm64 with SDOT, x64
 * with VNNI), and `paired` where the product is made of several instructions: the last is seen from what the product
 * makes of numbers that it is not defined for.
 * @throws {EncoderError} where the machine has no WebAssembly SIMD
 */
function fastestKernel(): KernelKind {
  if (!WebAssembly.validate(PLAIN_PROBE)) {
    throw new EncoderError('this machine runs WebAssembly without SIMD, which the encoder needs');
  }
  if (!WebAssembly.validate(RELAXED_PROBE)) return 'plain';
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(RELAXED_PROBE)).exports as {
    run: () => number;
  };
  return run() === BY_PAIRS ? 'paired' : 'relaxed';
}

/** The compiled code of each file: every assistant has instances of the same few. */
const modules = new Map<string, WebAssembly.Module>();

/** @throws {EncoderError} where the file is missing */
function instantiateFile<Exports extends object>(file: string): Exports {
  const module = modules.get(file) ?? new WebAssembly.Module(readBuilt(file));
  modules.set(file, module);
  // The kernels are compiled from this project's own source with exactly these exports.
  return new WebAssembly.Instance(module).exports as Exports;
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

/** The smallest module around the body of a function `run` without parameters. */
function probe(results: number[], body: number[]): Uint8Array<ArrayBuffer> {
  const code = [0, ...body, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 4 + results.length, 1, 0x60, 0, results.length, ...results],
    ...[3, 2, 1, 0],
    ...[7, 7, 1, 3, 0x72, 0x75, 0x6e, 0, 0],
    ...[10, code.length + 2, 1, code.length, ...code],
  ]);
}
