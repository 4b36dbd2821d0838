import Microsoft from '@microsoft/recognizers-text-suite';
import * as chrono from 'chrono-node';
import { wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import type { Candidate } from '../../engine/values/recognizer.ts';
import type { ValueKind, ValueRow } from './rows.ts';

type Values = readonly (string | number)[];

/** A reader of values: returns them in the rows' format, or null if it does not support the language or kind. */
export interface ValueReader {
  name: string;
  read: (row: ValueRow) => Values | null;
}

/** Parley's recognisers. Values that count only as an answer are left out unless the row is an answer. */
const PARLEY: ValueReader = {
  name: 'Parley',
  read: ({ say, language, kind, asked, now }) => {
    const clock = { now, offsetMinutes: 0 };
    const recognize = builtInRecognizer(kind, DOLLARS);
    const candidates = recognize?.({ text: say, words: wordsOf(say), language, clock }) ?? [];
    return candidates
      .filter(({ quality }) => asked || quality !== 'answer')
      .map((candidate) => asTold(kind, candidate));
  },
};

/** The currency of `$`. */
const DOLLARS = 'USD';

function asTold(kind: ValueKind, { value, details }: Candidate): string | number {
  if (kind === 'date_range' || kind === 'time_range') return `${value}/${details.end}`;
  if (kind === 'money') return `${value} ${details.currency}`;
  if (kind === 'datetime')
    return stretch(String(value), details.end === undefined ? null : String(details.end));
  return typeof value === 'number' ? value : String(value);
}

/** A time range to the minute, without an offset. */
const stretch = (start: string, end: string | null): string =>
  end === null ? toMinute(start) : `${toMinute(start)}/${toMinute(end)}`;
const toMinute = (time: string): string => time.slice(0, 16).replace(' ', 'T');

const CHRONO: Readonly<Record<string, typeof chrono.en>> = {
  en: chrono.en,
  de: chrono.de,
  es: chrono.es,
  fr: chrono.fr,
  pt: chrono.pt,
  it: chrono.it,
  nl: chrono.nl,
};
const CHRONO_KINDS: ReadonlySet<ValueKind> = new Set([
  'date',
  'date_range',
  'time',
  'time_range',
  'datetime',
]);

/** chrono-node with its casual parser, which reads dates and times. */
const CHRONO_NODE: ValueReader = {
  name: 'chrono-node',
  read: ({ say, language, kind, now }) => {
    const parser = CHRONO[language];
    if (parser === undefined || !CHRONO_KINDS.has(kind)) return null;
    const reference = { instant: new Date(now), timezone: 0 };
    return parser.parse(say, reference, { forwardDate: true }).flatMap(({ start, end }) => {
      if (kind === 'time') return start.isCertain('hour') ? [clockTime(start)] : [];
      if (kind === 'time_range')
        return start.isCertain('hour')
          ? [end ? `${clockTime(start)}/${clockTime(end)}` : clockTime(start)]
          : [];
      if (kind === 'datetime') return [end ? `${isoMoment(start)}/${isoMoment(end)}` : isoMoment(start)];
      if (!isDay(start)) return [];
      const ends = end === null || end === undefined ? isoDay(start) : isoDay(end);
      return [kind === 'date' ? isoDay(start) : `${isoDay(start)}/${ends}`];
    });
  },
};

type Components = chrono.ParsedComponents;
/** True unless only a time is given. */
const isDay = (at: Components): boolean =>
  !at.isCertain('hour') || (['day', 'weekday', 'month'] as const).some((part) => at.isCertain(part));
const pad = (value: number | null, length = 2): string => String(value ?? 0).padStart(length, '0');
const isoDay = (at: Components): string =>
  `${pad(at.get('year'), 4)}-${pad(at.get('month'))}-${pad(at.get('day'))}`;
const clockTime = (at: Components): string => `${pad(at.get('hour'))}:${pad(at.get('minute'))}`;
const isoMoment = (at: Components): string =>
  at.isCertain('hour') ? `${isoDay(at)}T${clockTime(at)}` : isoDay(at);

const CULTURES: Readonly<Record<string, string>> = {
  en: 'en-us',
  de: 'de-de',
  es: 'es-es',
  fr: 'fr-fr',
  pt: 'pt-br',
  it: 'it-it',
  nl: 'nl-nl',
};

/** Microsoft's recognisers, only in the language's culture. */
const RECOGNIZERS_TEXT: ValueReader = {
  name: 'recognizers-text',
  read: ({ say, language, kind, now }) => {
    const culture = CULTURES[language] ?? '';
    const options = 0;
    try {
      if (kind === 'number')
        return Microsoft.recognizeNumber(say, culture, options, false).map(({ resolution }) =>
          amountOf(resolution),
        );
      if (kind === 'ordinal')
        return Microsoft.recognizeOrdinal(say, culture, options, false).map(({ resolution }) =>
          amountOf(resolution),
        );
      if (kind === 'money')
        return Microsoft.recognizeCurrency(say, culture, options, false).map(
          ({ resolution }) =>
            `${amountOf(resolution)} ${resolution.isoCurrency ?? currencyOf(resolution.unit)}`,
        );
      const results = Microsoft.recognizeDateTime(say, culture, options, new Date(now), false);
      return results.flatMap(({ resolution }) => meantBy(resolution?.values ?? [], kind, now) ?? []);
    } catch {
      // The library throws if it has no model for the culture.
      return null;
    }
  },
};

const amountOf = ({ value }: { value: unknown }): number => Number(String(value).replace(',', '.'));

/** The currency of a unit; the recogniser does not distinguish dollars, pounds or rupees of different countries. */
const currencyOf = (unit: string | undefined): string =>
  ({ Dollar: DOLLARS, Cent: DOLLARS, Pound: 'GBP', Rupee: 'INR' })[unit ?? ''] ?? unit ?? '';

interface Resolved {
  type: string;
  timex: string;
  value?: string;
  start?: string;
  end?: string;
}

/**
 * The intended value. The recogniser returns past and future values, the future last. If either half of the day is
 * possible, the next time is used.
 */
function meantBy(values: readonly Resolved[], kind: ValueKind, now: number): string | null {
  if (kind === 'time' || kind === 'time_range') return timeMeant(values, kind, now);
  if (kind === 'datetime') return momentMeant(values, now);
  const last = values.at(-1);
  if (last === undefined) return null;
  if (kind === 'duration') return last.type === 'duration' ? last.timex : null;
  if (last.type === 'daterange' && last.start !== undefined && last.end !== undefined)
    return kind === 'date_range' ? `${last.start}/${last.end}` : last.start;
  const hasDay = last.type === 'date' || last.type === 'datetime' || last.type === 'datetimerange';
  const day = (last.value ?? last.start ?? '').slice(0, 10);
  if (!hasDay || day === '') return null;
  return kind === 'date_range' ? `${day}/${day}` : day;
}

const clockAt = (now: number): string => new Date(now).toISOString().slice(11, 16);
const hourAndMinute = (time: string | undefined): string => (time ?? '').split(' ').at(-1)?.slice(0, 5) ?? '';

function timeMeant(values: readonly Resolved[], kind: 'time' | 'time_range', now: number): string | null {
  const types = kind === 'time' ? ['time', 'datetime'] : ['timerange', 'datetimerange', 'time', 'datetime'];
  const of = ({ value, start, end }: Resolved): string =>
    end === undefined ? hourAndMinute(value ?? start) : `${hourAndMinute(start)}/${hourAndMinute(end)}`;
  const told = values.filter(({ type }) => types.includes(type)).map(of);
  return told.find((time) => time >= clockAt(now)) ?? told[0] ?? null;
}

function momentMeant(values: readonly Resolved[], now: number): string | null {
  const today = new Date(now).toISOString().slice(0, 10);
  const told = values.flatMap(({ type, value, start, end }) => {
    const from = value ?? start;
    if (from === undefined) return [];
    if (type === 'date' || type === 'datetime') return [toMinute(from)];
    if (type === 'time') return [`${today}T${from.slice(0, 5)}`];
    return type === 'datetimerange' ? [stretch(from, end ?? null)] : [];
  });
  const comes = told.find((moment) => moment >= toMinute(new Date(now).toISOString()));
  return comes ?? told.at(-1) ?? null;
}

export const READERS: readonly ValueReader[] = [PARLEY, CHRONO_NODE, RECOGNIZERS_TEXT];
