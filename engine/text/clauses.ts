import type { Stretch } from './stretch.ts';
import { phraseAt, type Word } from './words.ts';

/** More clauses than these are read as one with the last. */
const MOST_CLAUSES = 5;
const END = /[.!?;…。！？؟؛]/u;
const PAUSE = /[,:–—()，、；：（）،]/u;

/**
 * Cuts a text into clauses: at the end of sentences, at commas, and before words that join sentences.
 * @param joining normalised words and phrases that may begin a clause: "and", "but", "and then"
 * @returns stretches of words in order, none of them empty
 */
export function clausesOf(text: string, words: readonly Word[], joining: readonly string[]): Stretch[] {
  const begins = new Set<number>([0]);
  /** Where what joins ends: "and also" begins one clause. */
  let joined = phraseAt(words, 0, joining);
  for (const index of words.keys()) {
    const before = words[index - 1];
    const word = words[index];
    if (before === undefined || word === undefined) continue;
    const between = text.slice(before.end, word.start);
    const isInNumber =
      between.length === 1 && /\d/.test(text[before.end - 1] ?? '') && /\d/.test(text[word.start] ?? '');
    const isApart = !isInNumber && (END.test(between) || PAUSE.test(between));
    if (!isApart && index < joined) continue;
    const length = phraseAt(words, index, joining);
    if (isApart || length > 0) begins.add(index);
    if (length > 0) joined = index + length;
  }
  const starts = [...begins].sort((a, b) => a - b).slice(0, MOST_CLAUSES);
  return starts.flatMap((from, index) => {
    const first = words[from];
    const last = words[(starts[index + 1] ?? words.length) - 1];
    return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  });
}
