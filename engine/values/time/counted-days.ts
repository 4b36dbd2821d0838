import type { Unit } from '../../language/time.ts';
import type { Count } from '../categories.ts';
import { type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { type Day, weekdayOf } from './calendar.ts';
import { beside, dayAlone, mapped, nearWeekday, type Open, settled, shifted, sureDay } from './days.ts';

/** Counts beyond this are no dates that anyone means. */
const MAX_COUNT = 1000;
/** Units in one count. */
const MAX_COUNTS = 4;
const MAX_WEEKS = 52;

/** `two weeks`, `1 month and 21 days`, `2 years, 3 months`, `12 more days`. */
export const countsReader: Reader<readonly Count[]> = reader(['number', 'few', 'one'], (chart, start) => {
  const counts: Found<Count>[] = [];
  for (let at = start; counts.length < MAX_COUNTS; ) {
    const [rough] = chart.at('roughCount', at);
    if (rough !== undefined && counts.length === 0) return [{ value: [rough.value], next: rough.next }];
    const count = chart.count(at);
    const found = count === null ? null : chart.find(chart.skip(count.next, ['further']), 'unit');
    const isKnown = counts.some(({ value }) => value.unit === found?.value);
    if (count === null || found === null || count.value > MAX_COUNT || isKnown) break;
    const next = chart.skip(found.next, ['further']);
    counts.push({ value: { count: count.value, unit: found.value }, next });
    at = chart.skip(next, ['and']);
  }
  const last = counts.at(-1);
  return last === undefined ? [] : [{ value: counts.map(({ value }) => value), next: last.next }];
});

/**
 * The number behind the unit counts it roughly, unless it counts something else or the article is stressed: `één dag of
 * twee`.
 */
export const roughCountReader: Reader<Count> = rule(
  /* een dag of vijf */ 'one unit orSo number',
  ([, unit, , { value, isOrdinal }], { chart, from, next }) => {
    const { start, end, text } = chart.words[from] ?? { start: 0, end: 0, text: '' };
    const isStressed = chart.text.slice(start, end).toLowerCase() !== text;
    return isOrdinal || isStressed || value < 2 || !chart.isAtEnd(next) ? null : { count: value, unit };
  },
);

const LONGEST_FIRST: readonly Unit[] = ['year', 'quarter', 'month'];
const rankOf = ({ unit }: Count): number => {
  const rank = LONGEST_FIRST.indexOf(unit);
  return rank < 0 ? LONGEST_FIRST.length : rank;
};

/** The day that all counts lead to, the longest units first; null where one is shorter than a day. */
export const counted = (origin: Day, counts: readonly Count[], direction: 1 | -1): Day | null =>
  counts
    .toSorted((count, other) => rankOf(count) - rankOf(other))
    .reduce<Day | null>(
      (day, { count, unit }) => (day === null ? null : shifted(day, unit, direction * count)),
      origin,
    );

const countedFrom = (origin: Day, counts: readonly Count[], direction: 1 | -1): Open | null =>
  sureDay(counted(origin, counts, direction));

const fromToday = (counts: readonly Count[], direction: 1 | -1, { chart }: Place): Open | null =>
  countedFrom(chart.today, counts, direction);

function fromDay(counts: readonly Count[], day: Open, direction: 1 | -1, { chart }: Place): Open | null {
  const origin = settled(day, chart.today);
  return origin === null ? null : countedFrom(origin.first, counts, direction);
}

/** True if the words before a place are a feast. */
const isFeast = ({ chart, from, next }: Place): boolean =>
  Array.from({ length: next - from }, (_, index) => from + index).some(
    (at) => chart.find(at, 'feast') !== null,
  );

const areWeeks = (counts: readonly Count[]): boolean =>
  counts.every(({ unit }) => unit === 'week' || unit === 'fortnight');

/** Nights are how long somebody stays: "two nights from saturday" begin on saturday. */
export const areNights = (counts: readonly Count[]): boolean => counts.every(({ unit }) => unit === 'night');

/** "For a week on monday" begins on monday. */
const isLength = ({ chart, from }: Place): boolean => chart.find(from - 1, 'lasting') !== null;

/** The week, month or year so many after that of a day. */
function unitBeside(day: Open, unit: Unit, nth: number, { chart }: Place): Open | null {
  const origin = unit === 'day' ? null : settled(day, chart.today);
  return origin === null ? null : beside(origin.first, unit, nth);
}

const shiftedDay = (day: Open, shift: number): Open | null =>
  mapped(day, ({ first }) => dayAlone(first + shift), 'day');

/** Days told by how far they are from today or from another day. */
const COUNTED: readonly Reader<Open>[] = [
  rule(/* hace un mes */ 'agoBefore at? counts ago?', ([, , counts], place) => fromToday(counts, -1, place)),
  rule(/* in two weeks */ 'within at? counts fromNow?', ([, , counts], place) => fromToday(counts, 1, place)),
  rule(/* three days ago */ 'counts ago', ([counts], place) => fromToday(counts, -1, place)),
  rule(/* a month from now */ 'counts fromNow', ([counts], place) => fromToday(counts, 1, place)),
  rule(/* two days after christmas */ 'counts countFrom namedDay', ([counts, from, day], place) =>
    (from === 'weeks' && (!areWeeks(counts) || isLength(place))) || areNights(counts)
      ? null
      : fromDay(counts, day, 1, place),
  ),
  rule(/* two days before christmas */ 'counts countBack namedDay', ([counts, , day], place) =>
    fromDay(counts, day, -1, place),
  ),
  rule(/* a week today */ 'counts weeksTo', ([counts, days], place) =>
    areWeeks(counts) && !isLength(place) ? countedFrom(place.chart.today + days, counts, 1) : null,
  ),
  rule(/* the day after christmas */ 'besideDay namedDay', ([shift, day]) => shiftedDay(day, shift)),
  rule(/* the month after christmas */ 'unit countFrom calendarDay', ([unit, from, day], place) =>
    from === 'any' ? unitBeside(day, unit, 1, place) : null,
  ),
  rule(/* the month before christmas */ 'unit countBack calendarDay', ([unit, , day], place) =>
    unitBeside(day, unit, -1, place),
  ),
  rule(
    /* the third week after christmas */ 'place unit countFrom namedDay',
    ([nth, unit, from, day], place) =>
      from === 'any' && nth > 0 && nth <= MAX_WEEKS ? unitBeside(day, unit, nth, place) : null,
  ),
  rule(/* three fridays ago */ 'one weekday ago', ([count, weekday], place) =>
    weekdays(count, weekday, 'last', place),
  ),
  rule(/* two sundays from now */ 'number weekday fromNow', ([{ value }, weekday], place) =>
    weekdays(value, weekday, 'coming', place),
  ),
  rule(/* three fridays ago */ 'number weekday ago', ([{ value }, weekday], place) =>
    weekdays(value, weekday, 'last', place),
  ),
  rule(/* the third tuesday after christmas */ 'place weekday countFrom namedDay', (values, { chart }) => {
    const [place, weekday, from, day] = values;
    const origin = from === 'any' && place > 0 && place <= MAX_WEEKS ? settled(day, chart.today) : null;
    return origin === null ? null : sureDay(nearWeekday(origin.first, weekday, 'coming') + 7 * (place - 1));
  }),
  rule(/* the last sunday before easter */ 'which weekday countBack leads calendarDay', (values, place) => {
    const [which, weekday, , , day] = values;
    return which === 'last' ? besideDay(day, weekday, 'last', place) : null;
  }),
  rule(/* Freitag vor Ostern */ 'weekday countBack leads calendarDay', ([weekday, , , day], place) =>
    besideDay(day, weekday, 'last', place),
  ),
  // "Friday from the 3rd of December" begins on that day.
  rule(
    /* the friday after easter */ 'weekday countFrom leads calendarDay',
    ([weekday, from, , day], place) =>
      from === 'any' && isFeast(place) ? besideDay(day, weekday, 'coming', place) : null,
  ),
  rule(/* monday week */ 'weekdayDay weeksAfter', ([day, weeks], place) =>
    place.chart.isSettledHour(place.next) ? weeksOn(day, weeks, place) : null,
  ),
  rule(/* tomorrow week */ 'day weeksAfter', ([day, weeks], { chart, next }) =>
    day >= 0 && chart.isSettledHour(next) ? sureDay(chart.today + day + 7 * weeks) : null,
  ),
  rule(/* Montag in einer Woche */ 'weekdayDay within counts', ([day, , [count, ...more]], place) => {
    const weeks = count === undefined || more.length > 0 ? 0 : weeksOf(count);
    return Number.isInteger(weeks) && weeks > 0 && weeks <= MAX_WEEKS ? weeksOn(day, weeks, place) : null;
  }),
  rule(/* heute in einer Woche */ 'day within counts', ([day, , counts], { chart }) =>
    day >= 0 ? countedFrom(chart.today + day, counts, 1) : null,
  ),
];
export const countedReader = readerOf(COUNTED);

function weekdays(count: number, weekday: number, side: 'coming' | 'last', { chart }: Place): Open | null {
  if (!(count >= 1 && count <= MAX_WEEKS) || !Number.isInteger(count)) return null;
  const nearest = nearWeekday(chart.today, weekday, side);
  return sureDay(nearest + 7 * (count - 1) * (side === 'last' ? -1 : 1));
}

function besideDay(day: Open, weekday: number, side: 'coming' | 'last', { chart }: Place): Open | null {
  const origin = settled(day, chart.today);
  return origin === null ? null : sureDay(nearWeekday(origin.first, weekday, side));
}

/** So many weeks after the weekday that comes, which today is one of. */
function weeksOn(day: Open, weeks: number, { chart, from }: Place): Open | null {
  const nearest = settled(day, chart.today);
  if (nearest === null || nearest.first < chart.today || chart.find(from, 'which')?.value === 'last')
    return null;
  const isToday = day.cycle !== null && weekdayOf(nearest.first) === weekdayOf(chart.today);
  return sureDay((isToday ? chart.today : nearest.first) + 7 * weeks);
}

/** Days in which people count weeks: "in acht Tagen", "dans quinze jours". */
const WEEKS_OF_DAYS: ReadonlyMap<number, number> = new Map([
  [7, 1],
  [8, 1],
  [14, 2],
  [15, 2],
]);

function weeksOf({ count, unit }: Count): number {
  if (unit === 'week') return count;
  if (unit === 'fortnight') return 2 * count;
  return unit === 'day' ? (WEEKS_OF_DAYS.get(count) ?? 0) : 0;
}
