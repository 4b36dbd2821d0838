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
