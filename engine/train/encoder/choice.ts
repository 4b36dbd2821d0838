import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERY_LANGUAGE } from '../../classify/encoder/description.ts';
import { EncoderError } from '../../classify/encoder/kernel.ts';

export { EncoderError } from '../../classify/encoder/kernel.ts';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '../../../dist');
const FOLDER = 'encoder';

/** An encoder of the operator's own, in place of the one that Parley comes with. */
export interface EncoderChoice {
  /** A folder or an installed package: see `modelFolder`. */
  source: string;
  /** The languages that it reads (ISO 639-1), or `*` for every one. */
  languages: readonly string[];
}

/**
 * The encoder that the environment names: `PARLEY_ENCODER`, a folder or package, and `PARLEY_ENCODER_LANGUAGES`, the
 * languages that it reads, separated by commas, or `*`.
 * @returns null where it names none: the one that Parley comes with
 * @throws {EncoderError} where no languages are named, or what is named is no language
 */
export function chosenEncoder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EncoderChoice | null {
  const { PARLEY_ENCODER: source, PARLEY_ENCODER_LANGUAGES: languages } = environment;
  return source ? { source, languages: readLanguages(languages ?? '') } : null;
}

/** True of an ISO 639-1 code, or of what stands for every language. */
export const namesLanguage = (code: string): boolean => code === EVERY_LANGUAGE || /^[a-z]{2}$/.test(code);

/** @throws {EncoderError} where there is none, or one that is no ISO 639-1 code */
export function readLanguages(list: string): string[] {
  const languages = list.split(',').map((code) => code.trim());
  if (languages.join() === '') {
    throw new EncoderError(
      'no languages are named that the encoder reads: set PARLEY_ENCODER_LANGUAGES to their ISO 639-1 codes, separated by commas, or to * for every language',
    );
  }
  const odd = languages.find((code) => !namesLanguage(code));
  if (odd !== undefined)
    throw new EncoderError(`"${odd}" is no language that an encoder can read: give ISO 639-1 codes, or *`);
  return [...new Set(languages)].sort();
}

/** The folder that an encoder is built to: each has its own, so that none takes another's place. */
export function encoderDirectory(choice: EncoderChoice | null): string {
  if (choice === null) return join(DIST, FOLDER);
  const { source, languages } = choice;
  const key = createHash('sha256')
    .update(`${resolve(source)} ${languages.join()}`)
    .digest('hex');
  return join(DIST, `${FOLDER}-${key.slice(0, 8)}`);
}

/** The folder of this process's encoder: the one that the environment names. */
export const ENCODER_DIRECTORY = directoryOfEnvironment();

/** A choice that is none is told where it is built; importing this file must not fail. */
function directoryOfEnvironment(): string {
  try {
    return encoderDirectory(chosenEncoder());
  } catch {
    return encoderDirectory(null);
  }
}

/** A file beside the encoder of this process that keeps what it made of texts, `encodings`, for later runs. */
export const cacheFile = (name: string): string =>
  join(DIST, `${basename(ENCODER_DIRECTORY).replace(FOLDER, name)}.bin`);
