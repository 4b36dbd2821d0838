import type { Unit } from '../../language/time.ts';
import type { Count } from '../categories.ts';
import { type Chart, type Reader, readerOf, rule } from '../chart.ts';
import type { Found, Joiner } from '../stream.ts';
import { addMonths, calendarDate, type Day, firstOfMonth } from './calendar.ts';
import { areNights, counted } from './counted-days.ts';
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

const MAX_COUNT = 1000;

/** The longest stretch of days that begins at a word; a single date is one too. */
export function dateRangeAt(chart: Chart, from: number): Found<Dated> | null {
  let best = dateAt(chart, from);
  const between = betweenAt(chart, from);
  for (const reading of [
    ...(between === null ? [] : [between]),
    ...stretches(chart, from, chart.words[from]?.start),
  ])
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
    const span = last && (inMonthOf(first.value, last.value) ?? spanning(first.value, last.value));
    if (last !== null) return found(span, last.next);
  }
  return null;
}

const found = (value: Dated | null, next: number): Found<Dated> | null => value && { value, next };

/** `the 3rd to the 17th of July`, `3月1日から5日まで`: a day without a month takes it from the other. */
function inMonthOf(first: Dated, last: Dated): Dated | null {
  const isOpen = ({ cycle, grain }: Dated): boolean => grain === 'day' && cycle?.months === 1;
  if (isOpen(first) && !isOpen(last) && last.grain === 'day') {
    const begin = sameMonth(last, calendarDate(first.first).date);
    return begin === null ? null : spanned(begin, last);
  }
  if (!isOpen(last) || isOpen(first) || first.grain !== 'day' || first.cycle?.days === 7) return null;
  const end = sameMonth(first, calendarDate(last.first).date);
  return end === null ? null : spanned(first, end);
}

/** Two days of one month as a stretch; null where they are not in order. */
function spanned(first: Dated, last: Dated): Dated | null {
  if (first.first > last.first) return null;
  const [begin, end] = [first.alternative, last.alternative];
  const alternative =
    begin && end && begin.first <= end.first ? { first: begin.first, last: end.last } : null;
  return { ...first, last: last.last, alternative };
}

/** From one date to another; where only one of them names its year, or none does, they are brought in order. */
function spanning(first: Dated, last: Dated): Dated | null {
  let [begin, end] = [first.first, last.last];
  if (end < begin && last.cycle !== null) end = onward(end, last.cycle);
  if (end < begin && first.cycle !== null) begin = first.alternative?.first ?? begin;
  if (end < begin) return null;
  // "14.10. - 15.10.2027": the year of the end is that of the beginning.
  if (first.cycle?.months === 12 && last.cycle === null) begin = lastBefore(begin, end);
  const alternative = otherSpan(first, last);
  const isOther = alternative !== null && (alternative.first !== begin || alternative.last !== end);
  return {
    first: begin,
    last: end,
    grain: first.grain,
    alternative: isOther ? alternative : null,
    cycle: last.cycle ?? first.cycle,
  };
}

/** The same day of a later year, less than a year before an end. */
function lastBefore(begin: Day, end: Day): Day {
  const years = calendarDate(end).year - calendarDate(begin).year;
  const near = [years, years - 1].map((count) => addMonths(begin, 12 * count));
  return Math.max(begin, ...near.filter((day) => day <= end));
}

/** The same two dates said of the past: the first as early as it can be, and the first end after it. */
function otherSpan(first: Dated, last: Dated): Days | null {
  const earlier = first.alternative ?? (first.cycle === null ? first : null);
  if (earlier === null) return null;
  const [end] = [last.alternative, last].flatMap((days) =>
    days === null || days.last < earlier.first ? [] : days.last,
  );
  return end === undefined ? null : { first: earlier.first, last: end };
}

const onward = (day: Day, { months, days }: Cycle): Day => addMonths(day, months) + days;

const stretch = (
  days: Days | null,
  grain: Dated['grain'] = 'day',
  alternative: Days | null = null,
): Dated | null => days && { first: days.first, last: days.last, grain, alternative, cycle: null };

/** The first so many units of a stretch, or the last where the count is negative. */
function edgeWithin(whole: Open, unit: Unit, count: number, { today }: Chart): Dated | null {
  const days = settled(whole, today);
  if (days === null) return null;
  const edge = shifted(count > 0 ? days.first : days.last + 1, unit, count);
  if (edge === null || edge < days.first || edge > days.last + 1) return null;
  return stretch(count > 0 ? { first: days.first, last: edge - 1 } : { first: edge, last: days.last });
}

/** Stretches that are counted from today, or that today is an end of. */
const stretches: Reader<Dated> = readerOf([
  rule(/* the last 7 days */ 'leads which number unit', ([, which, number, unit], { chart }) =>
    rolling(chart, which, number, unit),
  ),
  rule(/* les 7 derniers jours */ 'leads number which unit', ([, number, which, unit], { chart }) =>
    // "214, last year 198" counts no years.
    chart.isAdjacent(number.next) ? rolling(chart, which, number, unit) : null,
  ),
  rule(/* 3 semanas que vienen */ 'leads number unit whichAfter', ([, number, unit, which], { chart }) =>
    rolling(chart, which, number, unit),
  ),
  rule(/* the next couple of weeks */ 'leads which one unit', ([, which, value, unit], { chart }) =>
    value < 2 ? null : rolling(chart, which, { value, isOrdinal: false }, unit),
  ),
  rule(/* the next few days */ 'leads which few unit', ([, which, value, unit], { chart }) =>
    rolling(chart, which, { value, isOrdinal: false }, unit),
  ),
  rule(
    /* the last two weeks of july */ 'leads which number unit links whole',
    ([, which, { value }, unit, , whole], { chart }) =>
      which === 'last' ? edgeWithin(whole, unit, -value, chart) : null,
  ),
  rule(
    /* the first 3 days of march */ 'leads place number unit links whole',
    ([, place, { value, isOrdinal }, unit, , whole], { chart }) =>
      place === 1 && !isOrdinal ? edgeWithin(whole, unit, value, chart) : null,
  ),
  rule(/* since monday */ 'since date', ([, { first, alternative, grain }], { chart: { today } }) => {
    const past = first <= today ? first : alternative?.first;
    return past === undefined || past > today ? null : stretch({ first: past, last: today }, grain);
  }),
  rule(/* until friday */ 'until date', ([, { last, grain }], { chart: { today } }) =>
    last < today ? null : stretch({ first: today, last }, grain),
  ),
  rule(/* friday for 3 nights */ 'date lasting counts', ([day, , counts]) => lasting(day, counts)),
  rule(/* for 10 days from march 3 */ 'lasting counts from date', ([, counts, , day]) =>
    lasting(day, counts),
  ),
  rule(/* two nights from saturday */ 'counts from date', ([counts, , day]) =>
    areNights(counts) ? lasting(day, counts) : null,
  ),
  rule(/* 10 days starting march 3 */ 'counts starting date', ([counts, , day]) => lasting(day, counts)),
  rule(/* for 10 days starting march 3 */ 'lasting counts starting date', ([, counts, , day]) =>
    lasting(day, counts),
  ),
  rule(/* three years from now */ 'counts fromNow', ([counts], { chart }) => monthOf(chart, counts, 1)),
  rule(/* the rest of the week */ 'leads rest links unit', ([, , , unit], { chart }) =>
    restOf(chart.today, beside(chart.today, unit, 'this')),
  ),
  rule(/* the rest of this month */ 'leads rest links fromToday', ([, , , whole], { chart }) =>
    restOf(chart.today, whole),
  ),
  rule(/* march to may 2027 */ 'monthName to monthName year?', ([first, , last, year], { chart }) => {
    const months = year === null ? null : monthIn(year, last);
    const end = year === null ? settled(monthsOfYears(chart.today, last), chart.today) : months;
    const begin = end === null ? null : monthIn(calendarDate(end.first).year - (first > last ? 1 : 0), first);
    return begin === null || end === null ? null : stretch({ first: begin.first, last: end.last }, 'month');
  }),
  rule(/* 2027 */ 'year', ([year], { chart, from, next }) =>
    chart.isAlone(from, next) ? stretch(yearOf(year), 'year') : null,
  ),
  rule(/* 2013 to 2015 */ 'year to year', ([first, , last]) => yearsFrom(first, last)),
  rule(/* in two years */ 'within at? counts', ([, , counts], { chart }) => monthOf(chart, counts, 1)),
  rule(/* hace dos años */ 'agoBefore at? counts', ([, , counts], { chart }) => monthOf(chart, counts, -1)),
  rule(/* two years ago */ 'counts ago', ([counts], { chart }) => monthOf(chart, counts, -1)),
]);

/** So many units before that of today, or after it; counted from today they stand beside. */
function rolling(
  { today }: Chart,
  which: string,
  { value: count, isOrdinal }: { value: number; isOrdinal: boolean },
  unit: Parameters<typeof beside>[1],
): Dated | null {
  if (isOrdinal || !(count >= 1 && count <= MAX_COUNT) || unit === 'weekend') return null;
  if (which === 'afterNext' || which === 'beforeLast') return null;
  const isPast = which === 'last';
  const edge = shifted(today, unit, isPast ? -count : count);
  if (edge === null) return null;
  const days = isPast ? { first: edge + 1, last: today } : { first: today + 1, last: edge };
  const [near] = beside(today, unit, isPast ? -1 : 1)?.options ?? [];
  const [far] = beside(today, unit, isPast ? -count : count)?.options ?? [];
  if (near === undefined || far === undefined) return stretch(days);
  const whole = isPast ? { first: far.first, last: near.last } : { first: near.first, last: far.last };
  return stretch(whole, 'day', days);
}

/** The days from a first one on; of nights, until the day after the last. */
function lasting(day: Dated, counts: readonly Count[]): Dated | null {
  if (day.grain !== 'day') return null;
  const from = (first: Day): Days | null => {
    const end = counted(first, counts, 1);
    const last = end === null || counts.some(({ unit }) => unit === 'night') ? end : end - 1;
    return last === null || last < first ? null : { first, last };
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

function yearsFrom(first: number, last: number): Dated | null {
  const [begin, end] = [yearOf(first), yearOf(last)];
  return begin === null || end === null || first >= last
    ? null
    : stretch({ first: begin.first, last: end.last }, 'year');
}

/** The month that lies so many years away, which nobody tells to the day. */
function monthOf(
  { today }: Chart,
  counts: readonly { count: number; unit: string }[],
  direction: 1 | -1,
): Dated | null {
  const [years, ...more] = counts;
  if (years?.unit !== 'year' || more.length > 0 || !Number.isInteger(years.count)) return null;
  return stretch(monthsFrom(firstOfMonth(addMonths(today, 12 * direction * years.count)), 1), 'month');
}
