import type { Chart } from '../chart.ts';
import type { Found, Joiner } from '../stream.ts';
import { dateAt } from './dates.ts';
import { type Dated, dateIn, dateOfMonths, settled } from './days.ts';

/** Two days of which only one has a month, which is that of both: `3 and 6 december`, `December 3 to 6`. */
interface DaysOfOneMonth {
  first: Found<Dated>;
  last: Found<Dated>;
  /** The index of the word that the last begins at. */
  lastFrom: number;
  /** True if the days between them are meant too. */
  isStretch: boolean;
}

const LEADS = ['lead', 'dayLead'] as const;

/** Two days of one month that begin at a word, with or without the word before them that says that there are two. */
export function daysOfOneMonth(chart: Chart, from: number): DaysOfOneMonth | null {
  const isBetween = isOpened(chart, from, 'between');
  for (const joiner of ['to', 'and'] as const) {
    const days = monthAtEnd(chart, from, joiner, isBetween) ?? monthAtStart(chart, from, joiner);
    const isStretch = joiner === 'to' || isBetween;
    if (days !== null && (!isStretch || days.first.value.first < days.last.value.first))
      return { ...days, isStretch };
  }
  return null;
}

/** Words in the longest opening: `desde el`. */
const MAX_OPENING = 2;

function isOpened(chart: Chart, from: number, kind: 'between' | 'from'): boolean {
  for (let back = 1; back <= MAX_OPENING; back += 1)
    for (const { next } of chart.all(from - back, kind)) if (next === from) return true;
  return false;
}

/** The places where the second of two dates may begin. */
export function endsAt(chart: Chart, at: number, joiner: Joiner): number[] {
  const ends = [...chart.all(at, joiner)].map(({ next }) => next);
  return joiner === 'to' && chart.isDashed(at) ? [at, ...ends] : ends;
}

type Pair = Omit<DaysOfOneMonth, 'isStretch'>;

function calendarDate(chart: Chart, at: number): Found<Dated> | null {
  const [day] = chart.at('calendarDay', at);
  const dated =
    day === undefined || chart.find(at, 'feast') !== null ? null : settled(day.value, chart.today);
  return day === undefined || dated === null ? null : { value: dated, next: day.next };
}

/** `3 and 6 december`, `the 3rd to the 6th of december`, `3.-6.12.`. */
function monthAtEnd(chart: Chart, from: number, joiner: Joiner, isBetween: boolean): Pair | null {
  const starts = [from, chart.skip(from, LEADS), chart.skip(from, LEADS, 2)];
  for (const at of new Set(starts.flatMap((start) => [start, behindWeekday(chart, start)]))) {
    const [day] = chart.at('dayNumber', at);
    if (day === undefined || chart.at('calendarDay', at).length > 0) continue;
    if (joiner === 'and' && !isBetween && at === from && !day.value.isOrdinal) continue;
    for (const end of endsAt(chart, day.next, joiner)) {
      const last = calendarDate(chart, behindWeekday(chart, chart.skip(end, LEADS, 2)));
      const first = last === null ? null : sameMonth(last.value, day.value.value);
      if (last !== null && first !== null)
        return { first: { value: first, next: day.next }, last, lastFrom: end };
    }
  }
  return null;
}

/** The place of the day in `friday 3`: "friday 3 to sunday 5 july". */
const behindWeekday = (chart: Chart, at: number): number => chart.find(at, 'weekday')?.next ?? at;

/** `December 3 to 6`, `Dec 4-7`, and `vom 3. bis 6.`, which names no month at all. */
function monthAtStart(chart: Chart, from: number, joiner: Joiner): Pair | null {
  const first = calendarDate(chart, chart.skip(from, LEADS)) ?? dayOfMonth(chart, from);
  if (first === null) return null;
  for (const end of endsAt(chart, first.next, joiner)) {
    const [day] = chart.at('dayNumber', chart.skip(end, LEADS, 2));
    if (day === undefined || !chart.isSettledHour(day.next) || isOfSomethingElse(chart, day.next)) continue;
    const isOpen = first.value.cycle?.months === 1;
    if (isOpen && !day.value.isOrdinal) continue;
    const last = isOpen
      ? settled(dateOfMonths(first.value.first, day.value.value), first.value.first)
      : sameMonth(first.value, day.value.value);
    if (last !== null) return { first, last: { value: last, next: day.next }, lastFrom: end };
  }
  return null;
}

/** A day of a month that is not named, by its number alone. */
function dayOfMonth(chart: Chart, from: number): Found<Dated> | null {
  const day = dateAt(chart, from);
  return day?.value.grain === 'day' && day.value.cycle?.months === 1 ? day : null;
}

/** True if a number goes on as an hour, a count or another date. */
const isOfSomethingElse = (chart: Chart, at: number): boolean =>
  (['unit', 'half', 'hours', 'part', 'month', 'vagueMonth', 'which'] as const).some(
    (kind) => chart.find(at, kind) !== null,
  ) || chart.digits(at - 1)?.kind === 'clock';

/** Another day of the month of a date. */
export function sameMonth(date: Dated, of: number): Dated | null {
  const days = dateIn(date.first, of);
  if (days === null) return null;
  return { ...date, ...days, alternative: date.alternative && dateIn(date.alternative.first, of) };
}
