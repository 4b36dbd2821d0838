import type { Unit } from '../../language/time.ts';
import type { Count } from '../categories.ts';
import { type Chart, type Reader, readerOf, rule } from '../chart.ts';
import type { Found, Joiner } from '../stream.ts';
import { addMonths, calendarDate, type Day, firstOfMonth } from './calendar.ts';
import { areNights, counted, MAX_COUNT } from './counted-days.ts';
import { dateAt } from './dates.ts';
import {
  beside,
  type Cycle,
  type Dated,
  type Days,
  monthIn,
  monthsFrom,
  monthsOfYears,
  type Open,
  settled,
  shifted,
  yearOf,
} from './days.ts';
import { daysOfOneMonth, endsAt, sameMonth } from './shared-months.ts';

/** The longest stretch of days that begins at a word; a single date is one too. */
export function dateRangeAt(chart: Chart, from: number): Found<Dated> | null {
  let best = dateAt(chart, from);
  const between = betweenAt(chart, from);
  for (const reading of [...(between === null ? [] : [between]), ...stretches(chart, from)])
    if (reading.next > (best?.next ?? from) || reading.value.grain === 'month') best = reading;
  return best;
}

/** `from monday to wednesday`, `between 3 and 9 April`, `3–5 April`. */
function betweenAt(chart: Chart, from: number): Found<Dated> | null {
  for (const { start, joiner } of chart.openings(from)) {
    const reading = pair(chart, start, joiner);
    if (reading !== null) return reading;
  }
  return null;
}

function pair(chart: Chart, start: number, joiner: Joiner): Found<Dated> | null {
  const days = daysOfOneMonth(chart, start);
  if (days?.isStretch) return found(spanning(days.first.value, days.last.value), days.last.next);
  const first = dateAt(chart, start);
  if (first === null) return null;
  const ends = endsAt(chart, first.next, joiner);
  // "Du 5 au 9": the word between is the lead of the second date too.
  const isLead = ends.length > 0 && chart.find(first.next, 'dayLead') !== null;
  for (const end of isLead ? [...ends, first.next] : ends) {
    const last = dateAt(chart, end);
    if (last !== null) return found(spanning(first.value, inMonthOf(first.value, last.value)), last.next);
  }
  return null;
}

const found = (value: Dated | null, next: number): Found<Dated> | null => value && { value, next };

/** `3月1日から5日まで`: a day without a month is one of the month before it. */
const inMonthOf = (first: Dated, last: Dated): Dated =>
  last.cycle?.months === 1 && first.grain === 'day' && first.cycle?.months !== 1 && first.cycle?.days !== 7
    ? (sameMonth(first, calendarDate(last.first).date) ?? last)
    : last;

/** From one date to another; where only one of them names its year, or none does, they are brought in order. */
function spanning(first: Dated, last: Dated): Dated | null {
  let [begin, end] = [first.first, last.last];
  if (end < begin && last.cycle !== null) end = onward(end, last.cycle);
  if (end < begin && first.cycle !== null) begin = first.alternative?.first ?? begin;
  if (end < begin) return null;
  // "14.10. - 15.10.2027": the year of the end is that of the beginning.
  if (first.cycle?.months === 12 && last.cycle === null) begin = lastBefore(begin, end);
  const alternative = otherSpan(first.alternative, last);
  return { first: begin, last: end, grain: first.grain, alternative, cycle: last.cycle ?? first.cycle };
}

/** The same day of a later year, less than a year before an end. */
function lastBefore(begin: Day, end: Day): Day {
  const years = calendarDate(end).year - calendarDate(begin).year;
  const near = [years, years - 1].map((count) => addMonths(begin, 12 * count));
  return Math.max(begin, ...near.filter((day) => day <= end));
}

/** The same two dates said of the past: the first as early as it can be, and the first end after it. */
function otherSpan(earlier: Days | null, last: Dated): Days | null {
  const end = [last.alternative, last].find((days) => earlier && days && days.last >= earlier.first);
  return earlier && end ? { first: earlier.first, last: end.last } : null;
}

const onward = (day: Day, { months, days }: Cycle): Day => addMonths(day, months) + days;

const stretch = (
  days: Days | null,
  grain: Dated['grain'] = 'day',
  alternative: Days | null = null,
): Dated | null => days && { first: days.first, last: days.last, grain, alternative, cycle: null };

/** Stretches that are counted from today, or that today is an end of. */
const stretches: Reader<Dated> = readerOf([
  rule(/* the last 7 days */ 'leads which tally unit', ([, which, count, unit], { chart }) =>
    rolling(chart, which, count, unit),
  ),
  rule(/* les 7 derniers jours */ 'leads tally which unit', ([, count, which, unit], { chart }, reads) =>
    // "214, last year 198" counts no years.
    chart.isAdjacent(reads[1].next) ? rolling(chart, which, count, unit) : null,
  ),
  rule(/* 3 semanas que vienen */ 'leads tally unit whichAfter', ([, count, unit, which], { chart }) =>
    rolling(chart, which, count, unit),
  ),
  rule(/* since monday */ 'since date', ([, { first, alternative, grain }], { chart: { today } }) => {
    const past = first <= today ? first : alternative?.first;
    return past === undefined || past > today ? null : stretch({ first: past, last: today }, grain);
  }),
  rule(/* until friday */ 'until date', ([, { last, grain }], { chart: { today } }) =>
    last < today ? null : stretch({ first: today, last }, grain),
  ),
  rule(/* friday for 3 nights */ 'date lasting counts', ([day, , counts]) => lasting(day, counts)),
  rule(/* two nights from saturday */ 'lasting? counts from date', ([isLasting, counts, , day]) =>
    isLasting || areNights(counts) ? lasting(day, counts) : null,
  ),
  rule(/* for 10 days starting march 3 */ 'lasting? counts starting date', ([, counts, , day]) =>
    lasting(day, counts),
  ),
  rule(/* the rest of the week */ 'leads rest links unit', ([, , , unit], { chart }) =>
    restOf(chart.today, beside(chart.today, unit, 'this')),
  ),
  rule(/* the rest of this month */ 'leads rest links fromToday', ([, , , whole], { chart }) =>
    restOf(chart.today, whole),
  ),
  rule(/* march to may 2027 */ 'monthName to monthName year?', ([first, , last, year], { chart }) => {
    const end = year === null ? settled(monthsOfYears(chart.today, last), chart.today) : monthIn(year, last);
    const begin = end && monthIn(calendarDate(end.first).year - (first > last ? 1 : 0), first);
    return end && begin && stretch({ first: begin.first, last: end.last }, 'month');
  }),
  rule(/* 2027 */ 'year', ([year], { chart, from, next }) =>
    chart.isAlone(from, next) ? stretch(yearOf(year), 'year') : null,
  ),
  rule(/* 2013 to 2015 */ 'year to year', ([first, , last]) => {
    const [begin, end] = [yearOf(first), yearOf(last)];
    return begin && end && first < last ? stretch({ first: begin.first, last: end.last }, 'year') : null;
  }),
  // In two years: nobody tells that to the day.
  rule(/* in two years */ 'countsAway', ([{ counts, direction }], { chart: { today } }) => {
    const [years, ...more] = counts;
    if (years?.unit !== 'year' || more.length > 0) return null;
    return stretch(monthsFrom(firstOfMonth(addMonths(today, 12 * direction * years.count)), 1), 'month');
  }),
]);

/** So many units before that of today, or after it; counted from today they stand beside. */
function rolling({ today }: Chart, which: string, count: number, unit: Unit): Dated | null {
  if (count < 1 || count > MAX_COUNT) return null;
  const isPast = which === 'last';
  const edge = shifted(today, unit, isPast ? -count : count);
  if (edge === null) return null;
  const days = isPast ? { first: edge + 1, last: today } : { first: today + 1, last: edge };
  const [near] = beside(today, unit, isPast ? -1 : 1)?.options ?? [];
  const [far] = beside(today, unit, isPast ? -count : count)?.options ?? [];
  if (near === undefined || far === undefined) return stretch(days);
  const [begin, end] = isPast ? [far, near] : [near, far];
  return stretch({ first: begin.first, last: end.last }, 'day', days);
}

/** The days from a first one on; of nights, until the day after the last. */
function lasting(day: Dated, counts: readonly Count[]): Dated | null {
  if (day.grain !== 'day') return null;
  const from = (first: Day): Days | null => {
    const end = counted(first, counts, 1);
    return end === null ? null : { first, last: counts.some(({ unit }) => unit === 'night') ? end : end - 1 };
  };
  const days = from(day.first);
  return days && { ...day, ...days, alternative: day.alternative && from(day.alternative.first) };
}

/** From today to the end of a stretch that it is in. */
function restOf(today: Day, whole: Open | null): Dated | null {
  const [days] = whole?.options ?? [];
  return days === undefined || days.first > today || days.last < today
    ? null
    : stretch({ first: today, last: days.last });
}
