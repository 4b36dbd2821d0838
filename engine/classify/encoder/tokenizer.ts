import { normalForm } from '../../normal-form.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What the encoder takes at most, with the marks at both ends. */
export const MAX_TOKENS = 128;
/** Reading stops here, in UTF-16 units: 128 pieces are full long before, but for spaces and control characters. */
const MAX_LENGTH = 8192;
/** A longer word, in code points, is unknown as a whole: the reference's `max_input_chars_per_word`. */
const LONGEST_WORD = 100;
const UNKNOWN = '[UNK]';
const BEGIN = '[CLS]';
const END = '[SEP]';

/** Control, format, private-use, surrogate and unassigned characters, but for those that count as space. */
const DROPPED = /(?![\t\n\r])\p{C}|\ufffd/gu;
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const ACCENTS = /\p{Mn}/gu;
/** Every ASCII mark counts as punctuation, also those that Unicode calls symbols. */
const WORD_OR_MARK = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/**
 * The WordPiece tokenizer of BERT "uncased", exactly as its reference does it: clean up, isolate CJK ideographs,
 * lower-case, strip accents, split off punctuation, then the longest pieces first.
 * @see https://github.com/google-research/bert/blob/master/tokenization.py
 */
export class Tokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #unknown: number;
  readonly #begin: number;
  readonly #end: number;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#unknown = this.#id(UNKNOWN);
    this.#begin = this.#id(BEGIN);
    this.#end = this.#id(END);
  }

  /** How many word pieces there are. */
  get size(): number {
    return this.#vocabulary.size;
  }

  /** Ids of a text between the two end marks, cut off after 128. */
  encode(text: string): number[] {
    return this.encodeWords([text]).ids;
  }

  /**
   * Ids of a text that comes in parts, between the two end marks.
   * @returns also where each part's ids begin; a part that found no room begins at the end mark
   */
  encodeWords(parts: readonly string[]): { ids: number[]; starts: number[] } {
    const ids = [this.#begin];
    const starts: number[] = [];
    for (const part of parts) {
      starts.push(Math.min(ids.length, MAX_TOKENS - 1));
      for (const word of splitWords(part)) {
        if (ids.length >= MAX_TOKENS) break;
        this.#addPieces(word, ids);
      }
    }
    ids.length = Math.min(ids.length, MAX_TOKENS - 1);
    ids.push(this.#end);
    return { ids, starts };
  }

  /**
   * How common a word, in lower case and without accents, is: the vocabulary is ordered by frequency.
   * @returns 0 (rare) … 1, or −1 where the word is not one piece by itself
   */
  commonness(word: string): number {
    const id = this.#vocabulary.idOf(word);
    return id === undefined ? -1 : 1 - id / this.size;
  }

  #addPieces(word: string, ids: number[]): void {
    const begin = ids.length;
    if (word.length > LONGEST_WORD && Array.from(word).length > LONGEST_WORD) {
      ids.push(this.#unknown);
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
        ids.push(this.#unknown);
        return;
      }
      ids.push(id);
      start = end;
    }
  }

  #id(piece: string): number {
    const id = this.#vocabulary.idOf(piece);
    if (id === undefined) throw new Error(`the vocabulary lacks ${piece}`);
    return id;
  }
}

/** The words and marks of a text in the form that the vocabulary has. */
export function splitWords(text: string): string[] {
  const clean = text.slice(0, MAX_LENGTH).replace(DROPPED, '').replace(IDEOGRAPH, ' $& ').toLowerCase();
  const plain = normalForm(clean, 'NFD').replace(ACCENTS, '');
  return plain.match(WORD_OR_MARK) ?? [];
}
