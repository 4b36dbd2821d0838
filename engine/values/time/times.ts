import type { Kind, PartOfDay } from '../../language/time.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { Clock, TimeReading } from '../categories.ts';
import { type Chart, chartOf, found, type Reader, reader } from '../chart.ts';
import type { Utterance } from '../recognizer.ts';
import type { Found } from '../stream.ts';
import { MINUTES_A_DAY } from './calendar.ts';
import { isDayBeforeTime } from './calendar-days.ts';
import { halved, numberOfHour } from './clocks.ts';

const exactly = (minute: number, next: number): TimeReading => ({
  minute,
  endMinute: null,
  grain: 'minute',
  alternative: null,
  isBare: false,
  next,
});

/** An hour by itself. */
export const bareHour = ({ value, next }: Found<number>): TimeReading => exactly(value * 60, next);

const longest = (readings: readonly TimeReading[]): TimeReading | null =>
  readings.reduce<TimeReading | null>(
    (best, reading) => (reading.next > (best?.next ?? 0) ? reading : best),
    null,
  );

/** A word before a time: `at` five, `about` five, `las` cinco. */
type Lead = 'sharp' | 'about' | 'hour';

export const timeAt = (chart: Chart, from: number): TimeReading | null =>
  chart.at('time', from)[0]?.value ?? null;

/** The longest time of day that begins at a word. */
export const timeReader: Reader<TimeReading> = reader(
  ['at', 'hourLead', 'clock', 'part', 'leadingPart'],
  (chart, from) => {
    const at = chart.find(from, 'at');
    const article = chart.find(from, 'hourLead');
    const led = [
      ...(at === null ? [] : clocksAfter(chart, at.next, at.value)),
      ...(article === null ? [] : clocksAfter(chart, article.next, 'hour')),
    ];
    const start = at?.next ?? from;
    return found(
      longest([...led, ...clocksAfter(chart, from, null), ...partsAt(chart, from), ...partsAt(chart, start)]),
    );
  },
);

function clocksAfter(chart: Chart, start: number, lead: Lead | null): TimeReading[] {
  return chart.at('clock', start).flatMap(({ value, next }) => {
    const end = chart.find(next, 'hours')?.next ?? next;
    // "One evening" is any; "one in the evening" is an hour.
    const isArticle = value.isVague && lead === null && chart.find(next, 'part')?.next === next + 1;
    const said = isArticle ? null : saidHalf(chart, end);
    if (said !== null && value.half === null && (lead !== null || isNoStretch(chart, value, start)))
      return [exactly(value.minute < 780 ? halved(value.minute, said.value) : value.minute, said.next)];
    return stands(chart, value, lead, start, next, end) ? [timeOf(chart, value, end)] : [];
  });
}

/** `five to nine pm` may be a stretch; `ten to nine pm` is none. */
function isNoStretch(chart: Chart, { certainty, minute }: Clock, start: number): boolean {
  const count = chart.number(start);
  const isStretch = certainty === 'open' && count !== null && chart.find(count.next, 'to') !== null;
  return !isStretch || count.value > 12 || count.value >= Math.ceil(minute / 60);
}

/** The half of the day behind a time: `pm`, `in the evening`. */
function saidHalf(chart: Chart, at: number): Found<PartOfDay['half']> | null {
  const half = chart.find(at, 'half');
  const part = half === null ? chart.find(at, 'part') : null;
  return half ?? (part === null ? null : { value: part.value.half, next: part.next });
}

/** The longest time that begins at a word, where what stands beside it leaves no doubt. */
export const sureTime = (chart: Chart, start: number): TimeReading | null =>
  longest(chart.at('clock', start).map(({ value, next }) => timeOf(chart, value, next)));

/** True if enough speaks for a time of day. */
function stands(
  chart: Chart,
  { certainty, isBare, isVague }: Clock,
  lead: Lead | null,
  start: number,
  next: number,
  end: number,
): boolean {
  if (certainty === 'sure') return true;
  const token = chart.digits(start);
  if (token?.kind === 'clock' && token.next === next) {
    const isSaid = lead === 'sharp' || end > next || chart.find(start - 1, 'hours') !== null;
    const isTime = chart.isSettledHour(next) || (!token.isHours && chart.isUnmeasured(next));
    return isSaid && isTime;
  }
  const isOver = chart.isSettledHour(end) && chart.find(end, 'unit') === null;
  const isLed = lead === 'sharp' || lead === 'about';
  if (isBare) return isOver && isLed && chart.settings.bareHours;
  if (isVague) return isOver && isLed;
  return isOver && (certainty === 'settled' || lead !== null);
}

/** The minute from which an hour of twelve whose half of the day is not said is in the morning. */
export const MORNING = 7 * 60;

/** A time whose half of the day is not said: the one that people mean, and the other. */
function timeOf({ settings }: Chart, clock: Clock, next: number): TimeReading {
  const { minute, isOpen, isBare, isWritten, half } = clock;
  if (half !== null) return exactly(halved(minute, half), next);
  const hour = Math.floor(minute / 60);
  if (hour > 11 || hour === 0) return exactly(minute % MINUTES_A_DAY, next);
  // "Um halb vier" is in the morning, unless only the afternoon will do.
  const isByTwelve = settings.twelveHours === 'written' || (settings.twelveHours === 'spoken' && !isWritten);
  if (!isByTwelve) return { ...exactly(minute, next), alternative: minute + 720, isBare };
  if (!isOpen) return exactly(minute, next);
  const isAfternoon = minute < MORNING;
  return {
    ...exactly(isAfternoon ? minute + 720 : minute, next),
    alternative: isAfternoon ? minute : minute + 720,
    isBare,
  };
}

/** `in the evening`, `午後5時`. */
function partsAt(chart: Chart, start: number): TimeReading[] {
  const part = chart.find(start, 'part');
  // "One night" is a length.
  const isCounted = chart.find(start, 'unit') !== null && chart.count(start - 1)?.next === start;
  const isPart = part !== null && !isCounted && chart.find(start - 1, 'degree') === null;
  const leading = chart.find(start, 'leadingPart');
  const hour = leading === null ? start : chart.skip(leading.next, ['link']);
  const time = leading === null || chart.find(hour, 'leadingPart') !== null ? null : timeAt(chart, hour);
  const isExact = leading !== null && time !== null && time.endMinute === null;
  return [
    ...(isPart ? [ofPart(part.value, part.next)] : []),
    ...(isExact ? [inPart(time, leading.value)] : []),
  ];
}

export const ofPart = ({ from, to }: PartOfDay, next: number): TimeReading => ({
  ...exactly(from * 60, next),
  endMinute: Math.min(to * 60, 1439),
  grain: 'part',
});

/** A time said with a part of its day; of an evening or a night, twelve to five are after its midnight. */
export function inPart(time: TimeReading, { from, half }: PartOfDay): TimeReading {
  const earliest = Math.min(time.minute, time.alternative ?? time.minute);
  const hour = earliest % 720;
  const minute =
    from >= 18 && earliest < 780 && hour < 300
      ? hour + MINUTES_A_DAY
      : earliest < 780
        ? halved(earliest, half)
        : earliest;
  return { ...time, minute, alternative: null };
}

/** A time of day that only its own words and an end behind it speak for: `nine thirty`, `9.40`, `five to twelve`. */
export function latentTime(chart: Chart, start: number): TimeReading | null {
  if (chart.number(start)?.isOrdinal === true || isDayBeforeTime(chart, start)) return null;
  return longest(
    chart.at('clock', start).flatMap(({ value, next }) => {
      const isEven = value.isWritten || value.minute % 5 === 0;
      const token = chart.digits(start);
      const isLength = token?.kind === 'clock' && token.isHours;
      const isWhole = !isLength && !value.isBare && !value.isVague && isEven && value.minute <= MINUTES_A_DAY;
      return isWhole && chart.isAtEnd(next) && chart.isUnmeasured(next) ? [timeOf(chart, value, next)] : [];
    }),
  );
}

/** The bare hour of `yesterday at 9 drove home`, after a day and before anything that it does not count. */
export function hourOnDay(chart: Chart, start: number): TimeReading | null {
  const at = chart.settings.bareHours ? chart.find(start, 'at') : null;
  if (at === null) return null;
  return longest(
    chart.at('clock', at.next).flatMap(({ value, next }) => {
      const isCounted = chart.find(next, 'unit') !== null || !chart.isUnmeasured(next);
      return isCounted || value.isVague || value.isWritten ? [] : [timeOf(chart, value, next)];
    }),
  );
}

/** `9.30` or an hour in digits right behind a day, where neither counts anything: "sat 9.30 at the mall", "mo 8". */
export function hourBehind(chart: Chart, start: number): TimeReading | null {
  if (chart.number(start)?.isDigits !== true && chart.digits(start)?.kind !== 'clock') return null;
  return longest(
    chart.at('clock', start).flatMap(({ value, next }) => {
      const isWhole = chart.digits(start)?.kind === 'clock' || !chart.isPartOfDigits(start);
      const isCounted = chart.find(next, 'unit') !== null || !chart.isUnmeasured(next);
      return isWhole && !isCounted && chart.isSettledHour(next) ? [timeOf(chart, value, next)] : [];
    }),
  );
}

/** An hour, and perhaps its minutes, in the answer to a question for a time: `five thirty`, `siete y media`. */
export function answeredTime(chart: Chart, start: number): TimeReading | null {
  const isRange = chart.find(start - 1, 'from') !== null || chart.find(start - 1, 'between') !== null;
  const hour = numberOfHour(chart, start);
  // "One" and "la una" are hours; in a longer answer the word is an article or a pronoun.
  const isVague = hour?.value === 1 && chart.number(start)?.isDigits !== true && chart.words.length > 2;
  return longest(
    chart.at('clock', start).flatMap(({ value, next }) => {
      const isNumber = chart.digits(start)?.kind !== 'clock' && chart.isPartOfDigits(start);
      if (isNumber || (value.isBare && isVague) || (isRange && !value.isBare)) return [];
      return [timeOf(chart, { ...value, isOpen: true }, next)];
    }),
  );
}

/** Kinds of words that an hour stands behind, and those that make such a word one before any number. */
const BEFORE_HOUR = ['from', 'since', 'until', 'countFrom', 'countBack'] as const satisfies readonly Kind[];
const BEFORE_NUMBER = ['at', 'link', 'lasting'] as const satisfies readonly Kind[];

/** True for a bare number that a word of time makes an hour where nothing is counted: `after six`, `nicht vor neun`. */
export function isHourBehindWord(utterance: Utterance, { start, end }: Stretch): boolean {
  const chart = chartOf(utterance);
  const at = firstWordFrom(chart.words, start);
  const hour = numberOfHour(chart, at);
  if (hour === null || chart.words[hour.next - 1]?.end !== end) return false;
  if (!chart.isSettledHour(hour.next) || chart.find(hour.next, 'unit') !== null) return false;
  // "Dopo le 8".
  const lead = chart.startOf(at, 'hourLead') ?? chart.startOf(at, 'lead') ?? at;
  const reachesLead = (from: number, kind: Kind) =>
    [...chart.all(from, kind)].some(({ next }) => next === lead);
  return BEFORE_HOUR.some((kind) => {
    const from = chart.startOf(lead, kind);
    return from !== null && !BEFORE_NUMBER.some((other) => reachesLead(from, other));
  });
}
