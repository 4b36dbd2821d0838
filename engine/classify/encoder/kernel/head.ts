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
 * out[n] = scale[n] · Σ_k x[k] · weights[n][k] + bias[n], with 8-bit weights.
 * @param depth a multiple of 8
 */
export function dense(x: usize, weights: usize, scales: usize, bias: usize, out: usize, outputs: i32, depth: i32): void {
  let w = weights;
  for (let n: usize = 0; n < <usize>outputs << 2; n += 4) {
    let a = f32x4.splat(0), b = a;
    const end = w + <usize>depth;
    for (let p = x; w < end; w += 8, p += 32) {
      const eight = v128.load_ext<i8>(w);
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight));
      const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight));
      a = f32x4.add(a, f32x4.mul(low, v128.load(p)));
      b = f32x4.add(b, f32x4.mul(high, v128.load(p, 16)));
    }
    store<f32>(out + n, sumOf(f32x4.add(a, b)) * load<f32>(scales + n) + load<f32>(bias + n));
  }
}

/** @param count a multiple of 4 */
export function activate(x: usize, count: i32): void {
  for (let p = x; p < x + (<usize>count << 2); p += 16) v128.store(p, gelu(v128.load(p)));
}
