import { addMonths, calendarDate, type Day, dayOf } from './calendar.ts';
import { dateAt } from './dates.ts';
import { type DateReading, type Days, shifted } from './periods.ts';
import { daysOfOneMonth, endsAt } from './shared-months.ts';
import type { Stream } from './stream.ts';

const MAX_COUNT = 1000;

/** The longest stretch of days that begins at a word; a single date is one too. */
export function dateRangeAt(stream: Stream, from: number): DateReading | null {
  let best = dateAt(stream, from);
  for (const read of [between, rolling, openEnded]) {
    const reading = read(stream, from);
    if (reading !== null && reading.next > (best?.next ?? from)) best = reading;
  }
  return best;
}

/** `from monday to wednesday`, `between 3 and 9 April`, `3–5 April`. */
function between(stream: Stream, from: number): DateReading | null {
  const starts = [
    ...[...stream.all(from, 'between')].map(({ next }) => ({ start: next, joiner: 'and' as const })),
    ...[...stream.all(from, 'from')].map(({ next }) => ({ start: next, joiner: 'to' as const })),
    { start: from, joiner: 'to' as const },
  ];
  for (const { start, joiner } of starts) {
    const reading = pair(stream, start, joiner);
    if (reading !== null) return reading;
  }
  return null;
}

function pair(stream: Stream, start: number, joiner: 'and' | 'to'): DateReading | null {
  const days = daysOfOneMonth(stream, start);
  if (days?.isStretch) return spanning(days.first, days.last);
  const first = dateAt(stream, start);
  if (first !== null) {
    const ends = endsAt(stream, first.next, joiner);
    // "Du 5 au 9": the word between is the lead of the second date too.
    const isLead = ends.length > 0 && stream.find(first.next, 'dayLead') !== null;
    for (const end of isLead ? [...ends, first.next] : ends) {
      const last = dateAt(stream, end);
      if (last !== null) return inMonthOf(first, last) ?? sameMonth(first, last) ?? spanning(first, last);
    }
  }
  return null;
}

/** `the 3rd to the 17th of July`: a first day without a month takes it from the last. */
function inMonthOf(first: DateReading, last: DateReading): DateReading | null {
  const hasNoMonth = ({ cycle, grain }: DateReading): boolean => grain === 'day' && cycle?.months === 1;
  if (!hasNoMonth(first) || hasNoMonth(last) || last.grain !== 'day') return null;
  return fromDay(calendarDate(first.first).date, last);
}

/** `3月1日から5日まで`: a last day without a month is in that of the first. */
function sameMonth(first: DateReading, last: DateReading): DateReading | null {
  const isOpen = last.grain === 'day' && last.cycle?.months === 1;
  if (!isOpen || first.grain !== 'day' || first.cycle?.months === 1 || first.cycle?.days === 7) return null;
  const { date } = calendarDate(last.first);
  const inMonth = (days: Days): Days | null => {
    const { year, month } = calendarDate(days.first);
    const end = dayOf(year, month, date);
    return end === null || end < days.first ? null : { first: days.first, last: end };
  };
  const days = inMonth(first);
  if (days === null) return null;
  return {
    ...first,
    ...days,
    alternative: first.alternative === null ? null : inMonth(first.alternative),
    next: last.next,
  };
}

/** From one date to another; where only one of them names its year, or none does, they are brought in order. */
function spanning(first: DateReading, last: DateReading): DateReading | null {
  const cycle = last.cycle ?? first.cycle;
  let [begin, end] = [first.first, last.last];
  if (end < begin && last.cycle !== null) end = onward(end, last.cycle);
  if (end < begin && first.cycle !== null) begin = first.alternative?.first ?? begin;
  if (end < begin) return null;
  // "14.10. - 15.10.2027": the year of the end is that of the beginning.
  if (first.cycle?.months === 12 && last.cycle === null) begin = lastBefore(begin, end);
  const alternative = otherSpan(first, last);
  const isOther = alternative !== null && (alternative.first !== begin || alternative.last !== end);
  return {
    first: begin,
    last: end,
    grain: first.grain,
    alternative: isOther ? alternative : null,
    cycle,
    next: last.next,
  };
}

/** The same day of a later year, less than a year before an end. */
function lastBefore(begin: Day, end: Day): Day {
  const years = calendarDate(end).year - calendarDate(begin).year;
  const near = [years, years - 1].map((count) => addMonths(begin, 12 * count));
  return Math.max(begin, ...near.filter((day) => day <= end));
}

/** The same two dates said of the past: the first as early as it can be, and the first end after it. */
function otherSpan(first: DateReading, last: DateReading): Days | null {
  const earlier = first.alternative ?? (first.cycle === null ? first : null);
  if (earlier === null) return null;
  const ends = [last.alternative, last].flatMap((days) =>
    days === null || days.last < earlier.first ? [] : days.last,
  );
  const [end] = ends;
  return end === undefined ? null : { first: earlier.first, last: end };
}

const onward = (day: Day, cycle: { months: number; days: number }): Day =>
  addMonths(day, cycle.months) + cycle.days;

/** `3–5 April`: the first day takes its month from the last. */
function fromDay(date: number, last: DateReading): DateReading | null {
  const back = (days: Days): Days | null => {
    const { year, month } = calendarDate(days.first);
    const first = dayOf(year, month, date);
    return first === null || first > days.last ? null : { first, last: days.last };
  };
  const days = back(last);
  return days === null
    ? null
    : { ...last, ...days, alternative: last.alternative === null ? null : back(last.alternative) };
}

/** `the last 7 days`, `les 7 derniers jours`, `next two weeks`, `3 semanas que vienen`: today is the last, or the day before the first. */
function rolling(stream: Stream, from: number): DateReading | null {
  const start = stream.skip(from, ['lead']);
  const before = stream.find(start, 'which');
  const count = stream.number(before?.next ?? start) ?? null;
  if (count === null || count.isOrdinal || count.value > MAX_COUNT) return null;
  const between = before === null ? stream.find(count.next, 'which') : null;
  const unit = stream.find(between?.next ?? count.next, 'unit');
  if (unit === null || unit.value === 'weekend') return null;
  const which = before ?? between ?? stream.find(unit.next, 'whichAfter');
  if (which === null) return null;
  if (which.value === 'afterNext' || which.value === 'beforeLast') return null;
  const { today } = stream;
  const isPast = which.value === 'last';
  const edge = shifted(today, unit.value, isPast ? -count.value : count.value);
  if (edge === null) return null;
  const days = isPast ? { first: edge + 1, last: today } : { first: today + 1, last: edge };
  const next = Math.max(unit.next, which.next);
  return { ...days, grain: 'day', alternative: null, cycle: null, next };
}

/** `since monday` to today, `until friday` from today, `this month` so far. */
function openEnded(stream: Stream, from: number): DateReading | null {
  const { today } = stream;
  const since = stream.find(from, 'since');
  const start = since === null ? null : dateAt(stream, since.next);
  if (start !== null) {
    const past = start.first <= today ? start : start.alternative;
    if (past !== null && past.first <= today)
      return { ...start, first: past.first, last: today, alternative: null };
  }
  const until = stream.find(from, 'until');
  const end = until === null ? null : dateAt(stream, until.next);
  if (end !== null && end.last >= today) return { ...end, first: today, alternative: null };
  return null;
}
