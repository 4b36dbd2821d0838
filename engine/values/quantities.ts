import { languageOf } from '../language/languages.ts';
import { hasPause } from '../text/pauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { firstWordFrom, wordsWithin } from '../text/words.ts';
import type { DigitNumber } from './digits.ts';
import { isLoneOne } from './number.ts';
import { peopleCandidates } from './people.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';
import {
  article,
  first,
  maybe,
  NEAR,
  number,
  once,
  readAll,
  rule,
  type Term,
  valueWord,
  where,
  word,
} from './rules.ts';

/** The smallest scale that a following half refers to: "two thousand and a half" is 2000.5. */
const LEAST_HALVED = 1e6;

/** Numbers, with halves and, in answers, negative ones. A sum of people is one number. */
export const recognizeNumbers: Recognizer = (utterance) => {
  const people = peopleCandidates(utterance);
  const numbers = numbersByThemselves(utterance);
  if (people.length === 0) return numbers;
  const apart = numbers.filter((number) => !people.some((sum) => overlap(sum, number)));
  return [...apart, ...people].sort((quantity, next) => quantity.start - next.start);
};

/** Numbers, without sums of people. */
export const numbersByThemselves: Recognizer = (utterance) => {
  const numbers = readAll(utterance, signedQuantity);
  if (numbers.length === 0) return [...couplesIn(utterance), ...articleIn(utterance)];
  return numbers.flatMap(({ start, end, value }) => {
    const quality = qualityOf({ start, end, value }, utterance);
    return quality === null ? [] : [{ start, end, value, details: {}, quality }];
  });
};

/** `A couple` as the answer to a question for a number, used if the query has no number. */
export const couplesIn: Recognizer = (utterance) =>
  readAll(utterance, couple).map(({ next: _, ...pair }) => ({
    ...pair,
    details: {},
    quality: 'answer',
  }));

/** An article as a whole query counts as one: `eine`. */
function articleIn({ words, language }: Utterance): Candidate[] {
  const { one, another } = languageOf(language).relative;
  const [only, ...more] = words;
  if (only === undefined || more.length > 0) return [];
  if (!one.includes(only.text) || another.includes(only.text)) return [];
  return [{ start: only.start, end: only.end, value: 1, details: {}, quality: 'answer' }];
}

/** True for `1/2`, which may be a date or "one or two", and for `two thirds`, which is a share of an amount. */
export const isFraction = (number: DigitNumber, utterance: Utterance): boolean =>
  utterance.text.slice(number.start, number.end).includes('/') || endsInParts(number, utterance);

function endsInParts({ end }: Stretch, { words, language }: Utterance): boolean {
  const { part, parts } = languageOf(language).numbers;
  const last = words[firstWordFrom(words, end) - 1]?.text ?? '';
  return parts.has(last) || part.has(last);
}

/**
 * Null for a "one" that is surely a pronoun ("the other one", "the morning one"). A "one" that may be a pronoun ("the
 * one") counts only as an answer.
 */
function qualityOf(number: DigitNumber, utterance: Utterance): Candidate['quality'] | null {
  const counts = isFraction(number, utterance) ? 'weak' : 'exact';
  if (!isLoneOne(number, utterance)) return counts;
  const { words } = utterance;
  const { numbers, connecting } = languageOf(utterance.language);
  const at = firstWordFrom(words, number.start);
  const [second, before] = [words[at - 2]?.text ?? '', words[at - 1]?.text ?? ''];
  const isApart = hasPause(utterance.text.slice(words[at - 1]?.end ?? number.start, number.start));
  const { beforePronoun, notBefore } = numbers;
  if (notBefore.has(words[at + 1]?.text ?? '')) return null;
  // A pause separates the "one" from the words before it: "for the dog, one pack".
  if (isApart || isNoMore(number, utterance)) return counts;
  if (beforePronoun.has(second) && !connecting.has(before)) return null;
  return beforePronoun.has(before) ? 'answer' : counts;
}

/** True if the words say that the number is all: "just one", "only the one". */
export function isNoMore({ start }: Stretch, { words, language }: Utterance): boolean {
  const { numbers, connecting } = languageOf(language);
  const at = firstWordFrom(words, start);
  const [second, before] = [words[at - 2]?.text ?? '', words[at - 1]?.text ?? ''];
  const { onlyBefore } = numbers;
  return onlyBefore.has(before) || (onlyBefore.has(second) && connecting.has(before));
}

/** Rounds to the 15 significant digits that a number holds. */
const exactly = (value: number): number => Number(value.toPrecision(15));

export const half = word(({ numbers }) => numbers.half);
export const andHalf = word(({ numbers }) => numbers.andHalf);
const joiner = word(({ numbers }) => numbers.joiners);
const couple = rule([article, word(({ numbers }) => numbers.pair)], () => 2);

/** A number that is just a hundred, a scale or a collective, perhaps with its article. */
const scale = rule([number], ([value], [{ start, end } = NOWHERE], { words, language }) => {
  const { articles, collectives, hundred, scales } = languageOf(language).numbers;
  const [only, ...more] = wordsWithin(words, { start, end }).filter(({ text }) => !articles.has(text));
  const isScale =
    only !== undefined && (scales.has(only.text) || collectives.has(only.text) || hundred.has(only.text));
  return isScale && more.length === 0 ? value : null;
});
const NOWHERE: Stretch = { start: 0, end: 0 };

const whole = rule([number], ([value]) => (Number.isInteger(value) ? value : null));

const parts = first(
  rule(/* two thirds */ [whole, valueWord(({ numbers }) => numbers.parts)], ([value, unit]) =>
    value > 1 ? exactly(value / unit) : null,
  ),
  rule(/* ein Viertel */ [whole, valueWord(({ numbers }) => numbers.part)], ([value, unit]) =>
    value === 1 ? exactly(value / unit) : null,
  ),
);

const numbered = first(
  rule(/* three and two thirds */ [whole, joiner, parts], ([value, , more]) => exactly(value + more)),
  parts,
  rule(/* two and a half million */ [whole, andHalf, scale], ([value, , size]) => (value + 0.5) * size),
  rule(/* two million and a half */ [whole, andHalf], ([value], [{ end } = NOWHERE], { words, language }) => {
    const last = words[firstWordFrom(words, end) - 1]?.text ?? '';
    const size = languageOf(language).numbers.scales.get(last) ?? 1;
    return value + (size >= LEAST_HALVED ? size : 1) / 2;
  }),
  number,
);

const scaled = first(
  rule(/* half a million */ [half, scale], ([, value]) => value / 2),
  rule(
    /* a couple of thousand */ [couple, maybe(word(({ numbers }) => numbers.ofPair)), scale],
    ([count, , value]) => count * value,
  ),
);

/**
 * A number, perhaps with a half: `two and a half million`, `half a million`, `dos millones y medio`. Times and
 * durations read bare numbers and their own halves.
 */
export const quantity = once(where(number, numbered, scaled));

/** A word for minus at the beginning of the query. */
const minus: Term<string> = (utterance, at, from) =>
  at === 0 ? word(({ numbers }) => numbers.minus)(utterance, at, from) : null;

/** A quantity, negative after a word for minus at the beginning of the query. */
export const signedQuantity = first(
  rule([minus, quantity], ([, value]) => (value > 0 ? -value : null)),
  quantity,
);

/** The start of the query's first word if that means minus and directly precedes an offset; else null. */
export function startOfMinus(utterance: Utterance, start: number): number | null {
  const sign = minus(utterance, 0, 0);
  return sign !== null && NEAR.test(utterance.text.slice(sign.end, start)) && sign.end <= start
    ? sign.start
    : null;
}
