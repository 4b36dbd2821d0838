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
