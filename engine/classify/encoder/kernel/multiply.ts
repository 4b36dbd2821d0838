import { FINE, ONES, QUANTIZED, ROW_SCALES, SEGMENTS } from './layout';
import { LOWER_BITS, PAIRED_SIMD, RELAXED_SIMD, SECOND, STRIDE, WIDE_ROWS, WIDE_STRIDE } from './quantize';

// out[row][column] = scale[row] · scale[column] · Σ_k quantised[row][k] · weight[column][k] + bias[column]
//
// Weights lie in panels of 8 columns, [k / 4][8 columns][4 bytes]: a lane of the relaxed dot product is a column,
// and no sum across lanes is needed. A tile is 8 columns by as many rows as the 16 vector registers of x64 hold.
// Each sum has one product in a turn of the loop: with two, the second of which waits for the first, a text takes longer.

/** The most rows of a tile of 7-bit products: one less where a register holds ones. */
const MOST_ROWS: i32 = PAIRED_SIMD ? 5 : 6;
/** The same of 13-bit products, whose upper and lower bits have sums of their own. */
const MOST_FINE_ROWS: i32 = 3;
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
 */
// @ts-ignore: decorator
@inline
function tile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize): void {
  const ones = v128.load(ONES);
  let w = weights;
  let a = from;
  let l0 = i32x4.splat(0), r0 = l0, l1 = l0, r1 = l0, l2 = l0, r2 = l0, l3 = l0, r3 = l0, l4 = l0, r4 = l0, l5 = l0, r5 = l0;
  do {
    const p = v128.load(w), q = v128.load(w, 16);
    let x = v128.load32_splat(a); l0 = dot(l0, x, p, ones); r0 = dot(r0, x, q, ones);
    if (rows > 1) { x = v128.load32_splat(a, STRIDE); l1 = dot(l1, x, p, ones); r1 = dot(r1, x, q, ones); }
    if (rows > 2) { x = v128.load32_splat(a, STRIDE * 2); l2 = dot(l2, x, p, ones); r2 = dot(r2, x, q, ones); }
    if (rows > 3) { x = v128.load32_splat(a, STRIDE * 3); l3 = dot(l3, x, p, ones); r3 = dot(r3, x, q, ones); }
    if (rows > 4) { x = v128.load32_splat(a, STRIDE * 4); l4 = dot(l4, x, p, ones); r4 = dot(r4, x, q, ones); }
    if (rows > 5) { x = v128.load32_splat(a, STRIDE * 5); l5 = dot(l5, x, p, ones); r5 = dot(r5, x, q, ones); }
    a += 4;
    w += 32;
  } while (w < end);
  finish(to, l0, r0, row, scales, step);
  if (rows > 1) finish(to + step, l1, r1, row + 8, scales, step);
  if (rows > 2) finish(to + 2 * step, l2, r2, row + 16, scales, step);
  if (rows > 3) finish(to + 3 * step, l3, r3, row + 24, scales, step);
  if (rows > 4) finish(to + 4 * step, l4, r4, row + 32, scales, step);
  if (rows > 5) finish(to + 5 * step, l5, r5, row + 40, scales, step);
}

/** The sum of products with numbers of 13 bits, from those with their upper and lower bits. */
// @ts-ignore: decorator
@inline
function joined(upper: v128, lower: v128): v128 {
  return i32x4.add(i32x4.shl(upper, LOWER_BITS), lower);
}

/** Relaxed SIMD: 1 to 3 rows of 13 bits, the lower ones in the second rows, by 8 columns. */
// @ts-ignore: decorator
@inline
function fineTile(rows: i32, weights: usize, end: usize, from: usize, to: usize, step: usize, row: usize, scales: usize): void {
  const ones = v128.load(ONES);
  let w = weights;
  let a = from;
  let b = from + <usize>SECOND * STRIDE;
  // Sums of the upper bits, left and right, and of the lower ones.
  let l0 = i32x4.splat(0), r0 = l0, m0 = l0, s0 = l0, l1 = l0, r1 = l0, m1 = l0, s1 = l0, l2 = l0, r2 = l0, m2 = l0, s2 = l0;
  do {
    const p = v128.load(w), q = v128.load(w, 16);
    let x = v128.load32_splat(a); l0 = dot(l0, x, p, ones); r0 = dot(r0, x, q, ones);
    x = v128.load32_splat(b); m0 = dot(m0, x, p, ones); s0 = dot(s0, x, q, ones);
    if (rows > 1) {
      x = v128.load32_splat(a, STRIDE); l1 = dot(l1, x, p, ones); r1 = dot(r1, x, q, ones);
      x = v128.load32_splat(b, STRIDE); m1 = dot(m1, x, p, ones); s1 = dot(s1, x, q, ones);
    }
    if (rows > 2) {
      x = v128.load32_splat(a, STRIDE * 2); l2 = dot(l2, x, p, ones); r2 = dot(r2, x, q, ones);
      x = v128.load32_splat(b, STRIDE * 2); m2 = dot(m2, x, p, ones); s2 = dot(s2, x, q, ones);
    }
    a += 4;
    b += 4;
    w += 32;
  } while (w < end);
  finish(to, joined(l0, m0), joined(r0, s0), row, scales, step);
  if (rows > 1) finish(to + step, joined(l1, m1), joined(r1, s1), row + 8, scales, step);
  if (rows > 2) finish(to + 2 * step, joined(l2, m2), joined(r2, s2), row + 16, scales, step);
}

// One function for each number of rows, so that it is a constant of it.
function one(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(1, w, e, a, c, n, r, s); }
function two(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(2, w, e, a, c, n, r, s); }
function three(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(3, w, e, a, c, n, r, s); }
function four(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(4, w, e, a, c, n, r, s); }
function five(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(5, w, e, a, c, n, r, s); }
function six(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { tile(6, w, e, a, c, n, r, s); }
function fineOne(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { fineTile(1, w, e, a, c, n, r, s); }
function fineTwo(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { fineTile(2, w, e, a, c, n, r, s); }
function fineThree(w: usize, e: usize, a: usize, c: usize, n: usize, r: usize, s: usize): void { fineTile(3, w, e, a, c, n, r, s); }

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
    if (fine) {
      if (count == 3) fineThree(weights, end, a, to, step, r, scales);
      else if (count == 2) fineTwo(weights, end, a, to, step, r, scales);
      else fineOne(weights, end, a, to, step, r, scales);
    } else if (MOST_ROWS > 5 && count == 6) six(weights, end, a, to, step, r, scales);
    else if (count == 5) five(weights, end, a, to, step, r, scales);
    else if (count == 4) four(weights, end, a, to, step, r, scales);
    else if (count == 3) three(weights, end, a, to, step, r, scales);
    else if (count == 2) two(weights, end, a, to, step, r, scales);
    else one(weights, end, a, to, step, r, scales);
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
  const isWide = !RELAXED_SIMD || (fine && PAIRED_SIMD);
  const most = isWide ? MOST_WIDE_ROWS : fine ? MOST_FINE_ROWS : MOST_ROWS;
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
