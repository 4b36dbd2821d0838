import { firstWordFrom, type Word } from '../words.ts';
import type { DigitNumber } from './digits.ts';
import { isLoneOne, numbersIn } from './number.ts';
import { numberWordsOf } from './number-words.ts';
import type { Recognizer, Utterance } from './recognizer.ts';

interface QuantityWords {
  /** After a number, half of one more: `two and a half`. */
  andHalf: readonly (readonly string[])[];
  /** Before a scale, half of it: `half a million`. */
  half: ReadonlySet<string>;
  /** As the first word of an answer, below zero; elsewhere `menos` and `moins` are less of something. */
  minus: string;
}

const of = (andHalf: readonly string[], half: readonly string[], minus: string): QuantityWords => ({
  andHalf: andHalf.map((phrase) => phrase.split(' ')),
  half: new Set(half),
  minus,
});

const BY_LANGUAGE: Readonly<Record<string, QuantityWords>> = {
  en: of(['and a half', 'and one half', 'and half'], ['half'], 'minus'),
  // Not "y media", "e meia", "e mezza": those are said of the hour.
  es: of(['y medio'], ['medio'], 'menos'),
  de: of(['und ein halb', 'und eine halbe', 'einhalb'], ['halbe', 'halben'], 'minus'),
  fr: of(['et demi'], ['demi'], 'moins'),
  pt: of(['e meio'], ['meio'], 'menos'),
  it: of(['e mezzo'], ['mezzo'], 'meno'),
};

/** Thousands have no half of their own in speech: "two thousand and a half" is 2000.5. */
const LEAST_HALVED = 1e6;

/** Numbers, with their halves, and below zero as an answer. */
export const recognizeNumbers: Recognizer = (utterance) =>
  signedQuantitiesIn(utterance).map((number) => ({
    start: number.start,
    end: number.end,
    value: number.value,
    details: {},
    quality: isPronoun(number, utterance) ? 'answer' : 'exact',
  }));

/** True where a number is a word such as the "one" of "the other one". */
function isPronoun(number: DigitNumber, utterance: Utterance): boolean {
  const { words, language } = utterance;
  const before = words[firstWordFrom(words, number.start) - 1];
  return isLoneOne(number, utterance) && numberWordsOf(language).beforePronoun.has(before?.text ?? '');
}

/**
 * The numbers of a query with their halves: `two and a half million`, `half a million`, `dos millones y medio`. Times
 * and durations have halves of their own, and read the bare numbers.
 */
export function quantitiesIn(utterance: Utterance): DigitNumber[] {
  const numbers = numbersIn(utterance);
  const found: DigitNumber[] = [];
  for (const number of numbers) {
    const previous = found.at(-1);
    if (previous !== undefined && number.start < previous.end) continue;
    found.push(withHalfAfter(withHalfBefore(number, previous, utterance), numbers, utterance));
  }
  return found;
}

/** Quantities, the one that an answer begins with below zero where `minus` stands before it. */
export function signedQuantitiesIn(utterance: Utterance): DigitNumber[] {
  const [first, ...others] = quantitiesIn(utterance);
  if (first === undefined) return [];
  const [sign] = utterance.words;
  if (sign?.text !== BY_LANGUAGE[utterance.language]?.minus) return [first, ...others];
  const isNext = firstWordFrom(utterance.words, first.start) === 1 && first.value > 0;
  const isBelow = sign !== undefined && isNext && isJoined(sign, first.start, utterance.text);
  return [isBelow ? { ...first, start: sign.start, value: -first.value } : first, ...others];
}

/** Where `and a half` ends that begins right after an offset, or null. */
export function endOfHalf({ words, text, language }: Utterance, end: number): number | null {
  const begin = firstWordFrom(words, end);
  for (const phrase of BY_LANGUAGE[language]?.andHalf ?? []) {
    const stretch = words.slice(begin, begin + phrase.length);
    const starts = stretch.map(({ start }) => start);
    const ends = [end, ...stretch.map((word) => word.end)];
    const isThere = phrase.every((word, at) => stretch[at]?.text === word);
    if (isThere && starts.every((start, at) => isGap(text.slice(ends[at], start))))
      return ends.at(-1) ?? null;
  }
  return null;
}

function withHalfBefore(
  number: DigitNumber,
  previous: DigitNumber | undefined,
  { words, text, language }: Utterance,
): DigitNumber {
  const half = words[firstWordFrom(words, number.start) - 1];
  if (half === undefined || half.start < (previous?.end ?? 0)) return number;
  const isHalf = BY_LANGUAGE[language]?.half.has(half.text) ?? false;
  return isHalf && isScale(number.value, language) && isJoined(half, number.start, text)
    ? { start: half.start, end: number.end, value: number.value / 2 }
    : number;
}

function withHalfAfter(
  number: DigitNumber,
  numbers: readonly DigitNumber[],
  utterance: Utterance,
): DigitNumber {
  const end = Number.isInteger(number.value) ? endOfHalf(utterance, number.end) : null;
  if (end === null) return number;
  const { words, text, language } = utterance;
  const last = words[firstWordFrom(words, number.end) - 1];
  const scale = numberWordsOf(language).scales.get(last?.text ?? '') ?? 1;
  const value = number.value + (scale >= LEAST_HALVED ? scale : 1) / 2;
  const next = numbers.find(({ start }) => start >= end);
  const multiplies =
    next !== undefined && isScale(next.value, language) && isGap(text.slice(end, next.start));
  return multiplies
    ? { start: number.start, end: next.end, value: value * next.value }
    : { start: number.start, end, value };
}

function isScale(value: number, language: string): boolean {
  return [...numberWordsOf(language).scales.values()].includes(value);
}

const isJoined = (word: Word, start: number, text: string): boolean => isGap(text.slice(word.end, start));

const isGap = (between: string): boolean => /^[\s-]{1,3}$/.test(between);
