import { FINE, QUANTIZED, ROW_SCALES, SEGMENTS } from './layout';
import { RELAXED_SIMD, SECOND, STRIDE } from './quantize';

// out[row][column] = scale[row] · scale[column] · Σ_k quantised[row][k] · weight[column][k] + bias[column]
//
// Weights lie in panels of 8 columns, [k / 4][8 columns][4 bytes]: a lane of the relaxed dot product is a column,
// and no sum across lanes is needed. A tile is 8 columns by up to 6 rows, which is what 16 vector registers hold.

// @ts-ignore: decorator
@inline
function dot(sum: v128, x: v128, weights: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, x, sum);
}

/** Adds scaled sums to what is at `from`. The sums have `zero` too much in each activation. */
// @ts-ignore: decorator
@inline
function finish(to: usize, from: usize, left: v128, right: v128, row: usize, scales: usize, sums: usize): void {
  const scale = v128.load32_splat(row);
  const zero = v128.load32_splat(row, 4);
  const a = f32x4.convert_i32x4_s(i32x4.sub(left, i32x4.mul(zero, v128.load(sums))));
  const b = f32x4.convert_i32x4_s(i32x4.sub(right, i32x4.mul(zero, v128.load(sums, 16))));
  v128.store(to, f32x4.add(f32x4.mul(f32x4.mul(a, v128.load(scales)), scale), v128.load(from)));
  v128.store(to, f32x4.add(f32x4.mul(f32x4.mul(b, v128.load(scales, 16)), scale), v128.load(from, 16)), 16);
}

/**
 * Relaxed SIMD: 1 to 6 rows by 8 columns.
 * @param row where the rows' scales and zeros are
 * @param second whether these are second rows, whose products are added to those of the first
 */
// @ts-ignore: decorator
@inline
function tile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize, second: bool): void {
  let w = weights;
  let a = from;
  let l0 = i32x4.splat(0), r0 = l0, l1 = l0, r1 = l0, l2 = l0, r2 = l0;
  let l3 = l0, r3 = l0, l4 = l0, r4 = l0, l5 = l0, r5 = l0;
  do {
    let p = v128.load(w), q = v128.load(w, 16);
    let x = v128.load32_splat(a); l0 = dot(l0, x, p); r0 = dot(r0, x, q);
    if (rows > 1) { x = v128.load32_splat(a, STRIDE); l1 = dot(l1, x, p); r1 = dot(r1, x, q); }
    if (rows > 2) { x = v128.load32_splat(a, STRIDE * 2); l2 = dot(l2, x, p); r2 = dot(r2, x, q); }
    if (rows > 3) { x = v128.load32_splat(a, STRIDE * 3); l3 = dot(l3, x, p); r3 = dot(r3, x, q); }
    if (rows > 4) { x = v128.load32_splat(a, STRIDE * 4); l4 = dot(l4, x, p); r4 = dot(r4, x, q); }
    if (rows > 5) { x = v128.load32_splat(a, STRIDE * 5); l5 = dot(l5, x, p); r5 = dot(r5, x, q); }
    p = v128.load(w, 32); q = v128.load(w, 48);
    x = v128.load32_splat(a, 4); l0 = dot(l0, x, p); r0 = dot(r0, x, q);
    if (rows > 1) { x = v128.load32_splat(a, STRIDE + 4); l1 = dot(l1, x, p); r1 = dot(r1, x, q); }
    if (rows > 2) { x = v128.load32_splat(a, STRIDE * 2 + 4); l2 = dot(l2, x, p); r2 = dot(r2, x, q); }
    if (rows > 3) { x = v128.load32_splat(a, STRIDE * 3 + 4); l3 = dot(l3, x, p); r3 = dot(r3, x, q); }
    if (rows > 4) { x = v128.load32_splat(a, STRIDE * 4 + 4); l4 = dot(l4, x, p); r4 = dot(r4, x, q); }
    if (rows > 5) { x = v128.load32_splat(a, STRIDE * 5 + 4); l5 = dot(l5, x, p); r5 = dot(r5, x, q); }
    a += 8;
    w += 64;
  } while (w < end);
  const sums = scales + 2 * step;
  finish(to, second ? to : scales + step, l0, r0, row, scales, sums);
  if (rows > 1) { const c = to + step; finish(c, second ? c : scales + step, l1, r1, row + 8, scales, sums); }
  if (rows > 2) { const c = to + 2 * step; finish(c, second ? c : scales + step, l2, r2, row + 16, scales, sums); }
  if (rows > 3) { const c = to + 3 * step; finish(c, second ? c : scales + step, l3, r3, row + 24, scales, sums); }
  if (rows > 4) { const c = to + 4 * step; finish(c, second ? c : scales + step, l4, r4, row + 32, scales, sums); }
  if (rows > 5) { const c = to + 5 * step; finish(c, second ? c : scales + step, l5, r5, row + 40, scales, sums); }
}

// One function for each number of rows, so that it is a constant of it.
function one(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(1, w, e, a, c, n, r, s, q); }
function two(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(2, w, e, a, c, n, r, s, q); }
function three(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(3, w, e, a, c, n, r, s, q); }
function four(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(4, w, e, a, c, n, r, s, q); }
function five(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(5, w, e, a, c, n, r, s, q); }
function six(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, q: bool): void { tile(6, w, e, a, c, n, r, s, q); }

// @ts-ignore: decorator
@inline
function pairs(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

/** Plain SIMD: one row by 8 columns. */
function plain(weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize, second: bool): void {
  let w = weights;
  let a = from;
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
  finish(to, second ? to : scales + step, pairs(s0, s1), pairs(s2, s3), row, scales, scales + 2 * step);
}

/**
 * 1 to 6 rows by 8 columns.
 * @param first of the rows in QUANTIZED
 * @param to where the first row's output goes
 */
// @ts-ignore: decorator
@inline
function block(count: i32, first: i32, weights: usize, end: usize, to: usize, step: usize, scales: usize, second: bool): void {
  const a = QUANTIZED + <usize>first * STRIDE;
  const r = ROW_SCALES + (<usize>first << 3);
  if (RELAXED_SIMD) {
    if (count == 6) six(weights, end, a, to, step, r, scales, second);
    else if (count == 5) five(weights, end, a, to, step, r, scales, second);
    else if (count == 4) four(weights, end, a, to, step, r, scales, second);
    else if (count == 3) three(weights, end, a, to, step, r, scales, second);
    else if (count == 2) two(weights, end, a, to, step, r, scales, second);
    else one(weights, end, a, to, step, r, scales, second);
  } else {
    for (let i: usize = 0; i < <usize>count; i++) {
      plain(weights, end, a + i * STRIDE, to + i * step, step, r + (i << 3), scales, second);
    }
  }
}

/**
 * Multiplies the rows in QUANTIZED by a matrix.
 * @param table f32 scales, f32 bias and i32 row sums of the matrix's `columns`, one after the other
 * @param depth a multiple of 8
 */
export function multiply(weights: usize, table: usize, to: usize, rows: i32, texts: i32, columns: i32, depth: i32): void {
  // As few tiles as there can be, and none more than one row longer than another.
  const tiles = (rows + 5) / 6;
  const base = rows / tiles;
  const longer = rows - base * tiles;
  const step = <usize>columns << 2;
  const panel = <usize>depth << 3;
  let w = weights;
  for (let n: usize = 0; n < step; n += 32, w += panel) {
    let row = 0;
    for (let t = 0; t < tiles; t++) {
      const count = base + i32(t < longer);
      block(count, row, w, w + panel, to + n + <usize>row * step, step, table + n, false);
      row += count;
    }
    for (let text: usize = 0; text < <usize>texts; text++) {
      const first = load<i32>(SEGMENTS + (text << 2));
      if (!load<u8>(FINE + <usize>first)) continue;
      const count = load<i32>(SEGMENTS + (text << 2), 4) - first;
      block(count, SECOND + first, w, w + panel, to + n + <usize>first * step, step, table + n, true);
    }
  }
}
