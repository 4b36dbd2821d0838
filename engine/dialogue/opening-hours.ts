import type { OpeningHours } from '../assistant.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY_MS = 86_400_000;
/** A Monday, for the names of weekdays. */
const A_MONDAY = Date.UTC(2024, 0, 1);

/** The weekday (0 is Monday) and the minute since midnight, in a time zone. */
function localTime(timeZone: string, now: number): { day: number; minute: number } {
  const form = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(form.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** True if a moment, in milliseconds since the epoch, is within the opening hours. */
export function isOpen({ timeZone, week }: OpeningHours, now: number): boolean {
  const { day, minute } = localTime(timeZone, now);
  return (week[day] ?? []).some(([start, end]) => start <= minute && minute < end);
}

/** The next opening as a weekday and time in the hours' time zone and the given language; null if there is none. */
export function nextOpening({ timeZone, week }: OpeningHours, now: number, language: string): string | null {
  const { day, minute } = localTime(timeZone, now);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const spans = week[(day + ahead) % 7] ?? [];
    const next = spans.find(([start]) => ahead > 0 || start > minute);
    if (next === undefined) continue;
    const at = A_MONDAY + ((day + ahead) % 7) * DAY_MS + next[0] * 60_000;
    return new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at);
  }
  return null;
}
