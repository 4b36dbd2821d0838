import { languageOf } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Utterance } from '../recognizer.ts';
import type { FreeTextModel } from './model.ts';

/**
 * Widens what the tagger found in an answer over words that nothing else explains: few examples teach it short
 * values, and of "rent for the month of may" it may see "the month" alone. To the right up to the last such word
 * before another value; to the left where the answer begins with one, so that it is no sentence around the value. What
 * stands behind a pause is a part of a note alone: “Anna. We have moved house” names Anna.
 * @param taken where the values of other slots stand
 */
export function widen(
  span: Stretch,
  { text, words, language }: Utterance,
  model: FreeTextModel,
  { taken, isNote }: { taken: readonly Stretch[]; isNote: boolean },
): Stretch {
  const isTaken = (word: Stretch) => taken.some((stretch) => overlap(stretch, word));
  const isExplained = (word: Word) =>
    isTaken(word) ||
    saysNothing(word.text, language) ||
    model.isOutside(text.slice(word.start, word.end).toLowerCase());
  const before = words.filter((word) => word.end <= span.start);
  const after = words.filter((word) => word.start >= span.end);
  const [first] = before;
  const isSentence = first === undefined || isExplained(first) || before.some(isTaken);
  const ends = after.findIndex(
    (word) => isTaken(word) || (!isNote && isPausedBefore(text, words, words.indexOf(word))),
  );
  const last = after.slice(0, ends < 0 ? after.length : ends).findLast((word) => !isExplained(word));
  return { start: isSentence ? span.start : first.start, end: last?.end ?? span.end };
}

const saysNothing = (word: string, language: string): boolean => languageOf(language).connecting.has(word);
