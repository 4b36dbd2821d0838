import type { Unit } from '../../language/time.ts';
import type { Count, DurationReading } from '../categories.ts';
import { type Chart, firstOf, found, type Place, type Reader, reader, rule } from '../chart.ts';
import type { Found } from '../stream.ts';
import { type Amounts, isoDuration } from './iso-durations.ts';

const FIELD: Readonly<Partial<Record<Unit, keyof Amounts>>> = {
  minute: 'minutes',
  hour: 'hours',
  day: 'days',
  night: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
};
/** Units that are so many of another. */
const SAID_AS: Readonly<Partial<Record<Unit, readonly [number, Unit]>>> = {
  fortnight: [2, 'week'],
  quarter: [3, 'month'],
};
const MAX_AMOUNT = 100_000;
const MAX_PARTS = 6;

export const durationAt = (chart: Chart, from: number): DurationReading | null =>
  chart.at('duration', from)[0]?.value ?? null;

export const durationReader: Reader<DurationReading> = reader(['lengthPart'], (chart, at) =>
  found(readDuration(chart, at)),
);

/** `two and a half hours`, `1h30`, `2 Wochen und 3 Tage`, `media hora`. */
function readDuration(chart: Chart, from: number): DurationReading | null {
  const amounts: Amounts = { years: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0 };
  let next = from;
  let grain: Unit | null = null;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const [part]: readonly Found<Count>[] = chart.at(
      'lengthPart',
      grain === null ? next : chart.skip(next, ['and']),
    );
    const field = part === undefined ? undefined : FIELD[part.value.unit];
    if (part === undefined || field === undefined || (amounts[field] !== 0 && part.value.count >= 1)) break;
    if (isHourOfDay(chart, next, part)) break;
    add(amounts, field, part.value.count);
    grain = part.value.grain ?? part.value.unit;
    next = part.next;
  }
  const minutes = grain === 'hour' ? minutesAtEnd(chart, next) : null;
  if (minutes !== null)
    return toReading({ ...amounts, minutes: amounts.minutes + minutes.value }, 'minute', minutes.next);
  return grain === null ? null : toReading(amounts, grain, next);
}

/**
 * True for hours that are a time of day: `à 15h`, `10h du matin`, `15h à 16h`. "8 à 10h" may be a length, and "pendant 8h"
 * and "il y a 8h" are one.
 */
function isHourOfDay(chart: Chart, from: number, { value: { unit }, next }: Found<Count>): boolean {
  const isWritten = chart.settings.hourLetters.length > 0 && chart.digits(from)?.kind === 'clock';
  const mayBeTime = unit === 'hour' && (isWritten || chart.find(next - 1, 'hours') !== null);
  if (!mayBeTime || chart.endsAt(from, 'lasting') || chart.endsAt(from, 'agoBefore')) return false;
  const at = chart.startOf(from, 'at');
  const isBehindAt =
    at !== null &&
    (chart.find(at, 'at')?.value === 'sharp' || chart.find(from - 1, 'to') !== null) &&
    !(chart.numeral(at - 1) !== null && chart.digits(at - 1)?.kind !== 'clock');
  const isOfPart =
    chart.find(next, 'part') !== null &&
    chart.find(next, 'link') !== null &&
    chart.find(next, 'lead') === null;
  const beginsStretch = chart.at('timeRange', from).some(({ value }) => value.grain === 'minute');
  return isBehindAt || isOfPart || beginsStretch || chart.endsAt(from, 'hourLead');
}

/** A number, a vague count or an article. */
export const tallyReader: Reader<number> = reader(['number', 'few', 'one'], (chart, at) => {
  const count = chart.count(at);
  return count === null ? [] : [{ value: count.value, next: count.next }];
});

/** A half more of the unit before it or behind it. */
export const halfAgainReader: Reader<number> = firstOf(
  rule(/* and a half */ 'and one? semi', () => 0.5),
  rule(/* 半 */ 'halfMore', () => 0.5),
);

/** A count and its unit, with a half or a quarter where one is said. */
export const lengthPartReader: Reader<Count> = firstOf<Count>(
  rule(/* mezz’ora */ 'fixedDuration', ([count]) =>
    count % 60 === 0 ? { count: count / 60, unit: 'hour' } : { count, unit: 'minute' },
  ),
  rule(/* 1h et demie */ 'digits halfAgain', ([token, half], { chart, from }) => {
    const isWhole = token.kind === 'clock' && token.isHours && token.minute % 60 === 0;
    return isWhole && chart.isAdjacent(from + 1) ? { count: token.minute / 60 + half, unit: 'hour' } : null;
  }),
  rule(/* 45min, 1h30 */ 'digits', ([token]) => {
    if (token.kind === 'length') return { count: token.count, unit: token.unit };
    if (token.kind !== 'clock' || !token.isHours) return null;
    return { count: token.minute / 60, unit: 'hour', grain: token.minute % 60 === 0 ? 'hour' : 'minute' };
  }),
  rule(/* een dag of vijf */ 'roughCount', ([{ count, unit }], place) => lengthOf(count, unit, place)),
  rule(/* half an hour */ 'semi one? unit', ([, , unit]) => ({ count: 0.5, unit })),
  rule(/* une demi-heure */ 'one semi one? unit', ([, , , unit]) => ({ count: 0.5, unit })),
  rule(/* two and a half hours */ 'tally halfAgain unit', ([count, half, unit], place) =>
    lengthOf(count + half, unit, place),
  ),
  rule(/* two hours and a half */ 'tally unit halfAgain', ([count, unit, half], place) =>
    goesOn(place) ? null : lengthOf(count + half, unit, place),
  ),
  rule(/* two hours and a quarter */ 'tally unit and fraction', ([count, unit, , minutes], place) =>
    isQuarter(unit, minutes) ? lengthOf(count + minutes / 60, unit, place) : null,
  ),
  rule(
    /* half a dozen nights */ 'one? numbers.half scale numbers.ofPair? unit',
    ([, , size, , unit], place) => lengthOf(size / 2, unit, place),
  ),
  rule(/* two hours */ 'tally unit', ([count, unit], place) => lengthOf(count, unit, place)),
  rule(/* año y medio */ 'unit halfAgain', ([unit, half], place) =>
    goesOn(place) || unit === 'weekend' || unit === 'fortnight' ? null : { count: 1 + half, unit },
  ),
  rule(/* hora y cuarto */ 'unit and fraction', ([unit, , minutes]) =>
    isQuarter(unit, minutes) ? { count: 1 + minutes / 60, unit } : null,
  ),
);

/** Halves are counted by themselves, since a unit may follow them. */
const isQuarter = (unit: Unit, minutes: number): boolean => unit === 'hour' && minutes !== 30;

/** True if the half is of the unit that follows. */
const goesOn = ({ chart, next }: Place): boolean => chart.find(chart.skip(next, ['one']), 'unit') !== null;

function lengthOf(count: number, unit: Unit, { chart, from }: Place): Count | null {
  // "For a quarter past six" is no length.
  const isTime = unit === 'quarter' && chart.number(from) === null;
  if (count > MAX_AMOUNT || unit === 'weekend' || isTime) return null;
  const [times, of] = SAID_AS[unit] ?? [1, unit];
  return { count: times * count, unit: of };
}

/** The minutes of `1 hr 15`, with which the text or the sentence ends. */
function minutesAtEnd(chart: Chart, start: number): Found<number> | null {
  const number = chart.number(start);
  if (number === null || number.isOrdinal || !Number.isInteger(number.value) || number.value > 59)
    return null;
  return chart.isAdjacent(start) && chart.isAtEnd(number.next) ? number : null;
}

const SMALLER: Readonly<Record<keyof Amounts, readonly [keyof Amounts, number] | null>> = {
  years: ['months', 12],
  months: null,
  weeks: ['days', 7],
  days: ['hours', 24],
  hours: ['minutes', 60],
  minutes: null,
};

/** Adds a count; the part of it that is not whole goes to the next smaller unit. */
function add(amounts: Amounts, field: keyof Amounts, count: number): void {
  const whole = Math.floor(count);
  amounts[field] += whole;
  const fraction = count - whole;
  const smaller = SMALLER[field];
  if (fraction === 0) return;
  if (smaller === null) amounts[field] += fraction;
  else amounts[smaller[0]] += Math.round(fraction * smaller[1]);
}

function toReading(amounts: Amounts, grain: Unit, next: number): DurationReading {
  const { years, months, weeks, days, hours, minutes } = amounts;
  const isOpen = years > 0 || months > 0;
  return {
    iso: isoDuration(amounts),
    grain,
    minutes: isOpen ? null : ((weeks * 7 + days) * 24 + hours) * 60 + minutes,
    next,
  };
}
