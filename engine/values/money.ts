import { languageOf } from '../language/languages.ts';
import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import { codeOf, currencyNames, resolved, SYMBOLS } from './currencies.ts';
import { isLoneOne } from './number.ts';
import { andHalf, isFraction, quantity, startOfMinus } from './quantities.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';
import {
  ANYWHERE,
  article,
  first,
  maybe,
  once,
  phrase,
  type Read,
  readAll,
  rule,
  sign,
  type Term,
  where,
  word,
} from './rules.ts';

/** Maximum number of amounts read in a query. */
const MAX_AMOUNTS = 64;

/**
 * Amounts of money: a number with a symbol, code or name of a currency (exact), or a bare number (weak). A "one" in
 * letters is an amount only as an answer, since it is often a pronoun or an article.
 * @param currency ISO 4217 code for amounts that name no currency, and for `$` and `pesos`; or null
 */
export const moneyRecognizer =
  (currency: string | null): Recognizer =>
  (utterance) => {
    const amounts = readAll(utterance, amount, MAX_AMOUNTS).map((read) =>
      toCandidate(read, currency, utterance),
    );
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

interface Amount {
  value: number;
  /** An ISO 4217 code or a name that `resolved` knows; null if no currency is named. */
  code: string | null;
  isCents: boolean;
  isExplicit: boolean;
  /** The number without its currency. */
  number: Read<number>;
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

/** A number with its place. */
const counted: Term<Read<number>> = (utterance, at, from) => {
  const read = quantity(utterance, at, from);
  return read && { ...read, value: read };
};
/** The 1 of `a dollar`, with its place. */
const one = rule([article], (_, [{ start, end, next } = NOWHERE]) => ({ start, end, next, value: 1 }));
const NOWHERE = { start: 0, end: 0, next: 0 };

/** The name or abbreviation of a currency. */
const currencyName = first(phrase(currencyNames), ({ words }, at) => {
  const name = words[at];
  const code = codeOf(name?.text ?? '');
  return name === undefined || code === undefined ? null : { ...name, value: code, next: at + 1 };
});
const centName = word(({ money }) => money.cents);
const of = maybe(word(({ money }) => money.of));
/** The dot of an abbreviation: `2,5 Mio. Euro`, `Rs. 20`. */
const dot = maybe(sign(/(?<=\p{L})\. ?/uy));
/** Words that make a number a frequency, which is no amount: "three times", "dos veces". */
const times = maybe(word(({ money }) => money.times));
/** The end of a phrase, since "a dollar account" is no amount. */
const over = sign(/(?=\s*(?:$|[.,;!?]))/y);

/** A number directly after a currency's symbol or abbreviation. */
const behind =
  (pattern: RegExp, codeOf: (sign: string) => string | undefined): Term<Amount> =>
  (utterance, at, from) => {
    const read = counted(utterance, at, from);
    const before = read === null ? '' : utterance.text.slice(Math.max(0, read.start - 5), read.start);
    const [written = '', name = ''] = pattern.exec(before) ?? [];
    const code = codeOf(name);
    if (read === null || code === undefined) return null;
    return { ...read, start: read.start - written.length, value: named(read.value, code) };
  };
const SYMBOL = [...SYMBOLS.keys()].join('|').replaceAll('$', '\\$');
const symbol = sign(new RegExp(`[ \u00a0\u202f]?(?:${SYMBOL})`, 'y'));
const symbolCode = (symbol: string): string | undefined => SYMBOLS.get(symbol.trim());
const letterCode = (name: string): string | undefined => codeOf(name.toLowerCase());
const letters = sign(/\p{L}{1,3}(?![\p{L}\p{N}])/uy);

const explicit = first(
  behind(/* $5 */ new RegExp(`(${SYMBOL}) ?$`), symbolCode),
  rule(/* 5 € */ [counted, symbol], ([number, sign]) => named(number, symbolCode(sign) ?? sign)),
  rule(/* 50¢ */ [counted, sign(/¢/y)], ([number]) => cents(number)),
  rule(/* 250eur, 50p */ [counted, letters], ([number, name], _, { language }) => {
    const code = letterCode(name);
    const ofCents = languageOf(language).money.centSuffixes.get(name.toLowerCase());
    return code !== undefined ? named(number, code) : ofCents === undefined ? null : cents(number, ofCents);
  }),
  rule(/* two dollars and a half */ [counted, dot, of, currencyName, andHalf], ([number, , , code]) =>
    Number.isInteger(number.value) ? { ...named(number, code), value: number.value + 0.5 } : null,
  ),
  rule(/* 2,5 Mio. Euro */ [counted, dot, of, currencyName], ([number, , , code]) => named(number, code)),
  rule(/* 50 cents */ [counted, centName], ([number]) => cents(number)),
  rule(/* 三毛 */ [counted, word(({ money }) => money.tenths)], ([number]) => cents(number, null, 10)),
  behind(/* USD3.14 */ /(?<![\p{L}\p{N}])(\p{L}{2,3})\.?$/u, letterCode),
);

/** `dollars 20`, `EUR 20`, if no currency follows the number. */
const codeFirst = rule([currencyName, dot, counted], ([code, , number], [, before = NOWHERE], utterance) =>
  explicit(utterance, before.next, before.end) === null ? named(number, code) : null,
);

const single = once(
  where(
    quantity,
    first(
      explicit,
      rule([counted, times], ([number, often], _, utterance) =>
        often !== null || isFraction(number, utterance) ? null : bare(number),
      ),
    ),
    first(
      rule(/* a dollar */ [one, currencyName, over], ([number, code]) => named(number, code)),
      rule(/* a penny */ [one, centName, over], ([number]) => cents(number)),
      codeFirst,
    ),
  ),
);

/** An amount without cents. */
const whole = rule([single], ([amount]) =>
  amount.isExplicit && Number.isInteger(amount.value) ? amount : null,
);
const isCount = ({ value }: { value: number }): boolean =>
  value > 0 && value < 100 && Number.isInteger(value);

const plus = (amount: Amount, cents: number): Amount => ({
  ...amount,
  value: round(amount.value + (amount.value < 0 ? -cents : cents)),
});

/** A number without a unit after a whole amount: tenths below 10, cents from 10 on. No countable noun may follow. */
const unnamedCents = rule(
  [whole, maybe(word(({ money }) => money.centJoiners)), counted],
  ([amount, joiner, number], [{ start, end } = NOWHERE], utterance) => {
    const { text, words, language } = utterance;
    const { tenths, centBetween } = languageOf(language).money;
    if (!isCount(number) || !isOver(number, utterance)) return null;
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
const spelledCents = rule(
  [single, single],
  ([amount, cents], [{ start } = NOWHERE, more = NOWHERE], utterance): Amount | null => {
    const { value, isExplicit } = amount;
    const { number } = cents;
    const isComplete = Number.isInteger(value) && value > 20 && (value % 10 > 0 || value % 100 === 10);
    if (isExplicit || cents.isCents || !isComplete || !isCount(number) || number.value < 10) return null;
    if (!/^[\p{L}\s-]+$/u.test(utterance.text.slice(start, number.end))) return null;
    const isAmount = cents.isExplicit ? more.start === number.start : isOver(number, utterance);
    return isAmount ? { ...cents, value: round(value + number.value / 100) } : null;
  },
  /^ $/,
);

const amount = first(
  rule(
    /* 5 dollars and 20 cents */ [whole, maybe(word(({ money }) => money.and)), single],
    ([amount, , more]) => (more.isCents && isCount(more.number) ? plus(amount, more.value) : null),
    ANYWHERE,
  ),
  /* fünf Euro fünfzig, 5€50 */ unnamedCents,
  /* a hundred and twenty five fifty */ spelledCents,
  single,
);

/** True if no countable noun follows the stretch. */
function isOver({ end }: Stretch, { text, words, language }: Utterance): boolean {
  const next = words[firstWordFrom(words, end)];
  const remainder = text.slice(end, next?.start);
  if (next === undefined) return !/[%€$£]/.test(remainder);
  return /^ ?[.,;!?]/.test(remainder) || languageOf(language).money.centFollowers.has(next.text);
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
