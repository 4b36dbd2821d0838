// The map of the memory. Everything is placed by hand, so that addresses are constants; nothing overlaps.
// The weights file is read to WEIGHTS as it is: see engine/train/encoder/pack.ts, which writes it in this order.

export const WIDTH: i32 = 384;
/** Further columns for the shares of large channels: see quantize.ts. */
export const STATE_SHARES: i32 = 16;
export const INNER_SHARES: i32 = 8;
export const INNER: i32 = 1536;
/** After how many layers, evenly spaced, the states are kept: after each of 6, or every second of 12. */
export const DEPTHS: i32 = 6;
export const MAX_TOKENS: i32 = 128;
export const MAX_SEGMENTS: i32 = 32;
/** Texts of so many tokens at most are multiplied more exactly: see quantize.ts. */
export const FINE_TOKENS: i32 = 6;
/** Bytes of one token's hidden state. */
export const ROW: usize = 1536;
/** Bytes of MAX_TOKENS hidden states. */
const BLOCK: usize = 0x30000;

export const IDS: usize = 0x10000; // i32[128] ids of word pieces
export const POSITIONS: usize = IDS + 512; // i32[128] place of each within its text
export const SEGMENTS: usize = POSITIONS + 512; // i32[33] where each text begins, and the end
export const ROW_SCALES: usize = SEGMENTS + 512; // {f32 scale, i32 zero}[128] of each quantised row
export const FINE: usize = ROW_SCALES + 2048; // u8[128] whether each token is of a short text
export const ONES: usize = FINE + 256; // i16[8] ones: from memory they stay in a register, where a constant is made anew each time
export const SCORES: usize = FINE + 512; // f32[128 + 4] attention of one token
export const VALUES: usize = SCORES + 1024; // f32[1536 + 16] what becomes a quantised row
export const MEANS: usize = VALUES + 0x2000; // f32[7][32][384] mean state of each text at each depth
export const STATES: usize = MEANS + 0x54000; // f32[7][128][384] states at each depth
export const QKV: usize = STATES + 7 * BLOCK; // f32[128][1152]
export const CONTEXT: usize = QKV + 3 * BLOCK; // f32[128][384]
export const MIDDLE: usize = CONTEXT + BLOCK; // f32[128][384] after attention
export const PROJECTED: usize = MIDDLE + BLOCK; // f32[128][384]
export const HIDDEN: usize = PROJECTED + BLOCK; // f32[128][1536]
export const QUANTIZED: usize = HIDDEN + 4 * BLOCK; // [2][128] rows, see quantize.ts
export const WEIGHTS: usize = 0x500000;
export const SHARES: usize = WEIGHTS; // {u32 column, f32 factor}[16], then [8] of each layer's inner columns; behind them f32[128][384] position embeddings

// Floats of one layer: for each matrix its scales, bias and row sums, for each norm its gain and bias.
export const LAYER_FLOATS: i32 = 3 * (3 * WIDTH + WIDTH + INNER + WIDTH) + 4 * WIDTH;
/** Columns of the matrices that hidden states go through, and of the one that inner columns do. */
export const STATE_DEPTH: i32 = WIDTH + STATE_SHARES;
export const INNER_DEPTH: i32 = INNER + INNER_SHARES;
/** Bytes of the int8 matrices of one layer. */
export const LAYER_BYTES: i32 = 3 * WIDTH * STATE_DEPTH + WIDTH * WIDTH + INNER * STATE_DEPTH + WIDTH * INNER_DEPTH;
