import type { Unit } from '../../language/time.ts';
import type { DurationReading } from '../categories.ts';
import { type Chart, found, type Reader, reader } from '../chart.ts';
import type { Found, Stream } from '../stream.ts';
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

/** So many of a unit; `grain` where a smaller one is said with it, as in `1h30`. */
interface Count {
  count: number;
  unit: Unit;
  grain?: Unit;
}

export const durationAt = (chart: Chart, from: number): DurationReading | null =>
  chart.at('duration', from)[0]?.value ?? null;

export const durationReader: Reader<DurationReading> = reader(
  ['fixedDuration', 'digits', 'one', 'semi', 'number', 'few', 'unit'],
  (chart, at) => found(readDuration(chart, at)),
);

/** `two and a half hours`, `1h30`, `2 Wochen und 3 Tage`, `media hora`. */
function readDuration(stream: Stream, from: number): DurationReading | null {
  const amounts: Amounts = { years: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0 };
  let next = from;
  let grain: Unit | null = null;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const start = grain === null ? next : stream.skip(next, ['and']);
    const part = amountAt(stream, start);
    const field = part === null ? undefined : FIELD[part.value.unit];
    if (part === null || field === undefined || (amounts[field] !== 0 && part.value.count >= 1)) break;
    add(amounts, field, part.value.count);
    grain = part.value.grain ?? part.value.unit;
    next = part.next;
  }
  const minutes = grain === 'hour' ? minutesAtEnd(stream, next) : null;
  if (minutes !== null)
    return toReading({ ...amounts, minutes: amounts.minutes + minutes.value }, 'minute', minutes.next);
  return grain === null ? null : toReading(amounts, grain, next);
}

/** A count and its unit, with a half where it is said. */
function amountAt(stream: Stream, start: number): Found<Count> | null {
  const fixed = stream.find(start, 'fixedDuration');
  if (fixed !== null) return { value: { count: fixed.value, unit: 'minute' }, next: fixed.next };
  const written = writtenLength(stream, start);
  if (written !== null) return written;
  const half = halfUnit(stream, start);
  if (half !== null) return half;
  const count = stream.count(start);
  if (count === null) return unitAndHalf(stream, start);
  if (count.value > MAX_AMOUNT) return null;
  const early = halfAfter(stream, count.next, true);
  const unit = stream.find(early ?? count.next, 'unit');
  if (unit === null || unit.value === 'weekend') return null;
  const late = early === null ? halfAfter(stream, unit.next, false) : null;
  const quarters = late === null && unit.value === 'hour' ? quartersAfter(stream, unit.next) : null;
  const extra = quarters?.value ?? (early === null && late === null ? 0 : 0.5);
  const { value: parts } = unit;
  // "For a quarter past six" is no length.
  if (parts === 'quarter' && stream.number(start) === null) return null;
  const [times, of] = SAID_AS[parts] ?? [1, parts];
  const value = { count: times * (count.value + extra), unit: of };
  return { value, next: quarters?.next ?? late ?? unit.next };
}

/** `45min`, `1.5h`, `2h`, `1h30`. */
function writtenLength(stream: Stream, start: number): Found<Count> | null {
  const token = stream.digits(start);
  if (token?.kind === 'length') return { value: { count: token.count, unit: token.unit }, next: token.next };
  if (token?.kind !== 'clock' || !token.isHours) return null;
  const grain = token.minute % 60 === 0 ? 'hour' : 'minute';
  return { value: { count: token.minute / 60, unit: 'hour', grain }, next: token.next };
}

/** `and a quarter` of an hour, in hours. */
function quartersAfter(stream: Stream, start: number): Found<number> | null {
  const and = stream.find(start, 'and');
  const fraction = and === null ? null : stream.find(and.next, 'fraction');
  // Halves are counted by themselves, since a unit may follow them.
  if (fraction === null || fraction.value === 30) return null;
  return { value: fraction.value / 60, next: fraction.next };
}

/** The minutes of `1 hr 15`, with which the text or the sentence ends. */
function minutesAtEnd(stream: Stream, start: number): Found<number> | null {
  const number = stream.number(start);
  if (number === null || number.isOrdinal || !Number.isInteger(number.value) || number.value > 59)
    return null;
  return stream.isAdjacent(start) && stream.isAtEnd(number.next) ? number : null;
}

/** `año y medio`, `hora y cuarto`: one and a half, one and a quarter, without the one. */
function unitAndHalf(stream: Stream, start: number): Found<Count> | null {
  const unit = stream.find(start, 'unit');
  if (unit === null || unit.value === 'weekend' || unit.value === 'fortnight') return null;
  const half = halfAfter(stream, unit.next, false);
  if (half !== null) return { value: { count: 1.5, unit: unit.value }, next: half };
  const quarters = unit.value === 'hour' ? quartersAfter(stream, unit.next) : null;
  return quarters && { value: { count: 1 + quarters.value, unit: 'hour' }, next: quarters.next };
}

/** `half an hour`, `media hora`, `une demi-heure`. */
function halfUnit(stream: Stream, start: number): Found<Count> | null {
  for (const at of [start, stream.find(start, 'one')?.next ?? start]) {
    const semi = stream.find(at, 'semi');
    const unit = semi === null ? null : stream.find(stream.skip(semi.next, ['one']), 'unit');
    if (unit !== null) return { value: { count: 0.5, unit: unit.value }, next: unit.next };
  }
  return null;
}

/** `and a half`, `y media`, `半`: the index after it where a unit follows, or none, as asked; else null. */
function halfAfter(stream: Stream, start: number, isBeforeUnit: boolean): number | null {
  const and = stream.find(start, 'and');
  const joined = and === null ? null : stream.find(stream.skip(and.next, ['one']), 'semi');
  const semi = joined ?? stream.find(start, 'halfMore');
  if (semi === null) return null;
  const hasUnit = stream.find(stream.skip(semi.next, ['one']), 'unit') !== null;
  return hasUnit === isBeforeUnit ? semi.next : null;
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
