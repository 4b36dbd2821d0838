import { FINE, MAX_TOKENS, QUANTIZED, ROW_SCALES, VALUES } from './layout';
import { gelu, maxOf, minOf, ROUNDER } from './math';

// Activations become integers of 7 bits, row by row: x = (q − zero) · scale with 0 ≤ q ≤ 127, over the row's own
// range. The relaxed dot product is exact, and the same on every machine, where one operand has no more than 7 bits.
//
// A few channels are an order of magnitude larger than the rest, always the same ones, and would leave the rest few
// of the 128 steps. They are cut into equal shares, each with a column of its own (outlier channel splitting, Zhao
// et al. 2019): engine/train/encoder/pack.ts says which, and what becomes of their weights.

// The error averages out over the tokens of a text, but not over few. Those of a short text become integers of 13 bits:
// the sums of products still fit into 32. Where products are of 7 bits they lie in two rows, the first of which has the
// upper six bits: Σ q · w = 128 · Σ upper · w + Σ lower · w, so that every kernel gives the same sums.

// @ts-ignore: from --use
export const RELAXED_SIMD: bool = RELAXED != 0;
/** True where short texts are multiplied with 16 bits, as plain SIMD multiplies every text. */
// @ts-ignore: from --use
export const PAIRED_SIMD: bool = PAIRED != 0;
/** Bytes from one row of QUANTIZED to the next; off the powers of two, against cache conflicts. */
export const STRIDE: usize = RELAXED_SIMD ? 1536 + 64 : 3072 + 64;

/** Where the second rows begin. */
export const SECOND: i32 = MAX_TOKENS;
export const LOWER_BITS: i32 = 7;

/** The rows of 16 bits of short texts, and the bytes from one to the next. */
export const WIDE_ROWS: usize = PAIRED_SIMD ? QUANTIZED + <usize>MAX_TOKENS * STRIDE : QUANTIZED;
export const WIDE_STRIDE: usize = 3072 + 64;

/** Half a step less than the highest number, so that rounding at both ends makes no higher one. */
const STEPS: f32 = 126.5;
const FINE_STEPS: f32 = 8190.5;

/** Four floats in whole steps, behind `zero`, which is ROUNDER and some more. */
// @ts-ignore: decorator
@inline
function steps(at: usize, inverse: v128, zero: v128): v128 {
  return f32x4.add(f32x4.mul(v128.load(at), inverse), zero);
}
// @ts-ignore: decorator
@inline
function eight(at: usize, inverse: v128, zero: v128): v128 {
  const bits = i32x4.splat(reinterpret<i32>(ROUNDER));
  const a = i32x4.sub(steps(at, inverse, zero), bits);
  const b = i32x4.sub(steps(at + 16, inverse, zero), bits);
  return i16x8.narrow_i32x4_s(a, b);
}

/** Makes a row of QUANTIZED of the floats at VALUES, up to `end`. */
// @ts-ignore: decorator
@inline
function storeRow(end: usize, row: i32, fine: bool): void {
  let low = f32x4.splat(0), high = low;
  for (let at = VALUES; at < end; at += 16) {
    const x = v128.load(at);
    low = f32x4.pmin(low, x);
    high = f32x4.pmax(high, x);
  }
  const range = max<f32>(maxOf(high) - minOf(low), 1e-9);
  const scale = range / (fine ? FINE_STEPS : STEPS);
  const inverse = f32x4.splat(<f32>1 / scale);
  const zero = nearest<f32>(-minOf(low) * (<f32>1 / scale));
  store<f32>(ROW_SCALES + (<usize>row << 3), scale);
  store<i32>(ROW_SCALES + (<usize>row << 3), <i32>zero, 4);
  const shift = f32x4.splat(ROUNDER + zero);
  if (RELAXED_SIMD && !(fine && PAIRED_SIMD)) {
    let to = QUANTIZED + <usize>row * STRIDE;
    if (fine) {
      const lower = i16x8.splat(127);
      for (let at = VALUES; at < end; at += 64, to += 16) {
        const a = eight(at, inverse, shift), b = eight(at + 32, inverse, shift);
        v128.store(to, i8x16.narrow_i16x8_s(i16x8.shr_u(a, LOWER_BITS), i16x8.shr_u(b, LOWER_BITS)));
        v128.store(to + <usize>SECOND * STRIDE, i8x16.narrow_i16x8_s(v128.and(a, lower), v128.and(b, lower)));
      }
    } else {
      for (let at = VALUES; at < end; at += 64, to += 16) {
        v128.store(to, i8x16.narrow_i16x8_s(eight(at, inverse, shift), eight(at + 32, inverse, shift)));
      }
    }
  } else {
    let to = WIDE_ROWS + <usize>row * WIDE_STRIDE;
    for (let at = VALUES; at < end; at += 32, to += 16) v128.store(to, eight(at, inverse, shift));
  }
}

/** Behind the `columns` at VALUES, `further` ones; {u32 column, f32 factor} of each is at `shares`. */
// @ts-ignore: decorator
@inline
function cut(columns: usize, shares: usize, further: usize): void {
  for (let i: usize = 0; i < further; i++) {
    const at = VALUES + (load<u32>(shares + (i << 3)) << 2);
    store<f32>(VALUES + ((columns + i) << 2), load<f32>(at) * load<f32>(shares + (i << 3), 4));
  }
  for (let i: usize = 0; i < further; i++) {
    store<f32>(VALUES + (load<u32>(shares + (i << 3)) << 2), load<f32>(VALUES + ((columns + i) << 2)));
  }
}

/** Rows of `columns` floats, of which some are cut into shares, after GELU where `activate`. */
// @ts-ignore: decorator
@inline
export function quantize(from: usize, rows: i32, columns: usize, shares: usize, further: usize, activate: bool): void {
  const end = VALUES + ((columns + further) << 2);
  let at = from;
  for (let row = 0; row < rows; row++) {
    for (let to = VALUES; to < VALUES + (columns << 2); to += 16, at += 16) {
      const x = v128.load(at);
      v128.store(to, activate ? gelu(x) : x);
    }
    cut(columns, shares, further);
    storeRow(end, row, load<u8>(FINE + <usize>row) != 0);
  }
}
