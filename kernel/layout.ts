// The map of the memory. Everything is placed by hand, so that addresses are constants; nothing overlaps.
// The weights file is read to WEIGHTS as it is: see infra/encoder/pack.ts, which writes it in this order.

export const WIDTH: i32 = 384;
export const INNER: i32 = 1536;
export const HEADS: i32 = 12;
export const LAYERS: i32 = 6;
export const MAX_TOKENS: i32 = 128;
export const MAX_SEGMENTS: i32 = 32;
/** Bytes of one token's hidden state. */
export const ROW: usize = 1536;
/** Bytes of MAX_TOKENS hidden states. */
const BLOCK: usize = 0x30000;

export const IDS: usize = 0x10000; // i32[128] ids of word pieces
export const POSITIONS: usize = IDS + 512; // i32[128] place of each within its text
export const SEGMENTS: usize = POSITIONS + 512; // i32[33] where each text begins, and the end
export const SCALES: usize = SEGMENTS + 512; // f32[128] scale of each quantised row
export const SCORES: usize = SCALES + 512; // f32[128 + 4] attention of one token
export const MEANS: usize = SCORES + 1024 + 512; // f32[7][32][384] mean state of each text after each layer
export const STATES: usize = MEANS + 0x54000; // f32[7][128][384] states after each layer
export const QKV: usize = STATES + 7 * BLOCK; // f32[128][1152]
export const CONTEXT: usize = QKV + 3 * BLOCK; // f32[128][384]
export const MIDDLE: usize = CONTEXT + BLOCK; // f32[128][384] after attention
export const PROJECTED: usize = MIDDLE + BLOCK; // f32[128][384]
export const HIDDEN: usize = PROJECTED + BLOCK; // f32[128][1536]
export const QUANTIZED: usize = HIDDEN + 4 * BLOCK; // up to 256 rows, see quantize.ts
export const WEIGHTS: usize = 0x500000;

// Floats of one layer: for each matrix its scales, bias and row sums, for each norm its gain and bias.
export const LAYER_FLOATS: i32 = 3 * (3 * WIDTH + WIDTH + INNER + WIDTH) + 4 * WIDTH;
/** Bytes of the int8 matrices of one layer. */
export const LAYER_BYTES: i32 = 12 * WIDTH * WIDTH;
