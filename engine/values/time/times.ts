import type { PartOfDay } from '../../language/time.ts';
import type { Found, Stream } from './stream.ts';

/** A time of day in minutes since midnight. */
export interface TimeReading {
  minute: number;
  /** The end of a stretch, or null. */
  endMinute: number | null;
  grain: 'minute' | 'part';
  /** The other half of the day that may have been meant. */
  alternative: number | null;
  /** True if only a number and `at` speak for a time. */
  isBare: boolean;
  next: number;
}

type Half = PartOfDay['half'];

const at = (minute: number, next: number): TimeReading => ({
  minute,
  endMinute: null,
  grain: 'minute',
  alternative: null,
  isBare: false,
  next,
});

/** An hour by itself. */
export const bareHour = ({ value, next }: Found<number>): TimeReading => at(value * 60, next);

/** The longest time of day that begins at a word. */
export function timeAt(stream: Stream, from: number): TimeReading | null {
  let best: TimeReading | null = null;
  const prefixed = stream.find(from, 'at');
  for (const start of prefixed === null ? [from] : [prefixed.next, from]) {
    const hasAt = start !== from;
    for (const reading of [
      digitTime(stream, start, hasAt && prefixed?.value === 'sharp'),
      moment(stream, start),
      fractionFirst(stream, start, hasAt),
      spokenTime(stream, start, hasAt),
      ledTime(stream, start),
      partOfDay(stream, start),
      leadByPart(stream, start),
    ]) {
      if (reading !== null && reading.next > (best?.next ?? start)) best = reading;
    }
  }
  return best;
}

/** `午後5時`. */
function leadByPart(stream: Stream, start: number): TimeReading | null {
  const part = stream.find(start, 'leadingPart');
  if (part === null) return null;
  const hour = stream.skip(part.next, ['link']);
  const time = stream.find(hour, 'leadingPart') === null ? timeAt(stream, hour) : null;
  return time === null || time.endMinute !== null ? null : inPart(time, part.value);
}

/** A time said with a part of its day; of an evening or a night, twelve to five are after its midnight. */
export function inPart(time: TimeReading, { from, half }: PartOfDay): TimeReading {
  const earliest = Math.min(time.minute, time.alternative ?? time.minute);
  const hour = earliest % 720;
  const minute =
    from >= 18 && earliest < 780 && hour < 300
      ? hour + 1440
      : earliest < 780
        ? halved(earliest, half)
        : earliest;
  return { ...time, minute, alternative: null };
}

function digitTime(stream: Stream, start: number, isSaidBefore: boolean): TimeReading | null {
  const token = stream.digits(start);
  if (token?.kind !== 'clock') return null;
  const isSaid = isSaidBefore || stream.find(start - 1, 'hours') !== null;
  const isTime = token.isHours ? stream.isSettledHour(token.next) : isHourOfDay(stream, token.next);
  if (token.isLoose && !(isSaid && isTime)) return null;
  const next = stream.find(token.next, 'hours')?.next ?? token.next;
  if (token.half !== null) return at(halved(token.minute, token.half), next);
  return withHalf(stream, token.minute, next, token.isOpen && next === token.next);
}

/** True if nothing measured follows an hour with its minutes: `at 5.30 I drove`, not `at 5.30 dollars`. */
const isHourOfDay = (stream: Stream, next: number): boolean =>
  stream.isSettledHour(next) || stream.isUnmeasured(next);

/** `noon`, `midi et quart`, `midi dix`, `meio-dia e meia`. */
function moment(stream: Stream, start: number): TimeReading | null {
  const found = stream.find(start, 'moment');
  if (found === null) return null;
  const more = joinedMinutes(stream, found.next);
  const bare = more === null && !stream.settings.bareHours ? minutesAfter(stream, found.next) : null;
  if (bare !== null && bare.value % 5 === 0 && stream.isAdjacent(found.next))
    return at(found.value + bare.value, bare.next);
  const isClear = more !== null && (stream.find(more.from, 'fraction') !== null || areFives(stream, more));
  return isClear ? at((found.value + more.value + 1440) % 1440, more.next) : at(found.value, found.next);
}

/** Minutes that people join to an hour in words, where nothing is counted: `meio dia e quinze`, `midi moins cinq`. */
const areFives = (stream: Stream, { value, next }: Found<number>): boolean =>
  value !== 0 && value % 5 === 0 && stream.isSettledHour(next) && stream.find(next, 'unit') === null;

/** `las doce y cuarto`, `las once menos veinte`: the article of an hour stands for the word before a time. */
function ledTime(stream: Stream, start: number): TimeReading | null {
  const lead = stream.find(start, 'hourLead');
  const hour = lead === null ? null : numberOfHour(stream, lead.next);
  const more = hour === null || hour.value > 12 ? null : joinedMinutes(stream, hour.next);
  if (hour === null || more === null) return null;
  const isSettled = stream.isSettledHour(more.next) || isHalved(stream, more.next);
  const isTime = isSettled && (stream.find(more.from, 'fraction') !== null || more.value % 5 === 0);
  return isTime && stream.find(more.next, 'unit') === null
    ? withHalf(stream, shifted(hour.value, more.value), more.next, true)
    : null;
}

function partOfDay(stream: Stream, start: number): TimeReading | null {
  const part = stream.find(start, 'part');
  return part === null || stream.find(start - 1, 'degree') !== null ? null : ofPart(part.value, part.next);
}

export const ofPart = ({ from, to }: PartOfDay, next: number): TimeReading => ({
  ...at(from * 60, next),
  endMinute: Math.min(to * 60, 1439),
  grain: 'part',
});

/** `quarter past five`, `halb acht`, `fünf vor halb acht`, `at ten to one`, `un cuarto para las nueve`. */
function fractionFirst(stream: Stream, start: number, hasAt: boolean): TimeReading | null {
  const hour = hourBeside(stream, start, hasAt) ?? joinedToHour(stream, start, hasAt);
  if (hour === null) return null;
  if (hour.isHalved === true) return at(hour.value, hour.next);
  const next = stream.find(hour.next, 'hours')?.next ?? hour.next;
  return withHalf(stream, hour.value, next, true);
}

/** An hour, in minutes since midnight, of which the half of the day may be known. */
type HourAt = Found<number> & { isHalved?: true };

/** `halb acht`, `dreiviertel acht`, `half twelve`, in minutes since midnight. */
function hourBeside(stream: Stream, start: number, hasAt: boolean): HourAt | null {
  const beside = stream.find(start, 'besideHour');
  const hour = beside === null ? null : numberOfHour(stream, beside.next);
  if (beside === null || hour === null || hour.value > 12 || !stream.isAdjacent(beside.next)) return null;
  // Not "half two pints", nor "the half one".
  if (beside.value > 0 && hour.value === 1 && !hasAt) return null;
  if (beside.value > 0 && !stream.isSettledHour(hour.next)) return null;
  return { value: shifted(hour.value, beside.value), next: hour.next };
}

/** Minutes before or after the hour that follows them, in minutes since midnight. */
function joinedToHour(stream: Stream, start: number, hasAt: boolean): HourAt | null {
  const fraction = stream.find(start, 'fraction');
  const minutes = fraction ?? minutesAt(stream, start);
  if (minutes === null) return null;
  const unit = stream.find(minutes.next, 'unit');
  const after = unit?.value === 'minute' ? unit.next : minutes.next;
  const { clearMinutes, fractionFirst: isPastFirst } = stream.settings;
  const past = isPastFirst ? stream.find(after, 'past') : null;
  // "Ten to one" may be a stretch: with a word before it, a count of fives is meant as minutes.
  const areMinutes = hasAt && minutes.value > 0 && minutes.value < 30 && minutes.value % 5 === 0;
  const isClear =
    fraction !== null ||
    unit !== null ||
    clearMinutes ||
    areNoHour(stream, minutes, after) ||
    areBeforeHalf(stream, after);
  const joins = isClear || areMinutes ? stream.find(after, 'before') : null;
  const before = joins !== null && (joins.value || fraction !== null) ? joins : null;
  const joint = past ?? before;
  const hour = joint === null ? null : minuteOfHour(stream, joint.next);
  if (joint === null || hour === null) return null;
  if (hour.isHalved === true)
    return { ...hour, value: moved(hour.value, past === null ? -minutes.value : minutes.value) };
  const isBare = !isPastFirst || (past === null && !isClear);
  const isSettled = isBare
    ? stream.isSettledHour(hour.next)
    : fraction !== null || hasAt || stream.isSettled(hour.next);
  return isSettled
    ? { value: moved(hour.value, past === null ? -minutes.value : minutes.value), next: hour.next }
    : null;
}

/** True of minutes that can begin no stretch of hours: `twenty to nine`, `ten to nine am`, not `five to nine pm`. */
function areNoHour(stream: Stream, minutes: Found<number>, after: number): boolean {
  const before = stream.find(after, 'before');
  if (before !== null && minutes.value > 12 && stream.find(before.next, 'moment') !== null)
    return minutes.value % 5 === 0 && minutes.value < 60;
  const hour = before === null ? null : hourAt(stream, before.next);
  if (
    hour === null ||
    minutes.value % 5 !== 0 ||
    minutes.value === 0 ||
    minutes.value > 25 ||
    hour.value > 12
  )
    return false;
  return isHalved(stream, hour.next) && (minutes.value > 12 || minutes.value >= hour.value);
}

/** True of minutes before a half hour, which is the end of no stretch: `vijf voor half acht`. */
function areBeforeHalf(stream: Stream, after: number): boolean {
  const before = stream.settings.halfHours ? stream.find(after, 'before') : null;
  return before !== null && hourBeside(stream, before.next, false) !== null;
}

/** `eight`, `midnight`, `halb acht`: what minutes are counted from. */
function minuteOfHour(stream: Stream, start: number): HourAt | null {
  const beside = stream.settings.halfHours ? hourBeside(stream, start, false) : null;
  const named = beside ?? stream.find(start, 'moment');
  if (named !== null) return named;
  const written = stream.digits(start);
  if (written?.kind === 'clock' && written.half !== null && written.minute % 60 === 0)
    return { value: halved(written.minute, written.half), next: written.next, isHalved: true };
  const hour = hourAt(stream, start);
  return hour === null ? null : { value: hour.value * 60, next: hour.next };
}

/** `at 5`, `15 Uhr 30`, `las cinco y media`, `neuf heures moins le quart`, `at five thirty`. */
function spokenTime(stream: Stream, start: number, hasAt: boolean): TimeReading | null {
  const hour = hourAt(stream, start);
  if (hour === null) return null;
  const named = stream.find(hour.next, 'hours') ?? settledRoughly(stream, hour.next);
  let next = named?.next ?? hour.next;
  let minute = hour.value * 60;
  const isAnchored = named !== null || (hasAt && stream.settings.bareHours);
  const isNumber = numberOfHour(stream, start) !== null;
  const minutes = isAnchored ? minutesAfter(stream, next) : isNumber ? minutesWithHalf(stream, next) : null;
  if (minutes !== null) {
    minute = shifted(hour.value, minutes.value);
    next = minutes.next;
  }
  const reading = withHalf(stream, minute, next, named === null || stream.settings.twelveHours);
  if (reading.next > next || named !== null || minutes !== null) return reading;
  const isTime =
    hasAt && stream.settings.bareHours && stream.isSettledHour(next) && stream.find(next, 'unit') === null;
  return isTime ? { ...reading, isBare: true } : null;
}

/** The `ish` of an hour, which nothing that is counted follows. */
function settledRoughly(stream: Stream, at: number): Found<true> | null {
  const roughly = stream.find(at, 'roughly');
  const isHour = roughly !== null && stream.isSettledHour(roughly.next);
  return isHour && stream.find(roughly.next, 'unit') === null ? roughly : null;
}

/** True if the half or the part of the day stands here. */
const isHalved = (stream: Stream, at: number): boolean =>
  stream.find(at, 'half') !== null || stream.find(at, 'part') !== null;

/** The minutes of `ten fifteen am`, `three thirty in the afternoon`, `tre e un quarto di pomeriggio`. */
function minutesWithHalf(stream: Stream, start: number): Found<number> | null {
  const { fractionFirst } = stream.settings;
  const joined = fractionFirst ? null : joinedMinutes(stream, start);
  if (joined !== null && joined.value > 0) return isHalved(stream, joined.next) ? joined : null;
  const minutes = fractionFirst ? minutesAt(stream, start) : null;
  return minutes !== null && stream.isAdjacent(start) && isHalved(stream, minutes.next) ? minutes : null;
}

/** Minutes that follow a full hour: `thirty`, `y media`, `moins le quart`. */
function minutesAfter(stream: Stream, start: number): Found<number> | null {
  const joined = joinedMinutes(stream, start) ?? stream.find(start, 'behindHour');
  if (joined !== null) return joined;
  const minutes = minutesAt(stream, start);
  const marked = minutes === null ? null : stream.find(minutes.next, 'minutes');
  if (minutes !== null && marked !== null) return { value: minutes.value, next: marked.next };
  const isFollowed =
    minutes !== null && (stream.find(minutes.next, 'unit') ?? stream.find(minutes.next, 'hours')) !== null;
  return minutes === null || isFollowed || !stream.isSettledHour(minutes.next) ? null : minutes;
}

/** `y media`, `moins dix`: minutes after a word that joins them to their hour, and where they begin themselves. */
export function joinedMinutes(stream: Stream, start: number): (Found<number> & { from: number }) | null {
  const minus = stream.find(start, 'minus');
  const joint = stream.settings.fractionFirst ? null : (stream.find(start, 'past') ?? minus);
  if (joint === null) return null;
  const minutes = stream.find(joint.next, 'fraction') ?? minutesAt(stream, joint.next);
  if (minutes === null) return null;
  return { value: minus === null ? minutes.value : -minutes.value, from: joint.next, next: minutes.next };
}

/** So many minutes after an hour, or before it. */
const shifted = (hour: number, minutes: number): number => moved(hour * 60, minutes);

/** So many minutes after a time, or before it: those before one are past twelve. */
function moved(minute: number, minutes: number): number {
  if (minutes >= 0) return minute + minutes;
  return minute === 60 ? 780 + minutes : (minute + minutes + 1440) % 1440;
}

/** A bare hour, as in `from 3 to 5 pm`. */
export const hourAt = (stream: Stream, start: number): Found<number> | null => {
  if (stream.number(start) !== null) return numberOfHour(stream, start);
  const one = stream.find(start, 'one');
  return one?.value === 1 ? one : null;
};

/** An hour that is no article: not the "an" of "half an hour". */
function numberOfHour(stream: Stream, start: number): Found<number> | null {
  const hour = stream.number(start);
  return hour !== null && !hour.isOrdinal && Number.isInteger(hour.value) && hour.value <= 24 ? hour : null;
}

function minutesAt(stream: Stream, start: number): Found<number> | null {
  const number = stream.number(start);
  return number !== null && !number.isOrdinal && Number.isInteger(number.value) && number.value < 60
    ? number
    : null;
}

/** An hour, and perhaps its minutes, in the answer to a question for a time: `five thirty`, `siete y media`. */
export function answeredTime(stream: Stream, start: number): TimeReading | null {
  const isRange = stream.find(start - 1, 'from') !== null || stream.find(start - 1, 'between') !== null;
  const spoken = isRange ? null : (digitTime(stream, start, true) ?? fractionFirst(stream, start, true));
  if (spoken !== null) return spoken;
  const hour = hourAt(stream, start);
  if (hour === null || stream.isPartOfDigits(start)) return null;
  const joined = joinedMinutes(stream, hour.next);
  // "One" and "la una" are hours; in a longer answer the word is an article or a pronoun.
  const isVague = hour.value === 1 && joined === null && stream.number(start)?.isDigits !== true;
  if (isVague && stream.words.length > 2) return null;
  const minutes = minutesAt(stream, hour.next) ?? joined;
  const minute = shifted(hour.value, minutes?.value ?? 0);
  return minute > 1440 ? null : withHalf(stream, minute, minutes?.next ?? hour.next, true);
}

/** The half of the day that is said, or the one that people mean. */
function withHalf(stream: Stream, minute: number, next: number, isOpen: boolean): TimeReading {
  const half = stream.find(next, 'half');
  const part = stream.find(next, 'part');
  const said: Found<Half> | null =
    half ?? (part === null ? null : { value: part.value.half, next: part.next });
  if (said !== null && minute < 780) return at(halved(minute, said.value), said.next);
  if (said !== null) return at(minute, said.next);
  const hour = Math.floor(minute / 60);
  if (hour > 11 || hour === 0) return at(minute % 1440, next);
  // "Um halb vier" is in the morning, unless only the afternoon will do.
  if (!stream.settings.twelveHours) return { ...at(minute, next), alternative: minute + 720 };
  if (!isOpen) return at(minute, next);
  const isAfternoon = hour < 7;
  return {
    ...at(isAfternoon ? minute + 720 : minute, next),
    alternative: isAfternoon ? minute : minute + 720,
  };
}

function halved(minute: number, half: Half): number {
  const isTwelve = minute >= 720 && minute < 780;
  if (half === 'am') return isTwelve ? minute - 720 : minute;
  if (half === 'pm') return isTwelve || minute >= 720 ? minute : minute + 720;
  // At night: eleven is late, one is early, and twelve is midnight.
  if (isTwelve) return minute - 720;
  return minute >= 360 && minute < 720 ? minute + 720 : minute;
}
