import { languageOf } from '../language/languages.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { SPACED_LETTER } from '../text/unspaced.ts';
import { CODE_LETTERS } from './currencies.ts';

/** A number written in digits, with its place in the text. */
export interface DigitNumber {
  start: number;
  end: number;
  value: number;
}

/**
 * Digits with separators between them. Only a currency code may touch them; other letters, digits and separators may
 * not.
 */
const DIGITS = new RegExp(
  `(?=[+\\-−\\d])(?:(?<![${SPACED_LETTER}\\p{N}_.,])[+\\-−]?|(?<=(?<![\\p{L}\\p{N}])(?:${CODE_LETTERS.join('|')})\\.?))` +
    `\\d+(?:[.,'’]\\d+)*(?!\\d)`,
  'giv',
);
const GROUPED_BY_SPACE =
  /(?<![\p{L}\p{N}_.,]|\d[ \u00a0\u202f])[+\-−]?[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?![\p{N}]|[ \u00a0\u202f]\d)/gu;

/** `.75`, only at the beginning of a text: elsewhere the point may end a sentence. */
const DECIMALS = /^\s{0,8}([+\-−]?)([.,])(\d{1,15})(?![\p{L}\p{N}]|[.,:]\d)/u;

/** Groups of digits with the same separator throughout, perhaps with the `+` of a country code. */
const GROUPS = /(?<![\p{L}\p{N}.,]|\d[ -])\+?\d+([ -])\d+(?:\1\d+)*(?!\d|[.,]\d)/gu;
/** ISO 13616: two letters and two digits, then groups of four letters or digits. */
const IBAN = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu;
/** The minimum number of digits in groups that make up a phone number (ITU-T E.123) or a card number. */
const MIN_CODE_DIGITS = 7;
const MIN_BARE_CODE_DIGITS = 9;

/** `½`, `2½`, `2 ½`, and `1/2`, `2 1/2` unless a date continues them. */
const VULGAR = /(?<![\p{L}\p{N}_.,/])([+\-−])?(\d{1,6}[ \u00a0\u202f]?)?([½⅓⅔¼¾⅕⅖⅗⅘⅛⅜⅝⅞])(?!\p{N})/gu;
const SLASHED =
  /(?<![\p{L}\p{N}_.,/-])([-−])?(\d{1,3} )?([1-9]\/(?:[23458]|100?))(?![\p{L}\p{N}/-]|[.,]\d)/gu;

/** Maximum number of fractions read in a text. */
const MAX_FRACTIONS = 64;

/** The stretches of phone, account and card numbers. No part of them counts as a number. */
function codesIn(text: string): Stretch[] {
  const groups = [...text.matchAll(GROUPS)].filter(([written]) => isCode(written));
  return [...groups, ...text.matchAll(IBAN)].map(stretchOf);
}

function isCode(written: string): boolean {
  const groups = written.replace('+', '').split(/[ -]/);
  const digits = groups.reduce((sum, { length }) => sum + length, 0);
  if (/^(?:\+|0\d)/.test(written)) return digits >= MIN_CODE_DIGITS;
  return groups.length > 2 && digits >= MIN_BARE_CODE_DIGITS && groups.some(({ length }) => length > 2);
}

/**
 * Every number in digits, left to right, grouped by points, commas or spaces. Skips numbers of more than 18 digits and
 * parts of phone or account numbers.
 */
export function digitNumbers(text: string, language: string): DigitNumber[] {
  const numbers: DigitNumber[] = fractions(text);
  const halves: readonly DigitNumber[] = numbers.slice();
  const take = (match: RegExpExecArray): void => {
    const start = match.index;
    const end = start + match[0].length;
    if (halves.some((next) => overlap(next, { start, end }))) return;
    const value = readDigits(match[0].replace(/[ \u00a0\u202f]/g, ''), language);
    // Adding zero turns -0 into 0, as in JSON.
    if (value !== null) numbers.push({ start, end, value: value + 0 });
  };
  const grouped = [...text.matchAll(GROUPED_BY_SPACE)];
  for (const match of grouped) take(match);
  const claimed = [...grouped.map(stretchOf), ...codesIn(text)].sort((code, next) => code.start - next.start);
  let next = 0;
  for (const match of text.matchAll(DIGITS)) {
    const { start, end } = stretchOf(match);
    while ((claimed[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((claimed[next]?.start ?? Number.POSITIVE_INFINITY) >= end) take(match);
  }
  const decimals = onlyDecimals(text, language);
  if (decimals !== null) numbers.push(decimals);
  return numbers.sort((a, b) => a.start - b.start);
}

function onlyDecimals(text: string, language: string): DigitNumber | null {
  const match = DECIMALS.exec(text);
  const [written = '', sign = '', point, digits = ''] = match ?? [];
  if (point !== languageOf(language).numbers.decimalSign) return null;
  const value = Number(`0.${digits}`);
  const start = written.length - digits.length - 1 - sign.length;
  return { start, end: written.length, value: sign === '-' || sign === '−' ? -value : value };
}

const stretchOf = ({ 0: written, index }: RegExpExecArray): Stretch => ({
  start: index,
  end: index + written.length,
});

/** Fractions with the whole number before them. */
function fractions(text: string): DigitNumber[] {
  const numbers: DigitNumber[] = [];
  for (const pattern of [VULGAR, SLASHED]) {
    for (const match of text.matchAll(pattern)) {
      const [written, sign, whole, fraction = ''] = match;
      // Compatibility decomposition makes `1⁄2` of `½`.
      const [part, of] = fraction.normalize('NFKD').split(/[⁄/]/).map(Number);
      if (part === undefined || of === undefined || part >= of || numbers.length >= MAX_FRACTIONS) continue;
      const value = Number((Number(whole ?? 0) + part / of).toFixed(6));
      const { index: start } = match;
      const isBelow = sign === '-' || sign === '−';
      numbers.push({ start, end: start + written.length, value: isBelow ? -value : value });
    }
  }
  return numbers;
}

/**
 * Reads digits with `.` and `,` by their form if it is unambiguous, else by the language's convention: `1,234` is 1234
 * in English and 1.234 in Spanish; `12,50` is 12.5 in both.
 */
function readDigits(written: string, language: string): number | null {
  const sign = /^[-−]/.test(written) ? -1 : 1;
  const body = written.replace(/^[+\-−]/, '').replace(/['’]/g, '');
  if (body.replace(/\D/g, '').length > 18) return null;
  const separators = [...body.replace(/\d/g, '')];
  const last = separators.at(-1);
  if (last === undefined) return sign * Number(body);
  const earlier = separators.slice(0, -1);
  const parts = body.split(/[.,]/);
  const groupsOfThree = parts.slice(1).every((part) => part.length === 3) && (parts[0] ?? '').length <= 3;
  const { decimalSign } = languageOf(language).numbers;
  if (earlier.length === 0 && groupsOfThree && last !== decimalSign) return sign * Number(parts.join(''));
  if (earlier.length > 0 && earlier.every((next) => next === last)) {
    return groupsOfThree ? sign * Number(parts.join('')) : null;
  }
  if (earlier.includes(last)) return null;
  return sign * Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
}
