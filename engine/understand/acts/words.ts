import { plainApostrophes } from '../../text/plain-signs.ts';
import { splitText, type Word } from '../../values/free-text/tagger/words.ts';

/** A word as people count it: "didn't" is one word, like "didnt". */
export interface JoinedWord extends Word {
  /** The number of `splitText` words that form it. */
  parts: number;
}

/** The part after the apostrophe of a short form: "'s", "'ll". Longer parts are separate words: "l'hôtel". */
const TAIL = /^\p{L}{1,2}$/u;
const LETTERS = /^\p{L}+$/u;

/** Splits a text into words and keeps each short form whole, with or without its apostrophe. */
export function joinedWords(text: string): JoinedWord[] {
  const words = splitText(text);
  const joined: JoinedWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, mark, tail] = words.slice(at, at + 3);
    if (word === undefined) break;
    const isShortForm =
      mark !== undefined &&
      tail !== undefined &&
      LETTERS.test(word.text) &&
      plainApostrophes(mark.text) === "'" &&
      TAIL.test(tail.text) &&
      word.end === mark.start &&
      mark.end === tail.start;
    joined.push(
      isShortForm
        ? { text: word.text + tail.text, start: word.start, end: tail.end, parts: 3 }
        : { ...word, parts: 1 },
    );
    if (isShortForm) at += 2;
  }
  return joined;
}

/**
 * The encodings of joined words: the mean of their parts.
 * @param encoded [part][width]
 */
export function joinEncodings(
  encoded: Float32Array,
  words: readonly JoinedWord[],
  width: number,
): Float32Array {
  if (words.every(({ parts }) => parts === 1)) return encoded;
  const out = new Float32Array(words.length * width);
  let part = 0;
  for (const [w, { parts }] of words.entries())
    for (let end = part + parts; part < end; part++)
      for (let i = 0; i < width; i++)
        out[w * width + i] = (out[w * width + i] ?? 0) + (encoded[part * width + i] ?? 0) / parts;
  return out;
}
