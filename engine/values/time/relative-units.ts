import { fixed, oneDay } from './open-dates.ts';
import { type DateReading, relativePeriod } from './periods.ts';
import type { Stream } from './stream.ts';

/** `next month`, `la semaine prochaine`, `the weekend`, `来週`. */
export function relativeUnit(stream: Stream, at: number, hasLead: boolean): DateReading | null {
  const named = stream.find(at, 'period');
  const stretch = named && relativePeriod(stream.today, named.value.unit, named.value.which);
  if (named && stretch) return fixed(stretch, stretch.grain, named.next);
  const which = stream.find(at, 'which');
  const unit = stream.find(which?.next ?? at, 'unit');
  if (unit === null) return null;
  const after = which === null ? stream.find(unit.next, 'whichAfter') : null;
  const chosen = which?.value ?? after?.value ?? (unit.value === 'weekend' && hasLead ? 'coming' : null);
  if (chosen === null) return null;
  const period = relativePeriod(stream.today, unit.value, chosen);
  return period === null ? null : fixed(period, period.grain, after?.next ?? unit.next);
}

/** `tomorrow`, `übermorgen`. */
export function relativeDay(stream: Stream, at: number): DateReading | null {
  const day = stream.find(at, 'day');
  // In Spanish, "la mañana" is the morning.
  const isNoun = stream.find(at - 1, 'lead') !== null;
  return day === null || isNoun ? null : oneDay(stream.today + day.value, day.next);
}
