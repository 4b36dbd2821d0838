import type { PartOfDay } from '../../language/time.ts';
import type { DurationReading, Moment, TimeReading } from '../categories.ts';
import { type Chart, found, type Place, type Reader, reader, readerOf, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import type { Day } from './calendar.ts';
import { hasNoSuchDay, oneDay } from './dates.ts';
import type { Dated } from './days.ts';
import { hourOfDayPart } from './parts-of-days.ts';
import { timeRangeAt } from './time-ranges.ts';
import { answeredTime, hourOnDay, inPart, ofPart, timeAt } from './times.ts';

const exactly = (day: Day, minute: number): Moment => ({
  day,
  minute,
  endMinute: null,
  alternatives: [],
  grain: 'minute',
});

/** A moment so many hours or minutes away from another; null of longer units. */
function away(from: Moment, { grain, minutes }: DurationReading, direction: 1 | -1): Moment | null {
  const isShort = grain === 'hour' || grain === 'minute';
  const isPoint = from.minute !== null && from.endMinute === null;
  return isShort && isPoint && minutes !== null
    ? exactly(from.day, (from.minute ?? 0) + direction * Math.round(minutes))
    : null;
}

const ofNow = ({ chart }: Place): Moment => exactly(chart.today, chart.minute);

/** `in two hours`, `half an hour ago`. */
const FROM_NOW: readonly Reader<Moment>[] = [
  rule(/* hace 2 horas */ 'agoBefore at? duration ago?', ([, , time], place) => away(ofNow(place), time, -1)),
  rule(/* in two hours */ 'within at? duration fromNow?', ([, , time], place) => away(ofNow(place), time, 1)),
  rule(/* in 15 */ 'within number', ([, { value, isOrdinal }], place) => {
    // Minutes, where no more is said.
    const isAll = place.chart.isAlone(place.from, place.next) && !isOrdinal && value <= 60;
    return isAll ? exactly(place.chart.today, place.chart.minute + Math.round(value)) : null;
  }),
  rule(/* half an hour ago */ 'duration ago', ([time], place) => away(ofNow(place), time, -1)),
  rule(/* two hours from now */ 'duration fromNow', ([time], place) => away(ofNow(place), time, 1)),
];
export const fromNowReader = readerOf(FROM_NOW);

/** Moments for a slot that nothing else fills. */
export const latentMomentReader = readerOf([
  rule(/* seit zwei Stunden */ 'since duration', ([, time], place) => away(ofNow(place), time, -1)),
  rule(/* the 8th for my mother */ 'latentDay', ([day]) => dayOnly(day)),
]);

const MOMENTS: readonly Reader<Moment>[] = [
  rule(/* now */ 'now', (_, place) => ofNow(place)),
  rule(/* from now on */ 'from now', (_, place) => ofNow(place)),
  rule(/* starting now */ 'starting now', (_, place) => ofNow(place)),
  rule(/* in two hours */ 'soon', ([moment]) => moment),
  rule(/* two hours before midnight */ 'duration countBack dayTime', ([time, , from]) =>
    away(from, time, -1),
  ),
  rule(/* half an hour after 6 pm */ 'duration countFrom dayTime', ([time, kind, from]) =>
    kind === 'any' ? away(from, time, 1) : null,
  ),
  rule(/* tonight */ 'dayPart', ([{ day, part }], { chart, next }) => joined(chart, day, ofPart(part, next))),
  rule(/* tonight at 8 */ 'dayPart time', ([{ day, part }, time], { chart }) =>
    time.endMinute === null ? joined(chart, day, inPart(time, part)) : null,
  ),
  rule(/* tomorrow at 5 */ 'date gap timeOfDay', ([date, , time]) => ofDay(date, time)),
  rule(/* today in two hours */ 'date gap soon', ([{ first, grain }, , moment], { chart }) =>
    first === chart.today && grain === 'day' ? moment : null,
  ),
  rule(/* yesterday at 9 drove home */ 'date gap', ([date], { chart, from, next }) => {
    const time = date.grain === 'day' ? (hourOnDay(chart, next) ?? hourAtEnd(chart, from, next)) : null;
    return time === null ? null : { ...ofDay(date, time), next: time.next };
  }),
  rule(/* friday */ 'date', ([date]) => (date.grain === 'day' ? dayOnly(date) : null)),
  rule(/* at 3 pm next tuesday */ 'timeBefore gap date part?', ([time, , date, part], { chart, next }) => {
    if (date.grain !== 'day') return null;
    const isStretch = time.endMinute !== null;
    if (part === null || !isStretch) return ofDay(date, part === null ? time : inPart(time, part));
    return { ...ofDay(date, time), next: chart.at('date', next - 1).length > 0 ? next : next - 1 };
  }),
  rule(/* 8 tonight */ 'timeBefore link? dayPart', ([time, , { day, part }], { chart }) =>
    time.endMinute === null ? joined(chart, day, inPart(time, part)) : null,
  ),
  rule(/* at 3 pm */ 'timeBefore', ([time], { chart }) => today(chart, time)),
];

/** `tomorrow at 5`, `at 3 pm next tuesday`, `in two hours`, `friday`; the longest. */
const readMoments = readerOf(MOMENTS);
export const momentReader: Reader<Moment> = reader(readMoments.begins ?? [], (chart, from) =>
  readMoments(chart, from)
    .map(({ value, next }) => ({ value, next: value.next ?? next }))
    .reduce<Found<Moment>[]>((best, found) => (found.next > (best[0]?.next ?? from) ? [found] : best), []),
);

/** A time, or a part of the day and then a time or a stretch: `früh um 8`, `Vormittag von 9 bis 11`. */
export const timeOfDayReader: Reader<TimeReading> = reader(
  ['part', 'from', 'between', 'time', 'clock'],
  (chart, start) => {
    const part = chart.find(start, 'part');
    const stretch = part === null ? null : timeRangeAt(chart, part.next);
    if (part !== null && stretch?.grain === 'minute') return found(stretchInPart(stretch, part.value));
    const exact = part === null ? null : timeAt(chart, part.next);
    if (part !== null && exact !== null && exact.endMinute === null) return found(inPart(exact, part.value));
    return found(longer(timeRangeAt(chart, start), timeAt(chart, start)));
  },
);

/** A stretch or a time before its day. */
export const timeBeforeReader: Reader<TimeReading> = reader(
  ['from', 'between', 'time', 'clock', 'number'],
  (chart, from) =>
    found(
      longer(
        timeRangeAt(chart, from),
        timeAt(chart, from) ?? hourOfDayPart(chart, from) ?? hourBeforeDay(chart, from),
      ),
    ),
);

const longer = (range: TimeReading | null, single: TimeReading | null): TimeReading | null =>
  range !== null && range.next >= (single?.next ?? 0) ? range : single;

/** Up to two links between a day and its time. */
export const gapReader: Reader<true> = (chart, at) =>
  [...new Set([at, chart.skip(at, ['link']), chart.skip(at, ['link'], 2)])].map((next) => ({
    value: true,
    next,
  }));

/** The bare hour of `tomorrow 9`, where no more is said. */
function hourAtEnd(chart: Chart, from: number, start: number): TimeReading | null {
  const time = chart.isAdjacent(start) ? answeredTime(chart, start) : null;
  const isHour = chart.number(start)?.isOrdinal === false;
  return time !== null && isHour && chart.isAlone(from, time.next) ? time : null;
}

/** The bare hour of `9 tomorrow`, where no more is said. */
function hourBeforeDay(chart: Chart, from: number): TimeReading | null {
  const time = chart.isAtEnd(from) ? answeredTime(chart, from) : null;
  const day = time === null || !chart.isAdjacent(time.next) ? null : chart.find(time.next, 'day');
  return day !== null && chart.isAtEnd(day.next) ? time : null;
}

/** `evening from 6 to 8`: both ends are in the part that they are nearest to. */
function stretchInPart(time: TimeReading, part: PartOfDay): TimeReading {
  if (time.endMinute === null || time.endMinute > 720 || part.half === 'am') return time;
  return { ...time, minute: time.minute + 720, endMinute: time.endMinute + 720 };
}

const joined = ({ today }: Chart, day: number, time: TimeReading): Moment => ofDay(oneDay(today + day), time);

function ofDay(date: Dated, { minute, endMinute, grain, alternative }: TimeReading): Moment {
  const onOtherDay = otherDay(date, minute);
  const inOtherHalf = alternative === null ? [] : [{ day: date.first, minute: alternative }];
  const alternatives = onOtherDay.length > 0 ? onOtherDay : inOtherHalf;
  return { day: date.first, minute, endMinute, alternatives, grain };
}

const dayOnly = (date: Dated): Moment => ({
  ...exactly(date.first, 0),
  minute: null,
  grain: 'day',
  alternatives: otherDay(date, null),
});

const otherDay = ({ alternative }: Dated, minute: number | null) =>
  alternative === null ? [] : [{ day: alternative.first, minute }];

/** A time alone: today's, or tomorrow's where it is over. "30 February at 5" is no time of today. */
function today(chart: Chart, { minute, endMinute, grain, alternative }: TimeReading): Moment | null {
  if (hasNoSuchDay(chart)) return null;
  const day = chart.today + ((endMinute ?? minute) <= chart.minute ? 1 : 0);
  const minutes = [minute, ...(alternative === null ? [] : [alternative])];
  const [, ...alternatives] = [day, day - 1].flatMap((of) => minutes.map((minute) => ({ day: of, minute })));
  return { day, minute, endMinute, alternatives, grain };
}
