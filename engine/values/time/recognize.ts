import { languageOf } from '../../language/languages.ts';
import { clausesOf } from '../../text/clauses.ts';
import { firstWordFrom } from '../../text/words.ts';
import { UNITS } from '../../text/work.ts';
import type { Moment, TimeReading } from '../categories.ts';
import { type Chart, chartOf } from '../chart.ts';
import { markedClauseForms } from '../clause-forms.ts';
import {
  type Candidate,
  type Meaning,
  MOST_VALUES,
  type Recognizer,
  readOnce,
  type Utterance,
} from '../recognizer.ts';
import { type Day, isoDate, isoDateTime, isoTime, withinDay } from './calendar.ts';
import { answeredDay, dateAt, oneDay } from './dates.ts';
import type { Dated, Days } from './days.ts';
import { durationAt } from './durations.ts';
import './grammar.ts';
import type { Found } from '../stream.ts';
import { namedPart, partAfter, timeOfDay } from './parts-of-days.ts';
import { dateRangeAt } from './ranges.ts';
import { daysOfOneMonth } from './shared-months.ts';
import { bareRange, hourWithLength, lengthBehind, timeForLength, timeRangeAt } from './time-ranges.ts';
import { answeredTime, hourBehind, hourOnDay, latentTime } from './times.ts';

// Ours, since libraries read less of what people say: `npm run bench -- values` compares. They are larger as well:
// chrono-node 2.10.3 has 243 KB, Microsoft's recognizers-text-suite 1.4 MB and 75 ms to load.

interface Reading {
  /** Alike good ones, the likeliest first; empty of words that are read and hold no value. */
  meanings: readonly Meaning[];
  next: number;
  /** Less than exact where the words mean something else as often. */
  quality?: 'exact' | 'weak';
  cycle?: Candidate['cycle'];
  /** A second value right behind it, read together with it. */
  second?: Reading & { from: number };
}

/**
 * A recogniser that takes the longest reading from each word on, left to right; `answer` reads what only makes
 * sense as the answer to a question.
 */
const recognizerOf =
  (read: Read, answer?: Read): Recognizer =>
  (utterance) => {
    const candidates = scan(utterance, chartOf(utterance), read);
    const answering = answer !== undefined && candidates.length === 0 ? answeringPart(utterance) : null;
    if (answer === undefined || answering === null) return candidates;
    return scan(answering, chartOf(answering), withoutLengths(answer)).map((candidate) => ({
      ...candidate,
      quality: 'answer',
    }));
  };

/** The part of a query that may be a bare answer: all of a short one, or the short clause that begins a longer one. */
const answeringPart = readOnce((utterance: Utterance): Utterance | null => {
  const { text, words } = utterance;
  if (words.length <= MAX_ANSWER_WORDS) return utterance;
  const [first] = clausesOf(
    text,
    words.slice(0, MAX_ANSWER_WORDS + 1),
    markedClauseForms(languageOf(utterance.language)),
  );
  const next = words.findIndex(({ start }) => start >= (first?.end ?? 0));
  return first === undefined || next < 1 || next > MAX_ANSWER_WORDS
    ? null
    : { ...utterance, text: text.slice(0, first.end), words: words.slice(0, next) };
});

type Read = (stream: Chart, from: number) => Reading | null;

/** What only answers, but for the numbers of lengths of time: `10 days` is neither the 10th nor ten o’clock. */
const withoutLengths =
  (answer: Read): Read =>
  (stream, from) => {
    const isWritten = stream.digits(from) !== null;
    const length = isWritten ? null : durationAt(stream, from);
    return length === null ? answer(stream, from) : { meanings: [], next: length.next };
  };

/** The most words of a bare answer: `five`, `the third please`. */
const MAX_ANSWER_WORDS = 6;

function scan(utterance: Utterance, stream: Chart, read: Read): Candidate[] {
  const candidates: Candidate[] = [];
  for (let index = 0; index < stream.words.length && candidates.length < MOST_VALUES; ) {
    const isPlain = stream.isPlain(index);
    if (!isPlain) utterance.work?.spend(UNITS.timeWord);
    const reading = isPlain ? null : read(stream, index);
    if (reading === null || reading.next <= index) {
      index += 1;
      continue;
    }
    const { second } = reading;
    candidates.push(...toCandidates(stream, index, reading));
    if (second !== undefined) candidates.push(...toCandidates(stream, second.from, second));
    index = second?.next ?? reading.next;
  }
  return candidates;
}

function toCandidates(
  stream: Chart,
  from: number,
  { meanings, next, quality = 'exact', cycle }: Reading,
): Candidate[] {
  const [first, last] = [stream.words[from], stream.words[next - 1]];
  const [meaning, ...alternatives] = meanings;
  if (first === undefined || last === undefined || meaning === undefined) return [];
  const end = endOf(stream, from, next, last.end);
  const withAlternatives = alternatives.length > 0 ? { alternatives } : {};
  const again = cycle === undefined ? {} : { cycle };
  return [{ start: first.start, end, ...meaning, quality, ...withAlternatives, ...again }];
}

/** After the last word, with the sign that belongs to it: the dot of `25.` and `15.4.`. */
function endOf(stream: Chart, from: number, next: number, end: number): number {
  for (let index = Math.max(from, next - 3); index < next; index += 1) {
    const token = stream.digits(index);
    if (token !== null && token.next === next) return Math.max(end, token.end);
  }
  const isOrdinal = stream.settings.dotOrdinals && stream.number(next - 1)?.isOrdinal === true;
  return isOrdinal && stream.text[end] === '.' && /\d/.test(stream.text[end - 1] ?? '') ? end + 1 : end;
}

const meaningOfDays = ({ first, last }: Days, grain: string): Meaning => ({
  value: isoDate(first),
  details: first === last && grain === 'day' ? { grain } : { grain, end: isoDate(last) },
});

function dateReading(found: Found<Dated> | null): Reading | null {
  if (found === null) return null;
  const { value: reading, next } = found;
  const { grain, alternative, cycle } = reading;
  const alternatives = alternative === null ? [] : [meaningOfDays(alternative, grain)];
  const again = cycle === null || grain !== 'day' ? {} : { cycle };
  return { meanings: [meaningOfDays(reading, grain), ...alternatives], next, ...again };
}

const weakly = (reading: Reading | null): Reading | null => reading && { ...reading, quality: 'weak' };

/** Both days of `3 and 6 december`, each a value. */
function twoDays(stream: Chart, from: number): Reading | null {
  const days = daysOfOneMonth(stream, from);
  const [first, last] = [dateReading(days?.first ?? null), dateReading(days?.last ?? null)];
  if (days === null || first === null || last === null) return null;
  return { ...first, second: { ...last, from: days.lastFrom } };
}

/** Days, and weeks, months and years with the `end`, their last day: `2026-03-19`. */
export const recognizeDates = recognizerOf(
  (stream, from) =>
    twoDays(stream, from) ??
    dateReading(dateAt(stream, from) ?? namedDay(stream, from)) ??
    weakly(dateReading(stream.at('latentDay', from)[0] ?? null)),
  (stream, from) => dateReading(answeredDay(stream, from) ?? today(stream, from)),
);

/** The index behind `now` or `just now`, where they are all that a text or a part of it says; else null. */
function nowAlone(stream: Chart, from: number): number | null {
  const now = stream.find(from, 'justNow') ?? stream.find(from, 'now');
  return now !== null && stream.isAlone(from, now.next) ? now.next : null;
}

/** The day of `just now`, where it answers. */
function today(stream: Chart, from: number): Found<Dated> | null {
  const next = nowAlone(stream, from);
  return next === null ? null : { value: oneDay(stream.today), next };
}

/** The time of `just now`, where it answers. */
function thisMinute(stream: Chart, from: number): TimeReading | null {
  const next = nowAlone(stream, from);
  if (next === null) return null;
  return { minute: stream.minute, endMinute: null, grain: 'minute', alternative: null, isBare: false, next };
}

/** Stretches of days: the first as the value, the last as `end`, which a single day has too. */
export const recognizeDateRanges = recognizerOf((stream, from) => {
  const reading = dateReading(dateRangeAt(stream, from) ?? namedDay(stream, from));
  if (reading === null) return null;
  const [first, ...alternatives] = reading.meanings.map(({ value, details }) => ({
    value,
    details: { ...details, end: details.end ?? value },
  }));
  // A number by itself is a year only where nothing better claims it.
  const isBare = stream.number(from)?.next === reading.next;
  const quality = isBare ? 'weak' : 'exact';
  return first === undefined ? null : { meanings: [first, ...alternatives], next: reading.next, quality };
});

function timeReading({ minute, endMinute, grain, alternative, next }: TimeReading): Reading {
  const details = { grain, ...(endMinute === null ? {} : { end: isoTime(endMinute) }) };
  const alternatives = alternative === null ? [] : [{ value: isoTime(alternative), details: { grain } }];
  return { meanings: [{ value: isoTime(minute), details }, ...alternatives], next };
}

/** Times of day as `17:05`; a part of the day, such as the evening, has an `end`. */
export const recognizeTimes: Recognizer = (utterance) => {
  const candidates = timesIn(utterance);
  const { words } = chartOf(utterance);
  // The evening of "at 8 tomorrow evening" is in that time.
  const halves = candidates.flatMap(({ end, details }) =>
    details.grain === 'part' ? [] : (partAfter(chartOf(utterance), firstWordFrom(words, end))?.from ?? []),
  );
  return candidates.filter(
    ({ start, details }) => details.grain !== 'part' || !halves.includes(firstWordFrom(words, start)),
  );
};

/** A time, and its length as no time of its own. */
function withoutLength(stream: Chart, time: TimeReading): Reading {
  const next = lengthBehind(stream, time);
  const second = next === null ? {} : { second: { meanings: [], next, from: time.next } };
  return { ...timeReading(time), ...second };
}

/** The time of `in an hour`, which a slot for a length may mean as one. */
function inSomeTime(stream: Chart, from: number): Reading | null {
  const [soon] = stream.at('soon', from);
  if (soon === undefined || soon.value.minute === null) return null;
  const minute = withinDay(soon.value.minute);
  const details = { grain: soon.value.grain };
  return { meanings: [{ value: isoTime(minute), details }], next: soon.next };
}

/** Words in the longest day that a bare hour stands behind. */
const MAX_DAY_WORDS = 5;

/** True right behind a day. */
const isBehindDay = (stream: Chart, from: number): boolean =>
  Array.from({ length: MAX_DAY_WORDS }, (_, back) => from - back - 1).some(
    (at) =>
      at >= 0 && stream.at('date', at).some(({ value, next }) => next === from && value.grain === 'day'),
  );

/** The bare hour of `yesterday at 9 drove home`. */
const hourBehindDay = (stream: Chart, from: number): TimeReading | null =>
  isBehindDay(stream, from) ? hourOnDay(stream, from) : null;

/** The hour of `sat 9.30 at the mall`. */
const hourRightBehindDay = (stream: Chart, from: number): TimeReading | null =>
  isBehindDay(stream, from) ? hourBehind(stream, from) : null;

const timesIn = recognizerOf(
  (stream, from) => {
    const reading = timeOfDay(stream, from) ?? hourBehindDay(stream, from) ?? hourWithLength(stream, from);
    if (reading !== null) return withoutLength(stream, reading);
    const latent = latentTime(stream, from) ?? hourRightBehindDay(stream, from);
    return weakly(latent === null ? inSomeTime(stream, from) : timeReading(latent));
  },
  (stream, from) => {
    const reading = answeredTime(stream, from) ?? thisMinute(stream, from);
    return reading === null ? null : timeReading(reading);
  },
);

/** Stretches of a day: the beginning as the value, with the `end`. */
export const recognizeTimeRanges = recognizerOf(
  (stream, from) => {
    const reading = timeForLength(stream, from) ?? timeRangeAt(stream, from) ?? namedPart(stream, from);
    if (reading !== null) return timeReading(reading);
    const bare = bareRange(stream, from);
    return bare !== null && isBesideDay(stream, from, bare.next) ? weakly(timeReading(bare)) : null;
  },
  (stream, from) => {
    const reading = bareRange(stream, from);
    return reading === null ? null : timeReading(reading);
  },
);

/** True right before or behind a day: `10-12 on monday`. */
const isBesideDay = (stream: Chart, from: number, next: number): boolean =>
  isBehindDay(stream, from) ||
  [next, stream.skip(next, ['link', 'lead'], 2)].some((at) =>
    stream.at('date', at).some(({ value }) => value.grain === 'day'),
  );

/** The day of `tonight`. */
function namedDay(stream: Chart, from: number): Found<Dated> | null {
  const candidates = stream.find(from, 'dayPart');
  return candidates === null
    ? null
    : { value: oneDay(stream.today + candidates.value.day), next: candidates.next };
}

/** Days with a time, `2026-03-19T17:00:00+01:00`; where only a day is said, the day alone. */
export const recognizeDateTimes = recognizerOf(readMoment, (stream, from) => {
  const next = nowAlone(stream, from);
  if (next === null) return null;
  return { meanings: [meaningOfMoment(stream, stream.today, stream.minute, NOW)], next };
});

const NOW = { grain: 'minute', endMinute: null } as const;

function readMoment(stream: Chart, from: number): Reading | null {
  const [exact] = stream.at('dayTime', from);
  const [found] = exact === undefined ? stream.at('latentMoment', from) : [exact];
  if (found === undefined) return null;
  const reading = found.value;
  const first = meaningOfMoment(stream, reading.day, reading.minute, reading);
  const alternatives = reading.alternatives.map(({ day, minute }) =>
    meaningOfMoment(stream, day, minute, { ...reading, endMinute: null }),
  );
  const quality = exact === undefined ? 'weak' : 'exact';
  return { meanings: [first, ...alternatives], next: found.next, quality };
}

function meaningOfMoment(
  { offsetMinutes }: Chart,
  day: Day,
  minute: number | null,
  { grain, endMinute }: Pick<Moment, 'grain' | 'endMinute'>,
): Meaning {
  if (minute === null) return { value: isoDate(day), details: { grain } };
  const end = endMinute === null ? {} : { end: isoDateTime(day, endMinute, offsetMinutes) };
  return { value: isoDateTime(day, minute, offsetMinutes), details: { grain, ...end } };
}

/** Lengths of time in ISO 8601 with their `minutes`, where months and years are not in it. */
export const recognizeDurations = recognizerOf((stream, from) => {
  const reading = stream.find(from, 'few') === null ? durationAt(stream, from) : null;
  if (reading === null) return null;
  const { iso, grain, minutes, next } = reading;
  return { meanings: [{ value: iso, details: minutes === null ? { grain } : { grain, minutes } }], next };
});
