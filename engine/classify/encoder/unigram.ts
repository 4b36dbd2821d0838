import { normalForm } from '../../normal-form.ts';
import type { Stretch } from '../../text/stretch.ts';
import type { Charsmap } from './charsmap.ts';
import { MAX_LENGTH, MAX_TOKENS, type PieceRange, type Tokenizer } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Represents the space before a word. */
const SPACE = '▁';
/** How far an unknown character's score is below that of the rarest piece: SentencePiece's `kUnkPenalty`. */
const UNKNOWN_PENALTY = 10;

/** A normalisation step, applied in order; `charsmap` is the model's own. */
export type UnigramStep = 'charsmap' | 'NFC' | 'NFKC' | 'lowercase';

/** The settings of a Unigram tokenizer. */
export interface UnigramForm {
  kind: 'unigram';
  /** Ids of the two end marks and of unknown pieces. */
  begin: number;
  end: number;
  unknown: number;
  steps: readonly UnigramStep[];
}

/** A word cut into pieces. */
interface CutWord {
  /** UTF-16 offsets in the original text. */
  start: number;
  end: number;
  ids: number[];
  /** Each piece's place in the normalised word, without the space mark. */
  pieces: Stretch[];
}

/**
 * The tokenizer of SentencePiece's Unigram models (Kudo 2018, Subword Regularization): cuts a word into the most
 * probable sequence of pieces. Words are cut one at a time, each preceded by a space mark. A run of characters outside
 * all pieces becomes one unknown piece.
 */
export class UnigramTokenizer implements Tokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #scores: Float32Array;
  readonly #form: UnigramForm;
  readonly #charsmap: Charsmap | null;
  readonly #unknownScore: number;

  /** @param scores log probability of each piece; −∞ for pieces that never occur in text, such as marks */
  constructor(vocabulary: Vocabulary, scores: Float32Array, form: UnigramForm, charsmap: Charsmap | null) {
    this.#vocabulary = vocabulary;
    this.#scores = scores;
    this.#form = form;
    this.#charsmap = charsmap;
    let lowest = 0;
    for (const score of scores) if (score > -Infinity) lowest = Math.min(lowest, score);
    this.#unknownScore = lowest - UNKNOWN_PENALTY;
  }

  encode(text: string): number[] {
    const ids = [this.#form.begin];
    for (const word of this.#words(text)) for (const id of word.ids) ids.push(id);
    return this.#ended(ids);
  }

  encodeWords(text: string, parts: readonly Stretch[]): { ids: number[]; pieces: PieceRange[] } {
    const ids = [this.#form.begin];
    const pieces: PieceRange[] = [];
    let next = 0;
    for (const word of this.#words(text)) {
      for (let part = parts[next]; part !== undefined && part.end <= word.end; part = parts[++next])
        pieces.push(this.#rangeOf(part, word, text, ids.length));
      for (const id of word.ids) ids.push(id);
    }
    const full = MAX_TOKENS - 1;
    while (pieces.length < parts.length) pieces.push({ from: full, to: full });
    return { ids: this.#ended(ids), pieces };
  }

  commonness(word: string): number {
    const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
    const written = [word, first.toUpperCase() + word.slice(first.length)];
    const ids = written.flatMap((form) => this.#vocabulary.idOf(SPACE + form) ?? []);
    return ids.length === 0 ? -1 : 1 - Math.min(...ids) / this.#vocabulary.size;
  }

  #ended(ids: number[]): number[] {
    ids.length = Math.min(ids.length, MAX_TOKENS - 1);
    ids.push(this.#form.end);
    return ids;
  }

  /** The words of a text until the encoder is full. */
  *#words(text: string): Generator<CutWord> {
    let count = 1;
    for (const match of text.slice(0, MAX_LENGTH).matchAll(/\S+/gu)) {
      if (count >= MAX_TOKENS) return;
      const word: CutWord = { start: match.index, end: match.index + match[0].length, ids: [], pieces: [] };
      let at = 0;
      for (const [plain] of this.#normalised(match[0]).matchAll(/\S+/gu)) {
        this.#cut(SPACE + plain, at - SPACE.length, word);
        at += plain.length;
      }
      count += word.ids.length;
      yield word;
    }
  }

  #normalised(text: string): string {
    return this.#form.steps.reduce((result, step) => {
      if (step === 'lowercase') return result.toLowerCase();
      if (step === 'charsmap') return this.#charsmap?.apply(result) ?? result;
      return normalForm(result, step);
    }, text);
  }

  /**
   * The pieces that overlap a part. A piece across two parts belongs to both.
   * @param first the index of the word's first piece
   */
  #rangeOf(part: Stretch, word: CutWord, text: string, first: number): PieceRange {
    const length = (end: number) => this.#normalised(text.slice(word.start, end)).replace(/\s/gu, '').length;
    const begin = part.start === word.start ? 0 : length(part.start);
    const end = part.end === word.end ? Infinity : length(part.end);
    const held = word.pieces.flatMap((piece, i) => (piece.start < end && piece.end > begin ? [i] : []));
    const full = MAX_TOKENS - 1;
    const from = Math.min(full, first + (held[0] ?? 0));
    return { from, to: Math.min(full, from + held.length) };
  }

  /**
   * Cuts a word with Viterbi's algorithm and appends its pieces.
   * @param shift added to offsets in `text` to get offsets in the normalised word
   */
  #cut(text: string, shift: number, { ids, pieces }: CutWord): void {
    const best = new Float64Array(text.length + 1).fill(-Infinity);
    const from = new Int32Array(text.length + 1);
    const by = new Int32Array(text.length + 1);
    best[0] = 0;
    for (let start = 0; start < text.length; ) {
      const so = best[start] ?? 0;
      const next = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      let isKnown = false;
      const offer = (id: number, end: number, score: number) => {
        if (so + score <= (best[end] ?? 0)) return;
        best[end] = so + score;
        from[end] = start;
        by[end] = id;
      };
      this.#vocabulary.eachAt(text, start, (id, end) => {
        const score = this.#scores[id] ?? -Infinity;
        if (score === -Infinity) return;
        offer(id, end, score);
        isKnown ||= end === next;
      });
      if (!isKnown) offer(this.#form.unknown, next, this.#unknownScore);
      start = next;
    }
    const path: number[] = [];
    for (let end = text.length; end > 0; end = from[end] ?? 0) path.push(end);
    for (const end of path.reverse()) {
      const id = by[end] ?? 0;
      // The space mark has no width in the word. As a piece of its own it belongs to the next one.
      const stretch = {
        start: Math.max(from[end] ?? 0, SPACE.length) + shift,
        end: Math.max(end, SPACE.length + 1) + shift,
      };
      const last = pieces.at(-1);
      if (id === this.#form.unknown && ids.at(-1) === id && (from[end] ?? 0) > 0 && last !== undefined)
        last.end = stretch.end;
      else {
        ids.push(id);
        pieces.push(stretch);
      }
    }
  }
}
