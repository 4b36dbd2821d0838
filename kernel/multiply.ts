import { QUANTIZED, SCALES } from './layout';
import { RELAXED_SIMD, STRIDE } from './quantize';

// out[row][column] = scale[row] · scale[column] · Σ_k quantised[row][k] · weight[column][k] + bias[column]
//
// Weights lie in panels of 8 columns, [k / 4][8 columns][4 bytes]: a lane of the relaxed dot product is a column,
// and no sum across lanes is needed. A tile is 8 columns by 6 planes of activations, which is what 16 vector
// registers hold.

// @ts-ignore: decorator
@inline
function dot(sum: v128, x: v128, weights: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, x, sum);
}

// @ts-ignore: decorator
@inline
function finish(to: usize, left: v128, right: v128, scale: usize, columns: usize, bias: usize): void {
  const s = v128.load32_splat(scale);
  const a = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(left), v128.load(columns)), s);
  const b = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(right), v128.load(columns, 16)), s);
  v128.store(to, f32x4.add(a, v128.load(bias)));
  v128.store(to, f32x4.add(b, v128.load(bias, 16)), 16);
}

// @ts-ignore: decorator
@inline
function join(upper: v128, lower: v128): v128 {
  return i32x4.add(i32x4.shl(upper, 7), lower);
}

/** Relaxed SIMD: 1 to 3 rows, of two planes each, by 8 columns. */
// @ts-ignore: decorator
@inline
function tile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, scale: usize, columns: usize, bias: usize, sums: usize): void {
  let w = weights;
  let a = from;
  // Each upper plane holds 64 too much: 8192 in all.
  const minus = i32x4.splat(-64);
  let l0 = i32x4.mul(v128.load(sums), minus), r0 = i32x4.mul(v128.load(sums, 16), minus);
  let l1 = i32x4.splat(0), r1 = l1, l2 = l0, r2 = r0, l3 = l1, r3 = l1, l4 = l0, r4 = r0, l5 = l1, r5 = l1;
  do {
    let p = v128.load(w), q = v128.load(w, 16);
    let x = v128.load32_splat(a); l0 = dot(l0, x, p); r0 = dot(r0, x, q);
    x = v128.load32_splat(a, STRIDE); l1 = dot(l1, x, p); r1 = dot(r1, x, q);
    if (rows > 1) {
      x = v128.load32_splat(a, STRIDE * 2); l2 = dot(l2, x, p); r2 = dot(r2, x, q);
      x = v128.load32_splat(a, STRIDE * 3); l3 = dot(l3, x, p); r3 = dot(r3, x, q);
    }
    if (rows > 2) {
      x = v128.load32_splat(a, STRIDE * 4); l4 = dot(l4, x, p); r4 = dot(r4, x, q);
      x = v128.load32_splat(a, STRIDE * 5); l5 = dot(l5, x, p); r5 = dot(r5, x, q);
    }
    p = v128.load(w, 32); q = v128.load(w, 48);
    x = v128.load32_splat(a, 4); l0 = dot(l0, x, p); r0 = dot(r0, x, q);
    x = v128.load32_splat(a, STRIDE + 4); l1 = dot(l1, x, p); r1 = dot(r1, x, q);
    if (rows > 1) {
      x = v128.load32_splat(a, STRIDE * 2 + 4); l2 = dot(l2, x, p); r2 = dot(r2, x, q);
      x = v128.load32_splat(a, STRIDE * 3 + 4); l3 = dot(l3, x, p); r3 = dot(r3, x, q);
    }
    if (rows > 2) {
      x = v128.load32_splat(a, STRIDE * 4 + 4); l4 = dot(l4, x, p); r4 = dot(r4, x, q);
      x = v128.load32_splat(a, STRIDE * 5 + 4); l5 = dot(l5, x, p); r5 = dot(r5, x, q);
    }
    a += 8;
    w += 64;
  } while (w < end);
  finish(to, join(l0, l1), join(r0, r1), scale, columns, bias);
  if (rows > 1) finish(to + step, join(l2, l3), join(r2, r3), scale + 4, columns, bias);
  if (rows > 2) finish(to + 2 * step, join(l4, l5), join(r4, r5), scale + 8, columns, bias);
}

// One function for each number of rows, so that it is a constant of it.
function one(w: usize, e: usize, a: usize, c: usize, n: usize, s: usize, k: usize, b: usize, m: usize): void { tile(1, w, e, a, c, n, s, k, b, m); }
function two(w: usize, e: usize, a: usize, c: usize, n: usize, s: usize, k: usize, b: usize, m: usize): void { tile(2, w, e, a, c, n, s, k, b, m); }
function three(w: usize, e: usize, a: usize, c: usize, n: usize, s: usize, k: usize, b: usize, m: usize): void { tile(3, w, e, a, c, n, s, k, b, m); }

// @ts-ignore: decorator
@inline
function pairs(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

/** Plain SIMD: one row by 8 columns. */
function plain(weights: usize, end: usize, row: usize, to: usize, scale: usize, columns: usize, bias: usize): void {
  let w = weights;
  let a = row;
  let s0 = i32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
  do {
    const x = v128.load64_splat(a);
    s0 = i32x4.add(s0, i32x4.dot_i16x8_s(x, v128.load_ext<i8>(w)));
    s1 = i32x4.add(s1, i32x4.dot_i16x8_s(x, v128.load_ext<i8>(w, 8)));
    s2 = i32x4.add(s2, i32x4.dot_i16x8_s(x, v128.load_ext<i8>(w, 16)));
    s3 = i32x4.add(s3, i32x4.dot_i16x8_s(x, v128.load_ext<i8>(w, 24)));
    a += 8;
    w += 32;
  } while (w < end);
  finish(to, pairs(s0, s1), pairs(s2, s3), scale, columns, bias);
}

/**
 * Multiplies the rows in QUANTIZED by a matrix.
 * @param table f32 scales, f32 bias and i32 row sums of the matrix's `columns`, one after the other
 */
export function multiply(weights: usize, table: usize, to: usize, rows: i32, columns: i32, depth: i32): void {
  // Three rows at a time, and twos rather than a last one alone.
  const tiles = (rows + 2) / 3;
  const base = rows / tiles;
  const longer = rows - base * tiles;
  const step = <usize>columns << 2;
  const panel = <usize>depth << 3;
  let w = weights;
  for (let n: usize = 0; n < step; n += 32, w += panel) {
    const scales = table + n;
    const bias = scales + step;
    const sums = bias + step;
    const end = w + panel;
    if (RELAXED_SIMD) {
      let row = 0;
      for (let t = 0; t < tiles; t++) {
        const count = base + i32(t < longer);
        const a = QUANTIZED + <usize>(row << 1) * STRIDE;
        const c = to + <usize>row * step + n;
        const s = SCALES + (<usize>row << 2);
        if (count == 3) three(w, end, a, c, step, s, scales, bias, sums);
        else if (count == 2) two(w, end, a, c, step, s, scales, bias, sums);
        else one(w, end, a, c, step, s, scales, bias, sums);
        row += count;
      }
    } else {
      for (let row = 0; row < rows; row++) {
        const s = SCALES + (<usize>row << 2);
        plain(w, end, QUANTIZED + <usize>row * STRIDE, to + <usize>row * step + n, s, scales, bias);
      }
    }
  }
}
