import { calendarDate, dayOf, firstOfYear, mondayOf } from './calendar.ts';
import { dayOfMonth, fixed, oneDay, withoutYear } from './open-dates.ts';
import { type DateReading, type Days, months, nearWeekday, relativePeriod, shifted } from './periods.ts';
import type { Found, Stream } from './stream.ts';
import type { Which } from './vocabulary.ts';

/** Counts beyond this are no dates that anyone means. */
const MAX_COUNT = 1000;

/** The longest date that begins at a word: a day, or a week, month or year. */
export function dateAt(stream: Stream, from: number): DateReading | null {
  const starts = new Set([from, stream.skip(from, ['lead']), stream.skip(from, ['dayLead'])]);
  let best: DateReading | null = bareDay(stream, from);
  for (const at of starts) {
    for (const read of READERS) {
      const reading = read(stream, at, at > from);
      if (reading !== null && reading.next > (best?.next ?? at)) best = reading;
    }
  }
  return best;
}

type Reader = (stream: Stream, at: number, hasLead: boolean) => DateReading | null;

const READERS: readonly Reader[] = [
  digitDate,
  relativeDay,
  feast,
  dayAndMonth,
  weekdayAndDate,
  relativeWeekday,
  relativeUnit,
  countedUnit,
  boundary,
  wholeMonth,
  wholeYear,
];

function digitDate(stream: Stream, at: number): DateReading | null {
  const token = stream.digits(at);
  if (token?.kind === 'date') return oneDay(token.day, token.next);
  return token?.kind === 'yearless' ? withoutYear(stream, token.month, token.date, token.next) : null;
}

function relativeDay(stream: Stream, at: number): DateReading | null {
  const day = stream.find(at, 'day');
  // In Spanish, "la mañana" is the morning.
  const isNoun = stream.find(at - 1, 'lead') !== null;
  return day === null || isNoun ? null : oneDay(stream.today + day.value, day.next);
}

/** `Christmas`, `Silvester`, `last Christmas`, `la Navidad pasada`. */
function feast(stream: Stream, at: number): DateReading | null {
  const which = stream.find(at, 'which');
  const found = stream.find(which?.next ?? at, 'feast');
  if (found === null) return null;
  const dated = datedOf(stream, found.value.month, found.value.date, found.next);
  const after = which === null ? stream.find(found.next, 'whichAfter') : null;
  const said = which ?? after;
  if (said === null || dated === null) return dated;
  const days = said.value === 'last' ? dated.other : dated;
  return days === null ? null : oneDay(days.first, after?.next ?? dated.next);
}

/** The number of a day: 1–31. */
export function dayNumber(
  stream: Stream,
  at: number,
): (Found<number> & { isOrdinal: boolean; isDigits: boolean }) | null {
  const number = stream.number(at);
  if (number === null || !Number.isInteger(number.value) || number.value < 1 || number.value > 31)
    return null;
  return number;
}

export function monthAt(stream: Stream, at: number): Found<number> | null {
  return stream.find(at, 'month') ?? stream.find(at, 'vagueMonth');
}

function yearAt(stream: Stream, at: number): Found<number> | null {
  for (const start of [at, stream.skip(at, ['link'])]) {
    const number = stream.number(start);
    if (number?.isDigits && !number.isOrdinal && number.value >= 1900 && number.value < 2200) return number;
  }
  // "April of last year".
  const relative = relativeUnit(stream, stream.skip(at, ['link', 'lead'], 2), false);
  if (relative?.grain === 'year') return { value: calendarDate(relative.first).year, next: relative.next };
  return null;
}

/** `5th of April 2027`, `April 5`. */
function dayAndMonth(stream: Stream, at: number): DateReading | null {
  const day = dayNumber(stream, at);
  const month = day === null ? null : monthAt(stream, stream.skip(day.next, ['link', 'lead'], 2));
  if (day !== null && month !== null) return datedOf(stream, month.value, day.value, month.next);
  const leading = monthAt(stream, at);
  if (leading === null) return null;
  const second = dayNumber(stream, stream.skip(leading.next, ['lead']));
  if (second === null || !(second.isDigits || second.isOrdinal)) return null;
  return datedOf(stream, leading.value, second.value, second.next);
}

function datedOf(stream: Stream, month: number, date: number, next: number): DateReading | null {
  const year = yearAt(stream, next);
  if (year === null) return withoutYear(stream, month, date, next);
  const day = dayOf(year.value, month, date);
  return day === null ? null : oneDay(day, year.next);
}

function weekdayAt(stream: Stream, at: number): (Found<number> & { isVague: boolean }) | null {
  const weekday = stream.find(at, 'weekday');
  if (weekday !== null) return { ...weekday, isVague: false };
  const vague = stream.find(at, 'vagueWeekday');
  return vague === null ? null : { ...vague, isVague: true };
}

/** `Saturday, 21 March`: the date counts. */
function weekdayAndDate(stream: Stream, at: number): DateReading | null {
  const weekday = weekdayAt(stream, at);
  if (weekday === null) return null;
  for (const start of new Set([weekday.next, stream.skip(weekday.next, ['lead', 'dayLead'], 2)])) {
    const date = digitDate(stream, start) ?? dayAndMonth(stream, start);
    if (date !== null) return date;
    const day = dayNumber(stream, start);
    const isDay = day?.isDigits && stream.isSettled(day.next) && stream.find(day.next, 'unit') === null;
    if (day !== null && isDay) return dayOfMonth(stream, day.value, day.next);
  }
  return null;
}

/** `friday`, `next friday`, `vendredi prochain`, `monday of next week`. */
function relativeWeekday(stream: Stream, at: number): DateReading | null {
  const which = stream.find(at, 'which');
  const weekday = weekdayAt(stream, which?.next ?? at);
  if (weekday === null) return null;
  const week = relativeUnit(stream, stream.skip(weekday.next, ['link', 'lead'], 2), true);
  if (which === null && week !== null && week.grain === 'week') {
    return oneDay(week.first + weekday.value - 1, week.next);
  }
  const after = which === null ? stream.find(weekday.next, 'whichAfter') : null;
  const reading = onWeekday(
    stream,
    weekday.value,
    which?.value ?? after?.value ?? null,
    after?.next ?? weekday.next,
  );
  return weekday.isVague && !stream.isSettled(reading.next) ? null : reading;
}

function onWeekday(stream: Stream, weekday: number, which: Which | null, next: number): DateReading {
  const { today, settings } = stream;
  const last = nearWeekday(today, weekday, 'last');
  const coming = nearWeekday(today, weekday, 'coming');
  if (which === 'last') return oneDay(last, next);
  const thisWeek = mondayOf(today) + weekday - 1;
  if (which === 'this') return oneDay(thisWeek < today ? coming : thisWeek, next);
  if (which === 'next' && settings.nextWeekday === 'following')
    return oneDay(mondayOf(today) + 6 + weekday, next);
  if (which !== null) return oneDay(coming, next);
  return { ...oneDay(coming, next), other: { first: last, last }, cycle: { months: 0, days: 7 } };
}

/** `next month`, `la semaine prochaine`, `the weekend`. */
function relativeUnit(stream: Stream, at: number, hasLead: boolean): DateReading | null {
  const which = stream.find(at, 'which');
  const unit = stream.find(which?.next ?? at, 'unit');
  if (unit === null) return null;
  const after = which === null ? stream.find(unit.next, 'whichAfter') : null;
  const said = which?.value ?? after?.value ?? (unit.value === 'weekend' && hasLead ? 'coming' : null);
  if (said === null) return null;
  const period = relativePeriod(stream.today, unit.value, said);
  return period === null ? null : fixed(period, period.grain, after?.next ?? unit.next);
}

/** `in two weeks`, `three days ago`, `hace un mes`, `a month from now`. */
function countedUnit(stream: Stream, at: number): DateReading | null {
  const within = stream.find(at, 'within');
  const over = stream.find(at, 'agoBefore');
  const starts = [over?.next, within?.next, at].filter((start) => start !== undefined);
  for (const start of starts) {
    const count = stream.count(start);
    const unit = count === null ? null : stream.find(count.next, 'unit');
    if (count === null || unit === null || count.value > MAX_COUNT) continue;
    const ago = stream.find(unit.next, 'ago');
    const ahead = stream.find(unit.next, 'fromNow');
    const sign = start === over?.next || ago !== null ? -1 : start === within?.next || ahead !== null ? 1 : 0;
    const origin = sign === 0 ? dayAfterFrom(stream, unit.next) : null;
    const day = shifted(origin?.first ?? stream.today, unit.value, (sign || 1) * count.value);
    if (day !== null && (sign !== 0 || origin !== null))
      return oneDay(day, origin?.next ?? ago?.next ?? ahead?.next ?? unit.next);
  }
  return null;
}

/** The day that a count begins at: a week `from monday`. */
function dayAfterFrom(stream: Stream, at: number): DateReading | null {
  const from = stream.find(at, 'from');
  if (from === null || !stream.settings.countsFrom) return null;
  return relativeDay(stream, from.next) ?? relativeWeekday(stream, from.next);
}

/** `the end of the month`, `Anfang März`. */
function boundary(stream: Stream, at: number): DateReading | null {
  const side = stream.find(at, 'boundary');
  if (side === null || stream.find(at, 'unit') !== null) return null;
  const start = stream.skip(side.next, ['link', 'lead'], 2);
  const unit = stream.find(start, 'unit');
  const current = unit === null ? null : relativePeriod(stream.today, unit.value, 'this');
  const period =
    relativeUnit(stream, start, true) ??
    wholeMonth(stream, start, true) ??
    (current === null || unit === null ? null : fixed(current, current.grain, unit.next));
  return period === null ? null : oneDay(side.value === 'end' ? period.last : period.first, period.next);
}

/** `in March`, `March 2026`, `mars dernier`: the whole month. */
function wholeMonth(stream: Stream, at: number, isClear: boolean): DateReading | null {
  const which = stream.find(at, 'which');
  const month = monthAt(stream, which?.next ?? at);
  if (month === null || isOfNoSuchDay(stream, which?.next ?? at, month)) return null;
  const isVague =
    stream.find(which?.next ?? at, 'vagueMonth') !== null || (stream.words[at]?.text.length ?? 0) < 4;
  const year = yearAt(stream, month.next);
  if (year !== null) {
    const first = dayOf(year.value, month.value, 1) ?? stream.today;
    return fixed(months(first, 1), 'month', year.next);
  }
  const after = stream.find(month.next, 'whichAfter');
  const said = which?.value ?? after?.value;
  if (isVague && said === undefined && !isClear && !hasDateBefore(stream, at)) return null;
  const { year: thisYear, month: thisMonth } = calendarDate(stream.today);
  const inYear = (of: number): Days => months(dayOf(of, month.value, 1) ?? stream.today, 1);
  const ahead = inYear(month.value >= thisMonth ? thisYear : thisYear + 1);
  const behind = inYear(month.value <= thisMonth ? thisYear : thisYear - 1);
  const isOver = behind.first === ahead.first ? inYear(thisYear - 1) : behind;
  const next = after?.next ?? month.next;
  if (said === 'last') return fixed(isOver, 'month', next);
  if (said === 'next' && ahead.first <= stream.today) return fixed(inYear(thisYear + 1), 'month', next);
  const open = { other: behind.first === ahead.first ? isOver : behind, cycle: { months: 12, days: 0 } };
  return { ...fixed(ahead, 'month', next), ...open };
}

/** True of the month of `30 February`, which is no date, nor the whole month. */
function isOfNoSuchDay(stream: Stream, at: number, month: Found<number>): boolean {
  const after = dayNumber(stream, stream.skip(month.next, ['lead']));
  const before = [1, 2, 3].map((back) => dayNumber(stream, at - back));
  const own = before.find((day) => day !== null && stream.skip(day.next, ['link', 'lead'], 2) === at);
  return [own, after?.isDigits || after?.isOrdinal ? after : null].some(
    (day) => day && withoutYear(stream, month.value, day.value, day.next) === null,
  );
}

/** A word before that speaks of time: `in may`. */
const hasDateBefore = (stream: Stream, at: number): boolean =>
  (['within', 'since', 'until', 'from', 'to', 'between', 'and', 'link'] as const).some(
    (kind) => stream.find(at - 1, kind) !== null,
  );

/** `in 2025`, `the year 2025`. */
function wholeYear(stream: Stream, at: number): DateReading | null {
  const within = stream.find(at, 'within') ?? stream.find(at, 'lead') ?? stream.find(at, 'since');
  const unit = stream.find(within?.next ?? at, 'unit');
  const start = unit?.value === 'year' ? unit.next : within?.next;
  const year = start === undefined ? null : yearAt(stream, start);
  const first = year === null ? null : dayOf(year.value, 1, 1);
  if (year === null || first === null || !stream.isSettled(year.next)) return null;
  return fixed(months(firstOfYear(first), 12), 'year', year.next);
}

/** A day of the month in the answer to a question for a date: `the third`, `25`. */
export function answeredDay(stream: Stream, from: number): DateReading | null {
  const day = dayNumber(stream, from);
  if (day === null || stream.isPartOfDigits(from)) return null;
  // With a month beside it that has no such day, it is none of another.
  const isOfMonth = [from - 1, stream.skip(day.next, ['link', 'lead'], 2)].some(
    (at) => monthAt(stream, at) !== null,
  );
  return isOfMonth ? null : dayOfMonth(stream, day.value, day.next);
}

/** `the 25th`, `le 25`, `el día 25`: this month's, or the next month's where it is over. */
function bareDay(stream: Stream, from: number): DateReading | null {
  const lead = stream.find(from, 'dayLead');
  const day = lead === null ? null : dayNumber(stream, lead.next);
  if (day === null || !day.isDigits || !stream.isSettled(day.next) || stream.find(day.next, 'unit'))
    return null;
  const { monthFirst, dotOrdinals } = stream.settings;
  // "the 31st of February" is no date at all.
  if (monthAt(stream, stream.skip(day.next, ['link', 'lead'], 2)) !== null) return null;
  if ((monthFirst || dotOrdinals) && !day.isOrdinal) return null;
  return dayOfMonth(stream, day.value, day.next);
}
