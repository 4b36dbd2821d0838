import { join } from 'node:path';
import { instantiate } from '../classify/encoder/kernel.ts';

type Product = (
  left: number,
  weights: number,
  out: number,
  rows: number,
  columns: number,
  depth: number,
  scratch: number,
) => void;

/**
 * The training arithmetic, compiled from engine/classify/encoder/kernel/training.ts. Pointers are byte offsets into its
 * memory.
 */
interface TrainingExports {
  memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(): void;
  seed(value: number): void;
  productScratch(rows: number, depth: number): number;
  product: Product;
  productTurned: Product;
  descend(
    left: number,
    right: number,
    weights: number,
    first: number,
    second: number,
    rows: number,
    columns: number,
    depth: number,
    rate: number,
    correction: number,
    decay: number,
    scratch: number,
  ): void;
  dropout(at: number, count: number, rate: number): void;
  activate(x: number, bias: number, slope: number, rows: number, columns: number, rate: number): void;
  scaleBy(to: number, by: number, count: number): void;
  columnSums(x: number, out: number, rows: number, columns: number): void;
  crossEntropy(
    scores: number,
    bias: number,
    targets: number,
    weights: number,
    rows: number,
    columns: number,
    classes: number,
    smoothing: number,
  ): void;
  adam(
    weights: number,
    gradient: number,
    first: number,
    second: number,
    count: number,
    rate: number,
    correction: number,
    decay: number,
  ): void;
  addRows(table: number, rows: number, count: number, width: number, out: number): void;
  addToRows(table: number, rows: number, count: number, width: number, x: number): void;
  descendRows(
    table: number,
    gradient: number,
    first: number,
    second: number,
    rows: number,
    count: number,
    width: number,
    rate: number,
    correction: number,
  ): void;
  sparseProduct(
    places: number,
    values: number,
    count: number,
    scale: number,
    weights: number,
    stride: number,
    out: number,
  ): void;
  sparseUpdate(
    places: number,
    values: number,
    count: number,
    weights: number,
    stride: number,
    gradient: number,
  ): void;
  sparseUpdateSome(
    places: number,
    values: number,
    count: number,
    weights: number,
    stride: number,
    columns: number,
    gradient: number,
    some: number,
  ): void;
}

/** Bytes of a float or a word in the kernel's memory. */
export const NUMBER_BYTES = 4;

/** Loads the training arithmetic and allocates its memory. */
export class TrainingKernel {
  readonly run: TrainingExports;

  /**
   * @param directory holds `training-relaxed.wasm` and `training-plain.wasm`. The relaxed kernel multiplies and adds
   * with one rounding, the same on all x64 (from 2013) and arm64.
   * @throws {EncoderError} if the machine has no WebAssembly SIMD or a file is missing
   */
  constructor(directory: string) {
    this.run = instantiate<TrainingExports>(join(directory, 'training'));
  }

  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.run.memory.buffer, at, count);
  }

  words(at: number, count: number): Int32Array {
    return new Int32Array(this.run.memory.buffer, at, count);
  }
}
