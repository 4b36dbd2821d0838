import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDescription, readsLanguage } from '../../../../engine/classify/encoder/description.ts';
import { type Encoder, loadEncoder } from '../../../../engine/classify/encoder/encoder.ts';
import { buildEncoder, chosenModel } from '../../../../engine/train/encoder/build.ts';
import { encoderDirectory } from '../../../../engine/train/encoder/choice.ts';
import { cosinesOf } from '../../../../engine/train/encoder/measure.ts';
import { PlainEncoder } from '../../../../engine/train/encoder/plain-encoder.ts';
import { encoderFiles } from '../../../../infra/constructs/encoder-files.ts';
import { removeFolder, temporaryFolder } from '../../../support/folder.ts';
import { type ModelFiles, unigramFile, wordPieceFile, writeModel } from './random-model.ts';

const FORMS: [name: string, files: ModelFiles][] = [
  [
    'of 6 layers and 12 heads, WordPiece, 32-bit floats',
    { model: { layers: 6, heads: 12, rows: 90, dtype: 'F32' }, tokenizer: wordPieceFile() },
  ],
  [
    'of 12 layers and 6 heads, WordPiece with letter case, brain floats, names with a prefix',
    {
      model: { layers: 12, heads: 6, rows: 90, dtype: 'BF16', prefix: 'bert.' },
      tokenizer: wordPieceFile(false),
    },
  ],
  [
    'of 6 layers and 4 heads, Unigram, 16-bit floats, more rows than pieces, of the XLM-R family',
    {
      model: { layers: 6, heads: 4, rows: 123, dtype: 'F16', prefix: 'roberta.', family: 'xlm-roberta' },
      tokenizer: unigramFile(),
    },
  ],
];
/** Short and long texts, one with characters that the vocabulary lacks. */
const TEXTS = ['wie', 'was machen die vögel im winter?', 'how ★ THE waschen '.repeat(3), ''];
const bits = (numbers: Float32Array) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Languages whose sentences have few word pieces, so that a build finds the large channels soon. */
const LANGUAGES = ['ja', 'zh'];
/** The form that two processes build at once. */
const BUILT_TWICE = FORMS[0]?.[0];

describe.each(FORMS)('an encoder %s', (form, files) => {
  let encoder: Encoder;
  let choice = { source: '', languages: LANGUAGES };
  let directory = '';
  let plain: PlainEncoder;
  /** For each build call, whether it built the encoder. */
  let built: boolean[] = [];
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    choice = { source: writeModel(files, (end) => ends.push(end)), languages: LANGUAGES };
    directory = encoderDirectory(choice);
    ends.push(() => rmSync(directory, { recursive: true }));
    const elsewhere = form === BUILT_TWICE ? [buildElsewhere(choice)] : [];
    built = await Promise.all([...elsewhere, buildEncoder(choice)]);
    // Building it again does nothing.
    expect(await buildEncoder(choice)).toBe(false);
    encoder = loadEncoder(directory);
    const { tensors, shape } = chosenModel(choice);
    plain = new PlainEncoder(tensors, shape);
  });
  afterAll(() => {
    for (const end of ends) end();
  });

  it('is built only once, also by simultaneous builds', () => {
    expect(built.filter((did) => did)).toEqual([true]);
  });

  it('comes near to plain arithmetic at every depth', () => {
    for (const text of TEXTS) expect(Math.min(...cosinesOf(encoder, plain, text))).toBeGreaterThan(0.998);
  });

  it('tells texts apart', () => {
    const [first = '', second = ''] = TEXTS;
    expect(bits(encoder.means(first)).equals(bits(encoder.means(second)))).toBe(false);
  });

  it('gives the same bits with plain and with relaxed SIMD, alone and among others', () => {
    const other = loadEncoder(directory, 'plain');
    const together = [...encoder.meansOfAll(TEXTS)];
    for (const [i, text] of TEXTS.entries()) {
      expect(bits(other.means(text)).equals(bits(encoder.means(text)))).toBe(true);
      expect(bits(together[i] ?? new Float32Array()).equals(bits(encoder.means(text)))).toBe(true);
    }
  });

  it('is described by its shape and languages', () => {
    const { layers, heads, rows } = files.model;
    const description = readDescription(directory);
    expect(description).toMatchObject({ name: 'own-minilm', layers, heads, rows, languages: LANGUAGES });
    expect([...LANGUAGES, 'en'].map((language) => readsLanguage(description, language))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is deployed with the files for answering and without those for training', () => {
    const copies = encoderFiles({ encoder: choice }, 'read');
    for (const [to, from] of Object.entries(copies)) expect(from).toBe(to.replace('encoder', directory));
    const deployed = Object.keys(copies).map((file) => path.basename(file));
    for (const file of ['weights.bin', 'encoder.json', 'vocabulary.txt', 'acts.en.bin', 'head-plain.wasm'])
      expect(deployed).toContain(file);
    const { kind } = encoder.description.tokenizer;
    expect(deployed.includes('vocabulary.scores')).toBe(kind === 'unigram');
    expect(deployed.filter((file) => /training|stamp/.test(file))).toEqual([]);
  });
});

it('exactly one of two simultaneous builds takes the place of nothing, and of another build', async () => {
  const root = await temporaryFolder();
  onTestFinished(() => removeFolder(root));
  const rounds = Array.from({ length: 200 }, (_, round) => path.join(root, `${round}`));
  for (const [round, directory] of rounds.entries()) {
    const folders = [`${directory}.1`, `${directory}.2`, ...(round % 2 === 0 ? [] : [directory])];
    for (const folder of folders) {
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'stamp'), folder === directory ? 'old' : 'new');
    }
  }
  const arrived = new Int32Array(new SharedArrayBuffer(rounds.length * 4));
  const [first, second] = await Promise.all(['1', '2'].map((name) => putAll({ name, rounds, arrived })));
  expect(rounds.map((_, round) => Number(first?.[round]) + Number(second?.[round]))).toEqual(
    rounds.map(() => 1),
  );
  expect(rounds.map((directory) => readFileSync(path.join(directory, 'stamp'), 'utf8'))).toEqual(
    rounds.map(() => 'new'),
  );
});

/** In each round, puts a build in place in its own thread once the other thread is there too. */
async function putAll(given: { name: string; rounds: string[]; arrived: Int32Array }): Promise<boolean[]> {
  const build = new URL('../../../../engine/train/encoder/build.ts', import.meta.url);
  const script = `import { parentPort, workerData } from 'node:worker_threads';
import { putInPlace } from ${JSON.stringify(build.href)};
const { name, rounds, arrived } = workerData;
const done = rounds.map((directory, round) => {
  Atomics.add(arrived, round, 1);
  while (Atomics.load(arrived, round) < 2);
  return putInPlace(directory + '.' + name, directory, 'new');
});
parentPort.postMessage(done);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: given,
  });
  const [done] = await once(worker, 'message');
  return done;
}

/** Builds the encoder in a separate process. @returns whether that process built it */
async function buildElsewhere(choice: { source: string; languages: string[] }): Promise<boolean> {
  const build = new URL('../../../../engine/train/encoder/build.ts', import.meta.url);
  const script = `import { buildEncoder } from ${JSON.stringify(build.href)};
console.log(await buildEncoder(${JSON.stringify(choice)}));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse((await run).stdout);
}
