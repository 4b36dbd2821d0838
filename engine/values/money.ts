import { languageOf } from '../language/languages.ts';
import { firstWordFrom, type Word } from '../text/words.ts';
import { areSpelledCents, isCentsOf } from './cents.ts';
import { codeOf, DOLLAR_SIGN, PESO, SYMBOLS, YUAN } from './currencies.ts';
import type { DigitNumber } from './digits.ts';
import { isLoneOne, numbersIn } from './number.ts';
import { endOfHalf, isFraction, quantitiesIn, startOfMinus } from './quantities.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

/**
 * Amounts of money: a number with a symbol, code or name of a currency (exact), or a bare number (weak). A "one" in
 * letters is an amount only as an answer: "one more account", "from one to another".
 * @param currency ISO 4217 code of amounts that name none, and what `$` and `pesos` are read by; or null
 */
export const moneyRecognizer =
  (currency: string | null): Recognizer =>
  (utterance) => {
    const numbers = [...quantitiesIn(utterance), ...articlesIn(utterance)]
      .sort((number, next) => number.start - next.start)
      .slice(0, MAX_AMOUNTS);
    const amounts: Candidate[] = [];
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index];
      if (number === undefined) continue;
      if (isRepetition(number, utterance)) continue;
      const amount = signed(amountAt(number, utterance, currency), utterance);
      if (!amount.isExplicit && isFraction(number, utterance)) continue;
      const previous = amounts.at(-1);
      if (previous !== undefined && isCentsOf(previous, amount, number, utterance)) {
        const cents = amount.isCents ? amount.value : number.value / (number.value < 10 ? 10 : 100);
        previous.value = round(Number(previous.value) + (Number(previous.value) < 0 ? -cents : cents));
        previous.end = amount.end;
      } else if (previous !== undefined && areSpelledCents(previous, amount, number, utterance)) {
        const value = round(Number(previous.value) + number.value / 100);
        amounts[amounts.length - 1] = { ...toCandidate(amount, 'weak'), start: previous.start, value };
      } else if (previous === undefined || amount.start >= previous.end) {
        amounts.push(toCandidate(amount, isLoneOne(number, utterance) ? 'answer' : 'weak'));
      }
    }
    for (let index = amounts.length - 2; index >= 0; index -= 1)
      shareCurrency(amounts[index], amounts[index + 1], utterance);
    return amounts;
  };

/** "5, 10 or 20 euros": all are euros. */
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

/** "Three times", "dos veces": how often, never how much. */
function isRepetition({ end }: DigitNumber, { words, language }: Utterance): boolean {
  return languageOf(language).money.times.has(words[firstWordFrom(words, end)]?.text ?? '');
}

/** The ones of `a dollar`, `a penny` that a clause ends with: "a dollar account" is no amount. */
function articlesIn(utterance: Utterance): DigitNumber[] {
  const { words, text, language } = utterance;
  const { money, numbers } = languageOf(language);
  return words.flatMap(({ text: word, start, end }, index) => {
    const name = numbers.articles.has(word) ? nameAt(index + 1, end, utterance) : null;
    const next = words[index + 1];
    const cents = next !== undefined && money.cents.has(next.text) ? next.end : null;
    const last = name?.end ?? cents;
    const isOver = last !== null && /^\s*(?:$|[.,;!?])/.test(text.slice(last));
    return numbers.articles.has(word) && isOver ? [{ start, end, value: 1 }] : [];
  });
}

/** Amounts read of one query, at most. */
const MAX_AMOUNTS = 64;

export interface Amount {
  start: number;
  end: number;
  value: number;
  currency: string | null;
  isCents: boolean;
  isExplicit: boolean;
}

/** Below zero where a minus stands before the currency's sign, or the word for it begins the query. */
function signed(amount: Amount, utterance: Utterance): Amount {
  if (!amount.isExplicit || amount.value <= 0) return amount;
  const { start, value } = amount;
  const isMarked = /(?<![\p{L}\p{N}])[-−]$/u.test(utterance.text.slice(Math.max(0, start - 2), start));
  const sign = isMarked ? start - 1 : startOfMinus(utterance, start);
  return sign === null ? amount : { ...amount, start: sign, value: -value };
}

function amountAt(number: DigitNumber, utterance: Utterance, currency: string | null): Amount {
  const { text, words, language } = utterance;
  const bare: Amount = { ...number, currency, isCents: false, isExplicit: false };
  const symbol = symbolBeside(number, text);
  if (symbol !== null) {
    const code =
      symbol.sign === '$' ? dollar(currency) : symbol.sign === '¥' ? yenOrYuan(currency) : symbol.code;
    return { ...bare, ...symbol.span, currency: code, isExplicit: true };
  }
  const stuck = stuckTo(number, utterance, currency);
  if (stuck !== null) return { ...bare, ...stuck, isExplicit: true };
  const begin = firstWordFrom(words, number.end);
  const named = nameAt(begin, number.end, utterance);
  if (named !== null) {
    const half = Number.isInteger(number.value) ? endOfHalf(utterance, named.end) : null;
    return {
      ...bare,
      value: number.value + (half === null ? 0 : 0.5),
      end: half ?? named.end,
      currency: resolve(named.code, currency),
      isExplicit: true,
    };
  }
  const next = words[begin];
  const { cents, tenths } = languageOf(language).money;
  const parts = cents.has(next?.text ?? '') ? 100 : tenths.has(next?.text ?? '') ? 10 : 0;
  if (next !== undefined && parts > 0 && isNear(number.end, next, text)) {
    return {
      ...bare,
      value: round(number.value / parts),
      end: next.end,
      currency,
      isCents: true,
      isExplicit: true,
    };
  }
  const before = codeBefore(number, text) ?? nameBefore(number, utterance, currency);
  return before === null ? bare : { ...bare, ...before, isExplicit: true };
}

/** `dollars 20`, where the name is of no amount before it. */
function nameBefore({ start }: DigitNumber, utterance: Utterance, currency: string | null) {
  const { words, text, language } = utterance;
  const next = firstWordFrom(words, start);
  for (const { words: name, code } of languageOf(language).money.currencies) {
    const from = next - name.length;
    const [first, last] = [words[from], words[next - 1]];
    if (first === undefined || last === undefined || !isNear(last.end, { ...last, start }, text)) continue;
    if (!name.every((word, index) => words[from + index]?.text === word)) continue;
    const isOfOther = numbersIn(utterance).some(({ end }) => end <= first.start && first.start - end <= 2);
    return isOfOther ? null : { start: first.start, currency: resolve(code, currency) };
  }
  return null;
}

/** `EUR 20`, `USD3.14`, `Rs. 20`. */
function codeBefore({ start }: DigitNumber, text: string) {
  const [written = '', letters = ''] =
    /(?<![\p{L}\p{N}])(\p{L}{2,3})\.?\s?$/u.exec(text.slice(Math.max(0, start - 6), start)) ?? [];
  const currency = codeOf(letters.toLowerCase());
  return currency === undefined ? null : { start: start - written.length, currency };
}

/** `250eur`, `50p`. */
function stuckTo(number: DigitNumber, { text, language }: Utterance, currency: string | null) {
  if (text[number.end] === '¢')
    return { end: number.end + 1, currency, isCents: true, value: round(number.value / 100) };
  const letters = /^\p{L}{1,3}(?![\p{L}\p{N}])/u
    .exec(text.slice(number.end, number.end + 4))?.[0]
    .toLowerCase();
  if (letters === undefined) return null;
  const end = number.end + letters.length;
  const code = codeOf(letters);
  if (code !== undefined) return { end, currency: code, isCents: false };
  const ofCents = languageOf(language).money.centSuffixes.get(letters);
  if (ofCents === undefined) return null;
  return { end, currency: resolve(ofCents, currency), isCents: true, value: round(number.value / 100) };
}

function symbolBeside(number: DigitNumber, text: string) {
  const before = text.slice(Math.max(0, number.start - 5), number.start);
  const after = text.slice(number.end, number.end + 5);
  for (const [sign, code] of SYMBOLS) {
    const gap = before.endsWith(sign) ? 0 : before.endsWith(`${sign} `) ? 1 : -1;
    if (gap >= 0) return { sign, code, span: { start: number.start - sign.length - gap, end: number.end } };
  }
  for (const [sign, code] of SYMBOLS) {
    const gap = after.startsWith(sign)
      ? 0
      : /^[ \u00a0\u202f]/.test(after) && after.startsWith(sign, 1)
        ? 1
        : -1;
    if (gap >= 0) return { sign, code, span: { start: number.start, end: number.end + gap + sign.length } };
  }
  return null;
}

function nameAt(begin: number, end: number, { words, text, language }: Utterance) {
  const first = words[begin];
  if (first === undefined || !isNear(end, first, text)) return null;
  const { currencies, of } = languageOf(language).money;
  const offset = of.has(first.text) ? 1 : 0;
  const at = (index: number): Word | undefined => words[begin + offset + index];
  for (const { words: name, code } of currencies) {
    if (name.every((word, index) => at(index)?.text === word))
      return { code, end: at(name.length - 1)?.end ?? end };
  }
  const word = at(0);
  const code = codeOf(word?.text ?? '');
  return word === undefined || code === undefined ? null : { code, end: word.end };
}

/** `2,5 Mio. Euro`: the dot of what is cut short. */
const isNear = (end: number, word: Word, text: string): boolean =>
  /^\p{L}(?:[\s-]{0,2}|\. ?)$|^[^\p{L}][\s-]{0,2}$/u.test(text.slice(end - 1, word.start));

const dollar = (currency: string | null): string =>
  currency !== null && DOLLAR_SIGN.has(currency) ? currency : 'USD';

/** Of the yen and the yuan, whose sign it is as well, the assistant's own. */
const yenOrYuan = (currency: string | null): string => (currency === 'CNY' ? 'CNY' : 'JPY');

function resolve(code: string, currency: string | null): string {
  if (code === 'DOLLAR') return dollar(currency !== null && PESO.has(currency) ? null : currency);
  if (code === 'YUAN') return currency !== null && YUAN.has(currency) ? currency : 'CNY';
  if (code === 'PESO') return currency !== null && PESO.has(currency) ? currency : 'MXN';
  return code;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** @param bare the quality of an amount without a currency */
function toCandidate(amount: Amount, bare: Candidate['quality']): Candidate {
  const { start, end, value, currency, isExplicit } = amount;
  const details = currency === null ? {} : { currency };
  return { start, end, value, details, quality: isExplicit ? 'exact' : bare };
}
