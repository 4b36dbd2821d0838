import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERY_LANGUAGE } from '../../classify/encoder/description.ts';
import { EncoderError } from '../../classify/encoder/kernel.ts';

export { EncoderError } from '../../classify/encoder/kernel.ts';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '../../../dist');
const FOLDER = 'encoder';

/** An operator's own encoder, in place of the shipped one. */
export interface EncoderChoice {
  /** A folder or an installed package: see `modelFolder`. */
  source: string;
  /** The languages that it reads (ISO 639-1), or `*` for all. */
  languages: readonly string[];
}

/**
 * The encoder that the environment names: `PARLEY_ENCODER`, a folder or package, and `PARLEY_ENCODER_LANGUAGES`, the
 * languages that it reads, separated by commas, or `*`.
 * @returns null for the shipped encoder, if `PARLEY_ENCODER` is unset
 * @throws {EncoderError} if the languages are missing or invalid
 */
export function chosenEncoder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EncoderChoice | null {
  const { PARLEY_ENCODER: source, PARLEY_ENCODER_LANGUAGES: languages } = environment;
  return source ? { source, languages: readLanguages(languages ?? '') } : null;
}

/** True for an ISO 639-1 code or `*`. */
export const namesLanguage = (code: string): boolean => code === EVERY_LANGUAGE || /^[a-z]{2}$/.test(code);

/** @throws {EncoderError} if the list is empty or contains anything but ISO 639-1 codes and `*` */
export function readLanguages(list: string): string[] {
  const languages = list.split(',').map((code) => code.trim());
  if (languages.join() === '') {
    throw new EncoderError(
      'the encoder has no languages: set PARLEY_ENCODER_LANGUAGES to their ISO 639-1 codes, separated by commas, or to * for every language',
    );
  }
  const odd = languages.find((code) => !namesLanguage(code));
  if (odd !== undefined)
    throw new EncoderError(`"${odd}" is not a language that an encoder can read: give ISO 639-1 codes, or *`);
  return [...new Set(languages)].sort();
}

/** The folder that an encoder is built in. Each encoder has its own, so that none replaces another. */
export function encoderDirectory(choice: EncoderChoice | null): string {
  if (choice === null) return join(DIST, FOLDER);
  const { source, languages } = choice;
  const key = createHash('sha256')
    .update(`${resolve(source)} ${languages.join()}`)
    .digest('hex');
  return join(DIST, `${FOLDER}-${key.slice(0, 8)}`);
}

/** The folder of this process's encoder, which the environment names. */
export const ENCODER_DIRECTORY = directoryOfEnvironment();

/** Ignores an invalid choice, which the build reports: importing this file must not fail. */
function directoryOfEnvironment(): string {
  try {
    return encoderDirectory(chosenEncoder());
  } catch {
    return encoderDirectory(null);
  }
}

/** A file that caches results of this process's encoder, such as `encodings`, for later runs. */
export const cacheFile = (name: string): string =>
  join(DIST, `${basename(ENCODER_DIRECTORY).replace(FOLDER, name)}.bin`);
