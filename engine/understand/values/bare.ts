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
  const isMark = (at: number) => hasPause(text.charAt(at));
  let from = start;
  while (from > 0 && !isMark(from - 1)) from -= 1;
  let to = end;
  while (to < text.length && !isMark(to)) to += 1;
  const clause = words.filter((word) => word.start >= from && word.end <= to);
  return isBareAnswer(clause, [{ start, end }], language);
}
