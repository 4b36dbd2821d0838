import { gelu, maxOf, sumOf } from './math';

let free: usize = 0;

/** @returns the offset of so many bytes, at a multiple of 16 */
export function allocate(bytes: usize): usize {
  if (!free) free = (__heap_base + 15) & ~15;
  const at = free;
  free += (bytes + 15) & ~15;
  const missing = <isize>free - (<isize>memory.size() << 16);
  if (missing > 0) memory.grow(<i32>((missing + 65535) >> 16));
  return at;
}

/** The most numbers of a row of inputs: sums of as many products fit into 32 bits. */
const MOST_DEPTH: i32 = 2048;
/** The highest of the integers that a row's numbers become: 15 bits with their sign, where weights have 8. */
const STEPS: f32 = 16383;
/** Bytes from one row of integers to the next; off the powers of two, against cache conflicts. */
const STEP: usize = 2 * MOST_DEPTH + 64;
const ROWS: usize = memory.data(4 * (2 * 2048 + 64), 16);
/** What each of these rows was divided by. */
const ROW_SCALES: usize = memory.data(16, 16);

// @ts-ignore: decorator
@inline
function four(at: usize, inverse: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), inverse)));
}

/** Makes integers of 1 to 4 rows of floats. */
function widen(x: usize, rows: i32, depth: usize): void {
  const bytes = depth << 2;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const from = x + row * bytes;
    let most = f32x4.splat(1e-30);
    for (let i: usize = 0; i < bytes; i += 16) most = f32x4.max(most, f32x4.abs(v128.load(from + i)));
    const scale = maxOf(most) / STEPS;
    store<f32>(ROW_SCALES + (row << 2), scale);
    const inverse = f32x4.splat(<f32>1 / scale);
    let to = ROWS + row * STEP;
    for (let at = from; at < from + bytes; at += 32, to += 16) {
      v128.store(to, i16x8.narrow_i32x4_s(four(at, inverse), four(at + 16, inverse)));
    }
  }
}

// @ts-ignore: decorator
@inline
function product(sum: v128, x: usize, weights: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(x), weights));
}

// @ts-ignore: decorator
@inline
function finish(to: usize, sum: v128, row: usize, scale: f32, bias: f32): void {
  store<f32>(to, sumOf(f32x4.convert_i32x4_s(sum)) * (load<f32>(ROW_SCALES + (row << 2)) * scale) + bias);
}

/**
 * 1 to 4 rows by 1 or 2 outputs of `dense`. The sums of a row are the same whatever is beside it.
 * @param next bytes from one row of outputs to the next
 */
// @ts-ignore: decorator
@inline
function block(rows: i32, outputs: i32, weights: usize, scales: usize, bias: usize, out: usize, next: usize, depth: usize): void {
  let s0 = i32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
  let p = ROWS;
  for (let w = weights, end = weights + depth; w < end; w += 8, p += 16) {
    const eight = v128.load_ext<i8>(w);
    s0 = product(s0, p, eight);
    if (rows > 1) s1 = product(s1, p + STEP, eight);
    if (rows > 2) s2 = product(s2, p + 2 * STEP, eight);
    if (rows > 3) s3 = product(s3, p + 3 * STEP, eight);
    if (outputs > 1) {
      const more = v128.load_ext<i8>(w + depth);
      t0 = product(t0, p, more);
      if (rows > 1) t1 = product(t1, p + STEP, more);
      if (rows > 2) t2 = product(t2, p + 2 * STEP, more);
      if (rows > 3) t3 = product(t3, p + 3 * STEP, more);
    }
  }
  finishAll(rows, scales, bias, out, next, s0, s1, s2, s3);
  if (outputs > 1) finishAll(rows, scales + 4, bias + 4, out + 4, next, t0, t1, t2, t3);
}

// @ts-ignore: decorator
@inline
function finishAll(rows: i32, scales: usize, bias: usize, out: usize, next: usize, s0: v128, s1: v128, s2: v128, s3: v128): void {
  const scale = load<f32>(scales), more = load<f32>(bias);
  finish(out, s0, 0, scale, more);
  if (rows > 1) finish(out + next, s1, 1, scale, more);
  if (rows > 2) finish(out + 2 * next, s2, 2, scale, more);
  if (rows > 3) finish(out + 3 * next, s3, 3, scale, more);
}

/** 1 to 4 rows of `dense`, two outputs at a time. */
// @ts-ignore: decorator
@inline
function tile(rows: i32, weights: usize, scales: usize, bias: usize, out: usize, next: usize, depth: usize): void {
  let w = weights;
  let n: usize = 0;
  for (; n + 4 < next; n += 8, w += 2 * depth) block(rows, 2, w, scales + n, bias + n, out + n, next, depth);
  if (n < next) block(rows, 1, w, scales + n, bias + n, out + n, next, depth);
}

// One function for each number of rows, so that it is a constant of it.
function oneRow(w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(1, w, s, b, o, n, d); }
function twoRows(w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(2, w, s, b, o, n, d); }
function threeRows(w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(3, w, s, b, o, n, d); }
function fourRows(w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(4, w, s, b, o, n, d); }

/**
 * out[row][n] = scale[n] · Σ_k x[row][k] · weights[n][k] + bias[n], with 8-bit weights and each row of x in 15 bits.
 * @param depth a multiple of 8, of MOST_DEPTH at most
 */
export function dense(x: usize, rows: i32, weights: usize, scales: usize, bias: usize, out: usize, outputs: i32, depth: i32): void {
  const next = <usize>outputs << 2;
  let from = x;
  let to = out;
  for (let left = rows; left > 0; left -= 4, from += <usize>depth << 4, to += 4 * next) {
    widen(from, min(left, 4), <usize>depth);
    if (left > 3) fourRows(weights, scales, bias, to, next, <usize>depth);
    else if (left == 3) threeRows(weights, scales, bias, to, next, <usize>depth);
    else if (left == 2) twoRows(weights, scales, bias, to, next, <usize>depth);
    else oneRow(weights, scales, bias, to, next, <usize>depth);
  }
}

/**
 * out[i] += Σ scale[place] · weights[place][i] over `count` places, with 8-bit weights.
 * @param width a multiple of 8
 */
export function addRows(places: usize, count: i32, weights: usize, scales: usize, out: usize, width: i32): void {
  const end = places + (<usize>count << 2);
  for (let i: usize = 0; i < <usize>width; i += 8) {
    const to = out + (i << 2);
    let low = v128.load(to), high = v128.load(to, 16);
    for (let at = places; at < end; at += 4) {
      const place = <usize>load<i32>(at);
      const scale = v128.load32_splat(scales + (place << 2));
      const eight = v128.load_ext<i8>(weights + place * <usize>width + i);
      low = f32x4.add(low, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), scale));
      high = f32x4.add(high, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), scale));
    }
    v128.store(to, low);
    v128.store(to, high, 16);
  }
}

/**
 * Takes a mean away from each row of `parts` times `width` numbers, and scales each part to a length, in place.
 * @param width a multiple of 4
 */
export function centre(x: usize, rows: i32, mean: usize, parts: i32, width: i32, length: f32): void {
  const bytes = <usize>width << 2;
  let at = x;
  for (let row = 0; row < rows; row++) {
    let m = mean;
    for (let part = 0; part < parts; part++, at += bytes, m += bytes) {
      let squares = f32x4.splat(0);
      for (let i: usize = 0; i < bytes; i += 16) {
        const centred = f32x4.sub(v128.load(at + i), v128.load(m + i));
        v128.store(at + i, centred);
        squares = f32x4.add(squares, f32x4.mul(centred, centred));
      }
      const scale = f32x4.splat(length / sqrt<f32>(sumOf(squares) + <f32>1e-12));
      for (let i: usize = 0; i < bytes; i += 16) v128.store(at + i, f32x4.mul(v128.load(at + i), scale));
    }
  }
}

/** @param count a multiple of 4 */
export function activate(x: usize, count: i32): void {
  for (let p = x; p < x + (<usize>count << 2); p += 16) v128.store(p, gelu(v128.load(p)));
}
