import { addMonths, calendarDate, dayOf, firstOfYear, mondayOf, weekdayOf } from './calendar.ts';
import {
  besideDay,
  countedUnit,
  countedWeekday,
  nthWeekdayAfter,
  weekdayBeside,
  weeksAfter,
} from './counted-days.ts';
import {
  dayAndMonth,
  dayNumber,
  digitDate,
  isOfNoSuchDay,
  monthAt,
  monthThenDay,
  yearAt,
} from './days-of-months.ts';
import { feast } from './feasts.ts';
import { nthDay, nthPartOfYear } from './nth-units.ts';
import { nthWeek, nthWeekday } from './nth-weekdays.ts';
import { numberedDate } from './numbered-dates.ts';
import { dayOfMonth, fixed, oneDay } from './open-dates.ts';
import { type DateReading, type Days, months, relativePeriod } from './periods.ts';
import { relativeDay, relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';
import { relativeWeekday, weekdayAndDate, weekdayAt, weekThenWeekday } from './weekdays.ts';

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
  return best === null ? null : withItsWeekday(stream, best);
}

/** `15 March, Sunday` names one day. */
function withItsWeekday(stream: Stream, date: DateReading): DateReading {
  const weekday = date.grain === 'day' ? weekdayAt(stream, date.next) : null;
  const isOwn = weekday !== null && weekday.value === weekdayOf(date.first) && stream.isSettled(weekday.next);
  return isOwn ? { ...date, next: weekday.next } : date;
}

type Reader = (stream: Stream, at: number, hasLead: boolean) => DateReading | null;

const READERS: readonly Reader[] = [
  digitDate,
  digitMonths,
  numberedDate,
  relativeDay,
  feast,
  dayAndMonth,
  weekdayAndDate,
  relativeWeekday,
  weekThenWeekday,
  weekOf,
  wholeUnit,
  nthWeekday,
  nthWeek,
  nthDay,
  nthPartOfYear,
  monthThenDay,
  countedUnit,
  countedWeekday,
  nthWeekdayAfter,
  weekdayBeside,
  weeksAfter,
  besideDay,
  boundary,
  boundaryBehind,
  wholeMonth,
  yearThenMonth,
  wholeYear,
];

/** A week, month or year from today; not the month of `the 31st of next month` that has no such day. */
function wholeUnit(stream: Stream, at: number, hasLead: boolean): DateReading | null {
  const reading = relativeUnit(stream, at, hasLead);
  const isOfDay = [1, 2, 3].some((back) => {
    const day = dayNumber(stream, at - back);
    return day?.isOrdinal && stream.skip(day.next, ['link', 'lead'], 2) === at;
  });
  return reading?.grain === 'month' && isOfDay ? null : reading;
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
  // "Beginning december fifteenth" begins on that day.
  if (period === null || dayAndMonth(stream, start) !== null) return null;
  return oneDay(side.value === 'end' ? period.last : period.first, period.next);
}

/** `来月末`, `下个月底`. */
function boundaryBehind(stream: Stream, at: number): DateReading | null {
  const period = relativeUnit(stream, at, false);
  const side = period === null ? null : stream.find(stream.skip(period.next, ['link']), 'boundaryBehind');
  if (period === null || side === null) return null;
  return oneDay(side.value === 'end' ? period.last : period.first, side.next);
}

/** `the week of december 7`, `die Woche vom 7. Dezember`: from its Monday to its Sunday. */
function weekOf(stream: Stream, at: number): DateReading | null {
  const unit = stream.find(at, 'unit');
  if (unit?.value !== 'week') return null;
  const joint = stream.find(unit.next, 'ofMonth') ?? stream.find(unit.next, 'from');
  const start = joint === null ? null : stream.skip(joint.next, ['lead', 'dayLead']);
  const day = start === null ? null : (digitDate(stream, start) ?? dayAndMonth(stream, start));
  if (day === null) return null;
  const weekOfDay = ({ first }: Days): Days => ({ first: mondayOf(first), last: mondayOf(first) + 6 });
  const alternative = day.alternative === null ? null : weekOfDay(day.alternative);
  return { ...day, ...weekOfDay(day), grain: 'week', alternative };
}

/** `2/2027`, `2027-02`, `2027Q4`. */
function digitMonths(stream: Stream, at: number): DateReading | null {
  const token = stream.digits(at);
  if (token?.kind !== 'months') return null;
  return fixed(months(token.first, token.count), token.count === 1 ? 'month' : 'quarter', token.next);
}

/** `nächstes Jahr im März`, `next year in may`. */
function yearThenMonth(stream: Stream, at: number): DateReading | null {
  const year = relativeUnit(stream, at, false);
  if (year?.grain !== 'year') return null;
  const month = monthAt(stream, stream.skip(year.next, ['link', 'lead'], 2));
  const first = month === null ? null : dayOf(calendarDate(year.first).year, month.value, 1);
  return month === null || first === null ? null : fixed(months(first, 1), 'month', month.next);
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
  const chosen = which?.value ?? after?.value;
  if (isVague && chosen === undefined && !isClear && !hasDateBefore(stream, at)) return null;
  const { year: thisYear, month: thisMonth } = calendarDate(stream.today);
  const inYear = (year: number): Days => months(dayOf(year, month.value, 1) ?? stream.today, 1);
  const ahead = inYear(month.value >= thisMonth ? thisYear : thisYear + 1);
  const behind = inYear(month.value <= thisMonth ? thisYear : thisYear - 1);
  const isOver = behind.first === ahead.first ? inYear(thisYear - 1) : behind;
  const next = after?.next ?? month.next;
  if (chosen === 'last') return fixed(isOver, 'month', next);
  const coming = ahead.first <= stream.today ? inYear(thisYear + 1) : ahead;
  if (chosen === 'next') return fixed(coming, 'month', next);
  if (chosen === 'afterNext') return fixed(months(addMonths(coming.first, 12), 1), 'month', next);
  const open = {
    alternative: behind.first === ahead.first ? isOver : behind,
    cycle: { months: 12, days: 0 },
  };
  return { ...fixed(ahead, 'month', next), ...open };
}

/** A word before that speaks of time: `in may`, `about march`. */
const hasDateBefore = (stream: Stream, at: number): boolean =>
  (['within', 'since', 'until', 'from', 'to', 'between', 'and', 'link', 'at'] as const).some(
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
  const isNumbered = [from - 1, day.next].some((at) => stream.find(at, 'monthUnit') !== null);
  return isOfMonth || isNumbered || isCountOf(stream, day, from)
    ? null
    : dayOfMonth(stream, day.value, day.next);
}

/** True if a number in letters counts the words around it: "one way", "those two". */
const isCountOf = (
  stream: Stream,
  { isOrdinal, isDigits, next }: Found<number> & { isOrdinal: boolean; isDigits: boolean },
  from: number,
): boolean =>
  !isOrdinal &&
  !isDigits &&
  (from > 0 || !stream.isAtEnd(next)) &&
  stream.find(from - 1, 'lead') === null &&
  stream.find(from - 1, 'dayLead') === null;

/** Ordinals in words up to this may count things, as "the third one" does; larger ones are days. */
const MOST_COUNTED = 12;

/** `the 25th`, `on the sixteenth`, `le 25`, `el día 25`: this month's, or the next month's where it is over. */
function bareDay(stream: Stream, from: number): DateReading | null {
  const lead = stream.find(from, 'dayLead');
  const day = lead === null ? null : dayNumber(stream, lead.next);
  if (day === null || stream.find(day.next, 'unit') !== null) return null;
  // "The third one" may be anything, "on the third" and "the twentieth" are days.
  const isDay = day.isDigits || stream.find(from - 1, 'link') !== null || day.value > MOST_COUNTED;
  if (!isDay) return null;
  // "On the 2nd is fine", "the 21st would suit me"; "on the 20th 2 people" begins to count.
  const hasLink = stream.find(from - 1, 'link') !== null;
  const isClear = hasLink || (day.isOrdinal && day.isDigits && day.value > MOST_COUNTED);
  const isCounted = hasLink && day.isOrdinal && stream.number(day.next)?.isOrdinal === false;
  if (!isCounted && !(isClear ? stream.isSettledHour(day.next) : stream.isSettled(day.next))) return null;
  const { monthFirst, dotOrdinals } = stream.settings;
  // "the 31st of February" is no date at all.
  const rest = stream.skip(day.next, ['link', 'lead'], 2);
  if (monthAt(stream, rest) !== null || relativeUnit(stream, rest, true)?.grain === 'month') return null;
  if ((monthFirst || dotOrdinals) && !day.isOrdinal) return null;
  return inMonthOfNext(stream, day) ?? dayOfMonth(stream, day.value, day.next);
}

/** `the 5th and the 7th of May`: the month of the second is that of the first. */
function inMonthOfNext(stream: Stream, day: Found<number>): DateReading | null {
  const and = stream.find(day.next, 'and');
  const second = and === null ? null : dayAndMonth(stream, stream.skip(and.next, ['lead', 'dayLead']));
  if (second === null) return null;
  const { year, month } = calendarDate(second.first);
  const first = dayOf(year, month, day.value);
  return first === null ? null : { ...second, ...oneDay(first, day.next), alternative: null };
}
