import type { Kind, Unit, Which } from '../../language/time.ts';
import type { DayNumber, WeekdayName } from '../categories.ts';
import { type Chart, type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { calendarDate, type Day, dayOf, mondayOf } from './calendar.ts';
import { counted } from './counted-days.ts';
import {
  beside,
  type Dated,
  type Days,
  dateIn,
  dateOfMonths,
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
  if (kind === 'vagueWeekday') return chart.isSettled(next) || chart.find(next, 'lasting') !== null;
  if (chart.find(next - 2, 'lead') !== null) return false;
  const isBeforeDay = chart.at('weekdayName', chart.skip(next, ['and', 'to'])).length > 0;
  return isBeforeDay || chart.isAtEnd(next) || LEADING.some((lead) => chart.find(next - 2, lead) !== null);
};

/** Kinds of words before a weekday: the `on` of "on sat at the mall". */
const LEADING: readonly Kind[] = ['link', 'which', 'from', 'to', 'until', 'since', 'between'];

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
  rule(
    /* next friday, vendredi prochain */ 'which? weekdayName whichAfter?',
    ([before, name, after], place) => {
      const which = before ?? after;
      if (!isClear(name, place)) return null;
      return which === null
        ? openWeekday(place.chart, name.weekday)
        : onWhich(place.chart, name.weekday, which);
    },
  ),
  rule(/* monday of next week */ 'weekdayName links fromToday', ([name, , week]) =>
    inWeek(week, name.weekday),
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

/** A stretch has parts that are shorter: "last month this month" are two stretches. */
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
  rule(/* the third week of march */ 'place unit links whole', ([place, unit, , whole]) => {
    const grain = GRAINS[unit];
    if (grain === undefined || LONGER.indexOf(grain) >= LONGER.indexOf(whole.grain)) return null;
    return mapped(whole, (days) => nthUnitIn(days, unit, place), grain);
  }),
  rule(/* the first monday in june */ 'place weekdayName links whole', ([place, name, , whole]) =>
    mapped(whole, (days) => nthWeekdayIn(days, name.weekday, place), 'day'),
  ),
  rule(/* the third quarter */ 'place unit', ([place, unit], { chart }) => {
    if (unit !== 'quarter' || place < 1) return null;
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
    const isDay = place.chart.find(place.next, 'unit') === null && place.chart.isSettledHour(place.next);
    if (whole.grain !== 'month' || !isDay) return null;
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
  rule(
    /* Saturday, 21 March */ 'weekdayName leads calendarDay',
    ([name, , day], { chart }) => onItsWeekday(day, name.weekday, chart.today) ?? day,
  ),
  rule(/* Saturday the 21st */ 'weekdayName leads dayNumber', ([name, , day], place) => {
    const { chart, next } = place;
    const isOther = (['unit', 'half', 'hours'] as const).some((kind) => chart.find(next, kind) !== null);
    const isPlain = !chart.settings.monthFirst && !chart.settings.dotOrdinals && chart.isAdjacent(next - 1);
    // "Lundi douze à 9 h": in words it needs a time behind it.
    const isDay = day.isDigits || (isPlain && chart.find(next, 'at') !== null);
    if (isOther || !isDay || !chart.isSettled(next) || !(day.isOrdinal || isPlain)) return null;
    const dates = dateOfMonths(chart.today, day.value);
    return onItsWeekday(dates, name.weekday, chart.today, NEAR) ?? dates;
  }),
  rule(/* next week, say tuesday */ 'fromToday aside weekdayName', ([week, , name], place) =>
    isClear(name, place) ? inWeek(week, name.weekday) : null,
  ),
  rule(/* the week of december 7 */ 'unit ofMonth leads calendarDay', ([unit, , , day]) => weekOf(unit, day)),
  rule(/* die Woche vom 7. Dezember */ 'unit from leads calendarDay', ([unit, , , day]) => weekOf(unit, day)),
  rule(/* next year in may */ 'fromToday links monthName', ([{ options, grain }, , month]) => {
    const [year] = grain === 'year' ? options : [];
    return year === undefined ? null : sureIfAny(monthIn(calendarDate(year.first).year, month), 'month');
  }),
];

const weekOf = (unit: string, day: Open): Open | null =>
  unit === 'week'
    ? mapped(day, ({ first }) => ({ first: mondayOf(first), last: mondayOf(first) + 6 }), 'week')
    : null;

/** `the end of the month`, `Anfang März`, `来月末`. */
const BOUNDARIES: readonly Reader<Open>[] = [
  rule(/* the end of next month */ 'boundary links whole', ([side, , whole], place) =>
    isOfDay(place) ? null : edgeOf(whole, side, place.chart),
  ),
  rule(/* the end of the week */ 'boundary links unit', ([side, , unit], { chart, from }) => {
    // Italian “fine settimana” is the weekend.
    const isWhole = unit !== 'day' && chart.find(from, 'unit') === null;
    const current = isWhole ? beside(chart.today, unit, 'this') : null;
    return current && edgeOf(current, side, chart);
  }),
  rule(/* 来月末 */ 'fromToday link? boundaryBehind', ([whole, , side], { chart }) =>
    edgeOf(whole, side, chart),
  ),
];

/** “Beginning december fifteenth” begins on that day. */
function isOfDay({ chart, from }: Place): boolean {
  const side = chart.find(from, 'boundary');
  return side !== null && chart.at('calendarDay', chart.skip(side.next, ['link', 'lead'], 2)).length > 0;
}

function edgeOf(whole: Open, side: 'start' | 'end', { today }: Chart): Open | null {
  const days = settled(whole, today);
  return days && sureDay(side === 'end' ? days.last : days.first);
}

/** Months and years as a whole. */
const WHOLE: readonly Reader<Open>[] = [
  rule(/* next month */ 'fromToday', ([period]) => period),
  rule(/* the weekend */ 'unit', ([unit], { chart, isLed }) =>
    unit === 'weekend' && isLed ? beside(chart.today, unit, 'coming') : null,
  ),
  rule(/* March 2027 */ 'monthName year', ([month, year]) => sureIfAny(monthIn(year, month), 'month')),
  rule(/* next March, mars dernier */ 'which? monthName whichAfter?', ([before, month, after], { chart }) => {
    const which = before ?? after;
    return which && monthOn(chart, month, which);
  }),
  rule(/* in March */ 'monthName', ([month], { chart, from, isLed }) => {
    const isVague = chart.find(from, 'vagueMonth') !== null || (chart.words[from]?.text.length ?? 0) < 4;
    const isTold =
      isLed || BEFORE_MONTHS.some((kind) => chart.find(from - 1, kind)) || chart.isAlone(from, from + 1);
    return (isTold || !isVague) && !hasNoSuchDay(chart) ? monthsOfYears(chart.today, month) : null;
  }),
  rule(/* in 2025 */ 'within unit? year', ([, , year]) => wholeYear(year)),
  rule(/* the year 2025 */ 'lead unit? year', ([, , year]) => wholeYear(year)),
  rule(/* since 2025 */ 'since unit? year', ([, , year]) => wholeYear(year)),
  rule(/* year 2025 */ 'unit year', ([, year]) => wholeYear(year)),
];

const wholeYear = (year: number): Open | null => sureIfAny(yearOf(year), 'year');

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

/** Kinds of words before a month that is another word too: `in may`, `about march`. */
const BEFORE_MONTHS: readonly Kind[] = [...LEADING, 'within', 'and', 'at'];

/** `2/2027`, `2027-02`, `2027Q4`. */
const writtenMonths: Reader<Open> = (chart, at) => {
  const token = chart.digits(at);
  if (token?.kind !== 'months') return [];
  const days = monthsFrom(token.first, token.count);
  return [{ value: sure(days, token.count === 1 ? 'month' : 'quarter'), next: token.next }];
};

const withNoSuchDay = new WeakMap<Chart, boolean>();

/** True if a date is said that no month has: `30 February` is neither a date nor the whole month. */
export function hasNoSuchDay(chart: Chart): boolean {
  const known = withNoSuchDay.get(chart) ?? chart.words.some((_, at) => isOfNoSuchDay(chart, at));
  withNoSuchDay.set(chart, known);
  return known;
}

function isOfNoSuchDay(chart: Chart, at: number): boolean {
  if (chart.digits(at)?.kind === 'noDate') return true;
  const [month] = chart.at('monthName', at);
  if (month === undefined) return false;
  const before = [1, 2, 3]
    .flatMap((back) => chart.at('dayNumber', at - back))
    .filter((day) => chart.skip(day.next, ['link', 'lead'], 2) === at);
  return [...before, ...chart.at('dayNumber', chart.skip(month.next, ['lead']))].some(
    (day) => dayOf(2024, month.value, day.value.value) === null,
  );
}

/** Ordinals in words up to this may count things, as "the third one" does; larger ones are days. */
const MOST_COUNTED = 12;

/** How much speaks for a bare day of the month: nothing, a day's slot where nothing else claims it, or its words. */
function certaintyOfDay({ chart, from }: Place, day: Found<DayNumber>): 'none' | 'latent' | 'sure' {
  const { isDigits, isOrdinal, value } = day.value;
  const { monthFirst, dotOrdinals } = chart.settings;
  // "the 31st of February" is no date at all.
  const rest = chart.skip(day.next, ['link', 'lead'], 2);
  if (chart.at('monthName', rest).length > 0 || chart.find(day.next, 'unit') !== null) return 'none';
  // "The 25" is a day at the end of a clause alone: no amount has an article there.
  if ((monthFirst || dotOrdinals) && !isOrdinal) return isDigits && chart.isAtEnd(day.next) ? 'sure' : 'none';
  // "The third one" may be anything, "on the third" and "the twentieth" are days.
  const hasLink = chart.find(from - 1, 'link') !== null;
  if (!isDigits && !hasLink && value <= MOST_COUNTED) return 'none';
  const isCounted = hasLink && isOrdinal && chart.number(day.next) !== null;
  if (isCounted || chart.isSettled(day.next)) return 'sure';
  if (!chart.isSettledHour(day.next)) return 'none';
  // "On the 2nd is fine", "the 21st would suit me".
  return hasLink || (isOrdinal && value > MOST_COUNTED) ? 'sure' : 'latent';
}

const bareDay = (certainty: 'latent' | 'sure') =>
  rule(/* the 25th */ 'dayLead dayNumber', ([, value], place) => {
    const day = { value, next: place.next };
    return certaintyOfDay(place, day) === certainty ? dateOfMonths(place.chart.today, value.value) : null;
  });

/** Days for a day's slot that nothing else fills: `the 8th for my mother`, `seit zwei Wochen`. */
const readLatent = readerOf([
  bareDay('latent'),
  rule(/* seit zwei Wochen */ 'since counts', ([, counts], { chart }) =>
    sureDay(counted(chart.today, counts, -1)),
  ),
]);
export const latentDayReader: Reader<Dated> = reader(readLatent.begins ?? [], (chart, from) =>
  settledAll(chart, readLatent(chart, from)),
);

const settledAll = (chart: Chart, readings: readonly Found<Open>[]): Found<Dated>[] =>
  readings.flatMap(({ value, next }) => {
    const days = settled(value, chart.today);
    return days === null ? [] : [{ value: days, next }];
  });

const readBareDay = readerOf([bareDay('sure')]);

const DATES: readonly Reader<Open>[] = [
  rule(/* 15 March */ 'calendarDay', ([day]) => day),
  rule(/* from now on */ 'from now', (_, { chart }) => sureDay(chart.today)),
  rule(/* starting now */ 'starting now', (_, { chart }) => sureDay(chart.today)),
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
      ...read(chart, at, undefined, at > from),
    ]);
    const dates = longestFirst(settledAll(chart, [...readBareDay(chart, from), ...readings])).slice(0, 1);
    // Behind a word for "since" alone it is over: "desde el lunes" may be next monday.
    const isOver = chart.find(from - 1, 'since') !== null && chart.find(from - 1, 'from') === null;
    if (!isOver) return dates;
    return dates.map(({ value, next }) => ({
      value: { ...value, ...value.alternative, alternative: null, cycle: null },
      next,
    }));
  });
};

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
  const isAnswer =
    kind === 'wordWeekday' || chart.isAlone(from, name.next) || bareRange(chart, name.next) !== null;
  const days = isAnswer ? settled(openWeekday(chart, weekday), chart.today) : null;
  return days && { value: days, next: name.next };
}

/** A day of the month or a weekday in the answer to a question for a date: `the third`, `25`. */
export function answeredDay(chart: Chart, from: number): Found<Dated> | null {
  const named = answeredWeekday(chart, from);
  if (named !== null) return named;
  const [day] = chart.at('dayNumber', from);
  if (day === undefined || chart.isPartOfDigits(from) || hasNoSuchDay(chart)) return null;
  if ([from - 1, day.next].some((at) => chart.find(at, 'monthUnit') !== null)) return null;
  // In letters it counts the words around it, unless it has an article: "one way", "those two".
  const { isOrdinal, isDigits, value } = day.value;
  const isCounting = (from > 0 || !chart.isAtEnd(day.next)) && chart.find(from - 1, 'dayLead') === null;
  if (isCounting && !isOrdinal && !isDigits) return null;
  const dated = settled(dateOfMonths(chart.today, value), chart.today);
  return dated && { value: dated, next: day.next };
}
