import { languageOf } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Utterance } from '../recognizer.ts';
import type { FreeTextModel } from './model.ts';
import { isBesideAnswer } from './whole-answer.ts';

/**
 * Extends a tagged value over unexplained words, which belong to no other value and stand outside of values in no
 * example. After few examples, the tagger often finds only a part of a long answer.
 * - To the right, up to the last unexplained word before another value. Only a note continues after a pause.
 * - To the left, up to the beginning of the answer, or of its clause unless it is a note, if that begins with an
 *   unexplained word. A note that begins otherwise takes the unexplained noun before it, with its article: “so write that
 *   the left sleeve is torn”, of which the tagger found “is torn”.
 * @param taken the stretches of other slots' values
 * @param crosses true if an unexplained word behind such a value belongs to the text, too
 */
export function widen(
  span: Stretch,
  { text, words, language }: Utterance,
  model: FreeTextModel,
  { taken, isNote, crosses = false }: { taken: readonly Stretch[]; isNote: boolean; crosses?: boolean },
): Stretch {
  const isTaken = (word: Stretch) => taken.some((stretch) => overlap(stretch, word));
  const isExplained = (word: Word) =>
    isTaken(word) ||
    languageOf(language).connecting.has(word.text) ||
    isBesideAnswer(word.text, language) ||
    model.isOutside(text.slice(word.start, word.end).toLowerCase());
  const at = words.filter((word) => word.end <= span.start).length;
  const pause = words.findLastIndex((_, index) => index <= at && isPausedBefore(text, words, index));
  const before = words.slice(isNote ? 0 : Math.max(0, pause), at);
  const after = words.filter((word) => word.start >= span.end);
  const [first] = before;
  const isSentence = first === undefined || isExplained(first) || before.some(isTaken);
  const ends = after.findIndex(
    (word) => (isTaken(word) && !crosses) || (!isNote && isPausedBefore(text, words, words.indexOf(word))),
  );
  const last = after.slice(0, ends < 0 ? after.length : ends).findLast((word) => !isExplained(word));
  const start = isSentence
    ? ((isNote ? nounBefore(before, isExplained, { text, words, language })?.start : undefined) ?? span.start)
    : first.start;
  return { start, end: last?.end ?? span.end };
}

/**
 * The article or possessive before the unexplained words at the end of some words; undefined if there is none, if a pause
 * stands behind the noun or if it is denied: "not the door".
 */
function nounBefore(
  before: readonly Word[],
  isExplained: (word: Word) => boolean,
  { text, words, language }: Omit<Utterance, 'clock'>,
): Word | undefined {
  const { people, numbers, change } = languageOf(language);
  const at = before.findLastIndex(isExplained);
  const [article, denial] = [before[at], before[at - 1]];
  const isLed =
    article !== undefined && [people.owners, numbers.articles].some((led) => led.has(article.text));
  if (!isLed || at === before.length - 1 || change.not.includes(denial?.text ?? '')) return undefined;
  const from = words.indexOf(article);
  const isParted = before.slice(at).some((_, offset) => isPausedBefore(text, words, from + offset + 1));
  return isParted ? undefined : article;
}
