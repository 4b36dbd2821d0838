import { languageOf } from '../language/languages.ts';
import { hasPause } from '../text/pauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { firstWordFrom, wordsWithin } from '../text/words.ts';
import type { NumberCategories } from './categories.ts';
import {
  type Chart,
  chartOf,
  defineGrammar,
  firstOf,
  NEAR,
  type Place,
  type Reader,
  reader,
  nearRule as rule,
} from './chart.ts';
import type { DigitNumber } from './digits.ts';
import { isLoneOne } from './number.ts';
import { peopleCandidates } from './people.ts';
import { type Candidate, type Recognizer, readOnce, type Utterance } from './recognizer.ts';
import type { Read } from './stream.ts';

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
  const chart = chartOf(utterance);
  const numbers = withHalvesOfOne(chart.readAll('signedQuantity'), chart);
  if (numbers.length === 0) return [...couplesIn(utterance), ...articlesIn(utterance)];
  return numbers.flatMap(({ start, end, value }) => {
    const quality = qualityOf({ start, end, value }, utterance);
    if (quality === null) return [];
    const half = chart.read('halfMeasured', firstWordFrom(chart.words, start));
    const isMeasured = half !== null && half.end === end;
    return [
      { start, end, value, details: {}, quality, ...(isMeasured ? { beforeNoun: half.value.end } : {}) },
    ];
  });
};

/** Adds `quilo e meio`, in languages that leave out the article. */
function withHalvesOfOne(numbers: readonly Read<number>[], chart: Chart): readonly Read<number>[] {
  if (!chart.language.numbers.halfWithoutOne) return numbers;
  const more = chart.readAll('halfOfOne').filter((one) => !numbers.some((number) => overlap(number, one)));
  return more.length === 0 ? numbers : [...numbers, ...more].sort((one, next) => one.start - next.start);
}

/** `A couple` as the answer to a question for a number, used if the query has no number. */
export const couplesIn: Recognizer = (utterance) =>
  chartOf(utterance)
    .readAll('couple')
    .map(({ next: _, ...pair }) => ({
      ...pair,
      details: {},
      quality: 'answer',
    }));

/**
 * An article as a whole query counts as one, and so does a pronoun behind a word for "only" that nothing follows: `eine`,
 * `entao so uma`.
 */
const articlesIn = readOnce((utterance): readonly Candidate[] => {
  const { words, language } = utterance;
  const { relative, numbers } = languageOf(language);
  const chart = chartOf(utterance);
  // The chart parts words that are one in the utterance.
  const isLast = (end: number): boolean =>
    chart.isAtEnd(firstWordFrom(chart.words, end)) && !/^\s*[?？]/.test(chart.text.slice(end, end + 4));
  return words.flatMap(({ text, start, end }) => {
    if (!relative.one.includes(text) || relative.another.includes(text)) return [];
    const isAll =
      words.length === 1 || (numbers.pronouns.has(text) && isNoMore({ start }, utterance) && isLast(end));
    return isAll ? [{ start, end, value: 1, details: {}, quality: 'answer' }] : [];
  });
});

/** True for `1/2`, which may be a date or "one or two", and for `two thirds`, which is a share of an amount. */
export const isFraction = (number: Stretch, chart: Chart): boolean =>
  chart.text.slice(number.start, number.end).includes('/') || endsInParts(number, chart);

function endsInParts({ end }: Stretch, { words, language }: Chart): boolean {
  const { part, parts } = language.numbers;
  const last = words[firstWordFrom(words, end) - 1]?.text ?? '';
  return parts.has(last) || part.has(last);
}

/**
 * Null for a "one" that is surely a pronoun ("the other one", "the morning one"). A "one" that may be a pronoun ("the
 * one") counts only as an answer.
 */
function qualityOf(number: DigitNumber, utterance: Utterance): Candidate['quality'] | null {
  const counts = isFraction(number, chartOf(utterance)) ? 'weak' : 'exact';
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
export function isNoMore({ start }: Pick<Stretch, 'start'>, { words, language }: Utterance): boolean {
  const { numbers, connecting } = languageOf(language);
  const at = firstWordFrom(words, start);
  const [second, before] = [words[at - 2]?.text ?? '', words[at - 1]?.text ?? ''];
  const { onlyBefore } = numbers;
  return onlyBefore.has(before) || (onlyBefore.has(second) && connecting.has(before));
}

/** Rounds to the 15 significant digits that a number holds. */
const exactly = (value: number): number => Number(value.toPrecision(15));

/** Whether a stretch is just a hundred, a scale or a collective, perhaps with its article. */
function isScale(stretch: Stretch, { words, language: { numbers } }: Chart): boolean {
  const { articles, collectives, hundred, scales } = numbers;
  const [only, ...more] = wordsWithin(words, stretch).filter(({ text }) => !articles.has(text));
  const isKnown =
    only !== undefined && (scales.has(only.text) || collectives.has(only.text) || hundred.has(only.text));
  return isKnown && more.length === 0;
}

/** A word that a number may count: `kilo`, but not `hour` or `euro`, whose halves are those of lengths and amounts. */
const measuredReader: Reader<string> = reader(undefined, (chart, at) => {
  const word = chart.words[at]?.text ?? '';
  return /^\p{L}{2,}$/u.test(word) && chart.isCountable(at) ? [{ value: word, next: at + 1 }] : [];
});

/** False if the half is of what follows: `two kilos and a half chicken`. */
const isHalfOfLast = ({ chart, next }: Place): boolean =>
  chart.isAtEnd(next) || chart.language.connecting.has(chart.words[next]?.text ?? '');

/** Times and durations read bare numbers and their own halves. */
defineGrammar<NumberCategories>({
  measured: measuredReader,
  wholeNumeral: rule('numeral', ([value]) => (Number.isInteger(value) ? value : null)),
  scale: rule('numeral', ([value], place) => (isScale(place, place.chart) ? value : null)),
  couple: rule('numbers.articles numbers.pair', () => 2),
  shares: firstOf(
    rule(/* two thirds */ 'wholeNumeral numbers.parts', ([value, unit]) =>
      value > 1 ? exactly(value / unit) : null,
    ),
    rule(/* ein Viertel */ 'wholeNumeral numbers.part', ([value, unit]) =>
      value === 1 ? exactly(value / unit) : null,
    ),
  ),
  halfMeasured: firstOf(
    rule(
      /* two kilos and a half */ 'wholeNumeral measured numbers.halfBehind',
      ([value], place, [{ end }]) => (isHalfOfLast(place) ? { value: value + 0.5, end } : null),
    ),
    rule(/* a kilo and a half */ 'numbers.articles measured numbers.halfBehind', (_, place, [{ end }]) =>
      isHalfOfLast(place) ? { value: 1.5, end } : null,
    ),
  ),
  halfOfOne: rule(/* quilo e meio */ 'measured numbers.halfBehind', (_, place) => {
    const { chart, from } = place;
    const isApart = chart.isAtEnd(from) || !chart.isCountable(from - 1);
    return isApart && isHalfOfLast(place) ? 1.5 : null;
  }),
  quantity: firstOf(
    rule(/* three and two thirds */ 'wholeNumeral numbers.joiners shares', ([value, , more]) =>
      exactly(value + more),
    ),
    rule(/* two thirds */ 'shares', ([value]) => value),
    rule(
      /* two and a half million */ 'wholeNumeral numbers.andHalf scale',
      ([value, , size]) => (value + 0.5) * size,
    ),
    rule(/* two million and a half */ 'wholeNumeral numbers.andHalf', ([value], { chart }, [{ end }]) => {
      const last = chart.words[firstWordFrom(chart.words, end) - 1]?.text ?? '';
      const size = chart.language.numbers.scales.get(last) ?? 1;
      return value + (size >= LEAST_HALVED ? size : 1) / 2;
    }),
    rule(/* two kilos and a half */ 'halfMeasured', ([{ value }]) => value),
    rule(/* five */ 'numeral', ([value]) => value),
    rule(/* half a million */ 'numbers.half scale', ([, value]) => value / 2),
    rule(/* a couple of thousand */ 'couple numbers.ofPair? scale', ([count, , value]) => count * value),
  ),
  signedQuantity: firstOf(
    rule(/* minus five */ 'numbers.minus quantity', ([, value], { from }) =>
      from === 0 && value > 0 ? -value : null,
    ),
    rule(/* five */ 'quantity', ([value]) => value),
  ),
});

/** The start of the query's first word if that means minus and directly precedes an offset; else null. */
export function startOfMinus(utterance: Utterance, start: number): number | null {
  const sign = chartOf(utterance).read('numbers.minus', 0);
  return sign !== null && NEAR.test(utterance.text.slice(sign.end, start)) && sign.end <= start
    ? sign.start
    : null;
}
