import { normalForm } from '../../normal-form.ts';
import type { Stretch } from '../../text/stretch.ts';
import { MAX_LENGTH, MAX_TOKENS, type PieceRange, type Tokenizer } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Longer words, in code points, are unknown as a whole: the reference's `max_input_chars_per_word`. */
const LONGEST_WORD = 100;

/** Control, format, private-use, surrogate and unassigned characters, except those that count as spaces. */
const DROPPED = /(?![\t\n\r])\p{C}|\ufffd/gu;
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const ACCENTS = /\p{Mn}/gu;
/** Every ASCII sign counts as punctuation, even those that Unicode classifies as symbols. */
const WORD_OR_MARK = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/** The settings of a WordPiece tokenizer. */
export interface WordPieceForm {
  kind: 'wordpiece';
  /** Ids of the two end marks and of unknown pieces. */
  begin: number;
  end: number;
  unknown: number;
  lowercase: boolean;
  stripsAccents: boolean;
}

/**
 * BERT's WordPiece tokenizer, identical to its reference: cleans the text, isolates CJK ideographs, optionally
 * lower-cases and strips accents, separates punctuation, then takes the longest piece first.
 * @see https://github.com/google-research/bert/blob/master/tokenization.py
 */
export class WordPieceTokenizer implements Tokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #form: WordPieceForm;

  constructor(vocabulary: Vocabulary, form: WordPieceForm) {
    this.#vocabulary = vocabulary;
    this.#form = form;
  }

  encode(text: string): number[] {
    return this.encodeWords(text, [{ start: 0, end: text.length }]).ids;
  }

  encodeWords(text: string, parts: readonly Stretch[]): { ids: number[]; pieces: PieceRange[] } {
    const ids = [this.#form.begin];
    const pieces: PieceRange[] = [];
    for (const { start, end } of parts) {
      const from = Math.min(ids.length, MAX_TOKENS - 1);
      for (const word of splitWords(text.slice(start, end), this.#form)) {
        if (ids.length >= MAX_TOKENS) break;
        this.#addPieces(word, ids);
      }
      pieces.push({ from, to: Math.min(ids.length, MAX_TOKENS - 1) });
    }
    ids.length = Math.min(ids.length, MAX_TOKENS - 1);
    ids.push(this.#form.end);
    return { ids, pieces };
  }

  commonness(word: string): number {
    const id = this.#vocabulary.idOf(word);
    return id === undefined ? -1 : 1 - id / this.#vocabulary.size;
  }

  #addPieces(word: string, ids: number[]): void {
    const begin = ids.length;
    if (word.length > LONGEST_WORD && Array.from(word).length > LONGEST_WORD) {
      ids.push(this.#form.unknown);
      return;
    }
    for (let start = 0; start < word.length; ) {
      let end = Math.min(word.length, start + this.#vocabulary.longest);
      let id: number | undefined;
      for (; end > start; end--) {
        const piece = word.slice(start, end);
        id = this.#vocabulary.idOf(start > 0 ? `##${piece}` : piece);
        if (id !== undefined) break;
      }
      if (id === undefined) {
        ids.length = begin;
        ids.push(this.#form.unknown);
        return;
      }
      ids.push(id);
      start = end;
    }
  }
}

/** A text's words and punctuation marks, in the vocabulary's normal form. */
export function splitWords(
  text: string,
  { lowercase, stripsAccents }: Pick<WordPieceForm, 'lowercase' | 'stripsAccents'>,
): string[] {
  const clean = text.slice(0, MAX_LENGTH).replace(DROPPED, '').replace(IDEOGRAPH, ' $& ');
  const cased = lowercase ? clean.toLowerCase() : clean;
  const plain = stripsAccents ? normalForm(cased, 'NFD').replace(ACCENTS, '') : cased;
  return plain.match(WORD_OR_MARK) ?? [];
}
