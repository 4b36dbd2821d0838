import Microsoft from '@microsoft/recognizers-text-suite';
import * as chrono from 'chrono-node';
import { wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import { NOW, type ValueKind, type ValueRow } from './rows.ts';

/** What reads values: each of them as the rows tell theirs, or null where the language or the kind is not read. */
export interface ValueReader {
  name: string;
  read: (row: ValueRow) => readonly (string | number)[] | null;
}

/** Ours; what counts only as an answer is left out unless a row is one. */
export const PARLEY: ValueReader = {
  name: 'Parley',
  read: ({ say, language, kind, asked }) => {
    const clock = { now: NOW, offsetMinutes: 0 };
    const found = builtInRecognizer(kind, null)?.({ text: say, words: wordsOf(say), language, clock }) ?? [];
    return found
      .filter(({ quality }) => asked || quality !== 'answer')
      .map(({ value, details }) => (kind === 'date_range' ? `${value}/${details.end}` : asPlain(value)));
  },
};

const asPlain = (value: string | number | boolean): string | number =>
  typeof value === 'number' ? value : String(value);

const CHRONO = { en: chrono.en, de: chrono.de, es: chrono.es, fr: chrono.fr, pt: chrono.pt, it: chrono.it };

/** chrono-node, its casual parser, which reads dates and times. */
export const CHRONO_NODE: ValueReader = {
  name: 'chrono-node',
  read: ({ say, language, kind }) => {
    const parser = Object.entries(CHRONO).find(([code]) => code === language)?.[1];
    if (parser === undefined || kind === 'number') return null;
    const reference = { instant: new Date(NOW), timezone: 0 };
    return parser.parse(say, reference, { forwardDate: true }).flatMap(({ start, end }) => {
      if (kind === 'time') return start.isCertain('hour') ? [clockTime(start)] : [];
      if (!isDay(start)) return [];
      const ends = end === null || end === undefined ? isoDay(start) : isoDay(end);
      return [kind === 'date' ? isoDay(start) : `${isoDay(start)}/${ends}`];
    });
  },
};

type Components = chrono.ParsedComponents;
/** True unless nothing but a time is said. */
const isDay = (at: Components): boolean =>
  !at.isCertain('hour') || (['day', 'weekday', 'month'] as const).some((part) => at.isCertain(part));
const pad = (value: number | null, length = 2): string => String(value ?? 0).padStart(length, '0');
const isoDay = (at: Components): string =>
  `${pad(at.get('year'), 4)}-${pad(at.get('month'))}-${pad(at.get('day'))}`;
const clockTime = (at: Components): string => `${pad(at.get('hour'))}:${pad(at.get('minute'))}`;

const CULTURES: Readonly<Record<string, string>> = {
  en: 'en-us',
  de: 'de-de',
  es: 'es-es',
  fr: 'fr-fr',
  pt: 'pt-br',
  it: 'it-it',
};

/** Microsoft's recognisers, in the culture of the language and in no other. */
export const RECOGNIZERS_TEXT: ValueReader = {
  name: 'recognizers-text',
  read: ({ say, language, kind }) => {
    const culture = CULTURES[language] ?? '';
    try {
      if (kind === 'number')
        return Microsoft.recognizeNumber(say, culture, 0, false).map(({ resolution }) =>
          Number(String(resolution.value).replace(',', '.')),
        );
      const options = 0;
      const found = Microsoft.recognizeDateTime(say, culture, options, new Date(NOW), false);
      return found.flatMap(({ resolution }) => meantBy(resolution?.values ?? [], kind) ?? []);
    } catch {
      // It throws where it has no model of the culture.
      return null;
    }
  },
};

interface Resolved {
  type: string;
  value?: string;
  start?: string;
  end?: string;
}

/** Of the past and the future it names both, the future last; of two halves of a day the morning first. */
function meantBy(values: readonly Resolved[], kind: ValueKind): string | null {
  if (kind === 'time') {
    const [first] = values;
    if (first?.type !== 'time' && first?.type !== 'datetime') return null;
    return (first.value ?? '').split(' ').at(-1)?.slice(0, 5) ?? null;
  }
  const last = values.at(-1);
  if (last === undefined) return null;
  if (last.type === 'daterange' && last.start !== undefined && last.end !== undefined)
    return kind === 'date_range' ? `${last.start}/${last.end}` : last.start;
  const isDay = last.type === 'date' || last.type === 'datetime' || last.type === 'datetimerange';
  const day = (last.value ?? last.start ?? '').slice(0, 10);
  if (!isDay || day === '') return null;
  return kind === 'date_range' ? `${day}/${day}` : day;
}
