import type { TimeCategories } from '../categories.ts';
import { defineGrammar } from '../chart.ts';
import {
  asideReader,
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
import { clockReader, hourReader, minuteReader } from './clocks.ts';
import { countedReader, countsReader, roughCountReader } from './counted-days.ts';
import { dateReader, latentDayReader, namedDayReader, weekdayReader } from './dates.ts';
import { durationReader, halfAgainReader, lengthPartReader, tallyReader } from './durations.ts';
import {
  fromNowReader,
  gapReader,
  latentMomentReader,
  momentReader,
  timeBeforeReader,
  timeOfDayReader,
} from './moments.ts';
import {
  numberedDayReader,
  numberedMonthReader,
  numberedReader,
  numberedYearReader,
} from './numbered-dates.ts';
import { timeRangeReader } from './time-ranges.ts';
import { timeReader } from './times.ts';

defineGrammar<TimeCategories>({
  hour: hourReader,
  minuteCount: minuteReader,
  clock: clockReader,
  links: linksReader,
  leads: leadsReader,
  aside: asideReader,
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
  roughCount: roughCountReader,
  numberedYear: numberedYearReader,
  numberedMonth: numberedMonthReader,
  numberedDay: numberedDayReader,
  tally: tallyReader,
  halfAgain: halfAgainReader,
  lengthPart: lengthPartReader,
  duration: durationReader,
  time: timeReader,
  timeRange: timeRangeReader,
  timeOfDay: timeOfDayReader,
  timeBefore: timeBeforeReader,
  soon: fromNowReader,
  dayTime: momentReader,
  gap: gapReader,
  latentDay: latentDayReader,
  latentMoment: latentMomentReader,
  date: dateReader([numberedReader, countedReader]),
});
