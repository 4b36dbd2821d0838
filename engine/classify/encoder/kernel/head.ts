import { gelu, sumOf } from './math';

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

/**
 * 1 to 4 rows of `dense`. The sums of a row are the same whatever rows are beside it.
 * @param step bytes from one row of inputs to the next
 * @param next bytes from one row of outputs to the next
 */
// @ts-ignore: decorator
@inline
function tile(rows: i32, x: usize, step: usize, weights: usize, scales: usize, bias: usize, out: usize, next: usize, depth: usize): void {
  let w = weights;
  for (let n: usize = 0; n < next; n += 4) {
    let a0 = f32x4.splat(0), b0 = a0, a1 = a0, b1 = a0, a2 = a0, b2 = a0, a3 = a0, b3 = a0;
    const end = w + depth;
    for (let p = x; w < end; w += 8, p += 32) {
      const eight = v128.load_ext<i8>(w);
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight));
      const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight));
      let q = p;
      a0 = f32x4.add(a0, f32x4.mul(low, v128.load(q))); b0 = f32x4.add(b0, f32x4.mul(high, v128.load(q, 16)));
      if (rows > 1) { q += step; a1 = f32x4.add(a1, f32x4.mul(low, v128.load(q))); b1 = f32x4.add(b1, f32x4.mul(high, v128.load(q, 16))); }
      if (rows > 2) { q += step; a2 = f32x4.add(a2, f32x4.mul(low, v128.load(q))); b2 = f32x4.add(b2, f32x4.mul(high, v128.load(q, 16))); }
      if (rows > 3) { q += step; a3 = f32x4.add(a3, f32x4.mul(low, v128.load(q))); b3 = f32x4.add(b3, f32x4.mul(high, v128.load(q, 16))); }
    }
    const scale = load<f32>(scales + n), more = load<f32>(bias + n);
    store<f32>(out + n, sumOf(f32x4.add(a0, b0)) * scale + more);
    if (rows > 1) store<f32>(out + next + n, sumOf(f32x4.add(a1, b1)) * scale + more);
    if (rows > 2) store<f32>(out + 2 * next + n, sumOf(f32x4.add(a2, b2)) * scale + more);
    if (rows > 3) store<f32>(out + 3 * next + n, sumOf(f32x4.add(a3, b3)) * scale + more);
  }
}

// One function for each number of rows, so that it is a constant of it.
function one(x: usize, p: usize, w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(1, x, p, w, s, b, o, n, d); }
function two(x: usize, p: usize, w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(2, x, p, w, s, b, o, n, d); }
function three(x: usize, p: usize, w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(3, x, p, w, s, b, o, n, d); }
function four(x: usize, p: usize, w: usize, s: usize, b: usize, o: usize, n: usize, d: usize): void { tile(4, x, p, w, s, b, o, n, d); }

/**
 * out[row][n] = scale[n] · Σ_k x[row][k] · weights[n][k] + bias[n], with 8-bit weights.
 * @param depth a multiple of 8
 */
export function dense(x: usize, rows: i32, weights: usize, scales: usize, bias: usize, out: usize, outputs: i32, depth: i32): void {
  const step = <usize>depth << 2;
  const next = <usize>outputs << 2;
  let from = x;
  let to = out;
  for (let left = rows; left > 0; left -= 4, from += 4 * step, to += 4 * next) {
    if (left > 3) four(from, step, weights, scales, bias, to, next, <usize>depth);
    else if (left == 3) three(from, step, weights, scales, bias, to, next, <usize>depth);
    else if (left == 2) two(from, step, weights, scales, bias, to, next, <usize>depth);
    else one(from, step, weights, scales, bias, to, next, <usize>depth);
  }
}

/**
 * out[i] += Σ scale[place] · weights[place][i] over `count` places, with 8-bit weights.
 * @param width a multiple of 8
 */
export function addRows(places: usize, count: i32, weights: usize, scales: usize, out: usize, width: i32): void {
  for (let at = places; at < places + (<usize>count << 2); at += 4) {
    const place = <usize>load<i32>(at);
    const scale = v128.load32_splat(scales + (place << 2));
    const row = weights + place * <usize>width;
    for (let i: usize = 0; i < <usize>width; i += 8) {
      const eight = v128.load_ext<i8>(row + i);
      const to = out + (i << 2);
      const low = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), scale);
      const high = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), scale);
      v128.store(to, f32x4.add(v128.load(to), low));
      v128.store(to, f32x4.add(v128.load(to, 16), high), 16);
    }
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
