import type { Kind, Unit, Which } from '../../language/time.ts';
import type { DayNumber, WeekdayName } from '../categories.ts';
import { type Chart, type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { calendarDate, type Day, dayOf, mondayOf } from './calendar.ts';
import { isDayBeforeTime } from './calendar-days.ts';
import { counted } from './counted-days.ts';
import {
  beside,
  type Dated,
  type Days,
  dateIn,
  dateOfMonths,
  dateOfYears,
  dayAlone,
  type Grain,
  mapped,
  monthIn,
  monthsFrom,
  monthsOfYears,
  nearWeekday,
  nthUnitIn,
  nthWeekdayIn,
  type Open,
  onItsWeekday,
  settled,
  sure,
  sureDay,
  sureIfAny,
  yearly,
  yearOf,
} from './days.ts';
import { bareRange } from './time-ranges.ts';
import { hourBehind } from './times.ts';

/** Days in which people tell a day by its weekday and its number alone. */
const NEAR = 200;

function onWhich({ today, settings }: Chart, weekday: number, which: Which): Open | null {
  const last = nearWeekday(today, weekday, 'last');
  const coming = nearWeekday(today, weekday, 'coming');
  const thisWeek = mondayOf(today) + weekday - 1;
  const following = settings.nextWeekday === 'following' ? thisWeek + 7 : coming;
  const day: Readonly<Record<Which, Day>> = {
    beforeLast: last - 7,
    last,
    this: thisWeek < today ? coming : thisWeek,
    coming,
    next: following,
    afterNext: following + 7,
  };
  return sureDay(day[which]);
}

const inWeek = (week: Open, weekday: number): Open | null =>
  week.grain === 'week' ? mapped(week, ({ first }) => dayAlone(first + weekday - 1), 'day') : null;

/**
 * A weekday in a word that means something else as often needs a time or an end behind it, or a word for dates before it;
 * in its first letters, a date or a time, unless they are a function word: "so 9 Uhr" is about nine.
 */
const isClear = ({ kind }: WeekdayName, { chart, next }: Place): boolean => {
  if (kind === 'weekday') return true;
  const isBeforeTime = standsBeforeTime(chart, next);
  if (kind === 'shortWeekday') return isBeforeTime && !chart.isFunctionWord(next - 1);
  if (isBeforeTime) return true;
  if (kind === 'wordWeekday') return isToldAsDay(chart, next);
  // "Na 2ª semana": a place counts the unit behind it.
  if (chart.find(next, 'unit') !== null && chart.find(next, 'weeksAfter') === null) return false;
  return chart.isSettled(next) || chart.find(next, 'lasting') !== null;
};

/** True of the `sat` of "on sat at the mall", "sat and sun", "sat after 4", not of "sat on my glasses", "in the sun". */
function isToldAsDay(chart: Chart, next: number): boolean {
  const before = next - 2;
  if (chart.find(before, 'lead') !== null) return false;
  if (chart.isAtEnd(next) || LEADING.some((kind) => chart.find(before, kind) !== null)) return true;
  const behind = chart.skip(next, LINKING, 2);
  return (
    standsBeforeTime(chart, behind) ||
    chart.at('date', behind).some(({ value }) => behind === next || value.grain === 'day')
  );
}

/** Kinds of words before a weekday, and between it and a second day or a time. */
const LEADING = [
  'link',
  'which',
  'from',
  'to',
  'until',
  'since',
  'between',
] as const satisfies readonly Kind[];
const LINKING = [
  'link',
  'lead',
  'at',
  'and',
  'to',
  'until',
  'countFrom',
  'countBack',
] as const satisfies readonly Kind[];

/** True if a time of day or a stretch of it begins at a word, be it an hour or two by themselves. */
const standsBeforeTime = (chart: Chart, at: number): boolean =>
  chart.at('timeRange', at).length > 0 ||
  chart.at('time', at).length > 0 ||
  bareRange(chart, at) !== null ||
  hourBehind(chart, at) !== null;

const WEEKDAYS: readonly Reader<Open>[] = [
  rule(/* 下周五 */ 'weekdayInWeek', ([{ weeks, weekday }], { chart }) =>
    sureDay(mondayOf(chart.today) + 7 * weeks + weekday - 1),
  ),
  rule(/* next friday */ 'which weekdayName', ([which, name], place) =>
    isClear(name, place) ? onWhich(place.chart, name.weekday, which) : null,
  ),
  rule(/* vendredi prochain */ 'weekdayName whichAfter', ([name, which], place) =>
    isClear(name, place) ? onWhich(place.chart, name.weekday, which) : null,
  ),
  rule(/* monday of next week */ 'weekdayName links fromToday', ([name, , week]) =>
    inWeek(week, name.weekday),
  ),
  rule(/* friday */ 'weekdayName', ([name], place) =>
    isClear(name, place) ? openWeekday(place.chart, name.weekday) : null,
  ),
];

const openWeekday = ({ today }: Chart, weekday: number): Open => ({
  options: (['last', 'coming'] as const).map((side) => dayAlone(nearWeekday(today, weekday, side))),
  cycle: { months: 0, days: 7 },
  grain: 'day',
});

export const weekdayReader = readerOf(WEEKDAYS);

/** `tomorrow`, but not the morning of "la mañana" or "guten Morgen". */
const fromTodayDay = rule(/* tomorrow */ 'day', ([day], { chart, from }) =>
  (['lead', 'degree'] as const).every((kind) => chart.find(from - 1, kind) === null)
    ? sureDay(chart.today + day)
    : null,
);

/** A day that others are told by: `christmas`, `friday`, `the 24th of december`, `tomorrow`. */
export const namedDayReader: Reader<Open> = reader(
  ['lead', 'dayLead', 'calendarDay', 'day', 'weekdayDay'],
  (chart, start) => {
    const at = chart.skip(start, ['lead', 'dayLead']);
    const calendar = chart.at('calendarDay', at);
    if (calendar.length > 0) return calendar;
    const days = fromTodayDay(chart, start);
    return days.length > 0 ? days : longestFirst(chart.at('weekdayDay', at));
  },
);

const longestFirst = <T>(readings: readonly Found<T>[]): Found<T>[] =>
  readings.toSorted((reading, other) => other.next - reading.next);

/** True if a stretch can have such a part; "last month, this month" are two stretches. */
function isPartOf(grain: Grain, whole: Open, place: number, { chart, from, next }: Place): boolean {
  const text = chart.text.slice(chart.words[from]?.start, chart.words[next - 1]?.end);
  const isOne = place > 0 || !text.includes(',');
  return isOne && place >= -5 && place <= 53 && LONGER.indexOf(grain) < LONGER.indexOf(whole.grain);
}
const LONGER: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year'];

const GRAINS: Readonly<Partial<Record<Unit, Grain>>> = {
  day: 'day',
  week: 'week',
  fortnight: 'week',
  month: 'month',
  quarter: 'quarter',
};

/** `the first week of march`, `the last monday in june`, `the third quarter of 2027`, `der zweite Tag des Monats`. */
const PLACES: readonly Reader<Open>[] = [
  rule(/* the third week of march */ 'place unit links whole', ([place, unit, , whole], at) => {
    const grain = GRAINS[unit];
    if (grain === undefined || !isPartOf(grain, whole, place, at)) return null;
    return mapped(whole, (days) => nthUnitIn(days, unit, place), grain);
  }),
  rule(/* the first monday in june */ 'place weekdayName links whole', ([place, name, , whole], at) => {
    if (whole.grain === 'week' || !isPartOf('day', whole, place, at)) return null;
    return mapped(whole, (days) => nthWeekdayIn(days, name.weekday, place), 'day');
  }),
  rule(/* the third quarter */ 'place unit', ([place, unit], { chart }) => {
    if (unit !== 'quarter' || place < 1 || place > 4) return null;
    return mapped(yearly(chart.today, yearOf), (year) => nthUnitIn(year, unit, place), 'quarter');
  }),
  rule(/* the 8th of next month */ 'dayNumber links fromToday', ([day, , whole], place) =>
    whole.grain === 'month' && (day.isOrdinal || isLinked(place))
      ? mapped(whole, ({ first }) => dateIn(first, day.value), 'day')
      : null,
  ),
  rule(/* am 8. des Monats */ 'dayNumber links unit', ([day, , unit], place) =>
    unit === 'month' && isLinked(place) ? dateOfMonths(place.chart.today, day.value) : null,
  ),
  rule(/* next month on the 15th */ 'fromToday aside dayNumber', ([whole, , day], place) => {
    const { chart, from, next } = place;
    const [period] = chart.at('fromToday', from);
    const isNext = period !== undefined && chart.number(period.next) !== null;
    const isOther =
      chart.find(next, 'unit') !== null || chart.at('monthName', chart.skip(next, ['link'])).length > 0;
    if (whole.grain !== 'month' || isNext || isOther || !chart.isSettledHour(next)) return null;
    return mapped(whole, ({ first }) => dateIn(first, day.value), 'day');
  }),
];

/** True if a link stands behind the number that a reading begins with. */
const isLinked = ({ chart, from }: Place): boolean => {
  const number = chart.number(from);
  return number !== null && chart.skip(number.next, ['link', 'lead'], 2) > number.next;
};

/** Dates told by weekdays, weeks and years beside them. */
const TOGETHER: readonly Reader<Open>[] = [
  rule(/* Saturday, 21 March */ 'which? weekdayName leads calendarDay', ([which, name, , day], { chart }) => {
    if (which !== null) return onWhichOf(day, name, which, chart);
    return onItsWeekday(day, name.weekday, chart.today) ?? day;
  }),
  rule(/* Saturday the 21st */ 'which? weekdayName leads dayNumber', ([which, name, , day], place) => {
    const { chart, next } = place;
    // "Friday the third one" may be anything.
    const isPronoun = !day.isDigits && chart.words[next]?.text === chart.language.numbers.ordinalPronoun;
    const isOther =
      (['unit', 'half', 'hours'] as const).some((kind) => chart.find(next, kind) !== null) ||
      chart.at('monthName', next).length > 0 ||
      isPronoun;
    const { monthFirst, dotOrdinals } = chart.settings;
    const isPlain = !monthFirst && !dotOrdinals && chart.isAdjacent(next - 1);
    const dates = dateOfMonths(chart.today, day.value);
    const own = onItsWeekday(dates, name.weekday, chart.today, NEAR);
    // "Sábado às 10": the article of an hour is one of days as well. "Friday 8 to 10" has two hours.
    const isHour =
      (chart.endsAt(next - 1, 'at') && !chart.endsAt(next - 1, 'dayLead')) ||
      (!day.isOrdinal && bareRange(chart, next - 1) !== null);
    // "Back sunday, 2 of us" is no second of the month, unless that is a Sunday.
    const nearest = settled(dates, chart.today);
    const isNear = nearest !== null && own?.options.some(({ first }) => first === nearest.first);
    const isLarge = day.value > MOST_COUNTED;
    // "Sunday first thing" is no first of the month. "Lundi douze à 9 h": a cardinal in words needs a time behind it.
    const isSpelled = day.isOrdinal
      ? isLarge || (isNear && !chart.isAdjacent(next - 1))
      : isPlain && chart.find(next, 'at') !== null;
    if (isOther || isHour || !(day.isDigits || isSpelled)) return null;
    // "Saturday the 22nd for 4 people", "samedi 22 pour 4": a number that counts nothing.
    const isClear = day.isOrdinal || (isPlain && own !== null && (isNear || isLarge));
    if (!chart.isSettled(next) && !(isClear && chart.isSettledHour(next))) return null;
    // "Friday 15 at 8:30": large numbers before a time are days, if a month has them on that weekday.
    const isTimed = own !== null && isLarge && chart.isAdjacent(next - 1) && isDayBeforeTime(chart, next - 1);
    if (!day.isOrdinal && !isPlain && !isNear && !isTimed) return null;
    return which === null ? (own ?? dates) : onWhichOf(dates, name, which, chart);
  }),
  rule(/* next week, say tuesday */ 'fromToday aside weekdayName', ([week, , name], place) =>
    isClear(name, place) ? inWeek(week, name.weekday) : null,
  ),
  rule(/* in july, on the 4th */ 'monthName aside dayNumber', ([month, , day], { chart, next }) => {
    const isOther = chart.at('monthName', chart.skip(next, ['link', 'lead'], 2)).length > 0;
    const open = dateOfYears(chart.today, month, day.value);
    return day.isOrdinal && !isOther && chart.isSettledHour(next) && open.options.length > 0 ? open : null;
  }),
  rule(/* the week of december 7 */ 'unit ofMonth leads calendarDay', ([unit, , , day]) => weekOf(unit, day)),
  rule(/* die Woche vom 7. Dezember */ 'unit from leads calendarDay', ([unit, , , day]) => weekOf(unit, day)),
  rule(/* the week of the 7th */ 'unit ofMonth dayLead dayNumber', ([unit, , , day], { chart }) =>
    day.isOrdinal ? weekOf(unit, dateOfMonths(chart.today, day.value)) : null,
  ),
  rule(/* next year in may */ 'fromToday links monthName', ([year, , month]) =>
    year.grain === 'year' ? mapped(year, ({ first }) => monthsOf(first, month), 'month') : null,
  ),
];

/** The weekday that is meant, if it is one of the days: "not this wednesday, the 17th" tells two. */
function onWhichOf({ options }: Open, { weekday }: WeekdayName, which: Which, chart: Chart): Open | null {
  const meant = onWhich(chart, weekday, which);
  return options.some(({ first }) => first === meant?.options[0]?.first) ? meant : null;
}

const weekOf = (unit: string, day: Open): Open | null =>
  unit === 'week'
    ? mapped(day, ({ first }) => ({ first: mondayOf(first), last: mondayOf(first) + 6 }), 'week')
    : null;

const monthsOf = (yearFirst: Day, month: number): Days | null => monthIn(calendarDate(yearFirst).year, month);

/** `the end of the month`, `Anfang März`, `来月末`. */
const BOUNDARIES: readonly Reader<Open>[] = [
  rule(/* the end of next month */ 'boundary links whole', ([side, , whole], place) =>
    isBoundary(place) ? edgeOf(whole, side, place.chart) : null,
  ),
  rule(/* the end of the week */ 'boundary links unit', ([side, , unit], place) => {
    const current = beside(place.chart.today, unit, 'this');
    return current !== null && unit !== 'day' && isBoundary(place)
      ? edgeOf(current, side, place.chart)
      : null;
  }),
  rule(/* 来月末 */ 'fromToday link? boundaryBehind', ([whole, , side], { chart }) =>
    edgeOf(whole, side, chart),
  ),
];

function edgeOf(whole: Open, side: 'start' | 'end', { today }: Chart): Open | null {
  const days = settled(whole, today);
  return days && sureDay(side === 'end' ? days.last : days.first);
}

/** "Beginning december fifteenth" begins on that day. */
const isBoundary = ({ chart, from }: Place): boolean => {
  const side = chart.find(from, 'boundary');
  const start = side === null ? from : chart.skip(side.next, ['link', 'lead'], 2);
  return chart.find(from, 'unit') === null && chart.at('calendarDay', start).length === 0;
};

/** Months and years as a whole. */
const WHOLE: readonly Reader<Open>[] = [
  rule(/* next month */ 'fromToday', ([period], { chart, from }) =>
    isOfDay(chart, from, period) ? null : period,
  ),
  rule(/* the weekend */ 'unit', ([unit], { chart, isLed }) =>
    unit === 'weekend' && isLed ? beside(chart.today, unit, 'coming') : null,
  ),
  rule(/* March 2027 */ 'monthName year', ([month, year], place) =>
    isMonth(place) ? sureIfAny(monthIn(year, month), 'month') : null,
  ),
  rule(/* next March */ 'which monthName', ([which, month], place) =>
    isMonth({ ...place, from: place.next - 1 }) ? monthOn(place.chart, month, which) : null,
  ),
  rule(/* mars dernier */ 'monthName whichAfter', ([month, which], place) =>
    isMonth(place) ? monthOn(place.chart, month, which) : null,
  ),
  rule(/* in March */ 'monthName', ([month], place) => {
    const { chart, from, isLed } = place;
    const isVague = chart.find(from, 'vagueMonth') !== null || (chart.words[from]?.text.length ?? 0) < 4;
    if (
      !isMonth(place) ||
      (isVague && !isLed && !hasDateBefore(chart, from) && !chart.isAlone(from, from + 1))
    )
      return null;
    return monthsOfYears(chart.today, month);
  }),
  rule(/* in 2025 */ 'within unit? year', ([, unit, year], place) => wholeYear(unit, year, place)),
  rule(/* the year 2025 */ 'lead unit? year', ([, unit, year], place) => wholeYear(unit, year, place)),
  rule(/* since 2025 */ 'since unit? year', ([, unit, year], place) => wholeYear(unit, year, place)),
  rule(/* year 2025 */ 'unit year', ([unit, year], place) => wholeYear(unit, year, place)),
];

/** True of the month in `the 31st of next month`, which a day is told of, and may not have. */
const isOfDay = (chart: Chart, at: number, { grain }: Open): boolean =>
  grain === 'month' &&
  [1, 2, 3].some((back) => {
    const [day] = chart.at('dayNumber', at - back);
    return day?.value.isOrdinal && chart.skip(day.next, ['link', 'lead'], 2) === at;
  });

const isMonth = ({ chart, from }: Pick<Place, 'chart' | 'from'>): boolean => {
  const [month] = chart.at('monthName', from);
  return month !== undefined && !isOfNoSuchDay(chart, from, month);
};

function monthOn({ today }: Chart, month: number, which: Which): Open | null {
  const months = monthsOfYears(today, month);
  const ahead = months.options.filter(({ first }) => first > today);
  const behind = months.options.filter(({ last }) => last < today);
  const chosen: Readonly<Partial<Record<Which, Days | undefined>>> = {
    beforeLast: behind.at(-2),
    last: behind.at(-1),
    next: ahead[0],
    afterNext: ahead[1],
  };
  if (which === 'this' || which === 'coming') return months;
  return sureIfAny(chosen[which] ?? null, 'month');
}

function wholeYear(unit: string | null, year: number, { chart, next }: Place): Open | null {
  const isYear = (unit ?? 'year') === 'year' && chart.isSettled(next);
  return isYear ? sureIfAny(yearOf(year), 'year') : null;
}

/** A word before that speaks of time: `in may`, `about march`. */
const hasDateBefore = (chart: Chart, at: number): boolean =>
  (['within', 'since', 'until', 'from', 'to', 'between', 'and', 'link', 'at'] as const).some(
    (kind) => chart.find(at - 1, kind) !== null,
  );

/** `2/2027`, `2027-02`, `2027Q4`. */
const writtenMonths: Reader<Open> = (chart, at) => {
  const token = chart.digits(at);
  if (token?.kind !== 'months') return [];
  const days = monthsFrom(token.first, token.count);
  return [{ value: sure(days, token.count === 1 ? 'month' : 'quarter'), next: token.next }];
};

/** True of the month of `30 February`, which is no date, nor the whole month. */
function isOfNoSuchDay(chart: Chart, at: number, month: Found<number>): boolean {
  const [after] = chart.at('dayNumber', chart.skip(month.next, ['lead']));
  const before = [1, 2, 3].flatMap((back) => chart.at('dayNumber', at - back));
  const own = before.find((day) => chart.skip(day.next, ['link', 'lead'], 2) === at);
  const days = [own, after?.value.isDigits || after?.value.isOrdinal ? after : undefined];
  return days.some((day) => day !== undefined && dayOf(2024, month.value, day.value.value) === null);
}

const withNoSuchDay = new WeakMap<Chart, boolean>();

/** True if a date is said that no month has. */
export function hasNoSuchDay(chart: Chart): boolean {
  let known = withNoSuchDay.get(chart);
  if (known === undefined) {
    known = chart.words.some((_, at) => {
      if (chart.digits(at)?.kind === 'noDate') return true;
      const [month] = chart.at('monthName', at);
      return month !== undefined && isOfNoSuchDay(chart, at, month);
    });
    withNoSuchDay.set(chart, known);
  }
  return known;
}

/** Ordinals in words up to this may count things, as "the third one" does; larger ones are days. */
const MOST_COUNTED = 12;

/** How much speaks for a bare day of the month: nothing, a day's slot where nothing else claims it, or its words. */
function certaintyOfDay({ chart, from }: Place, day: Found<DayNumber>): 'none' | 'latent' | 'sure' {
  const { isDigits, isOrdinal, value } = day.value;
  const { monthFirst, dotOrdinals } = chart.settings;
  // "the 31st of February" is no date at all.
  const rest = chart.skip(day.next, ['link', 'lead'], 2);
  const isOfMonth =
    chart.at('monthName', rest).length > 0 ||
    chart.at('fromToday', rest).some(({ value }) => value.grain === 'month');
  const isPlain = (monthFirst || dotOrdinals) && !isOrdinal;
  if (isOfMonth || chart.find(day.next, 'unit') !== null) return 'none';
  // "The 25" is a day at the end of a clause alone: no amount has an article there.
  const isLast = chart.isAtEnd(day.next) || chart.find(day.next, 'at') !== null;
  if (isPlain) return isDigits && isLast ? 'sure' : 'none';
  // "The third one" may be anything, "on the third" and "the twentieth" are days.
  const hasLink = chart.find(from - 1, 'link') !== null;
  if (!isDigits && !hasLink && value <= MOST_COUNTED) return 'none';
  // "On the 2nd is fine", "the 21st would suit me"; "on the 20th 2 people" begins to count.
  const isClear = hasLink || (isOrdinal && isDigits && value > MOST_COUNTED);
  const isCounted = hasLink && isOrdinal && chart.number(day.next)?.isOrdinal === false;
  if (isCounted || chart.isSettled(day.next)) return 'sure';
  if (!chart.isSettledHour(day.next)) return 'none';
  return isClear ? 'sure' : isDigits ? 'latent' : 'none';
}

const bareDay = (certainty: 'latent' | 'sure') =>
  rule(/* the 25th */ 'dayLead dayNumber', ([, value], place) => {
    const day = { value, next: place.next };
    return certaintyOfDay(place, day) === certainty
      ? (inMonthOfNext(place.chart, day) ?? dateOfMonths(place.chart.today, value.value))
      : null;
  });

/** Days for a day's slot that nothing else fills: `the 8th for my mother`, `seit zwei Wochen`. */
const readLatent = readerOf([
  bareDay('latent'),
  rule(/* seit zwei Wochen */ 'since counts', ([, counts], { chart }) =>
    sureDay(counted(chart.today, counts, -1)),
  ),
]);
export const latentDayReader: Reader<Dated> = reader(readLatent.begins ?? [], (chart, from) =>
  settledAll(chart, readLatent(chart, from)).filter(
    // "El día 2 me va bien": a day whose own words speak for it begins later.
    ({ next }) => chart.words.slice(from + 1, next).every((_, at) => dateAt(chart, from + 1 + at) === null),
  ),
);

const settledAll = (chart: Chart, readings: readonly Found<Open>[]): Found<Dated>[] =>
  readings.flatMap(({ value, next }) => {
    const days = settled(value, chart.today);
    return days === null ? [] : [{ value: days, next }];
  });

/** `the 5th and the 7th of May`: the month of the second is that of the first. */
function inMonthOfNext(chart: Chart, { value, next }: Found<DayNumber>): Open | null {
  const and = chart.find(next, 'and');
  const [second] = and === null ? [] : chart.at('calendarDay', chart.skip(and.next, ['lead', 'dayLead']));
  const days = second === undefined ? null : settled(second.value, chart.today);
  const day = days === null ? null : dateIn(days.first, value.value);
  return day === null || second === undefined ? null : { ...sure(day), cycle: second.value.cycle };
}

const readBareDay = readerOf([bareDay('sure')]);

/** "Two hours from now" is told by its length. */
const fromNow = (_: unknown, { chart, from }: Place): Open | null =>
  chart.find(from - 1, 'unit') === null ? sureDay(chart.today) : null;

const DATES: readonly Reader<Open>[] = [
  rule(/* 15 March */ 'calendarDay', ([day]) => day),
  rule(/* from now on */ 'from now', fromNow),
  rule(/* starting now */ 'starting now', fromNow),
  fromTodayDay,
  ...TOGETHER,
  rule(/* friday */ 'weekdayDay', ([day]) => day),
  ...PLACES,
  ...BOUNDARIES,
  ...WHOLE,
];

/** The longest date that begins at a word: a day, or a week, month or year. @param others what else makes dates */
export const dateReader = (others: readonly Reader<Open>[]): Reader<Dated> => {
  const read = readerOf([...DATES, ...others]);
  return reader(['lead', 'dayLead', 'digits', ...(read.begins ?? [])], (chart, from) => {
    const starts = new Set([from, chart.skip(from, ['lead']), chart.skip(from, ['dayLead'])]);
    const readings = [...starts].flatMap((at) => [
      ...writtenMonths(chart, at),
      ...read(chart, at, chart.words[at]?.start, at > from),
    ]);
    const dates = longestFirst(settledAll(chart, [...readBareDay(chart, from), ...readings])).slice(0, 1);
    return isSince(chart, from)
      ? dates.map(({ value, next }) => ({ value: thatIsOver(value), next }))
      : dates;
  });
};

/** True behind "since", in a language that has a word of its own for it: "desde el lunes" may be next monday. */
const isSince = (chart: Chart, from: number): boolean =>
  chart.find(from - 1, 'since') !== null && chart.find(from - 1, 'from') === null;

/** The day before, of a date that leaves it open. */
const thatIsOver = (date: Dated): Dated =>
  date.alternative === null ? date : { ...date, ...date.alternative, alternative: null, cycle: null };

export const dateAt = (chart: Chart, from: number): Found<Dated> | null => chart.at('date', from)[0] ?? null;

/** A day that the words leave no doubt about. */
export const oneDay = (day: Day): Dated => ({
  ...dayAlone(day),
  grain: 'day',
  alternative: null,
  cycle: null,
});

/** A weekday that is another word elsewhere, in the answer to a question for a date: `so 10-12`, `sat at the mall`. */
function answeredWeekday(chart: Chart, from: number): Found<Dated> | null {
  const [name] = chart.at('weekdayName', from);
  if (name === undefined) return null;
  const { kind, weekday } = name.value;
  const isShort =
    kind === 'shortWeekday' && (chart.isAlone(from, name.next) || bareRange(chart, name.next) !== null);
  if (kind !== 'wordWeekday' && !isShort) return null;
  const days = settled(openWeekday(chart, weekday), chart.today);
  return days === null ? null : { value: days, next: name.next };
}

/** A day of the month or a weekday in the answer to a question for a date: `the third`, `25`. */
export function answeredDay(chart: Chart, from: number): Found<Dated> | null {
  const named = answeredWeekday(chart, from);
  if (named !== null) return named;
  const [day] = chart.at('dayNumber', from);
  if (day === undefined || chart.isPartOfDigits(from)) return null;
  // With a month beside it that has no such day, it is none of another.
  const isOfMonth = [from - 1, chart.skip(day.next, ['link', 'lead'], 2)].some(
    (at) => chart.at('monthName', at).length > 0,
  );
  const isNumbered = [from - 1, day.next].some((at) => chart.find(at, 'monthUnit') !== null);
  if (isOfMonth || isNumbered || isCountOf(chart, day, from)) return null;
  const dated = settled(dateOfMonths(chart.today, day.value.value), chart.today);
  return dated === null ? null : { value: dated, next: day.next };
}

/** True if a number in letters counts the words around it: "one way", "those two". */
const isCountOf = (
  chart: Chart,
  { value: { isOrdinal, isDigits }, next }: Found<DayNumber>,
  from: number,
): boolean =>
  !isOrdinal &&
  !isDigits &&
  (from > 0 || !chart.isAtEnd(next)) &&
  chart.find(from - 1, 'lead') === null &&
  chart.find(from - 1, 'dayLead') === null;
