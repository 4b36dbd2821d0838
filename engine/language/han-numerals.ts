/** Signs of Chinese and Japanese numerals, and the digits mixed with them. */
export const HAN_NUMERALS = '0-9０-９〇零一二三四五六七八九十百千万萬億亿兆两兩';

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...[...'〇一二三四五六七八九'].map((sign, value): [string, number] => [sign, value]),
  ['零', 0],
  ['两', 2],
  ['兩', 2],
]);
const TENS: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['兆', 1e12],
]);

/** The longest numeral in characters. */
const LONGEST = 30;

/**
 * The value of a number in Han numerals: `三千五百二十`, `二〇二六`, `2万5千`; undefined if the word is not one.
 * @param hasBareTail true if a last digit counts in the next lower unit: 三百五 is 350, 一万二 is 12,000
 */
export function hanNumber(word: string, hasBareTail: boolean): number | undefined {
  if (word.length > LONGEST || /^\d+$/.test(word)) return undefined;
  const signs = word.match(/\d+|\D/gu) ?? [];
  const digits = signs.map((sign) => DIGITS.get(sign));
  if (signs.length > 1 && digits.every((digit) => digit !== undefined)) return Number(digits.join(''));
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  let lastUnit = 1;
  let roomInSection = Number.POSITIVE_INFINITY;
  let room = Number.POSITIVE_INFINITY;
  let isAfterZero = false;
  for (const sign of signs) {
    const value = /^\d/.test(sign) ? Number(sign) : DIGITS.get(sign);
    const ten = TENS.get(sign);
    const scale = SCALES.get(sign);
    if (value === 0 && signs.length > 1 && digit === null) isAfterZero = true;
    else if (value !== undefined) {
      if (digit !== null) return undefined;
      digit = value;
    } else if (ten !== undefined) {
      if (ten >= roomInSection) return undefined;
      section += (digit ?? 1) * ten;
      [digit, lastUnit, roomInSection, isAfterZero] = [null, ten, ten, false];
    } else if (scale !== undefined) {
      if (scale >= room) return undefined;
      total += Math.max(section + (digit ?? 0), total === 0 ? 1 : 0) * scale;
      [section, digit, lastUnit, roomInSection, room] = [0, null, scale, Number.POSITIVE_INFINITY, scale];
      isAfterZero = false;
    } else return undefined;
  }
  const isTail = hasBareTail && digit !== null && digit < 10 && lastUnit >= 100 && !isAfterZero;
  return total + section + (digit ?? 0) * (isTail ? lastUnit / 10 : 1);
}

/** Writes a whole number below a hundred in Han numerals: 十五, 二十, 九十九. */
export function hanBelowHundred(value: number): string {
  const signs = '〇一二三四五六七八九';
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const before = tens > 1 ? (signs[tens] ?? '') : '';
  return value < 10 ? (signs[value] ?? '') : `${before}十${ones > 0 ? (signs[ones] ?? '') : ''}`;
}
