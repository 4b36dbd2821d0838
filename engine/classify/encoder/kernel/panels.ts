import { adam } from './adam';

// @ts-ignore: from --use
const RELAXED_SIMD: bool = RELAXED != 0;
const TILE_ROWS: i32 = 6;
const TILE_COLUMNS: i32 = 8;

// Products of matrices of 32-bit floats. Weights are kept as they are multiplied, in panels of 8 columns:
// [column / 8][row][8 columns]; all other matrices are row-major. Of every matrix but a left one `columns` is a multiple
// of 8, and `depth` is one of 2.

/** Bytes of scratch space that a product of so many rows needs, and a descent of so many rows of weights. */
export function productScratch(rows: i32, depth: i32): i32 {
  return ((rows + TILE_ROWS - 1) / TILE_ROWS) * TILE_ROWS * depth * 4 + (depth + rows) * TILE_COLUMNS * 4;
}

/** out[rows][columns] = left[rows][depth] · weights[depth][columns] */
export function product(left: usize, weights: usize, out: usize, rows: i32, columns: i32, depth: i32, scratch: usize): void {
  packLeft(left, scratch, rows, depth);
  const step = <usize>columns << 2;
  let panel = weights;
  for (let column: usize = 0; column < step; column += 32) {
    multiply(scratch, panel, <usize>depth, out + column, step, rows);
    panel += <usize>depth << 5;
  }
}

/** out[rows][columns] = left[rows][depth] · the transpose of weights[columns][depth] */
export function productTurned(left: usize, weights: usize, out: usize, rows: i32, columns: i32, depth: i32, scratch: usize): void {
  const panel = scratch;
  const tiles = scratch + (<usize>depth << 5);
  packLeft(left, tiles, rows, depth);
  const step = <usize>columns << 2;
  for (let column: usize = 0; column < step; column += 32) {
    packTurned(weights + (column << 3), panel, <usize>columns, <usize>depth);
    multiply(tiles, panel, <usize>depth, out + column, step, rows);
  }
}

/**
 * One step of AdamW for weights[rows][columns] with the gradient left[depth][rows]ᵀ · right[depth][columns]. A panel of
 * the gradient is used while it is near, and is never written down whole.
 * @param rate as those after it, as `adam` takes them
 */
export function descend(left: usize, right: usize, weights: usize, first: usize, second: usize, rows: i32, columns: i32, depth: i32, rate: f32, correction: f32, decay: f32, scratch: usize): void {
  const panel = scratch;
  const gradient = panel + (<usize>depth << 5);
  const tiles = gradient + (<usize>rows << 5);
  packLeftTurned(left, tiles, rows, depth);
  const step = <usize>columns << 2;
  let at: usize = 0;
  for (let column: usize = 0; column < step; column += 32) {
    packRight(right + column, panel, step, <usize>depth);
    multiply(tiles, panel, <usize>depth, gradient, 32, rows);
    adam(weights + at, gradient, first + at, second + at, rows * TILE_COLUMNS, rate, correction, decay);
    at += <usize>rows << 5;
  }
}

/** Eight columns of a product. @param step bytes from a row of `out` to the next */
function multiply(tiles: usize, panel: usize, depth: usize, out: usize, step: usize, rows: i32): void {
  let a = tiles;
  let to = out;
  for (let row = 0; row < rows; row += TILE_ROWS) {
    tile(a, panel, depth, to, step, rows - row);
    a += depth * (TILE_ROWS * 4);
    to += step * TILE_ROWS;
  }
}

/** [row / 6][depth][6 rows] of left[rows][depth]; rows beyond the last repeat it. */
function packLeft(from: usize, to: usize, rows: i32, depth: i32): void {
  const step = <usize>depth << 2;
  const last = from + <usize>(rows - 1) * step;
  let at = to;
  for (let r = from; r <= last; r += step * TILE_ROWS) {
    let a = r, b = min(a + step, last), c = min(b + step, last), d = min(c + step, last), e = min(d + step, last), f = min(e + step, last);
    for (const end = a + step; a < end; a += 4, b += 4, c += 4, d += 4, e += 4, f += 4, at += 24) {
      store<f32>(at, load<f32>(a));
      store<f32>(at, load<f32>(b), 4);
      store<f32>(at, load<f32>(c), 8);
      store<f32>(at, load<f32>(d), 12);
      store<f32>(at, load<f32>(e), 16);
      store<f32>(at, load<f32>(f), 20);
    }
  }
}

/** The same of left[depth][rows]. */
function packLeftTurned(from: usize, to: usize, rows: i32, depth: i32): void {
  const step = <usize>rows << 2;
  const whole = rows - rows % TILE_ROWS;
  let at = to;
  for (let row = 0; row < whole; row += TILE_ROWS) {
    let source = from + (<usize>row << 2);
    for (let k = 0; k < depth; k++, source += step, at += 24) {
      v128.store(at, v128.load(source));
      store<i64>(at, load<i64>(source, 16), 16);
    }
  }
  if (whole < rows) {
    for (let source = from; source < from + <usize>depth * step; source += step) {
      for (let r = whole; r < whole + TILE_ROWS; r++, at += 4) store<f32>(at, load<f32>(source + (<usize>min(r, rows - 1) << 2)));
    }
  }
}

/** [depth][8 columns] of a matrix whose rows are `step` bytes apart. */
function packRight(from: usize, to: usize, step: usize, depth: usize): void {
  let source = from;
  for (let k: usize = 0; k < depth; k++, source += step) {
    v128.store(to + (k << 5), v128.load(source));
    v128.store(to + (k << 5), v128.load(source, 16), 16);
  }
}

/** [depth][8 rows] of weights[rows][depth], from a row on. */
function packTurned(from: usize, to: usize, rows: usize, depth: usize): void {
  let source = from;
  for (let k: usize = 0; k < depth; k += TILE_COLUMNS, source += rows << 5) {
    for (let c: usize = 0; c < 32; c += 4) {
      const at = to + (k << 5) + c;
      for (let i: usize = 0; i < 32; i += 4) store<f32>(at + (i << 3), load<f32>(source + (c << 3) + i));
    }
  }
}

function tile(left: usize, panel: usize, depth: usize, out: usize, step: usize, rows: i32): void {
  let l0 = f32x4.splat(0), l1 = l0, l2 = l0, l3 = l0, l4 = l0, l5 = l0;
  let r0 = l0, r1 = l0, r2 = l0, r3 = l0, r4 = l0, r5 = l0;
  let a = left;
  let b = panel;
  const end = panel + (depth << 5);
  do {
    let p = v128.load(b), q = v128.load(b, 16);
    let x = v128.load32_splat(a); l0 = multiplyAdd(x, p, l0); r0 = multiplyAdd(x, q, r0);
    x = v128.load32_splat(a, 4); l1 = multiplyAdd(x, p, l1); r1 = multiplyAdd(x, q, r1);
    x = v128.load32_splat(a, 8); l2 = multiplyAdd(x, p, l2); r2 = multiplyAdd(x, q, r2);
    x = v128.load32_splat(a, 12); l3 = multiplyAdd(x, p, l3); r3 = multiplyAdd(x, q, r3);
    x = v128.load32_splat(a, 16); l4 = multiplyAdd(x, p, l4); r4 = multiplyAdd(x, q, r4);
    x = v128.load32_splat(a, 20); l5 = multiplyAdd(x, p, l5); r5 = multiplyAdd(x, q, r5);
    p = v128.load(b, 32); q = v128.load(b, 48);
    x = v128.load32_splat(a, 24); l0 = multiplyAdd(x, p, l0); r0 = multiplyAdd(x, q, r0);
    x = v128.load32_splat(a, 28); l1 = multiplyAdd(x, p, l1); r1 = multiplyAdd(x, q, r1);
    x = v128.load32_splat(a, 32); l2 = multiplyAdd(x, p, l2); r2 = multiplyAdd(x, q, r2);
    x = v128.load32_splat(a, 36); l3 = multiplyAdd(x, p, l3); r3 = multiplyAdd(x, q, r3);
    x = v128.load32_splat(a, 40); l4 = multiplyAdd(x, p, l4); r4 = multiplyAdd(x, q, r4);
    x = v128.load32_splat(a, 44); l5 = multiplyAdd(x, p, l5); r5 = multiplyAdd(x, q, r5);
    a += 48;
    b += 64;
  } while (b < end);
  let to = out;
  v128.store(to, l0); v128.store(to, r0, 16);
  if (rows > 1) { to += step; v128.store(to, l1); v128.store(to, r1, 16); }
  if (rows > 2) { to += step; v128.store(to, l2); v128.store(to, r2, 16); }
  if (rows > 3) { to += step; v128.store(to, l3); v128.store(to, r3, 16); }
  if (rows > 4) { to += step; v128.store(to, l4); v128.store(to, r4, 16); }
  if (rows > 5) { to += step; v128.store(to, l5); v128.store(to, r5, 16); }
}

// @ts-ignore: decorator
@inline
function multiplyAdd(x: v128, y: v128, sum: v128): v128 {
  if (RELAXED_SIMD) return f32x4.relaxed_madd(x, y, sum);
  else return f32x4.add(sum, f32x4.mul(x, y));
}
