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
import {
  numberedDayReader,
  numberedMonthReader,
  numberedReader,
  numberedYearReader,
} from './numbered-dates.ts';

/** What each category of words and values is made of. */
export const GRAMMAR: Grammar = {
  number: (chart, at) => {
    const number = chart.number(at);
    return number === null ? [] : [{ value: number, next: number.next }];
  },
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
  date: dateReader([numberedReader, countedReader]),
};
