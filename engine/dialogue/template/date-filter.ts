import { plainSpaces } from './filters.ts';

type Fields = Record<string, unknown>;

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const TIME = /^(\d{2}):(\d{2})$/;
const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute'] as const;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Formats a date, time or duration for a language: an ISO 8601 text, or a slot with its `end` and `grain`. Times are
 * not converted between time zones. Any other value is returned unchanged.
 */
export function dateOf(value: unknown, language: string): unknown {
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => dateOf(item, language));
  const fields = isFields(value) ? value : { value };
  const text = fields.value;
  if (typeof text !== 'string') return value;
  const start = momentOf(text);
  if (start === null) return durationOf(text, language) ?? value;
  const format = formatOf(language, start.kind, fields.grain);
  const end = typeof fields.end === 'string' ? momentOf(fields.end) : null;
  const isWhole = fields.grain === 'month' || fields.grain === 'year';
  if (end === null || end.kind !== start.kind || isWhole || end.at <= start.at)
    return plainSpaces(format.format(start.at));
  return plainSpaces(format.formatRange(start.at, end.at));
}

type Kind = 'date' | 'time' | 'datetime';

/** A date or time as if its wall clock were UTC; null for any other text. */
function momentOf(text: string): { at: number; kind: Kind } | null {
  const date = DATE.exec(text);
  if (date !== null) {
    const [year, month, day, hour, minute] = date.slice(1).map(Number);
    const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour || 0, minute || 0);
    return Number.isNaN(at) ? null : { at, kind: date[4] === undefined ? 'date' : 'datetime' };
  }
  const time = TIME.exec(text);
  return time === null ? null : { at: Date.UTC(2026, 0, 1, Number(time[1]), Number(time[2])), kind: 'time' };
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const HOUR = { hour: 'numeric', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, kind: Kind, grain: unknown): Intl.DateTimeFormat {
  const key = `${language} ${kind} ${kind === 'date' ? String(grain) : ''}`;
  let format = formats.get(key);
  if (format === undefined) {
    if (formats.size >= 200) formats.clear();
    format = new Intl.DateTimeFormat(language, { ...optionsOf(kind, grain), timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format;
}

function optionsOf(kind: Kind, grain: unknown): Intl.DateTimeFormatOptions {
  if (kind === 'time') return HOUR;
  if (kind === 'datetime') return { ...DAY, ...HOUR };
  if (grain === 'month') return { month: 'long', year: 'numeric' };
  return grain === 'year' ? { year: 'numeric' } : DAY;
}

function durationOf(text: string, language: string): string | null {
  const parts = DURATION.exec(text)?.slice(1);
  if (parts === undefined) return null;
  const phrases = parts.flatMap((count, index) => {
    const unit = UNITS[index];
    if (count === undefined || unit === undefined) return [];
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    return [format.format(Number(count))];
  });
  if (phrases.length === 0) return null;
  return plainSpaces(new Intl.ListFormat(language, { type: 'conjunction' }).format(phrases));
}
