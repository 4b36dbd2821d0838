import {
  calendarDayReader,
  dayNumberReader,
  fromTodayReader,
  leadsReader,
  linksReader,
  monthNameReader,
  placeReader,
  weekdayNameReader,
  wholeReader,
  yearReader,
} from './calendar-days.ts';
import type { Grammar } from './chart.ts';
import { clockReader, hourReader, minuteReader } from './clocks.ts';
import { countedReader, countsReader } from './counted-days.ts';
import { dateReader, namedDayReader, weekdayReader } from './dates.ts';
import { durationAt } from './durations.ts';
import { fromNowReader, gapReader, momentReader, timeBeforeReader, timeOfDayReader } from './moments.ts';
import {
  numberedDayReader,
  numberedMonthReader,
  numberedReader,
  numberedYearReader,
} from './numbered-dates.ts';
import type { Found } from './stream.ts';
import { timeAt } from './times.ts';

const found = <T extends { next: number }>(reading: T | null): Found<T>[] =>
  reading === null ? [] : [{ value: reading, next: reading.next }];

/** What each category of words and values is made of. */
export const GRAMMAR: Grammar = {
  number: (chart, at) => found(chart.number(at)),
  hour: hourReader,
  minuteCount: minuteReader,
  clock: clockReader,
  links: linksReader,
  leads: leadsReader,
  dayNumber: dayNumberReader,
  place: placeReader,
  monthName: monthNameReader,
  weekdayName: weekdayNameReader,
  year: yearReader,
  fromToday: fromTodayReader,
  calendarDay: calendarDayReader,
  weekdayDay: weekdayReader,
  namedDay: namedDayReader,
  whole: wholeReader,
  counts: countsReader,
  numberedYear: numberedYearReader,
  numberedMonth: numberedMonthReader,
  numberedDay: numberedDayReader,
  duration: (chart, at) => found(durationAt(chart, at)),
  time: (chart, at) => found(timeAt(chart, at)),
  timeOfDay: timeOfDayReader,
  timeBefore: timeBeforeReader,
  soon: fromNowReader,
  dayTime: momentReader,
  gap: gapReader,
  date: dateReader([numberedReader, countedReader]),
};
