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

/** A `v128.const` of sixteen equal bytes. */
const bytes = (value: number): number[] => [0xfd, 0x0c, ...Array<number>(16).fill(value)];

/** A function that uses `v128.const`. */
const PLAIN_PROBE = probe([], [...bytes(0), 0x1a]);
/** Returns the first lane of the relaxed dot product of 127 and 255. The second factor is one bit too wide. */
const RELAXED_PROBE = probe(
  [0x7f],
  [...bytes(127), ...bytes(255), ...bytes(0), 0xfd, 0x93, 0x02, 0xfd, 0x1b, 0],
);
/**
 * The probe's result where the processor adds products in pairs of 16 bits, saturating at 32,767, and then adds the
 * pairs.
 */
const BY_PAIRS = 2 * 32_767;
const PAGE = 65536;

/** The encoder's kernels. All compute the same bits; the fastest depends on the processor. */
export const KERNEL_KINDS = ['plain', 'relaxed', 'paired'] as const;
export type KernelKind = (typeof KERNEL_KINDS)[number];

/**
 * Instantiates the encoder's kernel and reads the weights directly into its memory.
 * @param directory holds `encoder-<kind>.wasm` and `weights.bin`
 * @param kind default: the fastest on this machine
 * @throws {EncoderError} if the machine has no WebAssembly SIMD or a file is missing
 */
export function loadKernel(directory: string, kind: KernelKind = fastestKernel()): Kernel {
  const kernel = instantiateFile<Kernel>(join(directory, `encoder-${kind}.wasm`));
  readInto(kernel, join(directory, 'weights.bin'));
  return kernel;
}

/**
 * Instantiates `<path>-relaxed.wasm` if the machine has relaxed SIMD, which is faster, else `<path>-plain.wasm`.
 * @throws {EncoderError} if the machine has no WebAssembly SIMD or the file is missing
 */
export const instantiate = <Exports extends object>(path: string): Exports =>
  instantiateFile<Exports>(`${path}-${fastestKernel() === 'plain' ? 'plain' : 'relaxed'}.wasm`);

/**
 * The fastest kernel. `plain` if relaxed SIMD is missing; `relaxed` if the processor has a dot product of bytes (arm64
 * with SDOT, x64 with VNNI); `paired` if it emulates one with several instructions, which the probe detects from
 * operands outside the defined range.
 * @throws {EncoderError} if the machine has no WebAssembly SIMD
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

/** Compiled modules by file, shared by all assistants. */
const modules = new Map<string, WebAssembly.Module>();

/** @throws {EncoderError} if the file is missing */
function instantiateFile<Exports extends object>(file: string): Exports {
  const module = modules.get(file) ?? new WebAssembly.Module(readBuilt(file));
  modules.set(file, module);
  // The kernels are compiled from this project's own source with exactly these exports.
  return new WebAssembly.Instance(module).exports as Exports;
}

/** @throws {EncoderError} if the file is missing */
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

/** A minimal module that exports a function `run` without parameters. */
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
