import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { variedSentences } from '../../../../bench/support/varied-sentences.ts';
import { countedKernels } from '../../../../bench/turns/counted-kernels.ts';
import {
  loadEncoder,
  READ_DEPTHS,
  type TokenStates,
  WIDTH,
} from '../../../../engine/classify/encoder/encoder.ts';
import { EncoderError, KERNEL_KINDS } from '../../../../engine/classify/encoder/kernel.ts';
import { chosenModel, ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';
import { cosinesOf } from '../../../../engine/train/encoder/measure.ts';
import { cosine, PlainEncoder } from '../../../../engine/train/encoder/plain-encoder.ts';

const encoder = loadEncoder(ENCODER_DIRECTORY);
const { tensors, shape } = chosenModel();
const plain = new PlainEncoder(tensors, shape);
const sentences = variedSentences(1000);
const NONE = new Float32Array();
const bits = (numbers: Float32Array) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Returns the states after the last layer. */
const lastOf = ({ layers }: TokenStates): Float32Array => layers.at(-1) ?? NONE;

afterEach(() => vi.restoreAllMocks());

/** Returns the worst cosine to exact arithmetic over all layers. */
const worstCosine = (text: string): number => Math.min(...cosinesOf(encoder, plain, text));

describe('the encoder', () => {
  // The reference takes minutes for all 1,000 sentences: "npm run bench -- encoder" compares those.
  it('comes near to exact arithmetic on the published weights, after every layer', () => {
    const some = sentences.slice(0, 12);
    const cosines = some.map(worstCosine);
    expect(Math.min(...cosines)).toBeGreaterThan(0.995);
    expect(cosines.reduce((sum, value) => sum + value, 0) / some.length).toBeGreaterThan(0.999);
  });

  it('gives the same bits for a text again, after few or many other texts', () => {
    const [first = '', ...others] = sentences.slice(0, 201);
    const fresh = () => loadEncoder(ENCODER_DIRECTORY);
    const expected = bits(fresh().means(first));
    for (const between of [0, 1, 20, 200]) {
      const one = fresh();
      one.means(first);
      for (const other of others.slice(0, between)) one.means(other);
      const ids = one.tokenizer.encode(first);
      expect(bits(one.means(first)).equals(expected)).toBe(true);
      const states = one.states(ids);
      const again = fresh().states(ids);
      expect(states.layers.map(bits)).toEqual(again.layers.map(bits));
      expect(states.layers).toHaveLength(READ_DEPTHS.length);
    }
  });

  it('reads a part of a text from the run of the whole text, and runs other texts', () => {
    const { Instance } = WebAssembly;
    const calls = countedKernels();
    const counting = loadEncoder(ENCODER_DIRECTORY);
    WebAssembly.Instance = Instance;
    const idsOf = (text: string) => counting.tokenizer.encode(text);
    const whole = 'yes, but move the meeting to friday';
    const inWhole = idsOf(whole);
    const all = lastOf(counting.states(inWhole)).slice();
    calls.take();
    for (const part of ['move the meeting', 'yes, to friday', whole]) {
      const ids = idsOf(part);
      const states = counting.states(ids, whole);
      for (const [token, id] of ids.entries()) {
        const row = states.rowOf(token);
        expect(inWhole[row]).toBe(id);
        expect(lastOf(states)[row * WIDTH]).toBe(all[row * WIDTH]);
      }
    }
    expect(calls.take().passes).toBe(0);
    const [states, rows] = [lastOf(counting.states(inWhole)), [0, 4, 5, 6, inWhole.length - 1]];
    const mean = rows.reduce((sum, row) => sum + (states[row * WIDTH] ?? 0), 0) / rows.length;
    expect(counting.meansWithin('move the meeting', whole)?.[6 * WIDTH]).toBeCloseTo(mean, 5);
    for (const part of ['friday the meeting', 'yes, to friday'])
      expect(counting.meansWithin(part, whole)).toBeNull();
    expect(calls.take().passes).toBe(0);
    const apart = counting.states(idsOf('friday the meeting'), whole);
    expect(calls.take().passes).toBe(1);
    expect(apart.rowOf(2)).toBe(2);
  });

  it('reads a part of a text that it cuts as far as it reads the text', () => {
    const { Instance } = WebAssembly;
    const calls = countedKernels();
    const counting = loadEncoder(ENCODER_DIRECTORY);
    WebAssembly.Instance = Instance;
    const idsOf = (text: string) => counting.tokenizer.encode(text);
    const words = Array.from({ length: 200 }, (_, at) => String(at));
    const whole = words.join(' ');
    const run = idsOf(whole);
    counting.states(run);
    calls.take();
    const part = idsOf(words.slice(40, 180).join(' '));
    const states = counting.states(part, whole);
    expect(calls.take().passes).toBe(0);
    const rows = part.map((_, token) => states.rowOf(token));
    const reached = rows.slice(1, -1).filter((row) => row >= 0);
    expect(reached.length).toBeGreaterThan(part.length / 2);
    expect(reached.map((row) => run[row])).toEqual(part.slice(1, 1 + reached.length));
    expect(rows.slice(1 + reached.length, -1).every((row) => row < 0)).toBe(true);
    // Of a part that mostly lies behind, the run of the whole says nothing.
    counting.states(idsOf(words.slice(110, 190).join(' ')), whole);
    expect(calls.take().passes).toBe(1);
  });

  it('remembers a text after twenty others, but not after two hundred', () => {
    const { Instance } = WebAssembly;
    const calls = countedKernels();
    const counting = loadEncoder(ENCODER_DIRECTORY);
    WebAssembly.Instance = Instance;
    const [first = '', ...others] = sentences.slice(0, 201);
    const passesAfter = (between: number): number => {
      counting.means(first);
      for (const other of others.slice(0, between)) counting.means(other);
      calls.take();
      counting.means(first);
      return calls.take().passes;
    };
    expect([20, 200].map(passesAfter)).toEqual([0, 1]);
  });

  it('encodes a long text once, even with its clauses encoded in between', () => {
    const { Instance } = WebAssembly;
    const calls = countedKernels();
    const counting = loadEncoder(ENCODER_DIRECTORY);
    WebAssembly.Instance = Instance;
    const whole = sentences.slice(0, 20).join(', ');
    const clauses = sentences.slice(0, 3);
    counting.means(whole);
    for (const clause of clauses) {
      counting.means(clause);
      counting.states(counting.tokenizer.encode(clause), whole);
    }
    expect(calls.take().passes).toBe(1 + clauses.length);
  });

  // Errors do not average out over so few tokens.
  it.each(['explain', 'send', 'yes', 'stop it', ''])(
    'comes near to exact arithmetic on the short text "%s"',
    (text) => {
      expect(worstCosine(text)).toBeGreaterThan(0.997);
    },
  );

  it('gives the same bits with every kernel, for short and long texts', () => {
    const texts = ['', 'yes', 'stop it', 'no way man', ...sentences.slice(0, 60)];
    const expected = texts.map((text) => encoder.means(text).slice());
    for (const kind of KERNEL_KINDS) {
      const other = loadEncoder(ENCODER_DIRECTORY, kind);
      const differing = texts.filter(
        (text, at) => !bits(other.means(text)).equals(bits(expected[at] ?? NONE)),
      );
      expect(differing, kind).toEqual([]);
    }
  });

  it.each(KERNEL_KINDS)('gives a text the same bits alone and among others with the kernel "%s"', (kind) => {
    const other = loadEncoder(ENCODER_DIRECTORY, kind);
    const some = ['yes', 'no', ...sentences.slice(0, 20), 'stop it', 'go on', 'word '.repeat(500), 'yes'];
    for (const [i, means] of [...other.meansOfAll(some)].entries())
      expect(bits(means).equals(bits(encoder.means(some[i] ?? '')))).toBe(true);
  });

  it('gives a text the same bits alone and among others', () => {
    const some = [...sentences.slice(0, 50), '', 'word '.repeat(500), sentences[3] ?? ''];
    const together = [...encoder.meansOfAll(some)];
    expect(together).toHaveLength(some.length);
    for (const [i, text] of some.entries()) {
      expect(bits(together[i] ?? new Float32Array()).equals(bits(encoder.means(text)))).toBe(true);
    }
  });

  it('gives the mean of the states of the tokens', () => {
    const text = 'move 50 dollars to savings';
    const states = encoder.states(encoder.tokenizer.encode(text));
    const last = lastOf(states);
    const mean = Float64Array.from({ length: WIDTH }, (_, i) => {
      let sum = 0;
      for (let token = 0; token < states.tokenCount; token++) sum += last[token * WIDTH + i] ?? 0;
      return sum / states.tokenCount;
    });
    expect(cosine(mean, encoder.means(text).subarray(6 * WIDTH))).toBeGreaterThan(0.999999);
  });

  it('puts similar meanings near each other', () => {
    const meaning = (text: string) => encoder.means(text).slice(6 * WIDTH);
    const question = meaning('how much money is in my account');
    expect(cosine(question, meaning('what is my balance'))).toBeGreaterThan(
      cosine(question, meaning('what is the capital of peru')) + 0.2,
    );
  });

  it('takes 30,000 characters of any kind', () => {
    for (const text of [
      'a'.repeat(30_000),
      'z z '.repeat(7500),
      '愛'.repeat(30_000),
      '\u0000'.repeat(30_000),
    ]) {
      expect(encoder.means(text).every(Number.isFinite)).toBe(true);
    }
  });

  it('says what is wrong where SIMD is missing', () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(() => loadEncoder(ENCODER_DIRECTORY)).toThrow(EncoderError);
    expect(() => loadEncoder(ENCODER_DIRECTORY)).toThrow(/SIMD/);
  });

  it('says what to do where it has not been built', () => {
    const empty = mkdtempSync(join(tmpdir(), 'encoder-'));
    expect(() => loadEncoder(empty)).toThrow(/npm run build:encoder/);
    rmSync(empty, { recursive: true });
  });
});
