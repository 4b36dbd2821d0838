import { type Chart, type Place, type Reader, readerOf, rule } from '../chart.ts';
import { calendarDate } from './calendar.ts';
import {
  dateIn,
  dateOfMonths,
  dateOfYears,
  dayIn,
  mapped,
  monthIn,
  monthsOfYears,
  type Open,
  sureIfAny,
  yearOf,
} from './days.ts';

/** `3月`. */
export const numberedMonthReader: Reader<number> = readerOf([
  rule(/* 3月 */ 'number monthUnit', ([{ value, isOrdinal }]) =>
    !isOrdinal && Number.isInteger(value) && value >= 1 && value <= 12 ? value : null,
  ),
]);

/** `5日`, with the weekday that stands beside it in brackets or without. */
export const numberedDayReader: Reader<number> = readerOf([
  rule(/* 5日(木) */ 'dayNumber dateUnit bracketedWeekday', ([{ value }], { chart, next }) =>
    chart.isBracketed(next - 1) ? value : null,
  ),
  rule(/* 5日木曜日 */ 'dayNumber dateUnit weekdayName', ([{ value }]) => value),
  rule(/* 5日 */ 'dayNumber dateUnit', ([{ value }]) => value),
]);

/** `2026年`, `令和8年`, `来年`. */
export const numberedYearReader: Reader<number> = readerOf([
  rule(/* 来年 */ 'fromToday', ({ 0: { grain, options } }) =>
    grain === 'year' && options[0] !== undefined ? calendarDate(options[0].first).year : null,
  ),
  rule(/* 令和8年 */ 'era? number yearUnit', ([era, { value, isOrdinal }]) => {
    const year = value + (era ?? 0);
    return !isOrdinal && Number.isInteger(year) && year >= 1900 && year < 2200 ? year : null;
  }),
]);

/** "2月30日" is no 30th of another month. */
const isOfMonth = ({ chart, from }: Place): boolean => chart.find(from - 1, 'monthUnit') !== null;

/**
 * Dates whose parts are numbers with the unit behind each, the largest first: `2026年3月5日`, `三月五号`, `来年の4月`,
 * `下个月15日`, `5日`.
 */
export const numberedReader: Reader<Open> = readerOf([
  rule(/* 2026年3月5日 */ 'numberedYear link? numberedMonth link? numberedDay', ([year, , month, , day]) =>
    sureIfAny(dayIn(year, month, day)),
  ),
  rule(/* 2026年3月 */ 'numberedYear link? numberedMonth', ([year, , month], { chart, next }) =>
    hasDay(chart, next) ? null : sureIfAny(monthIn(year, month), 'month'),
  ),
  rule(/* 2026年 */ 'era? number yearUnit', (_, { chart, from, next }) => {
    const [year] = chart.at('numberedYear', from);
    return year === undefined || chart.at('numberedMonth', chart.skip(next, ['link'])).length > 0
      ? null
      : sureIfAny(yearOf(year.value), 'year');
  }),
  rule(/* 3月5日 */ 'numberedMonth link? numberedDay', ([month, , day], { chart }) => {
    const open = dateOfYears(chart.today, month, day);
    return open.options.length === 0 ? null : open;
  }),
  rule(/* 3月 */ 'numberedMonth', ([month], { chart, next }) =>
    hasDay(chart, next) ? null : monthsOfYears(chart.today, month),
  ),
  rule(/* 来月の5日 */ 'fromToday link? numberedDay', ([whole, , day]) =>
    whole.grain === 'month' ? mapped(whole, ({ first }) => dateIn(first, day), 'day') : null,
  ),
  rule(/* 5日 */ 'numberedDay', ([day], place) =>
    isOfMonth(place) ? null : dateOfMonths(place.chart.today, day),
  ),
]);

/** True of the month of a date that there is not, too. */
const hasDay = (chart: Chart, at: number): boolean =>
  chart.at('numberedDay', chart.skip(at, ['link'])).length > 0;
