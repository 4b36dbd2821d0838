// Vector arithmetic in 32-bit floats. No fused multiply-add anywhere: every machine gives the same bits.

// @ts-ignore: decorator
@inline
function horner(p: v128, x: v128, c: f32): v128 {
  return f32x4.add(f32x4.mul(p, x), f32x4.splat(c));
}

/** Added to a small float, leaves the nearest integer in its last bits (1.5 · 2^23). */
export const ROUNDER: f32 = 12582912;

/** e^x for x ≤ 0, by 2^whole · 2^part of x·log2(e) with |part| ≤ ½. Relative error below 3e-6. */
// @ts-ignore: decorator
@inline
export function exp(x: v128): v128 {
  const t = f32x4.mul(f32x4.max(x, f32x4.splat(-87)), f32x4.splat(1.44269504));
  const whole = f32x4.add(t, f32x4.splat(ROUNDER));
  const part = f32x4.sub(t, f32x4.sub(whole, f32x4.splat(ROUNDER)));
  let p = f32x4.splat(0.00133336);
  p = horner(p, part, 0.00961813);
  p = horner(p, part, 0.0555041);
  p = horner(p, part, 0.2402265);
  p = horner(p, part, 0.69314718);
  p = horner(p, part, 1);
  return i32x4.add(p, i32x4.shl(whole, 23));
}

/** x·Φ(x), the error function by Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7). */
// @ts-ignore: decorator
@inline
export function gelu(x: v128): v128 {
  const one = f32x4.splat(1);
  const z = f32x4.mul(x, f32x4.splat(0.70710678));
  const a = f32x4.abs(z);
  const t = f32x4.div(one, f32x4.add(one, f32x4.mul(a, f32x4.splat(0.3275911))));
  let p = f32x4.splat(1.061405429);
  p = horner(p, t, -1.453152027);
  p = horner(p, t, 1.421413741);
  p = horner(p, t, -0.284496736);
  p = f32x4.mul(horner(p, t, 0.254829592), t);
  let erf = f32x4.sub(one, f32x4.mul(p, exp(f32x4.neg(f32x4.mul(a, a)))));
  erf = v128.or(erf, v128.and(z, i32x4.splat(0x80000000)));
  return f32x4.mul(f32x4.mul(x, f32x4.splat(0.5)), f32x4.add(one, erf));
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
