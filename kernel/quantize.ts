import { QUANTIZED, SCALES } from './layout';
import { gelu, maxOf } from './math';

// Activations become integers of 13 bits and a sign, row by row, with a scale of their own:
// q = round(x · 8191 / max|x|), so that 1,536 products with 8-bit weights stay inside 32 bits.
// With relaxed SIMD they are stored as two planes of 7 bits of q + 8192, the lower after the upper, since the
// relaxed dot product is exact, and the same on every machine, where one operand has no more than 7 bits.
// Plain SIMD keeps q in 16 bits: the sums are the same integers.

// @ts-ignore: from --use
export const RELAXED_SIMD: bool = RELAXED != 0;
/** Bytes from one row of QUANTIZED to the next; off the powers of two, against cache conflicts. */
export const STRIDE: usize = RELAXED_SIMD ? 1536 + 64 : 3072 + 64;

// @ts-ignore: decorator
@inline
function round(at: usize, scale: v128, shift: v128): v128 {
  return i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), scale))), shift);
}
// @ts-ignore: decorator
@inline
function eight(at: usize, scale: v128, shift: v128): v128 {
  return i16x8.narrow_i32x4_s(round(at, scale, shift), round(at + 16, scale, shift));
}

/** Rows of `columns` floats at `from`, with GELU applied in place first where `activate`. */
export function quantize(from: usize, rows: i32, columns: i32, activate: bool): void {
  const bytes = <usize>columns << 2;
  for (let row = 0; row < rows; row++) {
    let at = from + <usize>row * bytes;
    const end = at + bytes;
    let highest = f32x4.splat(1e-9);
    for (let p = at; p < end; p += 16) {
      let x = v128.load(p);
      if (activate) {
        x = gelu(x);
        v128.store(p, x);
      }
      highest = f32x4.max(highest, f32x4.abs(x));
    }
    const top = maxOf(highest);
    store<f32>(SCALES + (<usize>row << 2), top / 8191);
    const scale = f32x4.splat(<f32>8191 / top);
    if (RELAXED_SIMD) {
      const shift = i32x4.splat(8192);
      const low = i16x8.splat(127);
      let to = QUANTIZED + <usize>(row << 1) * STRIDE;
      for (; at < end; at += 64, to += 16) {
        const p = eight(at, scale, shift);
        const q = eight(at + 32, scale, shift);
        v128.store(to, i8x16.narrow_i16x8_u(i16x8.shr_u(p, 7), i16x8.shr_u(q, 7)));
        v128.store(to, i8x16.narrow_i16x8_u(v128.and(p, low), v128.and(q, low)), STRIDE);
      }
    } else {
      let to = QUANTIZED + <usize>row * STRIDE;
      for (; at < end; at += 32, to += 16) v128.store(to, eight(at, scale, i32x4.splat(0)));
    }
  }
}
