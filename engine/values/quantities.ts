import { languageOf } from '../language/languages.ts';
import { hasPause } from '../text/pauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { firstWordFrom, type Word } from '../text/words.ts';
import type { DigitNumber } from './digits.ts';
import { isLoneOne, numbersIn } from './number.ts';
import { peopleCandidates } from './people.ts';
import { type Candidate, type Recognizer, readOnce, type Utterance } from './recognizer.ts';

/** Thousands have no half of their own in speech: "two thousand and a half" is 2000.5. */
const LEAST_HALVED = 1e6;

/** Numbers, with their halves, and below zero as an answer; people who are counted together are one number. */
export const recognizeNumbers: Recognizer = (utterance) => {
  const people = peopleCandidates(utterance);
  const numbers = numbersByThemselves(utterance);
  if (people.length === 0) return numbers;
  const apart = numbers.filter((number) => !people.some((sum) => overlap(sum, number)));
  return [...apart, ...people].sort((quantity, next) => quantity.start - next.start);
};

/** Numbers, each by itself. */
export const numbersByThemselves: Recognizer = (utterance) => {
  const numbers = signedQuantitiesIn(utterance);
  if (numbers.length === 0) return [...pairsIn(utterance), ...articleIn(utterance)];
  return numbers.flatMap(({ start, end, value }) => {
    const quality = qualityOf({ start, end, value }, utterance);
    return quality === null ? [] : [{ start, end, value, details: {}, quality }];
  });
};

/** `A couple` answers how many, where no number does. */
function pairsIn({ words, language }: Utterance): Candidate[] {
  const { pair } = languageOf(language).numbers;
  const { articles } = languageOf(language).numbers;
  return words.flatMap(({ text, end }, index) => {
    const article = words[index - 1];
    if (text !== pair || article === undefined || !articles.has(article.text)) return [];
    return [{ start: article.start, end, value: 2, details: {}, quality: 'answer' }];
  });
}

/** An article that counts as one, by itself: `eine`. */
function articleIn({ words, language }: Utterance): Candidate[] {
  const { one, another } = languageOf(language).relative;
  const [only, ...more] = words;
  if (only === undefined || more.length > 0) return [];
  if (!one.includes(only.text) || another.includes(only.text)) return [];
  return [{ start: only.start, end: only.end, value: 1, details: {}, quality: 'answer' }];
}

/** `1/2` may be a date, or one or two of something; `two thirds` are so much of an amount, and none themselves. */
export const isFraction = (number: DigitNumber, utterance: Utterance): boolean =>
  utterance.text.slice(number.start, number.end).includes('/') || endsInParts(number, utterance);

function endsInParts({ end }: Stretch, { words, language }: Utterance): boolean {
  const { part, parts } = languageOf(language).numbers;
  const last = words[firstWordFrom(words, end) - 1]?.text ?? '';
  return parts.has(last) || part.has(last);
}

/** Null for what is no number, but a pronoun. */
function qualityOf(number: DigitNumber, utterance: Utterance): Candidate['quality'] | null {
  switch (pronounAt(number, utterance)) {
    case 'surely':
      return null;
    case 'maybe':
      return 'answer';
    case 'no':
      return isFraction(number, utterance) ? 'weak' : 'exact';
  }
}

/** Tells if a number is a pronoun: maybe in "the one", surely in "the other one" and "the morning one". */
function pronounAt(number: DigitNumber, utterance: Utterance): 'surely' | 'maybe' | 'no' {
  if (!isLoneOne(number, utterance)) return 'no';
  const { words } = utterance;
  const { numbers, connecting } = languageOf(utterance.language);
  const at = firstWordFrom(words, number.start);
  const [second, before] = [words[at - 2]?.text ?? '', words[at - 1]?.text ?? ''];
  const isApart = hasPause(utterance.text.slice(words[at - 1]?.end ?? number.start, number.start));
  const { beforePronoun, notBefore } = numbers;
  if (notBefore.has(words[at + 1]?.text ?? '')) return 'surely';
  // A pause parts it from the words before: "for the dog, one pack".
  if (isApart || isNoMore(number, utterance)) return 'no';
  if (beforePronoun.has(second) && !connecting.has(before)) return 'surely';
  return beforePronoun.has(before) ? 'maybe' : 'no';
}

/** True if a number is said to be all: "just one", "only the one". */
export function isNoMore({ start }: Stretch, { words, language }: Utterance): boolean {
  const { numbers, connecting } = languageOf(language);
  const at = firstWordFrom(words, start);
  const [second, before] = [words[at - 2]?.text ?? '', words[at - 1]?.text ?? ''];
  const { onlyBefore } = numbers;
  return onlyBefore.has(before) || (onlyBefore.has(second) && connecting.has(before));
}

/**
 * The numbers of a query with their halves: `two and a half million`, `half a million`, `dos millones y medio`. Times
 * and durations have halves of their own, and read the bare numbers.
 */
export const quantitiesIn = readOnce((utterance): readonly DigitNumber[] => {
  const numbers = numbersIn(utterance);
  const digitNumbers: DigitNumber[] = [];
  for (const number of numbers) {
    const previous = digitNumbers.at(-1);
    if (previous !== undefined && number.start < previous.end) continue;
    const fraction = asParts(number, utterance);
    if (fraction !== null && previous !== undefined && isWholeBefore(previous, fraction, utterance)) {
      const value = exactly(previous.value + fraction.value);
      digitNumbers[digitNumbers.length - 1] = { start: previous.start, end: fraction.end, value };
      continue;
    }
    const whole = withPairBefore(withHalfBefore(number, previous, utterance), utterance);
    digitNumbers.push(fraction ?? withHalfAfter(whole, numbers, utterance));
  }
  return digitNumbers;
});

/** `two thirds`, `ein Viertel`: so many parts of one, or null. */
function asParts(number: DigitNumber, { words, text, language }: Utterance): DigitNumber | null {
  const { value, start, end } = number;
  const { part, parts } = languageOf(language).numbers;
  const word = words[firstWordFrom(words, end)];
  const unit = word === undefined ? undefined : (value === 1 ? part : parts).get(word.text);
  if (word === undefined || unit === undefined || !Number.isInteger(value) || value < 1) return null;
  return isGap(text.slice(end, word.start)) ? { start, end: word.end, value: exactly(value / unit) } : null;
}

/** The whole number of `three and two thirds`. */
function isWholeBefore(
  whole: DigitNumber,
  { start }: Stretch,
  { words, text, language }: Utterance,
): boolean {
  const { joiners } = languageOf(language).numbers;
  const at = firstWordFrom(words, whole.end);
  const [joiner, next] = [words[at], words[at + 1]];
  const isJoined =
    joiner !== undefined && next !== undefined && joiners.has(joiner.text) && next.start === start;
  return isJoined && Number.isInteger(whole.value) && /^[\s\p{L}-]+$/u.test(text.slice(whole.end, start));
}

/** With the fifteen digits that a number has. */
const exactly = (value: number): number => Number(value.toPrecision(15));

/** Quantities, the one that an answer begins with below zero where `minus` stands before it. */
export function signedQuantitiesIn(utterance: Utterance): DigitNumber[] {
  const [first, ...more] = quantitiesIn(utterance);
  if (first === undefined) return [];
  const sign = first.value > 0 ? startOfMinus(utterance, first.start) : null;
  return [sign === null ? first : { ...first, start: sign, value: -first.value }, ...more];
}

/** The begin of a query's first word, if that is `minus` and stands right before an offset; else null. */
export function startOfMinus({ words, text, language }: Utterance, start: number): number | null {
  const [sign] = words;
  if (sign === undefined || sign.end > start) return null;
  if (!languageOf(language).numbers.minus.has(sign.text)) return null;
  return isJoined(sign, start, text) ? sign.start : null;
}

/** The end of an `and a half` that begins right after an offset, or null. */
export function endOfHalf({ words, text, language }: Utterance, end: number): number | null {
  const begin = firstWordFrom(words, end);
  for (const half of languageOf(language).numbers.andHalf) {
    const phrase = half.split(' ');
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
  utterance: Utterance,
): DigitNumber {
  const { words, text, language } = utterance;
  const half = words[firstWordFrom(words, number.start) - 1];
  if (half === undefined || half.start < (previous?.end ?? 0)) return number;
  return isHalf(half.text, language) && isScale(number, utterance) && isJoined(half, number.start, text)
    ? { start: half.start, end: number.end, value: number.value / 2 }
    : number;
}

/** `a couple hundred`, `a couple of thousand`. */
function withPairBefore(number: DigitNumber, { words, text, language }: Utterance): DigitNumber {
  const { articles, hundred, scales, pair, ofPair } = languageOf(language).numbers;
  const first = firstWordFrom(words, number.start);
  const scale = words[first];
  const at = words[first - 1]?.text === ofPair ? first - 2 : first - 1;
  const [article, word] = [words[at - 1], words[at]];
  if (word === undefined || article === undefined || scale === undefined || word.text !== pair) return number;
  const isScaled = scale.end === number.end && (hundred.has(scale.text) || scales.has(scale.text));
  const isNear = /^[\s\p{L}]{1,4}$/u.test(text.slice(word.end, scale.start));
  if (!isScaled || !isNear || !articles.has(article.text)) return number;
  return { start: article.start, end: number.end, value: 2 * number.value };
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
  const scale = languageOf(language).numbers.scales.get(last?.text ?? '') ?? 1;
  const value = number.value + (scale >= LEAST_HALVED ? scale : 1) / 2;
  const next = numbers.find(({ start }) => start >= end);
  const multiplies = next !== undefined && isScale(next, utterance) && isGap(text.slice(end, next.start));
  return multiplies
    ? { start: number.start, end: next.end, value: value * next.value }
    : { start: number.start, end, value };
}

export const isHalf = (word: string, language: string): boolean =>
  languageOf(language).numbers.half.has(word);

/** True if a number is only a scale or a collective, perhaps with its article. */
function isScale({ start, end }: DigitNumber, { words, language }: Utterance): boolean {
  const { articles, collectives, scales } = languageOf(language).numbers;
  const own = words.slice(firstWordFrom(words, start), firstWordFrom(words, end));
  const [first, ...more] = own.filter(({ text }) => !articles.has(text));
  return first !== undefined && more.length === 0 && (scales.has(first.text) || collectives.has(first.text));
}

const isJoined = (word: Word, start: number, text: string): boolean => isGap(text.slice(word.end, start));

const isGap = (between: string): boolean => /^[\s-]{0,3}$/.test(between);
