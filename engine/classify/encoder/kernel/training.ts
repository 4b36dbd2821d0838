import { exp } from './math';

// What training a small network needs: products of 32-bit float matrices, the activation with dropout, the loss and
// the optimiser. Matrices are row-major. Memory is handed out by `allocate` and given back all at once by `release`.

// @ts-ignore: from --use
const RELAXED_SIMD: bool = RELAXED != 0;
const TILE_ROWS: i32 = 6;
const TILE_COLUMNS: i32 = 8;

let free: usize = 0;
let randomState: v128 = i32x4(1, 2, 3, 4);

/** @returns the offset of so many bytes, at a multiple of 16 */
export function allocate(bytes: usize): usize {
  if (!free) free = (__heap_base + 15) & ~15;
  const at = free;
  free += (bytes + 15) & ~15;
  const missing = <isize>free - (<isize>memory.size() << 16);
  if (missing > 0) memory.grow(<i32>((missing + 65535) >> 16));
  return at;
}

export function release(): void {
  free = 0;
}

/** Xorshift (Marsaglia 2003), four streams side by side. */
export function seed(value: i32): void {
  const a = value * 0x9e3779b1 + 1;
  randomState = i32x4(a | 1, (a ^ 0x5bd1e995) | 2, (a * 31) | 4, (a ^ 0x27d4eb2f) | 8);
  for (let i = 0; i < 16; i++) random();
}

// @ts-ignore: decorator
@inline
function random(): v128 {
  let x = randomState;
  x = v128.xor(x, i32x4.shl(x, 13));
  x = v128.xor(x, i32x4.shr_u(x, 17));
  x = v128.xor(x, i32x4.shl(x, 5));
  randomState = x;
  return x;
}

/** All ones in each lane with probability 1 − rate. */
// @ts-ignore: decorator
@inline
function kept(rate: f32): v128 {
  return i32x4.ge_s(i32x4.shr_u(random(), 8), i32x4.splat(<i32>(rate * <f32>16777216)));
}

// @ts-ignore: decorator
@inline
function multiplyAdd(x: v128, y: v128, sum: v128): v128 {
  if (RELAXED_SIMD) return f32x4.relaxed_madd(x, y, sum);
  else return f32x4.add(sum, f32x4.mul(x, y));
}

// Weights are kept as they are multiplied, in panels of 8 columns: [column / 8][row][8 columns]. Of every matrix but a
// left one `columns` is a multiple of 8, and `depth` is one of 2.

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

/** Sets each number to 0 with probability `rate` and scales the rest so that the expectation stays. */
export function dropout(at: usize, count: i32, rate: f32): void {
  const scale = f32x4.splat(<f32>1 / (<f32>1 - rate));
  for (let p = at; p < at + (<usize>count << 2); p += 16) {
    v128.store(p, v128.and(f32x4.mul(v128.load(p), scale), kept(rate)));
  }
}

/**
 * x = GELU(x + bias) and slope = GELU'(x + bias), both with the same dropout. A rate of 0 drops nothing.
 */
export function activate(x: usize, bias: usize, slope: usize, rows: i32, columns: i32, rate: f32): void {
  const one = f32x4.splat(1);
  const scale = f32x4.splat(<f32>1 / (<f32>1 - rate));
  const step = <usize>columns << 2;
  for (let row: usize = 0; row < <usize>rows; row++) {
    for (let c: usize = 0; c < step; c += 16) {
      const at = row * step + c;
      const z = f32x4.add(v128.load(x + at), v128.load(bias + c));
      const density = f32x4.mul(f32x4.splat(0.39894228), exp(f32x4.mul(f32x4.mul(z, z), f32x4.splat(-0.5))));
      const share = cumulative(z, density);
      let mask = kept(rate);
      mask = v128.and(scale, mask);
      v128.store(x + at, f32x4.mul(f32x4.mul(z, share), mask));
      v128.store(slope + at, f32x4.mul(f32x4.add(share, f32x4.mul(z, density)), mask));
    }
  }
}

/** Φ(z) from φ(z), by Abramowitz and Stegun 26.2.17 (absolute error below 7.5e-8). */
// @ts-ignore: decorator
@inline
function cumulative(z: v128, density: v128): v128 {
  const one = f32x4.splat(1);
  const t = f32x4.div(one, f32x4.add(one, f32x4.mul(f32x4.abs(z), f32x4.splat(0.2316419))));
  let p = f32x4.add(f32x4.mul(t, f32x4.splat(1.330274429)), f32x4.splat(-1.821255978));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.781477937));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.356563782));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.31938153));
  const tail = f32x4.mul(density, f32x4.mul(p, t));
  return v128.bitselect(tail, f32x4.sub(one, tail), f32x4.lt(z, f32x4.splat(0)));
}

/** to[i] = to[i] · by[i] */
export function scaleBy(to: usize, by: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count << 2; i += 16) {
    v128.store(to + i, f32x4.mul(v128.load(to + i), v128.load(by + i)));
  }
}

/** out[c] = Σ_row x[row][c] */
export function columnSums(x: usize, out: usize, rows: i32, columns: i32): void {
  const step = <usize>columns << 2;
  for (let c: usize = 0; c < step; c += 16) {
    let sum = f32x4.splat(0);
    for (let row: usize = 0; row < <usize>rows; row++) sum = f32x4.add(sum, v128.load(x + row * step + c));
    v128.store(out + c, sum);
  }
}

/**
 * Turns scores into the gradient of the weighted cross-entropy with label smoothing, in place.
 * @param columns of a row, of which the first `classes` are used
 * @param targets i32 class of each row
 * @param weights f32 weight of each row; the gradient is divided by the number of rows
 */
export function crossEntropy(scores: usize, bias: usize, targets: usize, weights: usize, rows: i32, columns: i32, classes: i32, smoothing: f32): void {
  const step = <usize>columns << 2;
  const used = <usize>classes << 2;
  const spread: f32 = smoothing / <f32>classes;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const at = scores + row * step;
    // Unused columns are as unlikely as can be, so that they take no part.
    for (let c = used; c < step; c += 4) store<f32>(at + c, -1e30);
    let highest: f32 = -1e30;
    for (let c: usize = 0; c < used; c += 4) {
      const z = load<f32>(at + c) + load<f32>(bias + c);
      store<f32>(at + c, z);
      highest = max<f32>(highest, z);
    }
    let sum: f32 = 0;
    for (let c: usize = 0; c < step; c += 16) {
      const e = exp(f32x4.sub(v128.load(at + c), f32x4.splat(highest)));
      v128.store(at + c, e);
      sum += f32x4.extract_lane(e, 0) + f32x4.extract_lane(e, 1) + f32x4.extract_lane(e, 2) + f32x4.extract_lane(e, 3);
    }
    const target = <usize>load<i32>(targets + (row << 2)) << 2;
    const weight = load<f32>(weights + (row << 2)) / <f32>rows;
    for (let c: usize = 0; c < used; c += 4) store<f32>(at + c, (load<f32>(at + c) / sum - spread) * weight);
    store<f32>(at + target, load<f32>(at + target) - (<f32>1 - smoothing) * weight);
    for (let c = used; c < step; c += 4) store<f32>(at + c, 0);
  }
}

/**
 * One step of AdamW (Loshchilov and Hutter 2019), β = 0.9 and 0.999.
 * @param rate of this step, with the first bias correction in it: rate / (1 − 0.9^step)
 * @param correction the second: 1 / (1 − 0.999^step)
 * @param decay share of a weight that goes with this step
 */
export function adam(weights: usize, gradient: usize, first: usize, second: usize, count: i32, rate: f32, correction: f32, decay: f32): void {
  const step = f32x4.splat(rate);
  const correct = f32x4.splat(correction);
  const keep = f32x4.splat(<f32>1 - decay);
  for (let i: usize = 0; i < <usize>count << 2; i += 16) {
    const g = v128.load(gradient + i);
    const m = f32x4.add(f32x4.mul(v128.load(first + i), f32x4.splat(0.9)), f32x4.mul(g, f32x4.splat(0.1)));
    const v = f32x4.add(f32x4.mul(v128.load(second + i), f32x4.splat(0.999)), f32x4.mul(f32x4.mul(g, g), f32x4.splat(0.001)));
    v128.store(first + i, m);
    v128.store(second + i, v);
    const move = f32x4.div(f32x4.mul(step, m), f32x4.add(f32x4.sqrt(f32x4.mul(v, correct)), f32x4.splat(1e-8)));
    v128.store(weights + i, f32x4.sub(f32x4.mul(v128.load(weights + i), keep), move));
  }
}

// Tables of vectors of `width` numbers, a multiple of 4: a text is the sum of few of them.

/** out += the sum of the rows */
export function addRows(table: usize, rows: usize, count: i32, width: i32, out: usize): void {
  const step = <usize>width << 2;
  for (let c: usize = 0; c < step; c += 16) {
    let sum = v128.load(out + c);
    for (let r = rows; r < rows + (<usize>count << 2); r += 4) {
      sum = f32x4.add(sum, v128.load(table + <usize>load<i32>(r) * step + c));
    }
    v128.store(out + c, sum);
  }
}

/** Each of the rows += x */
export function addToRows(table: usize, rows: usize, count: i32, width: i32, x: usize): void {
  const step = <usize>width << 2;
  for (let r = rows; r < rows + (<usize>count << 2); r += 4) {
    const row = table + <usize>load<i32>(r) * step;
    for (let c: usize = 0; c < step; c += 16) v128.store(row + c, f32x4.add(v128.load(row + c), v128.load(x + c)));
  }
}

/** One step of Adam for some rows of a table, reckoned in 64 bits; their gradient is 0 after it. */
export function descendRows(table: usize, gradient: usize, first: usize, second: usize, rows: usize, count: i32, width: i32, rate: f64, correction: f64): void {
  const step = f64x2.splat(rate);
  const correct = f64x2.splat(correction);
  const bytes = <usize>width << 2;
  for (let r = rows; r < rows + (<usize>count << 2); r += 4) {
    const from = <usize>load<i32>(r) * bytes;
    for (let i = from; i < from + bytes; i += 8) {
      const g = f64x2.promote_low_f32x4(v128.load64_zero(gradient + i));
      const m = f64x2.add(f64x2.mul(f64x2.splat(0.9), f64x2.promote_low_f32x4(v128.load64_zero(first + i))), f64x2.mul(f64x2.splat(0.1), g));
      const v = f64x2.add(f64x2.mul(f64x2.splat(0.999), f64x2.promote_low_f32x4(v128.load64_zero(second + i))), f64x2.mul(f64x2.mul(f64x2.splat(0.001), g), g));
      const w = f64x2.promote_low_f32x4(v128.load64_zero(table + i));
      const move = f64x2.div(f64x2.mul(step, m), f64x2.add(f64x2.sqrt(f64x2.mul(v, correct)), f64x2.splat(1e-8)));
      v128.store64_lane(first + i, f32x4.demote_f64x2_zero(m), 0);
      v128.store64_lane(second + i, f32x4.demote_f64x2_zero(v), 0);
      v128.store64_lane(table + i, f32x4.demote_f64x2_zero(f64x2.sub(w, move)), 0);
    }
    memory.fill(gradient + from, 0, bytes);
  }
}

// Sparse rows, [count] places of rows of weights and as many values, on weights[row][stride], where `stride` is a
// multiple of 4. Products and sums are of 64 bits, and what is kept is of 32.

/** out[c] += scale · Σ values · weights[places][c] */
export function sparseProduct(places: usize, values: usize, count: i32, scale: f32, weights: usize, stride: i32, out: usize): void {
  const bytes = <usize>stride << 2;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const row = weights + <usize>load<i32>(places + i) * bytes;
    const value = f64x2.splat(<f64>load<f32>(values + i) * <f64>scale);
    for (let c: usize = 0; c < bytes; c += 16) v128.store(out + c, moved(v128.load(out + c), value, v128.load(row + c)));
  }
}

/** weights[places][c] += values · gradient[c] */
export function sparseUpdate(places: usize, values: usize, count: i32, weights: usize, stride: i32, gradient: usize): void {
  const bytes = <usize>stride << 2;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const row = weights + <usize>load<i32>(places + i) * bytes;
    const value = f64x2.splat(<f64>load<f32>(values + i));
    for (let c: usize = 0; c < bytes; c += 16) v128.store(row + c, moved(v128.load(row + c), value, v128.load(gradient + c)));
  }
}

/** The same for some columns alone: those in `columns`, with as many numbers of the gradient. */
export function sparseUpdateSome(places: usize, values: usize, count: i32, weights: usize, stride: i32, columns: usize, gradient: usize, some: i32): void {
  const bytes = <usize>stride << 2;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const row = weights + <usize>load<i32>(places + i) * bytes;
    const value = <f64>load<f32>(values + i);
    for (let a: usize = 0; a < <usize>some << 2; a += 4) {
      const at = row + (<usize>load<i32>(columns + a) << 2);
      store<f32>(at, <f32>(<f64>load<f32>(at) + value * <f64>load<f32>(gradient + a)));
    }
  }
}

/** x + by · y */
// @ts-ignore: decorator
@inline
function moved(x: v128, by: v128, y: v128): v128 {
  const low = f64x2.add(f64x2.promote_low_f32x4(x), f64x2.mul(by, f64x2.promote_low_f32x4(y)));
  const high = f64x2.add(f64x2.promote_low_f32x4(upper(x)), f64x2.mul(by, f64x2.promote_low_f32x4(upper(y))));
  return i64x2.shuffle(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}

// @ts-ignore: decorator
@inline
function upper(x: v128): v128 {
  return i64x2.shuffle(x, x, 1, 1);
}
