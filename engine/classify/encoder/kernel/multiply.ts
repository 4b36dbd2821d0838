import { FINE, ONES, QUANTIZED, ROW_SCALES, SEGMENTS } from './layout';
import { LOWER_BITS, PAIRED_SIMD, RELAXED_SIMD, SECOND, STRIDE, WIDE_ROWS, WIDE_STRIDE } from './quantize';

// out[row][column] = scale[row] · scale[column] · Σ_k quantised[row][k] · weight[column][k] + bias[column]
//
// Weights lie in panels of 8 columns, [k / 4][8 columns][4 bytes]: a lane of the relaxed dot product is a column,
// and no sum across lanes is needed. A tile is 8 columns by as many rows as the 16 vector registers of x64 hold.

/** The most rows of a tile of 7-bit products: one less where a register holds ones. */
const MOST_ROWS: i32 = PAIRED_SIMD ? 5 : 6;
/** The same of 16-bit products, whose tiles are 4 columns: more sums would not stay in registers. */
const MOST_WIDE_ROWS: i32 = 5;

/**
 * @param ones eight times 1. Processors that have no dot product of bytes add pairs, and then pairs of those by a product
 * with ones: the one instruction of relaxed SIMD makes the ones anew each time.
 */
// @ts-ignore: decorator
@inline
function dot(sum: v128, x: v128, weights: v128, ones: v128): v128 {
  if (PAIRED_SIMD) {
    return i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(weights, x), ones));
  } else return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, x, sum);
}

/** Scales the sums of 4 columns and adds the bias. The sums have `zero` too much in each activation. */
// @ts-ignore: decorator
@inline
function finishHalf(to: usize, sums: v128, row: usize, scales: usize, step: usize): void {
  const bias = scales + step;
  const zeros = i32x4.mul(v128.load32_splat(row, 4), v128.load(bias + step));
  const exact = f32x4.convert_i32x4_s(i32x4.sub(sums, zeros));
  const scaled = f32x4.mul(f32x4.mul(exact, v128.load(scales)), v128.load32_splat(row));
  v128.store(to, f32x4.add(scaled, v128.load(bias)));
}

// @ts-ignore: decorator
@inline
function finish(to: usize, left: v128, right: v128, row: usize, scales: usize, step: usize): void {
  finishHalf(to, left, row, scales, step);
  finishHalf(to + 16, right, row, scales + 16, step);
}

/**
 * Relaxed SIMD: 1 to 6 rows by 8 columns.
 * @param row where the rows' scales and zeros are
 * @param fine whether the rows are the upper bits of numbers whose lower ones are in the second rows
 */
// @ts-ignore: decorator
@inline
function tile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize, fine: bool): void {
  const ones = v128.load(ONES);
  let a = from;
  let l0 = i32x4.splat(0), r0 = l0, l1 = l0, r1 = l0, l2 = l0, r2 = l0;
  let l3 = l0, r3 = l0, l4 = l0, r4 = l0, l5 = l0, r5 = l0;
  let isLast = !fine;
  do {
    let w = weights;
    do {
      let p = v128.load(w), q = v128.load(w, 16);
      let x = v128.load32_splat(a); l0 = dot(l0, x, p, ones); r0 = dot(r0, x, q, ones);
      if (rows > 1) { x = v128.load32_splat(a, STRIDE); l1 = dot(l1, x, p, ones); r1 = dot(r1, x, q, ones); }
      if (rows > 2) { x = v128.load32_splat(a, STRIDE * 2); l2 = dot(l2, x, p, ones); r2 = dot(r2, x, q, ones); }
      if (rows > 3) { x = v128.load32_splat(a, STRIDE * 3); l3 = dot(l3, x, p, ones); r3 = dot(r3, x, q, ones); }
      if (rows > 4) { x = v128.load32_splat(a, STRIDE * 4); l4 = dot(l4, x, p, ones); r4 = dot(r4, x, q, ones); }
      if (rows > 5) { x = v128.load32_splat(a, STRIDE * 5); l5 = dot(l5, x, p, ones); r5 = dot(r5, x, q, ones); }
      p = v128.load(w, 32); q = v128.load(w, 48);
      x = v128.load32_splat(a, 4); l0 = dot(l0, x, p, ones); r0 = dot(r0, x, q, ones);
      if (rows > 1) { x = v128.load32_splat(a, STRIDE + 4); l1 = dot(l1, x, p, ones); r1 = dot(r1, x, q, ones); }
      if (rows > 2) { x = v128.load32_splat(a, STRIDE * 2 + 4); l2 = dot(l2, x, p, ones); r2 = dot(r2, x, q, ones); }
      if (rows > 3) { x = v128.load32_splat(a, STRIDE * 3 + 4); l3 = dot(l3, x, p, ones); r3 = dot(r3, x, q, ones); }
      if (rows > 4) { x = v128.load32_splat(a, STRIDE * 4 + 4); l4 = dot(l4, x, p, ones); r4 = dot(r4, x, q, ones); }
      if (rows > 5) { x = v128.load32_splat(a, STRIDE * 5 + 4); l5 = dot(l5, x, p, ones); r5 = dot(r5, x, q, ones); }
      a += 8;
      w += 64;
    } while (w < end);
    if (isLast) break;
    isLast = true;
    a = from + <usize>SECOND * STRIDE;
    l0 = i32x4.shl(l0, LOWER_BITS); r0 = i32x4.shl(r0, LOWER_BITS);
    if (rows > 1) { l1 = i32x4.shl(l1, LOWER_BITS); r1 = i32x4.shl(r1, LOWER_BITS); }
    if (rows > 2) { l2 = i32x4.shl(l2, LOWER_BITS); r2 = i32x4.shl(r2, LOWER_BITS); }
    if (rows > 3) { l3 = i32x4.shl(l3, LOWER_BITS); r3 = i32x4.shl(r3, LOWER_BITS); }
    if (rows > 4) { l4 = i32x4.shl(l4, LOWER_BITS); r4 = i32x4.shl(r4, LOWER_BITS); }
    if (rows > 5) { l5 = i32x4.shl(l5, LOWER_BITS); r5 = i32x4.shl(r5, LOWER_BITS); }
  } while (true);
  finish(to, l0, r0, row, scales, step);
  if (rows > 1) finish(to + step, l1, r1, row + 8, scales, step);
  if (rows > 2) finish(to + 2 * step, l2, r2, row + 16, scales, step);
  if (rows > 3) finish(to + 3 * step, l3, r3, row + 24, scales, step);
  if (rows > 4) finish(to + 4 * step, l4, r4, row + 32, scales, step);
  if (rows > 5) finish(to + 5 * step, l5, r5, row + 40, scales, step);
}

// One function for each number of rows, so that it is a constant of it.
function one(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(1, w, e, a, c, n, r, s, f); }
function two(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(2, w, e, a, c, n, r, s, f); }
function three(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(3, w, e, a, c, n, r, s, f); }
function four(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(4, w, e, a, c, n, r, s, f); }
function five(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(5, w, e, a, c, n, r, s, f); }
function six(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize, f: bool): void { tile(6, w, e, a, c, n, r, s, f); }

// @ts-ignore: decorator
@inline
function pairs(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, weights: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(x, weights));
}

/** Rows of 16 bits: 1 to 5 by 4 columns. */
// @ts-ignore: decorator
@inline
function wideHalf(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize): void {
  let w = weights;
  let a = from;
  let s0 = i32x4.splat(0), t0 = s0, s1 = s0, t1 = s0, s2 = s0, t2 = s0, s3 = s0, t3 = s0, s4 = s0, t4 = s0;
  do {
    const p = v128.load_ext<i8>(w), q = v128.load_ext<i8>(w, 8);
    let x = v128.load64_splat(a); s0 = add(s0, x, p); t0 = add(t0, x, q);
    if (rows > 1) { x = v128.load64_splat(a, WIDE_STRIDE); s1 = add(s1, x, p); t1 = add(t1, x, q); }
    if (rows > 2) { x = v128.load64_splat(a, WIDE_STRIDE * 2); s2 = add(s2, x, p); t2 = add(t2, x, q); }
    if (rows > 3) { x = v128.load64_splat(a, WIDE_STRIDE * 3); s3 = add(s3, x, p); t3 = add(t3, x, q); }
    if (rows > 4) { x = v128.load64_splat(a, WIDE_STRIDE * 4); s4 = add(s4, x, p); t4 = add(t4, x, q); }
    a += 8;
    w += 32;
  } while (w < end);
  finishHalf(to, pairs(s0, t0), row, scales, step);
  if (rows > 1) finishHalf(to + step, pairs(s1, t1), row + 8, scales, step);
  if (rows > 2) finishHalf(to + 2 * step, pairs(s2, t2), row + 16, scales, step);
  if (rows > 3) finishHalf(to + 3 * step, pairs(s3, t3), row + 24, scales, step);
  if (rows > 4) finishHalf(to + 4 * step, pairs(s4, t4), row + 32, scales, step);
}

/** The same by 8 columns. */
// @ts-ignore: decorator
@inline
function wideTile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize): void {
  for (let half: usize = 0; half < 32; half += 16) {
    wideHalf(rows, weights + half, end, from, to + half, step, row, scales + half);
  }
}

function wideOne(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { wideTile(1, w, e, a, c, n, r, s); }
function wideTwo(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { wideTile(2, w, e, a, c, n, r, s); }
function wideThree(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { wideTile(3, w, e, a, c, n, r, s); }
function wideFour(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { wideTile(4, w, e, a, c, n, r, s); }
function wideFive(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { wideTile(5, w, e, a, c, n, r, s); }

/**
 * As many rows as a tile has by 8 columns.
 * @param first of the rows in QUANTIZED
 * @param to where the first row's output goes
 */
// @ts-ignore: decorator
@inline
function block(count: i32, first: i32, weights: usize, end: usize, to: usize, step: usize, scales: usize, fine: bool): void {
  const r = ROW_SCALES + (<usize>first << 3);
  if (RELAXED_SIMD && !(fine && PAIRED_SIMD)) {
    const a = QUANTIZED + <usize>first * STRIDE;
    if (MOST_ROWS > 5 && count == 6) six(weights, end, a, to, step, r, scales, fine);
    else if (count == 5) five(weights, end, a, to, step, r, scales, fine);
    else if (count == 4) four(weights, end, a, to, step, r, scales, fine);
    else if (count == 3) three(weights, end, a, to, step, r, scales, fine);
    else if (count == 2) two(weights, end, a, to, step, r, scales, fine);
    else one(weights, end, a, to, step, r, scales, fine);
  } else {
    const a = WIDE_ROWS + <usize>first * WIDE_STRIDE;
    if (count == 5) wideFive(weights, end, a, to, step, r, scales);
    else if (count == 4) wideFour(weights, end, a, to, step, r, scales);
    else if (count == 3) wideThree(weights, end, a, to, step, r, scales);
    else if (count == 2) wideTwo(weights, end, a, to, step, r, scales);
    else wideOne(weights, end, a, to, step, r, scales);
  }
}

/** Rows `first` … `end` − 1, which are alike fine or not, by 8 columns. */
// @ts-ignore: decorator
@inline
function span(first: i32, end: i32, weights: usize, panel: usize, to: usize, step: usize, scales: usize, fine: bool): void {
  // As few tiles as there can be, and none more than one row longer than another.
  const most = RELAXED_SIMD && !(fine && PAIRED_SIMD) ? MOST_ROWS : MOST_WIDE_ROWS;
  const rows = end - first;
  const tiles = (rows + most - 1) / most;
  const base = rows / tiles;
  const longer = rows - base * tiles;
  let row = first;
  for (let t = 0; t < tiles; t++) {
    const count = base + i32(t < longer);
    block(count, row, weights, weights + panel, to + <usize>row * step, step, scales, fine);
    row += count;
  }
}

/**
 * Multiplies the rows in QUANTIZED by a matrix.
 * @param table f32 scales, f32 bias and i32 row sums of the matrix's `columns`, one after the other
 * @param depth a multiple of 8
 */
export function multiply(weights: usize, table: usize, to: usize, rows: i32, texts: i32, columns: i32, depth: i32): void {
  const step = <usize>columns << 2;
  const panel = <usize>depth << 3;
  let w = weights;
  for (let n: usize = 0; n < step; n += 32, w += panel) {
    let text: usize = 0;
    for (let first = 0; first < rows; ) {
      const fine = load<u8>(FINE + <usize>first) != 0;
      let end = first;
      do {
        text++;
        end = load<i32>(SEGMENTS + (text << 2));
      } while (text < <usize>texts && (load<u8>(FINE + <usize>end) != 0) == fine);
      span(first, end, w, panel, to + n, step, table + n, fine);
      first = end;
    }
  }
}
