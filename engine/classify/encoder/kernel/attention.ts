import { CONTEXT, QKV, ROW, SCORES } from './layout';
import { exp, maxOf, sumOf } from './math';

/** Bytes of 32 numbers, which are multiplied at once: a head of that many, or a part of a wider one. */
const PART: usize = 128;
/** Bytes from one token's query, key and value to the next's. */
const STEP: usize = 3 * ROW;
const KEYS: usize = ROW;
const VALUES: usize = 2 * ROW;

// @ts-ignore: decorator
@inline
function product(q0: v128, q1: v128, q2: v128, q3: v128, q4: v128, q5: v128, q6: v128, q7: v128, k: usize): v128 {
  const a = f32x4.add(f32x4.mul(q0, v128.load(k)), f32x4.mul(q1, v128.load(k, 16)));
  const b = f32x4.add(f32x4.mul(q2, v128.load(k, 32)), f32x4.mul(q3, v128.load(k, 48)));
  const c = f32x4.add(f32x4.mul(q4, v128.load(k, 64)), f32x4.mul(q5, v128.load(k, 80)));
  const d = f32x4.add(f32x4.mul(q6, v128.load(k, 96)), f32x4.mul(q7, v128.load(k, 112)));
  return f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
}

/** Scaled dot-product attention of the tokens `first` … `end` − 1 among themselves, in `heads` heads of 384 / heads numbers. */
export function attend(first: i32, end: i32, heads: i32): void {
  const bytes = <usize>(end - first) << 2;
  const from = QKV + <usize>first * STEP;
  const width = ROW / <usize>heads;
  const scale = <f32>1 / sqrt<f32>(<f32>(width >> 2));
  for (let head: usize = 0; head < ROW; head += width) {
    for (let i: usize = 0; i < <usize>(end - first); i++) {
      score(from + i * STEP + head, from + KEYS + head, bytes, width, scale);
      for (let part: usize = head; part < head + width; part += PART) {
        mix(from + VALUES + part, bytes, CONTEXT + (<usize>first + i) * ROW + part);
      }
    }
  }
}

/** Leaves softmax(q·k · scale) over `bytes` / 4 keys in SCORES; a head has `width` bytes. */
// @ts-ignore: decorator
@inline
function score(query: usize, keys: usize, bytes: usize, width: usize, scale: f32): void {
  for (let part: usize = 0; part < width; part += PART) multiplyPart(query + part, keys + part, bytes, part > 0);
  // The last vector is filled up with scores that weigh nothing.
  v128.store(SCORES + bytes, f32x4.splat(-1e30));
  let most = f32x4.splat(-1e30);
  for (let j: usize = 0; j < bytes; j += 16) {
    const s = f32x4.mul(v128.load(SCORES + j), f32x4.splat(scale));
    v128.store(SCORES + j, s);
    most = f32x4.pmax(most, s);
  }
  const top = f32x4.splat(maxOf(most));
  let sum = f32x4.splat(0);
  for (let j: usize = 0; j < bytes; j += 16) {
    const e = exp(f32x4.sub(v128.load(SCORES + j), top));
    v128.store(SCORES + j, e);
    sum = f32x4.add(sum, e);
  }
  const share = f32x4.splat(<f32>1 / sumOf(sum));
  for (let j: usize = 0; j < bytes; j += 16) v128.store(SCORES + j, f32x4.mul(v128.load(SCORES + j), share));
}

/** Leaves q·k of 32 numbers for each of `bytes` / 4 keys in SCORES, or adds it to what is there. */
// @ts-ignore: decorator
@inline
function multiplyPart(query: usize, keys: usize, bytes: usize, adds: bool): void {
  const q0 = v128.load(query), q1 = v128.load(query, 16), q2 = v128.load(query, 32), q3 = v128.load(query, 48);
  const q4 = v128.load(query, 64), q5 = v128.load(query, 80), q6 = v128.load(query, 96), q7 = v128.load(query, 112);
  let k = keys;
  for (let j: usize = 0; j < bytes; j += 4, k += STEP) {
    const s = sumOf(product(q0, q1, q2, q3, q4, q5, q6, q7, k));
    store<f32>(SCORES + j, adds ? load<f32>(SCORES + j) + s : s);
  }
}

// @ts-ignore: decorator
@inline
function mix(values: usize, bytes: usize, to: usize): void {
  let o0 = f32x4.splat(0), o1 = o0, o2 = o0, o3 = o0, o4 = o0, o5 = o0, o6 = o0, o7 = o0;
  let v = values;
  for (let j: usize = 0; j < bytes; j += 4, v += STEP) {
    const a = v128.load32_splat(SCORES + j);
    o0 = f32x4.add(o0, f32x4.mul(a, v128.load(v)));
    o1 = f32x4.add(o1, f32x4.mul(a, v128.load(v, 16)));
    o2 = f32x4.add(o2, f32x4.mul(a, v128.load(v, 32)));
    o3 = f32x4.add(o3, f32x4.mul(a, v128.load(v, 48)));
    o4 = f32x4.add(o4, f32x4.mul(a, v128.load(v, 64)));
    o5 = f32x4.add(o5, f32x4.mul(a, v128.load(v, 80)));
    o6 = f32x4.add(o6, f32x4.mul(a, v128.load(v, 96)));
    o7 = f32x4.add(o7, f32x4.mul(a, v128.load(v, 112)));
  }
  v128.store(to, o0);
  v128.store(to, o1, 16);
  v128.store(to, o2, 32);
  v128.store(to, o3, 48);
  v128.store(to, o4, 64);
  v128.store(to, o5, 80);
  v128.store(to, o6, 96);
  v128.store(to, o7, 112);
}
