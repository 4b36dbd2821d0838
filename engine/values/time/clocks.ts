import type { Certainty } from '../../language/time.ts';
import type { Clock, Hour } from '../categories.ts';
import {
  type Category,
  type Chart,
  type CompiledClock,
  type Reader,
  reader,
  readerOf,
  TIGHT,
  tightRule,
} from '../chart.ts';
import type { Found } from '../stream.ts';
import { MINUTES_A_DAY, withinDay } from './calendar.ts';

const HOUR: Hour = { minute: 0, isNamed: false, isMarked: false, isVague: false, half: null };

/** `five`, `5 Uhr`, `midnight`, and `9pm` where minutes are counted from it. */
export const hourReader: Reader<Hour> = reader(['moment', 'number', 'one', 'digits'], (chart, at) => {
  const named = [...chart.all(at, 'moment')].map(({ value, next }) => ({
    value: { ...HOUR, minute: value, isNamed: true },
    next,
  }));
  const number = numberOfHour(chart, at);
  const hours = number === null ? null : chart.find(number.next, 'hours');
  const isVague = number?.value === 1 && chart.number(at)?.isDigits !== true;
  const plain = { ...HOUR, minute: 60 * (number?.value ?? 0), isVague };
  return [
    ...named,
    ...(number === null ? [] : [{ value: plain, next: number.next }]),
    ...(hours === null ? [] : [{ value: { ...plain, isMarked: true, isVague: false }, next: hours.next }]),
    ...writtenHour(chart, at),
  ];
});

/** `9pm`, `16h`. */
function writtenHour(chart: Chart, at: number): Found<Hour>[] {
  const token = chart.digits(at);
  if (token?.kind !== 'clock' || token.minute % 60 > 0) return [];
  const { minute, half, isHours, isLoose } = token;
  if (isLoose || (half === null && !isHours)) return [];
  const value = { ...HOUR, minute: half === null ? minute : halved(minute, half), isMarked: true, half };
  return [{ value, next: token.next }];
}

/** A whole number up to 24, or an article where no number stands. The 20 of `20:30` is none by itself. */
export function numberOfHour(chart: Chart, at: number): Found<number> | null {
  const token = chart.digits(at);
  if (token?.kind === 'clock' && !token.isHours && !token.isLoose && token.half === null) return null;
  const number = chart.number(at);
  if (number === null) {
    const one = chart.find(at, 'one');
    return one?.value === 1 ? one : null;
  }
  const isHour = !number.isOrdinal && !number.isNoun && Number.isInteger(number.value) && number.value <= 24;
  return isHour ? number : null;
}

export const minuteReader: Reader<number> = reader(['number'], (chart, at) => {
  const number = chart.number(at);
  const isCount = number !== null && !number.isOrdinal && !number.isNoun;
  return isCount && Number.isInteger(number.value) && number.value < 60 ? [number] : [];
});

const clockOf = (hour: Hour, minute: number, certainty: Certainty, isBare = false): Clock => ({
  minute,
  certainty: certaintyOf(hour, certainty),
  isOpen: !(hour.isNamed && minute === hour.minute) && hour.half === null,
  isBare: isBare && !hour.isMarked,
  isWritten: false,
  isVague: hour.isVague,
  // The hour is by twenty-four already: 30 minutes before `12pm`.
  half: null,
});

/** A word for hours leaves no doubt; beside noon and midnight little is counted. */
function certaintyOf({ isMarked, isNamed }: Hour, certainty: Certainty): Certainty {
  if (isMarked) return 'sure';
  return isNamed && certainty === 'open' ? 'settled' : certainty;
}

/** What every language says: an hour, and its minutes behind it. */
const SHARED: readonly Reader<Clock>[] = [
  tightRule(/* five */ 'hour', ([hour]) =>
    clockOf(hour, hour.minute, hour.isNamed || hour.isMarked ? 'sure' : 'open', !hour.isNamed),
  ),
  tightRule(/* een uur of vijf */ 'roughCount', ([{ count, unit }]) => {
    const minute = 60 * count;
    return unit === 'hour' && Number.isInteger(count) && minute <= MINUTES_A_DAY
      ? clockOf({ ...HOUR, minute }, minute, 'settled')
      : null;
  }),
  tightRule(/* five thirty */ 'hour minuteCount minutes?', ([hour, minutes, unit], { chart, next }) => {
    if (hour.half !== null || hour.isVague || hour.minute === MINUTES_A_DAY) return null;
    const isCount = chart.find(next, 'unit') !== null || chart.find(next, 'hours') !== null;
    // Few minutes in a word rather count what follows.
    const isSmall = minutes < 10 && !(hour.isMarked && chart.isSettled(next));
    if (unit === null && (isCount || isSmall)) return null;
    const certainty = unit !== null ? 'sure' : hour.isMarked || hour.isNamed ? 'settled' : 'open';
    return { ...clockOf(hour, hour.minute + minutes, 'sure'), certainty };
  }),
];
const readShared = readerOf(SHARED);

/** Digits with a colon, and those that are a time where a word says so. */
function writtenClock(chart: Chart, at: number): Found<Clock>[] {
  const token = chart.digits(at);
  if (token?.kind !== 'clock') return [];
  const { minute, half, isOpen, isLoose, next } = token;
  const certainty = isLoose ? 'open' : 'sure';
  return [
    { value: { minute, certainty, isOpen, isBare: false, isWritten: true, isVague: false, half }, next },
  ];
}

/** A time of day in digits, and by the patterns of all languages and of this one. */
export const clockReader: Reader<Clock> = reader(
  ['digits', 'hour', 'minuteCount', 'ofClock'],
  (chart, at) => [
    ...writtenClock(chart, at),
    ...readShared(chart, at),
    ...chart.clocksAt(at).flatMap((rule) => readPattern(chart, at, rule)),
  ],
);

function readPattern(chart: Chart, at: number, rule: CompiledClock): Found<Clock>[] {
  const { pattern, minutes, certainty } = rule;
  if (!chart.mayBegin(pattern, at)) return [];
  return chart.matches(pattern, at, TIGHT).flatMap(({ reads, next }) => {
    const named = pattern.flatMap(({ entry }) => entry?.name ?? []);
    const said = (category: Category): unknown => reads[named.indexOf(category)]?.value;
    const count = said('minuteCount') as number | undefined;
    const shift = minutes === 'after' ? count : minutes === 'before' ? -(count ?? 0) : minutes;
    const [hour, clock] = [said('hour') as Hour | undefined, said('clock') as Clock | undefined];
    const from = hour ?? clock;
    if (shift === undefined || from === undefined) return [];
    if (clock !== undefined) {
      const value = { ...clock, minute: moved(clock.minute, shift), certainty };
      return clock.isBare || clock.certainty !== 'sure' ? [] : [{ value, next }];
    }
    return hour === undefined ? [] : [{ value: clockOf(hour, moved(hour.minute, shift), certainty), next }];
  });
}

/** So many minutes after a time, or before it: those before one are past twelve. */
function moved(minute: number, minutes: number): number {
  return minutes < 0 && minute === 60 ? 780 + minutes : withinDay(minute + minutes);
}

/** A time by twelve hours in a half of the day. */
export function halved(minute: number, half: 'am' | 'pm' | 'night'): number {
  const isTwelve = minute >= 720 && minute < 780;
  if (half === 'am') return isTwelve ? minute - 720 : minute;
  if (half === 'pm') return isTwelve || minute >= 720 ? minute : minute + 720;
  // At night: eleven is late, one is early, and twelve is midnight.
  if (isTwelve) return minute - 720;
  return minute >= 360 && minute < 720 ? minute + 720 : minute;
}
