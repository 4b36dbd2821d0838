import type { Settings } from '../../language/time.ts';
import { SPACED_LETTER } from '../../text/unspaced.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { type Day, dayOf, MINUTES_A_DAY } from './calendar.ts';

/** A date or a time of day written in digits. */
export type DigitToken = DigitReading & { next: number; end: number };

type DigitReading =
  | { kind: 'date'; day: Day }
  | { kind: 'yearless'; month: number; date: number }
  /** `2/2027`, `2027-02`; `2027Q4`: a month, or three. */
  | { kind: 'months'; first: Day; count: 1 | 3 }
  /** A date that no month has, such as 30/2: what stands beside it means no other day. */
  | { kind: 'noDate' }
  /** `45min`, `1.5h`. */
  | { kind: 'length'; count: number; unit: 'hour' | 'minute' }
  /**
   * `isOpen`: in the morning or the afternoon; `isHours`: `17h`, which may be a duration too; `isLoose`: a time only
   * where a word says so, as in `at 7.30`.
   */
  | {
      kind: 'clock';
      minute: number;
      half: 'am' | 'pm' | null;
      isOpen: boolean;
      isHours: boolean;
      isLoose: boolean;
    };

// Every quantifier is bounded, so that each pattern takes a number of steps in proportion to the text.
const ISO = new RegExp(
  `(?<![\\d${SPACED_LETTER}.,\\/\\-])(\\d{4})([\\-\\/.])(\\d{1,2})\\2(\\d{1,2})(?![\\d\\/\\-])`,
  'gv',
);
const DATED = /(?<![\d.,-]|(?<!\d\.)\/)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/g;
/** `24 12 2027`. */
const SPACED =
  /(?<![\d.,/+-][ \u00a0]?)(\d{1,2})[ \u00a0](\d{1,2})[ \u00a0]((?:19|20)\d{2})(?![ \u00a0]?[\d.,/-]\d|\d)/g;
const MONTH_OF_YEAR = /(?<![\d.,/-])(\d{1,2})\/((?:19|20)\d{2})(?![\d/-])/g;
const YEAR_AND_MONTH = /(?<![\d.,/-])((?:19|20)\d{2})[/-](\d{1,2})(?![\d/-])/g;
/** `2027Q4`, `2027-Q4`, and `Q4 2027`. */
const YEAR_AND_QUARTER =
  /(?<![\p{L}\p{N}.,/-])((?:19|20)\d{2}(?=[ \u00a0-]?q)|\d{2}(?=q))[ \u00a0-]?q([1-4])(?![\p{L}\p{N}])/giu;
const QUARTER_OF_YEAR = /(?<![\p{L}\p{N}])q([1-4])[ \u00a0/-]?((?:19|20)\d{2})(?![\p{L}\p{N}/-])/giu;
const SLASHED = /(?<![\d.,/-])(\d{1,2})\/(\d{1,2})(?![\d/])/g;
/** `24.12.`, and the end of `3.-6.12.`. */
const DOTTED = /(?<![\d.,/]|(?<!\d\.)-)(\d{1,2})\.(\d{1,2})\.(?!\d)/g;
/** `15-2`, a day only where a word says so, as in `op 15-2`; `3-5` and `10-12` may be stretches. */
const DASHED = /(?<![\d.,:/$€£-])(\d{1,2})-(\d{1,2})(?![\d.,:/-]\d|[\d%€$£]|[ \u00a0][%€$£])/g;
/** `4 - 21`, where it is all that is said. */
const MONTH_AND_DAY = /(?<![\d.,:/$€£-] ?)(\d{1,2}) ?[-/] ?(\d{1,2})(?! ?[\d.,:/%€$£-]\d|[\d%€$£])/g;
/** `24.12`, a day only where a word says so, as in `am 24.12`. */
const HALF_DOTTED = /(?<![\d.,:/$€£-])(\d{1,2})\.(\d{1,2})(?![\d.,:/-]\d|[\d%€$£]|[ \u00a0][%€$£])/g;
const CLOCK = /(?<![\d.,:/])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?:[ \u00a0]?([ap])\.?m\b\.?)?(?![\d:])/gi;
/** Where `am` is a word of the language. */
const PLAIN_CLOCK = /(?<![\d.,:/])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?![\d:])/gi;
const HALVED = /(?<![\d.,:/])(0?[1-9]|1[0-2])[ \u00a0]?([ap])\.?m\b\.?/gi;
/** `930pm`. */
const JOINED_CLOCK = /(?<![\d.,:/$€£-])(0?[1-9]|1[0-2])([0-5]\d)[ \u00a0]?([ap])\.?m\b\.?/gi;
/** `730`, a time only between a word for it and a part of the day, as in `at 730 in the evening`. */
const BARE_CLOCK = /(?<![\d.,:/$€£-])(0?[1-9]|1[0-2])([0-5]\d)(?![\d.,:/%€$£-])/g;
/** `1940`, a time only behind a word for it, where nothing is counted: `at 1940`. */
const FOUR_DIGITS = /(?<![\d.,:/$€£-])([01]\d|2[0-3])([0-5]\d)(?![\d.,:/%€$£-]|[ \u00a0][%€$£])/g;
/** `19,30`, a time only behind a word for it, as in `alle 19,30`. */
const COMMA_TIME = /(?<![\d.,:/$€£-])([01]?\d|2[0-3]),([0-5]\d)(?![\d.,:/%€$£-]|[ \u00a0][%€$£])/g;
/** `7ish`: the letters are a suffix of the language. */
const ROUGHLY = /(?<![\d.,:/$€£-])(0?[1-9]|1[0-2])(?:[:.]([0-5]\d))?(\p{L}{1,8})(?![\p{L}\d])/giu;
/** `8.30 Uhr`. */
const DOTTED_CLOCK = /(?<![\d.,:/])([01]?\d|2[0-4])\.([0-5]\d)(?= ?(\p{L}{1,12})(?!\p{L}))/gu;
/** `18Uhr`: the letters are a word of the language for hours. */
const STUCK_HOUR = /(?<![\d.,:/])([01]?\d|2[0-4])(\p{L}{1,12})(?![\p{L}\d])/gu;
const HOURED =
  /(?<![\d.,:/])([01]?\d|2[0-4])[ \u00a0]?(u|h(?:rs?|s)?)(?:[ \u00a0]?([0-5]\d)(?:[ \u00a0]?m(?:in|n)?)?)?(?![\p{L}\d])/giu;
/** `7.30`; with the half of the day it is a time wherever it stands. */
const DOTTED_TIME =
  /(?<![\d.,:/$€£-])([01]?\d|2[0-4])\.([0-5]\d)(?![\d.,/-]\d|[\d%€$£]|[ \u00a0][%€$£])(?:[ \u00a0]?([ap])\.?m\b\.?)?/gi;
/** `0800 hours`. */
const MILITARY = /(?<![\d.,:/$€£-])([01]\d|2[0-3])([0-5]\d) ?(\p{L}{1,12})(?!\p{L})/gu;
const LENGTH = /(?<![\d.,:/\p{L}])(\d{1,4}(?:[.,]\d{1,2})?)(h|hrs?|std|mins?|mn)(?![\p{L}\d])/giu;
/** `1/2h`, `3/4 h`. */
const FRACTION_LENGTH = /(?<![\d.,:/\p{L}])([1-5])\/([2-6]) ?(h|hrs?|std)(?![\p{L}\d])/giu;
/** `2'`: minutes. */
const MINUTE_SIGN = /(?<![\d.,:/\p{L}])(\d{1,3})['’′](?![\p{L}\d'’′])/gu;
/** `4:20a`; `7p` is a time only where a word says so. */
const SHORT_HALF = /(?<![\d.,:/$€£-])(0?[1-9]|1[0-2])(?::([0-5]\d))?([ap])(?![\p{L}\d])/giu;
/** `21 03`, `21 3 27`: a day where it is all that is said, or a word says so. */
const SPACED_DAY =
  /(?<![\d.,/+-][ \u00a0]?)(\d{1,2})[ \u00a0](\d{1,2})(?:[ \u00a0](\d{2}))?(?![ \u00a0]?[\d.,/-]\d|\d)/g;
/** Always open, not a day of July. */
const ALWAYS = '24/7';

/**
 * All of them by the index of their first word; where two claim one word, the first pattern wins.
 * @param isInPart true where a word for a time and a part of the day stand beside
 * @param isHour true where a word for a time stands before, and nothing counted behind
 * @param isAlone true of words that a part of the text consists of
 * @param thisYear what years of two digits are near to
 * @param isOnDay true where the words beside make a day of digits, which may be an amount
 */
export function digitTokens(
  text: string,
  words: readonly Word[],
  { monthFirst, dotOrdinals, halfMarks, hourLetters, roughSuffix, clockAfterDot, clockAfterFour }: Settings,
  isOnDay: (from: number, next: number) => boolean,
  isInPart: (from: number, next: number) => boolean,
  isHour: (from: number, next: number) => boolean,
  isAlone: (from: number, next: number) => boolean,
  thisYear: number,
): ReadonlyMap<number, DigitToken> {
  const tokens = new Map<number, DigitToken>();
  const claimed = new Set<number>();
  if (!/\d/.test(text)) return tokens;
  const take = (
    pattern: RegExp,
    read: (parts: readonly (string | undefined)[]) => DigitReading | null,
    mayStand: (from: number, next: number) => boolean = () => true,
  ): void => {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const [from, next] = [firstWordFrom(words, match.index), firstWordFrom(words, end)];
      const indices = Array.from({ length: next - from }, (_, index) => from + index);
      const reading = indices.some((index) => claimed.has(index)) ? null : read(match);
      if (reading === null || next <= from || !mayStand(from, next)) continue;
      for (const index of indices) claimed.add(index);
      tokens.set(from, { ...reading, next, end });
    }
  };
  take(ISO, ([, year, , month, date]) => onDay(Number(year), Number(month), Number(date)));
  take(DATED, ([, first, sign, second, year]) => {
    const [month, date] = ordered(Number(first), Number(second), monthFirst && sign !== '.');
    return onDay(fullYear(year, thisYear), month, date);
  });
  take(SPACED, ([, first, second, year]) =>
    onDay(Number(year), ...ordered(Number(first), Number(second), monthFirst)),
  );
  const isDay: typeof isOnDay = (from, next) => isOnDay(from, next) || isAlone(from, next);
  if (monthFirst)
    take(
      MONTH_AND_DAY,
      ([, month, date]) => (Number(date) > 12 ? inYear(Number(month), Number(date)) : null),
      isAlone,
    );
  if (!monthFirst) {
    take(
      SPACED_DAY,
      ([, date, month, year]) =>
        year === undefined
          ? inYear(Number(month), Number(date))
          : onDay(fullYear(year, thisYear), Number(month), Number(date)),
      (from, next) =>
        isOnDay(from, next) ||
        (isAlone(from, next) && (next - from > 2 || words[next - 1]?.text.startsWith('0') === true)),
    );
  }
  take(MONTH_OF_YEAR, ([, month, year]) => monthsFrom(Number(year), Number(month), 1));
  take(YEAR_AND_MONTH, ([, year, month]) => monthsFrom(Number(year), Number(month), 1));
  take(FRACTION_LENGTH, ([, part, of, unit = '']) =>
    Number(part) < Number(of) ? { ...length('1', unit), count: Number(part) / Number(of) } : null,
  );
  take(SLASHED, ([written, first, second]) =>
    monthFirst && written === ALWAYS ? null : inYear(...ordered(Number(first), Number(second), monthFirst)),
  );
  take(YEAR_AND_QUARTER, ([, year, quarter]) =>
    monthsFrom(fullYear(year, thisYear), 3 * Number(quarter) - 2, 3),
  );
  take(QUARTER_OF_YEAR, ([, quarter, year]) => monthsFrom(Number(year), 3 * Number(quarter) - 2, 3));
  take(DOTTED_CLOCK, ([, hour, minute, word = '']) =>
    clockAfterDot.includes(word.toLowerCase()) ? clock(hour, minute, undefined, false) : null,
  );
  // "A las 19.30h"; "1.25h" is a length.
  take(
    DOTTED_CLOCK,
    ([, hour, minute, word = '']) =>
      hourLetters.some((letter) => letter === word.toLowerCase()) && Number(minute) % 15 === 0
        ? clock(hour, minute, undefined, false)
        : null,
    isHour,
  );
  take(STUCK_HOUR, ([, hour, word = '']) =>
    clockAfterDot.includes(word.toLowerCase()) ? clock(hour, '0', undefined, false) : null,
  );
  if (dotOrdinals) {
    const dayFirst: Parameters<typeof take>[1] = ([, first, second]) => inYear(Number(second), Number(first));
    take(DOTTED, dayFirst);
    take(HALF_DOTTED, dayFirst, isOnDay);
  }
  if (!monthFirst)
    take(
      DASHED,
      ([, first = '', second = '']) =>
        isStretch(first, second) ? null : inYear(Number(second), Number(first)),
      isDay,
    );
  if (halfMarks === 'short')
    take(SHORT_HALF, ([, hour, minute, half]) =>
      minute === undefined ? loose(hour, '0', half, true) : clock(hour, minute, half, false),
    );
  take(halfMarks !== null ? CLOCK : PLAIN_CLOCK, ([, hour, minute, half]) =>
    clock(hour, minute, half, (hour ?? '').length === 1),
  );
  if (halfMarks !== null) {
    take(HALVED, ([, hour, half]) => clock(hour, '0', half, false));
    take(JOINED_CLOCK, ([, hour, minute, half]) => clock(hour, minute, half, false));
  }
  take(BARE_CLOCK, ([, hour, minute]) => clock(hour, minute, undefined, true), isInPart);
  take(HOURED, ([, hour, letters = '', minute]) => {
    const isOwn = hourLetters.some((letter) => letters.toLowerCase().startsWith(letter));
    if (!isOwn && /^u/i.test(letters)) return null;
    const token = clock(hour, minute ?? '0', undefined, false);
    // "21h30" is no length that anyone means, unlike "1h30" and "24h".
    const isClock = isOwn || (minute !== undefined && Number(hour) > 12);
    return token && { ...token, isHours: true, isLoose: !isClock };
  });
  take(ROUGHLY, ([, hour, minute, suffix]) =>
    suffix?.toLowerCase() === roughSuffix ? clock(hour, minute ?? '0', undefined, true) : null,
  );
  take(MINUTE_SIGN, ([, count = '']) => length(count, 'm'));
  take(MILITARY, ([, hour, minute, word = '']) =>
    clockAfterFour.includes(word.toLowerCase()) ? clock(hour, minute, undefined, false) : null,
  );
  take(LENGTH, ([, count = '', unit = '']) => length(count, unit));
  take(FOUR_DIGITS, ([, hour, minute]) => clock(hour, minute, undefined, false), isHour);
  take(COMMA_TIME, ([, hour = '', minute]) => clock(hour, minute, undefined, hour.length === 1), isHour);
  take(DOTTED_TIME, ([, hour, minute, half]) => loose(hour, minute, half));
  return tokens;
}

const isStretch = (first: string, last: string): boolean =>
  Number(first) < Number(last) && !first.startsWith('0') && !last.startsWith('0');

const fullYear = (written = '', thisYear: number): number =>
  written.length === 2 ? nearYear(Number(written), thisYear) : Number(written);

const YEARS_AHEAD = 20;

/** The year of two digits that is at most so many ahead: a birth in 74 is past, a card until 31 is not. */
function nearYear(digits: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100);
  const years = [century - 100, century, century + 100].map((start) => start + digits);
  return years.findLast((year) => year <= thisYear + YEARS_AHEAD) ?? digits;
}

function monthsFrom(year: number, month: number, count: 1 | 3): DigitReading | null {
  const first = dayOf(year, month, 1);
  return first === null ? null : { kind: 'months', first, count };
}

/** Month and date; the order gives way where it makes no date. */
const ordered = (first: number, second: number, monthFirst: boolean): [month: number, date: number] => {
  const [month, date] = monthFirst ? [first, second] : [second, first];
  return month > 12 && date <= 12 ? [date, month] : [month, date];
};

function onDay(year: number, month: number, date: number): DigitReading | null {
  const day = dayOf(year, month, date);
  return day === null ? impossible(month, date) : { kind: 'date', day };
}

const inYear = (month: number, date: number): DigitReading | null =>
  dayOf(2024, month, date) === null ? impossible(month, date) : { kind: 'yearless', month, date };

/** A date that its month is too short for. */
const impossible = (month: number, date: number): DigitReading | null =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31 ? { kind: 'noDate' } : null;

function length(count: string, unit: string): Extract<DigitReading, { kind: 'length' }> {
  const isHours = /^[hs]/i.test(unit);
  return { kind: 'length', count: Number(count.replace(',', '.')), unit: isHours ? 'hour' : 'minute' };
}

/** A time that needs a word to be one, unless the half of the day is with it. */
function loose(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
  isShort = false,
) {
  const token = clock(hour, minute, half, (hour ?? '').length === 1);
  return token && { ...token, isLoose: half === undefined || isShort };
}

function clock(
  hour = '',
  minute = '',
  half: string | undefined,
  isOpen: boolean,
): Extract<DigitReading, { kind: 'clock' }> | null {
  const minutes = Number(hour) * 60 + Number(minute);
  if (minutes > MINUTES_A_DAY) return null;
  const marked = half === undefined ? null : half.toLowerCase() === 'a' ? ('am' as const) : ('pm' as const);
  const isUnmarked = isOpen && marked === null;
  return { kind: 'clock', minute: minutes, half: marked, isOpen: isUnmarked, isHours: false, isLoose: false };
}
