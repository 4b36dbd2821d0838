import type { Kind, Unit, Which } from '../../language/time.ts';
import type { DayNumber, WeekdayName } from '../categories.ts';
import { type Chart, type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { calendarDate, easterOf } from './calendar.ts';
import {
  beside,
  type Days,
  dateOfYears,
  dayAlone,
  dayIn,
  monthIn,
  monthly,
  monthsFrom,
  monthsOfYears,
  type Open,
  onItsWeekday,
  settled,
  sure,
  sureIfAny,
  yearly,
  yearOf,
} from './days.ts';

/** The number of a day: 1–31, but not the hour of `11:15`. */
export const dayNumberReader: Reader<DayNumber> = reader(['number'], (chart, at) => {
  const token = chart.digits(at);
  const number = token?.kind === 'clock' && !token.isLoose ? null : chart.number(at);
  const isWhole =
    number !== null && !number.isNoun && !isShortYear(chart, at) && Number.isInteger(number.value);
  return isWhole && number.value >= 1 && number.value <= 31 ? [{ value: number, next: number.next }] : [];
});

/** The place in a larger stretch: from 1 on, or −1 for the last, −3 for the third last. */
export const placeReader: Reader<number> = reader(['which', 'number'], (chart, at) => {
  const which = chart.find(at, 'which');
  if (which !== null) return which.value === 'last' ? [{ value: -1, next: which.next }] : [];
  const number = chart.number(at);
  if (!number?.isOrdinal || number.value < 1) return [];
  const last = chart.find(chart.skip(number.next, ['to']), 'which');
  return [last?.value === 'last' ? { value: -number.value, next: last.next } : number];
});

export const monthNameReader: Reader<number> = reader(['month', 'vagueMonth'], (chart, at) => {
  const month = chart.find(at, 'month') ?? chart.find(at, 'vagueMonth');
  return month === null ? [] : [month];
});

/** A weekday by its name. */
export const weekdayNameReader: Reader<WeekdayName> = reader(
  ['weekday', 'vagueWeekday', 'wordWeekday', 'shortWeekday'],
  (chart, at) => {
    for (const kind of ['weekday', 'vagueWeekday', 'wordWeekday', 'shortWeekday'] as const) {
      const name = chart.find(at, kind);
      if (name !== null) return [{ value: { weekday: name.value, kind }, next: name.next }];
    }
    return [];
  },
);

const BEFORE_DAY = ['weekday', 'vagueWeekday', 'shortWeekday', 'dayLead'] as const satisfies readonly Kind[];

/** True of the 15 of "friday 15 at 8:30", a day of the month and no hour of a stretch. */
export function isDayBeforeTime(chart: Chart, at: number): boolean {
  const number = chart.number(at);
  return (
    number !== null &&
    number.value <= 31 &&
    chart.find(number.next, 'at') !== null &&
    BEFORE_DAY.some((kind) => chart.endsAt(at, kind))
  );
}

/** Small words that may stand between the parts of a date, or nothing. */
export const linksReader: Reader<true> = (chart, at) => [
  { value: true, next: chart.skip(at, ['link', 'lead'], 2) },
];
export const leadsReader: Reader<true> = (chart, at) => [
  { value: true, next: chart.skip(at, ['lead', 'dayLead'], 2) },
];
/** Small words between a week or month and a day of it. */
export const asideReader: Reader<true> = (chart, at) => [
  { value: true, next: chart.skip(at, ['hedge', 'link', 'lead', 'dayLead'], 3) },
];

const isYear = (value: number): boolean => value >= 1900 && value < 2200;

/** `2027`, `two thousand eighteen`, `nineteen seventy-eight`, and `last year` in `April of last year`. */
export const yearReader: Reader<number> = reader(['number', 'link', 'lead', 'fromToday'], (chart, at) => {
  for (const start of new Set([at, chart.skip(at, ['link'])])) {
    const number = chart.number(start);
    if (number === null || number.isOrdinal) continue;
    if (isShortYear(chart, start)) return [{ value: yearNear(chart, number.value), next: number.next }];
    if (number.isDigits && isYear(number.value))
      return [{ value: number.value, next: chart.skip(number.next, ['ofEra']) }];
    const spelled = number.isDigits ? null : spelledYear(chart, number);
    if (spelled !== null && chart.isSettled(spelled.next)) return [spelled];
  }
  return periodsAt(chart, chart.skip(at, ['link', 'lead'], 2), 'year').map(({ value, next }) => ({
    value: calendarDate(value.options[0]?.first ?? chart.today).year,
    next,
  }));
});

/** True at the `'15` of "3 May '15". */
function isShortYear(chart: Chart, at: number): boolean {
  const { start = 0, end = 0 } = chart.numeral(at) ?? {};
  const isShort = end - start === 2 && /['’‘]/.test(chart.text[start - 1] ?? '');
  return (
    isShort &&
    /^\d\d$/.test(chart.text.slice(start, end)) &&
    !/[\p{L}\p{N}]/u.test(chart.text[start - 2] ?? '')
  );
}

/** The year of two digits that is at most twenty ahead. */
function yearNear({ today }: Chart, digits: number): number {
  const { year } = calendarDate(today);
  const inCentury = year - (year % 100) + digits;
  return inCentury > year + 20 ? inCentury - 100 : inCentury;
}

function spelledYear(chart: Chart, { value, next }: Found<number>): Found<number> | null {
  if (isYear(value)) return { value, next };
  const ones = value === 19 || value === 20 ? chart.number(next) : null;
  const isPair = ones !== null && !ones.isOrdinal && !ones.isDigits && chart.isAdjacent(next);
  return isPair && ones.value >= 10 && ones.value < 100
    ? { value: value * 100 + ones.value, next: ones.next }
    : null;
}

/** Stretches from today of one grain. */
const periodsAt = (chart: Chart, at: number, grain: Open['grain']): Found<Open>[] =>
  chart.at('fromToday', at).filter(({ value }) => value.grain === grain);

/** Of days only this one and the next are told so, and no number stands behind: "esse dia 16". */
const besideToday = ({ chart, next }: Place, unit: Unit, which: Which): Open | null => {
  const isDay = (which === 'this' || which === 'next') && chart.number(next) === null;
  return unit === 'day' && !isDay ? null : beside(chart.today, unit, which);
};

/** A stretch from today: `next month`, `la semaine prochaine`, `来週`. */
export const fromTodayReader: Reader<Open> = readerOf([
  rule(/* 来週 */ 'period', ([period], place) => besideToday(place, period.unit, period.which)),
  rule(/* next month */ 'which unit', ([which, unit], place) => besideToday(place, unit, which)),
  rule(/* la semaine prochaine */ 'unit whichAfter', ([unit, which], place) =>
    unit === 'day' ? null : besideToday(place, unit, which),
  ),
]);

const withYear = (chart: Chart, month: number, date: number, year: number | null): Open | null => {
  if (year === null) {
    const open = dateOfYears(chart.today, month, date);
    return open.options.length === 0 ? null : open;
  }
  return sureIfAny(dayIn(year, month, date));
};

/** `14.2.`, `2026-03-05`. */
const writtenDay: Reader<Open> = (chart, at) => {
  const token = chart.digits(at);
  if (token?.kind === 'date') return [{ value: sure(dayAlone(token.day)), next: token.next }];
  const open = token?.kind === 'yearless' ? withYear(chart, token.month, token.date, null) : null;
  return open === null || token === null ? stuckDay(chart, at) : [{ value: open, next: token.next }];
};

/** The parts of `Feb16`, in the order of those of `16Feb`. */
function monthThenDay(written: string): string[] {
  const [whole = '', name = '', date = ''] = /^(\p{L}{3,12})(\d{1,2})$/u.exec(written) ?? [];
  return [whole, date, name];
}

/** `9may`, `7Oct2026`, and `Feb16` where months come first. */
function stuckDay(chart: Chart, at: number): Found<Open>[] {
  const written = chart.words[at]?.text ?? '';
  const [, date = '', name = '', year] =
    /^(\d{1,2})(\p{L}{3,12})(\d{4})?$/u.exec(written) ??
    (chart.settings.monthFirst ? monthThenDay(written) : []);
  const month = name === '' ? null : chart.monthCalled(name);
  if (month === null) return [];
  const [behind] = year === undefined ? chart.at('year', at + 1) : [];
  const open = withYear(
    chart,
    month,
    Number(date),
    year === undefined ? (behind?.value ?? null) : Number(year),
  );
  return open === null ? [] : [{ value: open, next: behind?.next ?? at + 1 }];
}

/** The years that two digits at the end of a date may mean. */
const shortYear = (chart: Chart, at: number): Found<number>[] => {
  const number = chart.number(at);
  const isYear = number?.isDigits && !number.isOrdinal && /^\d\d$/.test(chart.words[at]?.text ?? '');
  const isAlone = isYear && chart.isAdjacent(at) && chart.isAtEnd(number.next) && !chart.isPartOfDigits(at);
  return isAlone ? [{ value: yearNear(chart, number.value), next: number.next }] : [];
};

/** `5th of April 2027`, `April 5`, `5 de abril`. */
const dayAndMonth: Reader<Open> = (chart, at) => {
  const [day] = chart.at('dayNumber', at);
  if (day === undefined) return monthAndDay(chart, at);
  const { value, isOrdinal } = day.value;
  // After a bare number its month follows at once: "for 5 on december 11" has no 5 December.
  const isNear = isOrdinal || chart.isAdjacent(day.next) || chart.isParted(day.next, '/');
  const start = chart.skip(day.next, isOrdinal ? ['link', 'lead'] : ['ofMonth'], isOrdinal ? 2 : 1);
  const [month] = isNear ? chart.at('monthName', start) : [];
  return month === undefined ? [] : dated(chart, month.value, value, month.next, isOrdinal);
};

function monthAndDay(chart: Chart, at: number): Found<Open>[] {
  const [month] = chart.at('monthName', at);
  const [day] = month === undefined ? [] : chart.at('dayNumber', chart.skip(month.next, ['lead']));
  if (month === undefined || day === undefined) return [];
  const { isDigits, isOrdinal, value } = day.value;
  // "March two" may be a month and a count: the year or the end follows a day.
  const isDay = isDigits || isOrdinal || chart.isAtEnd(day.next) || chart.at('year', day.next).length > 0;
  if (!isDay || (!isDigits && !isOrdinal && !chart.isAdjacent(month.next))) return [];
  return dated(chart, month.value, value, day.next, isOrdinal);
}

function dated(chart: Chart, month: number, date: number, next: number, isOrdinal: boolean): Found<Open>[] {
  const [year] = [...chart.at('year', next), ...(isOrdinal ? shortYear(chart, next) : [])];
  const open = withYear(chart, month, date, year?.value ?? null);
  return open === null ? [] : [{ value: open, next: year?.next ?? next }];
}

/** `Christmas`, `Karfreitag`, `last Easter`, `la Navidad pasada`, `Christmas 2024`. */
const feast: Reader<Open> = rule(
  /* last Easter */ 'which? feast year? whichAfter?',
  ([which, feast, year, after], { chart }) => {
    const inYear = (of: number): Days | null => {
      if ('easter' in feast) return dayAlone(easterOf(of) + feast.easter);
      return dayIn(of, feast.month, feast.date);
    };
    if (year !== null) return sureIfAny(inYear(year));
    const open = yearly(chart.today, inYear);
    const chosen = which ?? after;
    const dates = chosen === null ? null : settled(open, chart.today);
    if (dates === null) return open;
    return sureIfAny(chosen === 'last' ? dates.alternative : dates);
  },
);

/** A day of the calendar: a date, with a weekday beside it or without, or a feast. */
export const calendarDayReader: Reader<Open> = reader(
  ['digits', 'dayNumber', 'monthName', 'feast', 'which'],
  (chart, at) => {
    const plain = [...writtenDay(chart, at), ...dayAndMonth(chart, at), ...feast(chart, at)];
    return plain.map(({ value, next }) => {
      // `15 March, Sunday` names one day.
      const [weekday] = chart.at('weekdayName', next);
      const own = weekday === undefined ? null : onItsWeekday(value, weekday.value.weekday, chart.today);
      return weekday !== undefined && own !== null && chart.isSettled(weekday.next)
        ? { value: own, next: weekday.next }
        : { value, next };
    });
  },
);

/** A stretch that parts are told of: the first week `of march 2027`, the last day `of the month`, the third quarter `of 2027`. */
export const wholeReader: Reader<Open> = reader(['monthName', 'fromToday', 'year', 'unit'], (chart, at) => [
  ...wholeMonths(chart, at),
  ...chart.at('fromToday', at),
  ...wholeYears(chart, at),
  ...[...chart.all(at, 'unit')].flatMap(({ value, next }) => {
    if (chart.find(at - 1, 'link') === null && chart.find(at - 1, 'lead') === null) return [];
    if (value === 'month')
      return [{ value: monthly(chart.today, (first) => monthsFrom(first, 1), 'month'), next }];
    return value === 'year' ? [{ value: yearly(chart.today, yearOf, 'year'), next }] : [];
  }),
]);

const wholeYears = rule(/* 2027 */ 'year', ([year]) => sureIfAny(yearOf(year), 'year'));

const wholeMonths = rule(/* march 2027 */ 'monthName year?', ([month, year], { chart }) =>
  year === null ? monthsOfYears(chart.today, month) : sureIfAny(monthIn(year, month), 'month'),
);
