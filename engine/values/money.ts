import { languageOf } from '../language/languages.ts';
import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import type { Amount, MoneyCategories } from './categories.ts';
import {
  type Chart,
  chartOf,
  defineGrammar,
  firstOf,
  nearRule,
  type Reader,
  reader,
  rule,
  sign,
  spacedRule,
} from './chart.ts';
import { codeOf, resolved, SYMBOLS } from './currencies.ts';
import { isLoneOne } from './number.ts';
import { isFraction, startOfMinus } from './quantities.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';
import type { Read } from './stream.ts';

/**
 * Amounts of money: a number with a symbol, code or name of a currency (exact), or a bare number (weak). A "one" in
 * letters is an amount only as an answer, since it is often a pronoun or an article.
 * @param currency ISO 4217 code for amounts that name no currency, and for `$` and `pesos`; or null
 */
export const moneyRecognizer =
  (currency: string | null): Recognizer =>
  (utterance) => {
    const amounts = chartOf(utterance)
      .readAll('amount')
      .map((read) => toCandidate(read, currency, utterance));
    for (let index = amounts.length - 2; index >= 0; index -= 1)
      shareCurrency(amounts[index], amounts[index + 1], utterance);
    return amounts;
  };

/** In "5, 10 or 20 euros", all amounts are euros. */
function shareCurrency(
  amount: Candidate | undefined,
  next: Candidate | undefined,
  utterance: Utterance,
): void {
  if (amount?.quality !== 'weak' || next === undefined) return;
  const { words, text, language } = utterance;
  const between = words.slice(firstWordFrom(words, amount.end), firstWordFrom(words, next.start));
  const isList = between.length === 0 && /^\s*[,–-]\s*$/.test(text.slice(amount.end, next.start));
  const isJoined = between.length === 1 && languageOf(language).money.joining.has(between[0]?.text ?? '');
  if (isList || isJoined) amount.details = next.details;
}

const bare = (number: Read<number>): Amount => ({
  ...{ value: number.value, code: null, isCents: false, isExplicit: false },
  number,
});
const named = (number: Read<number>, code: string): Amount => ({ ...bare(number), code, isExplicit: true });
const cents = (number: Read<number>, code: string | null = null, parts = 100): Amount => ({
  ...{ value: round(number.value / parts), code, isCents: true, isExplicit: true },
  number,
});

/** A number directly after a currency's symbol or abbreviation. */
const behind = (pattern: RegExp, codeOf: (sign: string) => string | undefined): Reader<Amount> =>
  reader(['counted'], (chart, at) =>
    chart.at('counted', at).flatMap(({ value: number }) => {
      const before = chart.text.slice(Math.max(0, number.start - 5), number.start);
      const [written = '', name = ''] = pattern.exec(before) ?? [];
      const code = codeOf(name);
      const start = number.start - written.length;
      return code === undefined ? [] : [{ ...number, start, value: named(number, code) }];
    }),
  );
const SYMBOL = [...SYMBOLS.keys()].join('|').replaceAll('$', '\\$');
const symbolCode = (symbol: string): string | undefined => SYMBOLS.get(symbol.trim());
const letterCode = (name: string): string | undefined => codeOf(name.toLowerCase());

const plus = (amount: Amount, cents: number): Amount => ({
  ...amount,
  value: round(amount.value + (amount.value < 0 ? -cents : cents)),
});
const isCount = ({ value }: { value: number }): boolean =>
  value > 0 && value < 100 && Number.isInteger(value);

/** A number without a unit after a whole amount: tenths below 10, cents from 10 on. No countable noun may follow. */
const unnamedCents = nearRule(
  /* fünf Euro fünfzig, 5€50 */ 'wholeUnits money.centJoiners? counted',
  ([amount, joiner, number], { chart }, [{ start, end }]) => {
    const { text, words, language } = chart;
    const { tenths, centBetween } = language.money;
    if (!isCount(number) || !isOver(number, chart)) return null;
    const isAfterName = /\p{L}/u.test(text[end - 1] ?? '');
    const areDigits = /^\d\d$/.test(text.slice(number.start, number.end));
    const gap = text.slice(end, number.start);
    if (number.value < 10)
      // 五块五.
      return tenths.size > 0 && isAfterName && gap === '' ? plus(amount, number.value / 10) : null;
    const isBetween = centBetween.has(words[firstWordFrom(words, start) - 1]?.text ?? '');
    const isJoined = joiner === null ? !isAfterName || gap !== '' : !isBetween;
    return isJoined && (isAfterName || areDigits) ? plus(amount, number.value / 100) : null;
  },
);

/** Two numbers in words that can only be an amount and its cents. "Five fifty" has other readings. */
const spelledCents = spacedRule(
  /* a hundred and twenty five fifty */ 'oneUnit oneUnit',
  ([amount, cents], { chart }, [{ start }, more]): Amount | null => {
    const { value, isExplicit } = amount;
    const { number } = cents;
    const isComplete = Number.isInteger(value) && value > 20 && (value % 10 > 0 || value % 100 === 10);
    if (isExplicit || cents.isCents || !isComplete || !isCount(number) || number.value < 10) return null;
    if (!/^[\p{L}\s-]+$/u.test(chart.text.slice(start, number.end))) return null;
    const isAmount = cents.isExplicit ? more.start === number.start : isOver(number, chart);
    return isAmount ? { ...cents, value: round(value + number.value / 100) } : null;
  },
);

defineGrammar<MoneyCategories>({
  counted: reader(['quantity'], (chart, at) => {
    const read = chart.read('quantity', at);
    return read === null ? [] : [{ ...read, value: read }];
  }),
  currency: firstOf(
    nearRule('money.currencies', ([code]) => code),
    reader(['money.currencies'], ({ words }, at) => {
      const code = codeOf(words[at]?.text ?? '');
      return code === undefined ? [] : [{ value: code, next: at + 1 }];
    }),
  ),
  currencySign: sign(new RegExp(`[ \u00a0\u202f]?(?:${SYMBOL})`, 'y')),
  centSign: sign(/¢/y),
  suffix: sign(/\p{L}{1,3}(?![\p{L}\p{N}])/uy),
  dot: sign(/(?<=\p{L})\. ?/uy),
  over: sign(/(?=\s*(?:$|[.,;!?]))/y),
  explicitAmount: firstOf(
    behind(/* $5 */ new RegExp(`(${SYMBOL}) ?$`), symbolCode),
    nearRule(/* 5 € */ 'counted currencySign', ([number, sign]) => named(number, symbolCode(sign) ?? sign)),
    nearRule(/* 50¢ */ 'counted centSign', ([number]) => cents(number)),
    nearRule(/* 250eur, 50p */ 'counted suffix', ([number, name], { chart }) => {
      const code = letterCode(name);
      const ofCents = chart.language.money.centSuffixes.get(name.toLowerCase());
      return code !== undefined ? named(number, code) : ofCents === undefined ? null : cents(number, ofCents);
    }),
    nearRule(
      /* two dollars and a half */ 'counted dot? money.of? currency numbers.andHalf',
      ([number, , , code]) =>
        Number.isInteger(number.value) ? { ...named(number, code), value: number.value + 0.5 } : null,
    ),
    // 2,5 Mio. Euro.
    nearRule('counted dot? money.of? currency', ([number, , , code]) => named(number, code)),
    nearRule(/* 50 cents */ 'counted money.cents', ([number]) => cents(number)),
    nearRule(/* 三毛 */ 'counted money.tenths', ([number]) => cents(number, null, 10)),
    behind(/* USD3.14 */ /(?<![\p{L}\p{N}])(\p{L}{2,3})\.?$/u, letterCode),
  ),
  oneUnit: firstOf(
    nearRule(/* 5 € */ 'explicitAmount', ([amount]) => amount),
    nearRule(/* 5 */ 'counted money.times?', ([number, often], { chart }) =>
      often !== null || isFraction(number, chart) ? null : bare(number),
    ),
    // An amount needs the end of a phrase: "a dollar account" is none.
    nearRule(/* a dollar */ 'numbers.articles currency over', ([, code], _, [one]) =>
      named({ ...one, value: 1 }, code),
    ),
    nearRule(/* a penny */ 'numbers.articles money.cents over', (_, __, [one]) =>
      cents({ ...one, value: 1 }),
    ),
    nearRule(/* dollars 20 */ 'currency dot? counted', ([code, , number], { chart }, [, { next, end }]) =>
      chart.at('explicitAmount', next, end).length === 0 ? named(number, code) : null,
    ),
  ),
  wholeUnits: nearRule('oneUnit', ([amount]) =>
    amount.isExplicit && Number.isInteger(amount.value) ? amount : null,
  ),
  amount: firstOf(
    rule(/* 5 dollars and 20 cents */ 'wholeUnits money.and? oneUnit', ([amount, , more]) =>
      more.isCents && isCount(more.number) ? plus(amount, more.value) : null,
    ),
    nearRule(
      /* a pound fifty */ 'numbers.articles currency counted',
      ([, code, number], { chart }, [one]) => {
        const areCents = isCount(number) && number.value >= 10 && isOver(number, chart);
        return areCents ? plus(named({ ...one, value: 1 }, code), number.value / 100) : null;
      },
    ),
    unnamedCents,
    spelledCents,
    rule('oneUnit', ([amount]) => amount),
  ),
});

/** True if no countable noun follows the stretch. */
function isOver({ end }: Stretch, { text, words, language }: Chart): boolean {
  const next = words[firstWordFrom(words, end)];
  const remainder = text.slice(end, next?.start);
  if (next === undefined) return !/[%€$£]/.test(remainder);
  return /^ ?[.,;!?]/.test(remainder) || language.money.centFollowers.has(next.text);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The amount is negative if a minus precedes the currency's symbol, or the word for minus begins the query. */
function toCandidate(
  { start, end, value: { value, code, isExplicit, number } }: Read<Amount>,
  own: string | null,
  utterance: Utterance,
): Candidate {
  const currency = code === null ? own : resolved(code, own);
  const details = currency === null ? {} : { currency };
  if (!isExplicit)
    return { start, end, value, details, quality: isLoneOne(number, utterance) ? 'answer' : 'weak' };
  const isMarked = /(?<![\p{L}\p{N}])[-−]$/u.test(utterance.text.slice(Math.max(0, start - 2), start));
  const sign = value <= 0 ? null : isMarked ? start - 1 : startOfMinus(utterance, start);
  const amount = sign === null ? { start, value } : { start: sign, value: -value };
  return { ...amount, end, details, quality: 'exact' };
}
