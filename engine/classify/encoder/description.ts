import { join } from 'node:path';
import { DEFAULT_LANGUAGE } from '../../language/languages.ts';
import { EncoderError, readBuilt } from './kernel.ts';
import type { UnigramForm } from './unigram.ts';
import type { WordPieceForm } from './word-pieces.ts';

/** Means all languages in an encoder's list. */
export const EVERY_LANGUAGE = '*';

/** Describes a built encoder; stored beside its weights. */
export interface EncoderDescription {
  /** Identifies weights and tokenizer by their digests: 32 hexadecimal digits. */
  id: string;
  /** The display name: that of its folder or package. */
  name: string;
  /** ISO 639-1 codes of the languages that it reads, or `*` for all. */
  languages: readonly string[];
  /** Languages that it reads word by word through English glosses (see `Glosses`). */
  glossed: readonly string[];
  layers: number;
  /** Attention heads per layer. */
  heads: number;
  /** The constant that its layer norms add to a variance. */
  normEpsilon: number;
  /** Rows of the embedding table. Some models have more rows than their tokenizer has pieces. */
  rows: number;
  tokenizer: WordPieceForm | UnigramForm;
}

export const DESCRIPTION_FILE = 'encoder.json';

/**
 * Reads the description that `npm run build:encoder` wrote.
 * @throws {EncoderError} if the encoder was not built
 */
export function readDescription(directory: string): EncoderDescription {
  const description: EncoderDescription = JSON.parse(
    new TextDecoder().decode(readBuilt(join(directory, DESCRIPTION_FILE))),
  );
  return description;
}

/** True if an encoder reads a language directly. */
export const readsLanguage = (
  { languages }: Pick<EncoderDescription, 'languages'>,
  language: string,
): boolean => languages.includes(EVERY_LANGUAGE) || languages.includes(language);

/** True if an encoder reads a language directly or through glosses. */
export const encodesLanguage = (
  description: Pick<EncoderDescription, 'languages' | 'glossed'>,
  language: string,
): boolean => readsLanguage(description, language) || description.glossed.includes(language);

/** True if an encoder's vocabulary covers a single language. */
export const readsOneLanguage = ({ languages }: Pick<EncoderDescription, 'languages'>): boolean =>
  languages.length === 1 && !languages.includes(EVERY_LANGUAGE);

/** The encoder that a version was trained with. */
export interface TrainedWith {
  id: string;
  name: string;
  /** The languages of the version that were trained with it. */
  languages: readonly string[];
}

/** The encoder shipped with Parley, also assumed for versions that name none. */
export const SHIPPED_ENCODER: TrainedWith = {
  id: 'd7f71d9ad85d5bd65a1eff7a083baa4b',
  name: 'all-MiniLM-L6-v2',
  languages: [DEFAULT_LANGUAGE.code],
};

/** The version was trained with a different encoder, so its weights do not fit the loaded one. */
export class OtherEncoder extends EncoderError {
  override name = 'OtherEncoder';

  constructor(trained: Pick<TrainedWith, 'id' | 'name'>, here: Pick<EncoderDescription, 'id' | 'name'>) {
    super(
      `This version was trained with the encoder ${trained.name} (${trained.id}), and here is ${here.name} (${here.id}). Publish it again with this encoder, or set PARLEY_ENCODER, or the stack's setting "encoder", to the one that it was trained with.`,
    );
  }
}
