import { normalForm } from '../../normal-form.ts';
import type { Stretch } from '../../text/stretch.ts';
import type { Charsmap } from './charsmap.ts';
import { MAX_LENGTH, MAX_TOKENS, type PieceRange, type Tokenizer } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Stands for the space before a word. */
const SPACE = '▁';
/** The cost of a character that no piece has, beyond that of the rarest piece: SentencePiece's `kUnkPenalty`. */
const UNKNOWN_PENALTY = 10;

/** The steps that a text goes through before it is cut, in order; `charsmap` comes with the model. */
export type UnigramStep = 'charsmap' | 'NFC' | 'NFKC' | 'lowercase';

/** The settings by which a Unigram vocabulary is read. */
export interface UnigramForm {
  kind: 'unigram';
  /** Ids of the marks at both ends, and of what the vocabulary lacks. */
  begin: number;
  end: number;
  unknown: number;
  steps: readonly UnigramStep[];
}

/** A word between spaces, as it is cut. */
interface CutWord {
  /** Its place in the text as it came. */
  start: number;
  end: number;
  ids: number[];
  /** The place of each piece in the normalised word, spaces not counted. */
  pieces: Stretch[];
}

/**
 * The tokenizer of SentencePiece's Unigram models (Kudo 2018, Subword Regularization): of all ways to cut a word into
 * pieces, the one whose pieces are the most probable together. Words are cut one by one, each with the mark of a space
 * before it; characters that no piece has are unknown, as many as stand together being one.
 */
export class UnigramTokenizer implements Tokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #scores: Float32Array;
  readonly #form: UnigramForm;
  readonly #charsmap: Charsmap | null;
  readonly #unknownScore: number;

  /** @param scores log probability of each piece; −∞ for one that no text has, such as a mark */
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

  /** The words of a text up to those that fill the encoder. */
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
   * The pieces that hold some of a part: where a piece holds the end of one part and the beginning of the next, both.
   * @param first the place of the word's first piece
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
   * Cuts a word by Viterbi's algorithm, and adds its pieces.
   * @param shift what is added to a place in `text` to give the place in the normalised word
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
      // The mark of the space has no width in the word: alone, it goes with what follows.
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
