import { join } from 'node:path';
import { Charsmap } from './charsmap.ts';
import type { EncoderDescription } from './description.ts';
import { readBuilt } from './kernel.ts';
import type { Tokenizer } from './tokenizer.ts';
import { UnigramTokenizer } from './unigram.ts';
import { Vocabulary } from './vocabulary.ts';
import { WordPieceTokenizer } from './word-pieces.ts';

/** File names of a built tokenizer: the pieces, their hash table, their scores, and the character map. */
export const TOKENIZER_FILES = {
  pieces: 'vocabulary.txt',
  index: 'vocabulary.index',
  scores: 'vocabulary.scores',
  charsmap: 'charsmap.bin',
} as const;

/** @throws {EncoderError} if a file is missing */
export function loadTokenizer(directory: string, form: EncoderDescription['tokenizer']): Tokenizer {
  const read = (file: string) => readBuilt(join(directory, file));
  const vocabulary = loadVocabulary(directory);
  if (form.kind === 'wordpiece') return new WordPieceTokenizer(vocabulary, form);
  const scores = new Float32Array(Uint8Array.from(read(TOKENIZER_FILES.scores)).buffer);
  const charsmap = form.steps.includes('charsmap') ? new Charsmap(read(TOKENIZER_FILES.charsmap)) : null;
  return new UnigramTokenizer(vocabulary, scores, form, charsmap);
}

/** @throws {EncoderError} if a file is missing */
export function loadVocabulary(directory: string): Vocabulary {
  const text = new TextDecoder().decode(readBuilt(join(directory, TOKENIZER_FILES.pieces)));
  const index = Uint8Array.from(readBuilt(join(directory, TOKENIZER_FILES.index)));
  return new Vocabulary(text, new Int32Array(index.buffer));
}
