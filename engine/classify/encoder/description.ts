import { join } from 'node:path';
import { DEFAULT_LANGUAGE } from '../../language/languages.ts';
import { EncoderError, readBuilt } from './kernel.ts';
import type { UnigramForm } from './unigram.ts';
import type { WordPieceForm } from './word-pieces.ts';

/** Stands for every language where an encoder's languages are named. */
export const EVERY_LANGUAGE = '*';

/** The description of a built encoder, beside its weights. */
export interface EncoderDescription {
  /** Names its weights and tokenizer, by their digests: 32 hexadecimal digits. */
  id: string;
  /** Its name for people: that of its folder or package. */
  name: string;
  /** The languages that it reads (ISO 639-1), or `*` for every one. */
  languages: readonly string[];
  /** Other languages that it reads word by word, in English (see `Glosses`). */
  glossed: readonly string[];
  layers: number;
  /** Of attention. */
  heads: number;
  /** The number that its norms add to a variance. */
  normEpsilon: number;
  /** Of the table of word pieces: some models have more than their tokenizer has pieces. */
  rows: number;
  tokenizer: WordPieceForm | UnigramForm;
}

export const DESCRIPTION_FILE = 'encoder.json';

/**
 * Reads what `npm run build:encoder` wrote.
 * @throws {EncoderError} where the encoder was not built
 */
export function readDescription(directory: string): EncoderDescription {
  const description: EncoderDescription = JSON.parse(
    new TextDecoder().decode(readBuilt(join(directory, DESCRIPTION_FILE))),
  );
  return description;
}

/** True if an encoder reads a language. */
export const readsLanguage = (
  { languages }: Pick<EncoderDescription, 'languages'>,
  language: string,
): boolean => languages.includes(EVERY_LANGUAGE) || languages.includes(language);

/** True if a language comes to an encoder at all: as it is, or by its glosses. */
export const encodesLanguage = (
  description: Pick<EncoderDescription, 'languages' | 'glossed'>,
  language: string,
): boolean => readsLanguage(description, language) || description.glossed.includes(language);

/** True if the vocabulary of an encoder is that of a single language. */
export const readsOneLanguage = ({ languages }: Pick<EncoderDescription, 'languages'>): boolean =>
  languages.length === 1 && !languages.includes(EVERY_LANGUAGE);

/** The encoder that a version was trained with. */
export interface TrainedWith {
  id: string;
  name: string;
  /** The version's languages that it was trained with it in. */
  languages: readonly string[];
}

/** The encoder that Parley comes with, by which everything was trained that names none. */
export const SHIPPED_ENCODER: TrainedWith = {
  id: 'd7f71d9ad85d5bd65a1eff7a083baa4b',
  name: 'all-MiniLM-L6-v2',
  languages: [DEFAULT_LANGUAGE.code],
};

/** A version that another encoder than the one at hand was trained with: its numbers would mean nothing. */
export class OtherEncoder extends EncoderError {
  override name = 'OtherEncoder';

  constructor(trained: Pick<TrainedWith, 'id' | 'name'>, here: Pick<EncoderDescription, 'id' | 'name'>) {
    super(
      `This version was trained with the encoder ${trained.name} (${trained.id}), and here is ${here.name} (${here.id}). Publish it again with this encoder, or set PARLEY_ENCODER, or the stack's setting "encoder", to the one that it was trained with.`,
    );
  }
}
