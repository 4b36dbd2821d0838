import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A model of random weights, small except for the widths that the kernel requires. */
export interface RandomModel {
  layers: number;
  heads: number;
  rows: number;
  dtype: 'F32' | 'F16' | 'BF16';
  /** The prefix of tensor names, which some files have. */
  prefix?: string;
  family?: 'bert' | 'xlm-roberta';
}

const WIDTH = 384;
const INNER = 1536;
const POSITIONS = 130;
/** Channels whose gains are an order of magnitude larger than the rest, as in trained models. */
const LARGE_CHANNELS = [7, 200];

type Shapes = [name: string, sides: number[]][];

function shapesOf({ layers, rows, prefix = '' }: RandomModel): Shapes {
  const linear = (name: string, outputs: number, inputs: number): Shapes => [
    [`${name}.weight`, [outputs, inputs]],
    [`${name}.bias`, [outputs]],
  ];
  const norm = (name: string): Shapes => [
    [`${name}.weight`, [WIDTH]],
    [`${name}.bias`, [WIDTH]],
  ];
  const shapes: Shapes = [
    ['embeddings.word_embeddings.weight', [rows, WIDTH]],
    ['embeddings.position_embeddings.weight', [POSITIONS, WIDTH]],
    ['embeddings.token_type_embeddings.weight', [2, WIDTH]],
    ...norm('embeddings.LayerNorm'),
    ...Array.from({ length: layers }, (_, layer): Shapes => {
      const at = `encoder.layer.${layer}`;
      return [
        ...['query', 'key', 'value'].flatMap((part) => linear(`${at}.attention.self.${part}`, WIDTH, WIDTH)),
        ...linear(`${at}.attention.output.dense`, WIDTH, WIDTH),
        ...norm(`${at}.attention.output.LayerNorm`),
        ...linear(`${at}.intermediate.dense`, INNER, WIDTH),
        ...linear(`${at}.output.dense`, WIDTH, INNER),
        ...norm(`${at}.output.LayerNorm`),
      ];
    }).flat(),
  ];
  return shapes.map(([name, sides]) => [prefix + name, sides]);
}

/** Returns a tensor's values, spread about zero, or about one for a norm's gains (8 in large channels). */
function valuesOf(name: string, count: number, next: () => number): Float32Array {
  const isGain = /LayerNorm\.weight$/.test(name);
  const spread = name.includes('embeddings.') ? 0.1 : 0.12;
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = (isGain ? 1 : 0) + (next() - 0.5) * 2 * spread;
  if (isGain) for (const channel of LARGE_CHANNELS) values[channel] = 8;
  return values;
}

function toBytes(values: Float32Array, dtype: RandomModel['dtype']): Uint8Array {
  if (dtype === 'F16') return new Uint8Array(new Float16Array(values).buffer);
  if (dtype === 'F32') return new Uint8Array(values.buffer);
  const words = new Uint32Array(values.buffer);
  const halves = new Uint16Array(words.length);
  // Iterating over `entries()` takes eight times as long.
  for (let i = 0; i < halves.length; i++) halves[i] = (words[i] ?? 0) >>> 16;
  return new Uint8Array(halves.buffer);
}

const made = new Map<string, Uint8Array>();

/** Returns a safetensors file, made only once. @param leaveOut the tensor to omit */
function safetensors(model: RandomModel, leaveOut: string | null): Uint8Array {
  const key = JSON.stringify([model, leaveOut]);
  const file = made.get(key) ?? makeSafetensors(model, leaveOut);
  made.set(key, file);
  return file;
}

function makeSafetensors(model: RandomModel, leaveOut: string | null): Uint8Array {
  let state = 12345;
  const next = () => {
    state = Math.imul(state, 1664525) + 1013904223;
    return (state >>> 8) / 2 ** 24;
  };
  const directory: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  const data: Uint8Array[] = [];
  let end = 0;
  for (const [name, shape] of shapesOf(model)) {
    if (name === leaveOut) continue;
    const count = shape.reduce((product, side) => product * side, 1);
    const bytes = toBytes(valuesOf(name, count, next), model.dtype);
    directory[name] = { dtype: model.dtype, shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
    data.push(bytes);
  }
  const header = Buffer.from(JSON.stringify(directory));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...data]);
}

export const configOf = ({ layers, heads, rows, family = 'bert' }: RandomModel): Record<string, unknown> => ({
  model_type: family,
  hidden_size: WIDTH,
  intermediate_size: INNER,
  num_hidden_layers: layers,
  num_attention_heads: heads,
  max_position_embeddings: POSITIONS,
  hidden_act: 'gelu',
  layer_norm_eps: family === 'bert' ? 1e-12 : 1e-5,
  pad_token_id: family === 'bert' ? 0 : 1,
  vocab_size: rows,
});

const template = (begin: [string, number], end: [string, number]) => ({
  type: 'TemplateProcessing',
  single: [
    { SpecialToken: { id: begin[0], type_id: 0 } },
    { Sequence: { id: 'A', type_id: 0 } },
    { SpecialToken: { id: end[0], type_id: 0 } },
  ],
  special_tokens: {
    [begin[0]]: { id: begin[0], ids: [begin[1]], tokens: [begin[0]] },
    [end[0]]: { id: end[0], ids: [end[1]], tokens: [end[0]] },
  },
});

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzäöüß');

/** Returns a WordPiece tokenizer of letters and a few syllables. */
export function wordPieceFile(lowercase = true): Record<string, unknown> {
  const pieces = [
    '[PAD]',
    '[UNK]',
    '[CLS]',
    '[SEP]',
    '?',
    ...LETTERS,
    ...LETTERS.map((letter) => `##${letter}`),
  ];
  pieces.push('wie', '##en', '##er', 'was', '##ch', 'how', 'the', '##ing');
  return {
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: lowercase ? null : false,
      lowercase,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: template(['[CLS]', 2], ['[SEP]', 3]),
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
}

/** Returns a Unigram tokenizer of letters and a few syllables, in the format of XLM-R. */
export function unigramFile(): Record<string, unknown> {
  const marks = ['<s>', '<pad>', '</s>', '<unk>'];
  const pieces = [
    '▁',
    ...LETTERS,
    ...LETTERS.map((letter) => `▁${letter}`),
    '?',
    '▁wie',
    'en',
    'er',
    '▁was',
    'ch',
  ];
  return {
    added_tokens: marks.map((content, id) => ({ id, content, special: true })),
    normalizer: {
      type: 'Sequence',
      normalizers: [{ type: 'NFKC' }, { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' }],
    },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
      ],
    },
    post_processor: template(['<s>', 0], ['</s>', 2]),
    model: {
      type: 'Unigram',
      unk_id: 3,
      vocab: [
        ...marks.map((mark) => [mark, 0]),
        ...pieces.map((piece, i) => [piece, -2 - i / 10 + piece.length]),
      ],
    },
  };
}

/** The contents of a model folder; a test may override the config or omit a tensor. */
export interface ModelFiles {
  model: RandomModel;
  tokenizer: Record<string, unknown>;
  config?: Record<string, unknown>;
  leaveOut?: string;
}

/** Writes a model folder as transformers would, deleted when the test ends. @returns its path */
export function writeModel(files: ModelFiles, whenDone: (end: () => void) => void = onTestFinished): string {
  const root = mkdtempSync(join(tmpdir(), 'model-'));
  whenDone(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'own-minilm');
  mkdirSync(folder);
  writeFileSync(join(folder, 'model.safetensors'), safetensors(files.model, files.leaveOut ?? null));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(files.tokenizer));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...configOf(files.model), ...files.config }));
  return folder;
}
