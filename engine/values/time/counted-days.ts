import type { Unit } from '../../language/time.ts';
import type { Count, TimeCategories } from '../categories.ts';
import { type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { type Day, weekdayOf } from './calendar.ts';
import { dayAlone, mapped, nearWeekday, type Open, settled, shifted, sureDay } from './days.ts';

/** Counts beyond this are no dates that anyone means. */
export const MAX_COUNT = 1000;
/** Units in one count. */
const MAX_COUNTS = 4;
const MAX_WEEKS = 52;

/** `two weeks`, `1 month and 21 days`, `2 years, 3 months`, `12 more days`. */
export const countsReader: Reader<readonly Count[]> = reader(['number', 'few', 'one'], (chart, start) => {
  const counts: Found<Count>[] = [];
  for (let at = start; counts.length < MAX_COUNTS; ) {
    const count = chart.count(at);
    const found = count === null ? null : chart.find(chart.skip(count.next, ['further']), 'unit');
    if (count === null || found === null || count.value > MAX_COUNT) break;
    const next = chart.skip(found.next, ['further']);
    counts.push({ value: { count: count.value, unit: found.value }, next });
    at = chart.skip(next, ['and']);
  }
  const last = counts.at(-1);
  return last === undefined ? [] : [{ value: counts.map(({ value }) => value), next: last.next }];
});

const areMonths = ({ unit }: Count): boolean => unit === 'year' || unit === 'quarter' || unit === 'month';

export const countsAwayReader = readerOf<TimeCategories['countsAway']>([
  rule(/* hace un mes */ 'agoBefore at? counts ago?', ([, , counts]) => ({ counts, direction: -1 })),
  rule(/* in two weeks */ 'within at? counts fromNow?', ([, , counts]) => ({ counts, direction: 1 })),
  rule(/* three days ago */ 'counts ago', ([counts]) => ({ counts, direction: -1 })),
  rule(/* a month from now */ 'counts fromNow', ([counts]) => ({ counts, direction: 1 })),
]);

/** The day that all counts lead to, months and years first; null where one is shorter than a day. */
export const counted = (origin: Day, counts: readonly Count[], direction: 1 | -1): Day | null =>
  counts
    .toSorted((count, other) => Number(areMonths(other)) - Number(areMonths(count)))
    .reduce<Day | null>(
      (day, { count, unit }) => (day === null ? null : shifted(day, unit, direction * count)),
      origin,
    );

const countedFrom = (origin: Day, counts: readonly Count[], direction: 1 | -1): Open | null =>
  sureDay(counted(origin, counts, direction));

function fromDay(counts: readonly Count[], day: Open, direction: 1 | -1, { chart }: Place): Open | null {
  const origin = settled(day, chart.today);
  return origin === null ? null : countedFrom(origin.first, counts, direction);
}

const areWeeks = (counts: readonly Count[]): boolean =>
  counts.every(({ unit }) => unit === 'week' || unit === 'fortnight');

/** Nights are how long somebody stays: "two nights from saturday" begin on saturday. */
export const areNights = (counts: readonly Count[]): boolean => counts.every(({ unit }) => unit === 'night');

/** “For a week on monday” begins on monday. */
const isLength = ({ chart, from }: Place): boolean => chart.find(from - 1, 'lasting') !== null;

/** Days told by how far they are from today or from another day. */
const COUNTED: readonly Reader<Open>[] = [
  rule(/* in two weeks */ 'countsAway', ([{ counts, direction }], { chart }) =>
    countedFrom(chart.today, counts, direction),
  ),
  rule(/* two days after christmas */ 'counts countFrom namedDay', ([counts, from, day], place) =>
    (from === 'any' || (areWeeks(counts) && !isLength(place))) && !areNights(counts)
      ? fromDay(counts, day, 1, place)
      : null,
  ),
  rule(/* two days before christmas */ 'counts countBack namedDay', ([counts, , day], place) =>
    fromDay(counts, day, -1, place),
  ),
  rule(/* a week today */ 'counts weeksTo', ([counts, days], place) =>
    areWeeks(counts) && !isLength(place) ? countedFrom(place.chart.today + days, counts, 1) : null,
  ),
  rule(/* the day after christmas */ 'besideDay namedDay', ([shift, day]) =>
    mapped(day, ({ first }) => dayAlone(first + shift), 'day'),
  ),
  rule(/* two sundays from now */ 'number weekday fromNow', ([{ value }, weekday], place) =>
    weekdays(value, weekday, 'coming', place),
  ),
  rule(/* three fridays ago */ 'number weekday ago', ([{ value }, weekday], place) =>
    weekdays(value, weekday, 'last', place),
  ),
  rule(/* the third tuesday after christmas */ 'place weekday countFrom namedDay', (values, { chart }) => {
    const [place, weekday, , day] = values;
    const origin = place > 0 && place <= MAX_WEEKS ? settled(day, chart.today) : null;
    return origin && sureDay(nearWeekday(origin.first, weekday, 'coming') + 7 * (place - 1));
  }),
  rule(/* Freitag vor Ostern */ 'weekday countBack leads calendarDay', ([weekday, , , day], { chart }) => {
    const origin = settled(day, chart.today);
    return origin && sureDay(nearWeekday(origin.first, weekday, 'last'));
  }),
  rule(/* monday week */ 'weekdayDay weeksAfter', ([day, weeks], place) => weeksOn(day, weeks, place)),
  rule(/* Montag in einer Woche */ 'weekdayDay within counts', ([day, , [count]], place) => {
    const weeks = count === undefined ? 0 : weeksOf(count);
    return weeks > 0 && weeks <= MAX_WEEKS ? weeksOn(day, weeks, place) : null;
  }),
  rule(/* heute in einer Woche */ 'day within counts', ([day, , counts], { chart }) =>
    countedFrom(chart.today + day, counts, 1),
  ),
];
export const countedReader = readerOf(COUNTED);

function weekdays(count: number, weekday: number, side: 'coming' | 'last', { chart }: Place): Open | null {
  if (count < 1 || count > MAX_WEEKS || !Number.isInteger(count)) return null;
  const nearest = nearWeekday(chart.today, weekday, side);
  return sureDay(nearest + 7 * (count - 1) * (side === 'last' ? -1 : 1));
}

/** So many weeks after the weekday that comes, which today is one of. */
function weeksOn(day: Open, weeks: number, { chart }: Place): Open | null {
  const nearest = settled(day, chart.today);
  if (nearest === null) return null;
  const isToday = day.cycle !== null && weekdayOf(nearest.first) === weekdayOf(chart.today);
  return sureDay((isToday ? chart.today : nearest.first) + 7 * weeks);
}

/** Weeks are counted in days too: "in acht Tagen", "dans quinze jours". */
const DAYS_IN: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7, fortnight: 14 };
const weeksOf = ({ count, unit }: Count): number => Math.floor((count * (DAYS_IN[unit] ?? 0)) / 7);
