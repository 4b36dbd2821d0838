import { type Encoder, READ_DEPTHS, WIDTH } from '../../../classify/encoder/encoder.ts';
import type { Glosses } from '../../../classify/encoder/glosses.ts';
import { overlap } from '../../../text/stretch.ts';
import { splitWholeText, type Word } from './words.ts';

export const ENCODING = READ_DEPTHS.length * WIDTH;
const LENGTH = 7;

/** The parts of an encoding. Each is scaled separately. */
export const SCALED = { parts: READ_DEPTHS.length, width: WIDTH, length: LENGTH };

/**
 * The encodings of words: for each of three layers, the mean state of the word's pieces, scaled to length 1. The pieces
 * are those of the whole text, so that one encoder run serves classifier and tagger. Words that the tokenizer joins
 * ("5pm") share their pieces.
 * @param words the first words of `splitWholeText(text)`
 * @param whole a text that contains this text: its encoder run is reused (see `Encoder.states`)
 * @returns [word][1152]; zeros for words beyond the encoder's limit
 */
export function encodeWords(
  encoder: Encoder,
  text: string,
  words: readonly Word[],
  whole?: string,
): Float32Array {
  const parts = partsOf(text);
  const { ids, pieces } = encoder.tokenizer.encodeWords(text, parts);
  const states = encoder.states(ids, whole);
  const out = new Float32Array(words.length * ENCODING);
  for (const [l, values] of states.layers.entries()) {
    for (const [p, part] of parts.entries()) {
      if (part.first >= words.length) break;
      const { from, to } = pieces[p] ?? { from: 0, to: 0 };
      const at = part.first * ENCODING + l * WIDTH;
      for (let piece = from; piece < to; piece++) {
        const row = states.rowOf(piece) * WIDTH;
        if (row < 0) continue;
        for (let i = 0; i < WIDTH; i++) out[at + i] = (out[at + i] ?? 0) + (values[row + i] ?? 0);
      }
      rescale(out, at, 1);
      const last = Math.min(part.first + part.words, words.length);
      for (let w = part.first + 1; w < last; w++) out.copyWithin(w * ENCODING + l * WIDTH, at, at + WIDTH);
    }
  }
  return out;
}

/** The encodings of words, through glosses where there are some: see `encodeWords` and `encodeGlossed`. */
export const encodedWords = (
  encoder: Encoder,
  text: string,
  words: readonly Word[],
  glosses?: Glosses,
): Float32Array =>
  glosses === undefined ? encodeWords(encoder, text, words) : encodeGlossed(encoder, text, words, glosses);

/**
 * The encodings of words in a language that the encoder reads through glosses: of each word the mean of its gloss, or zeros
 * if it has none. The run is that of the glossed text, which the classifier encodes too.
 */
function encodeGlossed(
  encoder: Encoder,
  text: string,
  words: readonly Word[],
  glosses: Glosses,
): Float32Array {
  const { text: glossed, places } = glosses.align(text);
  const glossWords = splitWholeText(glossed);
  const encoded = encodeWords(encoder, glossed, glossWords);
  const out = new Float32Array(words.length * ENCODING);
  for (const [w, word] of words.entries()) {
    const glossesOf = places.filter((place) => overlap(place.word, word)).map(({ gloss }) => gloss);
    for (const [g, glossWord] of glossWords.entries()) {
      if (!glossesOf.some((gloss) => overlap(gloss, glossWord))) continue;
      for (let i = 0; i < ENCODING; i++)
        out[w * ENCODING + i] = (out[w * ENCODING + i] ?? 0) + (encoded[g * ENCODING + i] ?? 0);
    }
    for (let l = 0; l < READ_DEPTHS.length; l++) rescale(out, w * ENCODING + l * WIDTH, 1);
  }
  return out;
}

/** Words and marks that the tokenizer may join. */
interface Part {
  start: number;
  end: number;
  /** Index of the part's first word. */
  first: number;
  words: number;
}

/** Signs that the tokenizer splits off everywhere. */
const MARK = /^[!-/:-@[-`{-~\p{P}]$/u;

/** Splits a text into parts whose pieces, in sequence, are the pieces of the whole text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let isOpen = false;
  for (const [first, { text: word, start, end }] of splitWholeText(text).entries()) {
    const last = parts.at(-1);
    const isMark = MARK.test(word);
    if (last !== undefined && isOpen && !isMark && last.end === start) {
      last.end = end;
      last.words += 1;
    } else parts.push({ start, end, first, words: 1 });
    isOpen = !isMark;
  }
  return parts;
}

/** Subtracts the mean from a word's encoding and scales each layer, in place. */
export function centreWord(word: Float32Array, mean: Float32Array): void {
  for (let i = 0; i < ENCODING; i++) word[i] = (word[i] ?? 0) - (mean[i] ?? 0);
  for (let l = 0; l < READ_DEPTHS.length; l++) rescale(word, l * WIDTH, LENGTH);
}

/** Scales the layer that begins at an index. */
function rescale(values: Float32Array, from: number, length: number): void {
  let squares = 1e-12;
  for (let i = from; i < from + WIDTH; i++) squares += (values[i] ?? 0) ** 2;
  const scale = length / Math.sqrt(squares);
  for (let i = from; i < from + WIDTH; i++) values[i] = (values[i] ?? 0) * scale;
}
