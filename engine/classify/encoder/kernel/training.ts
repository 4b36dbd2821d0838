import { exp } from './math';

export { adam } from './adam';
export { descend, product, productScratch, productTurned } from './panels';
export { addRows, addToRows, descendRows, sparseProduct, sparseUpdate, sparseUpdateSome } from './sparse';

// What training a small network needs beside products, the optimiser and sparse rows: memory, which is handed out by
// `allocate` and given back all at once by `release`, the activation with dropout, and the loss. Matrices are row-major.

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
