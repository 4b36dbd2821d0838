import { languageOf } from '../language/languages.ts';
import { overlap } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import type { DigitNumber } from './digits.ts';
import { isHalf, signedQuantitiesIn } from './quantities.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

/** A number with a percent sign or its name after it: `5.5%` is 5.5. */
export const recognizePercentages: Recognizer = (utterance) => {
  const numbers = signedQuantitiesIn(utterance).slice(0, MAX_PERCENTAGES);
  const half = halves(utterance, numbers);
  const candidates: Candidate[] = [];
  for (const { start, end, value } of numbers) {
    // In French, the name holds a number: "vingt pour cent".
    const isOfName = [candidates.at(-1), ...half].some((value) => value && overlap(value, { start, end }));
    if (isOfName) continue;
    const close = endOfPercent(utterance, end);
    const open = startOfPercent(utterance, start);
    // "5" answers the question for a rate.
    candidates.push({
      start: open ?? start,
      end: close ?? end,
      value,
      details: {},
      quality: open === null && close === null ? 'answer' : 'exact',
    });
  }
  return [...half, ...candidates].sort((a, b) => a.start - b.start);
};

/** Percentages read of one query, at most, and halves of one. */
const MAX_PERCENTAGES = 64;
const MAX_HALVES = 16;

/** `half a percent`, `ein halbes Prozent`, `medio por ciento`; not the half of "one and a half percent". */
function halves(utterance: Utterance, numbers: readonly DigitNumber[]): Candidate[] {
  const { words, language } = utterance;
  const candidates = words.flatMap((half, index) => {
    if (!isHalf(half.text, language)) return [];
    const article = words[index + 1];
    const isArticle = languageOf(language).numbers.articles.has(article?.text ?? '');
    const end = endOfPercent(utterance, isArticle ? (article?.end ?? half.end) : half.end);
    if (end === null) return [];
    if (numbers.some((number) => number.start <= half.start && half.start < number.end)) return [];
    return [{ start: half.start, end, value: 0.5, details: {}, quality: 'exact' as const }];
  });
  return candidates.slice(0, MAX_HALVES);
}

/** The begin of the name of a percentage that a number follows, or null. */
function startOfPercent({ words, language }: Utterance, start: number): number | null {
  const at = firstWordFrom(words, start);
  for (const name of languageOf(language).numbers.percentBefore) {
    const parts = name.split(' ');
    const first = words[at - parts.length];
    if (first !== undefined && parts.every((part, index) => words[at - parts.length + index]?.text === part))
      return first.start;
  }
  return null;
}

/** The end of the percent sign, or its name, that follows a number, or null. */
function endOfPercent({ text, words, language }: Utterance, end: number): number | null {
  const sign = /^[ \u00a0\u202f]?%/.exec(text.slice(end, end + 2));
  if (sign !== null) return end + sign[0].length;
  const next = firstWordFrom(words, end);
  for (const name of languageOf(language).numbers.percent) {
    const parts = name.split(' ');
    const last = words[next + parts.length - 1];
    if (last !== undefined && parts.every((part, index) => words[next + index]?.text === part))
      return last.end;
  }
  return null;
}
