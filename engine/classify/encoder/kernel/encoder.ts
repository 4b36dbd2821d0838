import { attend } from './attention';
import { CONTEXT, DEPTHS, FINE, FINE_TOKENS, HIDDEN, IDS, INNER, INNER_DEPTH, INNER_SHARES, LAYER_BYTES, LAYER_FLOATS, MAX_SEGMENTS, MAX_TOKENS, MEANS, MIDDLE, ONES, POSITIONS, PROJECTED, QKV, ROW, SEGMENTS, SHARES, STATE_DEPTH, STATE_SHARES, STATES, WEIGHTS, WIDTH } from './layout';
import { sumOf } from './math';
import { multiply } from './multiply';
import { quantize } from './quantize';

// The forward pass of a BERT of 6 or 12 layers of 384 (Devlin et al. 2019; the shape of the MiniLM and E5-small
// models) over the tokens of one or several texts, which share the multiplications but attend to their own tokens only.

export function ids(): usize { return IDS; }
export function positions(): usize { return POSITIONS; }
export function segments(): usize { return SEGMENTS; }
export function means(): usize { return MEANS; }
export function states(): usize { return STATES; }
export function weights(): usize { return WEIGHTS; }

/** to = LayerNorm(a + b); b = 0 stands for nothing. */
function normalize(a: usize, b: usize, gain: usize, bias: usize, to: usize, rows: i32, epsilon: f32): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    const at = row * ROW;
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < ROW; i += 16) {
      let x = v128.load(a + at + i);
      if (b) x = f32x4.add(x, v128.load(b + at + i));
      v128.store(to + at + i, x);
      sum = f32x4.add(sum, x);
    }
    const mean = f32x4.splat(sumOf(sum) / 384);
    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < ROW; i += 16) {
      const x = f32x4.sub(v128.load(to + at + i), mean);
      squares = f32x4.add(squares, f32x4.mul(x, x));
    }
    const inverse = f32x4.splat(<f32>1 / sqrt<f32>(sumOf(squares) / 384 + epsilon));
    for (let i: usize = 0; i < ROW; i += 16) {
      const x = f32x4.mul(f32x4.sub(v128.load(to + at + i), mean), inverse);
      v128.store(to + at + i, f32x4.add(f32x4.mul(x, v128.load(gain + i)), v128.load(bias + i)));
    }
  }
}

/** Tells the tokens of short texts from the others. */
function mark(texts: i32): void {
  for (let text = 0; text < texts; text++) {
    const first = load<i32>(SEGMENTS + (<usize>text << 2));
    const end = load<i32>(SEGMENTS + (<usize>text << 2), 4);
    memory.fill(FINE + <usize>first, u8(end - first <= FINE_TOKENS), <usize>(end - first));
  }
}

/** The mean state of each text at a depth. */
function average(depth: i32, texts: i32): void {
  const from = STATES + <usize>(depth * MAX_TOKENS) * ROW;
  for (let text = 0; text < texts; text++) {
    const first = load<i32>(SEGMENTS + (<usize>text << 2));
    const end = load<i32>(SEGMENTS + (<usize>text << 2), 4);
    const to = MEANS + <usize>(depth * MAX_SEGMENTS + text) * ROW;
    const count = f32x4.splat(<f32>(end - first));
    for (let i: usize = 0; i < ROW; i += 16) {
      let sum = f32x4.splat(0);
      for (let row = first; row < end; row++) sum = f32x4.add(sum, v128.load(from + <usize>row * ROW + i));
      v128.store(to + i, f32x4.div(sum, count));
    }
  }
}

function embed(rows: i32, vocabulary: usize, scales: usize, places: usize): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    const id = <usize>load<i32>(IDS + (row << 2));
    const place = places + <usize>load<i32>(POSITIONS + (row << 2)) * ROW;
    const scale = v128.load32_splat(scales + (id << 2));
    const from = vocabulary + id * <usize>WIDTH;
    const to = MIDDLE + row * ROW;
    for (let i: usize = 0; i < <usize>WIDTH; i += 8) {
      const eight = v128.load_ext<i8>(from + i);
      const low = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), scale);
      const high = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), scale);
      v128.store(to + (i << 2), f32x4.add(low, v128.load(place + (i << 2))));
      v128.store(to + (i << 2), f32x4.add(high, v128.load(place + (i << 2), 16)), 16);
    }
  }
}

/**
 * @param depth of the states that come in
 * @param next depth of those that come out: the same where the layer is not the last one up to it
 */
function layer(index: i32, depth: i32, next: i32, rows: i32, texts: i32, heads: i32, epsilon: f32, table: usize, matrices: usize): void {
  const state = STATES + <usize>(depth * MAX_TOKENS) * ROW;
  let t = table;
  let w = matrices;
  quantize(state, rows, WIDTH, SHARES, STATE_SHARES, false);
  multiply(w, t, QKV, rows, texts, 3 * WIDTH, STATE_DEPTH);
  for (let text = 0; text < texts; text++) {
    attend(load<i32>(SEGMENTS + (<usize>text << 2)), load<i32>(SEGMENTS + (<usize>text << 2), 4), heads);
  }
  t += 9 * ROW;
  w += 3 * WIDTH * STATE_DEPTH;
  quantize(CONTEXT, rows, WIDTH, 0, 0, false);
  multiply(w, t, PROJECTED, rows, texts, WIDTH, WIDTH);
  t += 3 * ROW;
  w += WIDTH * WIDTH;
  normalize(state, PROJECTED, t, t + ROW, MIDDLE, rows, epsilon);
  t += 2 * ROW;
  quantize(MIDDLE, rows, WIDTH, SHARES, STATE_SHARES, false);
  multiply(w, t, HIDDEN, rows, texts, INNER, STATE_DEPTH);
  t += 12 * ROW;
  w += INNER * STATE_DEPTH;
  quantize(HIDDEN, rows, INNER, SHARES + 8 * <usize>(STATE_SHARES + index * INNER_SHARES), INNER_SHARES, true);
  multiply(w, t, PROJECTED, rows, texts, WIDTH, INNER_DEPTH);
  t += 3 * ROW;
  normalize(MIDDLE, PROJECTED, t, t + ROW, STATES + <usize>(next * MAX_TOKENS) * ROW, rows, epsilon);
}

/**
 * Encodes `rows` tokens of `texts` texts, whose ids, positions and bounds are in place.
 * @param words rows of the table of word pieces
 * @param layers a multiple of DEPTHS
 * @param heads of attention: 384 / heads is a multiple of 32
 * @param epsilon what the norms add to the variance
 */
export function encode(rows: i32, texts: i32, words: i32, layers: i32, heads: i32, epsilon: f32): void {
  const places = SHARES + 8 * <usize>(STATE_SHARES + layers * INNER_SHARES);
  const norm = places + <usize>MAX_TOKENS * ROW;
  const tables = norm + 2 * ROW;
  const scales = tables + <usize>(layers * LAYER_FLOATS) * 4;
  const vocabulary = (scales + (<usize>words << 2) + 15) & ~15;
  const matrices = vocabulary + <usize>words * <usize>WIDTH;
  const step = layers / DEPTHS;
  mark(texts);
  v128.store(ONES, i16x8.splat(1));
  embed(rows, vocabulary, scales, places);
  normalize(MIDDLE, 0, norm, norm + ROW, STATES, rows, epsilon);
  average(0, texts);
  for (let i = 0; i < layers; i++) {
    const depth = (i + step - 1) / step;
    const next = i / step + 1;
    layer(i, depth, next, rows, texts, heads, epsilon, tables + <usize>(i * LAYER_FLOATS) * 4, matrices + <usize>(i) * <usize>LAYER_BYTES);
    if ((i + 1) % step == 0) average(next, texts);
  }
}
