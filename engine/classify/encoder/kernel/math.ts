// Vector arithmetic in 32-bit floats. No fused multiply-add anywhere: every machine gives the same bits.

/** Added to a small float, leaves the nearest integer in its last bits (1.5 · 2^23). */
export const ROUNDER: f32 = 12582912;

// Constants of the loops lie in memory: a constant of the code takes three instructions each time, a load takes one.
const OF_EXP: usize = memory.data<f32>([-87, 1.44269504, 12582912, 0.00133336, 0.00961813, 0.0555041, 0.2402265, 0.69314718, 1], 16);
const OF_GELU: usize = memory.data<f32>([1, 0.70710678, 0.3275911, 1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592, -0, 0.5], 16);

// @ts-ignore: decorator
@inline
function constant(table: usize, index: usize): v128 {
  return v128.load32_splat(table + (index << 2));
}

// @ts-ignore: decorator
@inline
function horner(p: v128, x: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(p, x), c);
}

/** e^x for x ≤ 0, by 2^whole · 2^part of x·log2(e) with |part| ≤ ½. Relative error below 3e-6. */
// @ts-ignore: decorator
@inline
export function exp(x: v128): v128 {
  const t = f32x4.mul(f32x4.pmax(x, constant(OF_EXP, 0)), constant(OF_EXP, 1));
  const rounder = constant(OF_EXP, 2);
  const whole = f32x4.add(t, rounder);
  const part = f32x4.sub(t, f32x4.sub(whole, rounder));
  let p = constant(OF_EXP, 3);
  p = horner(p, part, constant(OF_EXP, 4));
  p = horner(p, part, constant(OF_EXP, 5));
  p = horner(p, part, constant(OF_EXP, 6));
  p = horner(p, part, constant(OF_EXP, 7));
  p = horner(p, part, constant(OF_EXP, 8));
  return i32x4.add(p, i32x4.shl(whole, 23));
}

/** x·Φ(x), the error function by Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7). */
// @ts-ignore: decorator
@inline
export function gelu(x: v128): v128 {
  const one = constant(OF_GELU, 0);
  const z = f32x4.mul(x, constant(OF_GELU, 1));
  const sign = constant(OF_GELU, 8);
  const a = v128.andnot(z, sign);
  const t = f32x4.div(one, f32x4.add(one, f32x4.mul(a, constant(OF_GELU, 2))));
  let p = constant(OF_GELU, 3);
  p = horner(p, t, constant(OF_GELU, 4));
  p = horner(p, t, constant(OF_GELU, 5));
  p = horner(p, t, constant(OF_GELU, 6));
  p = f32x4.mul(horner(p, t, constant(OF_GELU, 7)), t);
  let erf = f32x4.sub(one, f32x4.mul(p, exp(v128.or(f32x4.mul(a, a), sign))));
  erf = v128.or(erf, v128.and(z, sign));
  return f32x4.mul(f32x4.mul(x, constant(OF_GELU, 9)), f32x4.add(one, erf));
}

// @ts-ignore: decorator
@inline
function halves(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 2, 3, 0, 1);
}
// @ts-ignore: decorator
@inline
function neighbours(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 1, 0, 3, 2);
}

// @ts-ignore: decorator
@inline
export function sumOf(a: v128): f32 {
  const b = f32x4.add(a, halves(a));
  return f32x4.extract_lane(f32x4.add(b, neighbours(b)), 0);
}
// @ts-ignore: decorator
@inline
export function maxOf(a: v128): f32 {
  const b = f32x4.max(a, halves(a));
  return f32x4.extract_lane(f32x4.max(b, neighbours(b)), 0);
}
// @ts-ignore: decorator
@inline
export function minOf(a: v128): f32 {
  const b = f32x4.min(a, halves(a));
  return f32x4.extract_lane(f32x4.min(b, neighbours(b)), 0);
}
