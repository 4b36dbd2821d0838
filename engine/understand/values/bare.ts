import { languageOf } from '../../language/languages.ts';
import { hasPause } from '../../text/pauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Utterance } from '../../values/recognizer.ts';

/** True if a normalised word carries no content: a reply, politeness, a preposition or an article. */
export const isConnecting = (word: string, language: string): boolean =>
  languageOf(language).connecting.has(word);

/**
 * True if only small words surround the given stretches, so the query can only be an answer or a correction.
 */
export const isBareAnswer = (words: readonly Word[], spans: readonly Stretch[], language: string): boolean =>
  words.every((word) => isConnecting(word.text, language) || spans.some((span) => overlap(word, span)));

/** True if the stretch and small words fill their whole clause. */
export function isWholeClause({ start, end }: Stretch, { text, words, language }: Utterance): boolean {
  /** True if only small words stand from a place to the next mark, or to the end of the text. */
  const isBareTo = (from: number, step: 1 | -1): boolean => {
    let edge = step > 0 ? end : start;
    for (let at = from; ; at += step) {
      const word = words[at];
      if (word === undefined) return true;
      const between = step > 0 ? text.slice(edge, word.start) : text.slice(word.end, edge);
      if (hasPause(between) || hasPause(text.slice(word.start, word.end))) return true;
      if (!isConnecting(word.text, language)) return false;
      edge = step > 0 ? word.end : word.start;
    }
  };
  const behind = words.findIndex((word) => word.start >= end);
  return (
    (behind < 0 || isBareTo(behind, 1)) &&
    isBareTo(
      words.findLastIndex((word) => word.end <= start),
      -1,
    )
  );
}
