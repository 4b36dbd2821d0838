import { spaced } from './words.ts';

/** A unit of time that people count in. */
export type Unit =
  | 'minute'
  | 'hour'
  | 'day'
  | 'night'
  | 'week'
  | 'fortnight'
  | 'weekend'
  | 'month'
  | 'quarter'
  | 'year';

/** Which of several periods: `coming` is the first from now; `next` may skip to next week. */
export type Which = 'beforeLast' | 'last' | 'this' | 'coming' | 'next' | 'afterNext';

/** A yearly day: a fixed date, or a number of days after Easter Sunday. */
export type Feast = { month: number; date: number } | { easter: number };

/** A part of the day, in hours; `half` places an hour below 12 in the day. */
export interface PartOfDay {
  from: number;
  to: number;
  half: 'am' | 'pm' | 'night';
}

/** The meanings of phrases, by kind. A phrase may have several. */
export interface Meanings {
  /** Days from today. */
  day: number;
  /** A named day. */
  feast: Feast;
  /** Days from the named day that follows: `the day after` christmas. */
  besideDay: number;
  /** Weeks from the preceding day: monday `week`, lundi `en huit`. */
  weeksAfter: number;
  /** Between a count and the day it starts from: a week `from` monday. `weeks`: only after a count of weeks. */
  countFrom: 'any' | 'weeks';
  /** Between a count and the day it counts back from: two days `before` easter. */
  countBack: true;
  /** After a count of weeks with no word between: a week `today`. Days from today. */
  weeksTo: number;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
  /** A weekday whose name is also another word; ignored if the context contradicts it. */
  vagueWeekday: number;
  /** A `vagueWeekday` that is another word if function words follow: `sat` on my glasses. */
  wordWeekday: number;
  /** A weekday's abbreviation that is also another word. It counts only before a date. */
  shortWeekday: number;
  /** A weekday of another week in one word: `下周五`, weeks 1. */
  weekdayInWeek: { weeks: number; weekday: number };
  /** 1…12. */
  month: number;
  /** After the number of a year, month and day: 2026`年`3`月`5`日`. */
  yearUnit: true;
  monthUnit: true;
  dateUnit: true;
  /** A weekday in brackets after a date: 3月5日(`木`). */
  bracketedWeekday: true;
  /** The era after a year, ignored: 2014 `AD`. */
  ofEra: true;
  /** An era before its year: `令和`8年. The value is the Gregorian year before the era's first. */
  era: number;
  /** A month whose name is also another word. */
  vagueMonth: number;
  unit: Unit;
  /** `next` in `next friday`. */
  which: Which;
  /** A period relative to now in one word: `来週`. */
  period: { which: Which; unit: Unit };
  /** `que viene` in `el viernes que viene`. */
  whichAfter: Which;
  /** Before a count in the future: `in` two weeks. */
  within: true;
  /** After a count in the future: two weeks `from now`. */
  fromNow: true;
  /** After a count in the past: two weeks `ago`. */
  ago: true;
  /** Before a count in the past: `hace` dos semanas. */
  agoBefore: true;
  /** Before the current period: the `rest` of the week. */
  rest: true;
  /** `end` of, `beginning` of. */
  boundary: 'start' | 'end';
  /** After the period: 来月`末`, 下个月`底`. */
  boundaryBehind: 'start' | 'end';
  from: true;
  /** Between a duration and its start: 10 days `starting` on monday. */
  starting: true;
  to: true;
  between: true;
  and: true;
  since: true;
  until: true;
  /** Function words that may precede a date: `the`, `el`, `am`. */
  lead: true;
  /** A lead that a bare day of the month may follow: `the 5th`, `le 5`. */
  dayLead: true;
  /** Between a day, its month and its year: `of`. */
  link: true;
  /** Between a bare day and its month: 5 `de` abril. An ordinal may be followed by any `link`. */
  ofMonth: true;
  /** Between a week or month and the day in it: next week, `say` wednesday. */
  hedge: true;
  /** Within a count, ignored: in 12 `more` days. */
  further: true;
  /** Before a time: `at`. `about` may also precede an amount. */
  at: 'sharp' | 'about';
  /** Before an hour in a range: entre `las` 10 y `las` 12. */
  hourLead: true;
  /** After the hour of a time: `o’clock`, `Uhr`. */
  hours: true;
  /** A fraction of an hour in minutes, within a duration: an hour and a `quarter`. */
  fraction: number;
  /** After the minutes of a time: 5時15`分`. */
  minutes: true;
  /** Words used in the patterns for times of day. */
  ofClock: true;
  half: 'am' | 'pm';
  part: PartOfDay;
  /** Before a word that then is no day or part of one: `zu` früh, `good` morning. */
  degree: true;
  /** A part of the day before the hour it belongs to: `午後`5時. */
  leadingPart: PartOfDay;
  /** Minutes since midnight. */
  moment: number;
  now: true;
  /** The immediate past: `just now`. */
  justNow: true;
  /** A day and a part of it in one word: `tonight`. */
  dayPart: { day: number; part: PartOfDay };
  one: number;
  /** A vague count: in a `few` minutes. It makes no duration by itself. */
  few: number;
  /** Between a unit and the number that counts it roughly: een dag `of` vijf. */
  orSo: true;
  /** A half: `half an hour`. */
  semi: true;
  /** Adds a half, directly after a count or its unit: 1時間`半`. */
  halfMore: true;
  /** Between a time and its duration: at 4 pm `for` half an hour. */
  lasting: true;
  /** After a number that is not an hour: at 3 `other` shops, at 3.50 `each`. */
  ofNumber: true;
  /** May follow a bare hour, like the language's function words, since the hour does not count it: at 3 `suits` me. */
  goesOn: true;
  /** A count and its unit in one word: `mezz’ora`. */
  fixedDuration: number;
}
export type Kind = keyof Meanings;

/** A meaning of the words at a position. */
export type Lexeme = { [K in Kind]: { kind: K; value: Meanings[K]; length: number } }[Kind];

/** A pattern for a time of day: words and the categories `hour`, `minuteCount` and `clock`. */
export interface ClockRule {
  pattern: readonly string[];
  /** Minutes from the hour or clock: a fixed number, or the pattern's own minutes after or before it. */
  minutes: number | 'after' | 'before';
  /** How much context the pattern needs to count as a time. */
  certainty: Certainty;
}

/**
 * How much context a time needs: none (`sure`), to be followed by a pause or more about time (`settled`), or a word
 * before or after it (`open`).
 */
export type Certainty = 'sure' | 'settled' | 'open';

/** A language's words for dates and times. */
export interface TimeWords {
  /** Phrases of normalised words → their meanings. */
  phrases: ReadonlyMap<string, readonly Lexeme[]>;
  /** The first word of a phrase → the length in words of the longest phrase that begins with it. */
  longest: ReadonlyMap<string, number>;
  clocks: readonly ClockRule[];
  /** Whether `next friday` is the friday of next week, or the first to come. */
  nextWeekday: 'following' | 'coming';
  /** Whether hours 1–6 mean the afternoon by default: spoken or bare hours, or written ones too; null: never. */
  twelveHours: 'spoken' | 'written' | null;
  /** True if dates in digits put the month first. */
  monthFirst: boolean;
  /** True if `5.` means the fifth. */
  dotOrdinals: boolean;
  /** True if `at 5` is a time; otherwise the word for hours must follow. */
  bareHours: boolean;
  /** Letters after digits that mark a time of day: `h` in 17h, `u` in 17u30. Elsewhere `h` may mark a duration. */
  hourLetters: readonly ('h' | 'u')[];
  /** `whole` if `5pm` and `5 p.m.` are times, `short` if `5p` may be one too. */
  halfMarks: 'whole' | 'short' | null;
  /** A suffix for approximate hours, 7`ish`; null if the language has none. */
  roughSuffix: string | null;
  /** Words that mark an amount with a dot as a time: 8.30 `Uhr`; normalised. */
  clockAfterDot: readonly string[];
  /** Words that mark four digits as a time: 0800 `hours`; normalised. */
  clockAfterFour: readonly string[];
}

export type Settings = Omit<TimeWords, 'phrases' | 'longest' | 'clocks'>;

/**
 * Patterns for times of day, with minutes from their hour. `[hour]`, `[minutes]` and `[clock]` (another time of day)
 * are placeholders; `(a|b)` is a choice, `(a)?` is optional, and bars outside parentheses separate patterns.
 */
export type ClockPatterns = Partial<
  Record<Certainty, readonly (readonly [patterns: string, minutes: ClockRule['minutes']])[]>
>;

/** Phrases with values, or phrases alone for kinds without a value. */
type Entries = {
  [K in Kind]?: Meanings[K] extends true
    ? string
    : readonly (readonly [phrases: string, value: Meanings[K]])[];
};

const USUAL: Settings = {
  nextWeekday: 'coming',
  twelveHours: null,
  monthFirst: false,
  dotOrdinals: false,
  bareHours: true,
  hourLetters: [],
  halfMarks: null,
  roughSuffix: null,
  clockAfterDot: [],
  clockAfterFour: [],
};

/**
 * Builds the words from `[phrases, value]` lists; bars separate phrases.
 * @param settings the differences from `USUAL`
 */
export function timeWords(
  entries: Entries,
  settings: Partial<Settings>,
  clockPatterns: ClockPatterns = {},
): TimeWords {
  const phrases = new Map<string, Lexeme[]>();
  const longest = new Map<string, number>();
  const clocks = clockRules(clockPatterns);
  for (const phrase of new Set(clocks.flatMap(({ pattern }) => literalsOf(pattern)))) {
    phrases.set(phrase, [{ kind: 'ofClock', value: true, length: 1 }]);
    longest.set(phrase, 1);
  }
  for (const [kind, list] of Object.entries(entries)) {
    for (const [alternatives, value] of typeof list === 'string' ? [[list, true] as const] : list) {
      for (const phrase of alternatives.split('|')) {
        const [first = '', ...more] = phrase.split(' ');
        const length = 1 + more.length;
        longest.set(first, Math.max(longest.get(first) ?? 0, length));
        // The pair comes from one entry, so its kind and value match.
        const lexeme = { kind, value, length } as Lexeme;
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), lexeme]);
      }
    }
  }
  return { phrases, longest, clocks, ...USUAL, ...settings };
}

/** Placeholders in patterns → grammar categories. */
const IN_CLOCKS: ReadonlyMap<string, string> = new Map([
  ['[hour]', 'hour'],
  ['[minutes]', 'minuteCount'],
  ['[clock]', 'clock'],
]);
/** Marks a literal word in a pattern, as opposed to a category. */
export const LITERAL = '=';
const CERTAINTIES = ['sure', 'settled', 'open'] as const;

const clockRules = (patterns: ClockPatterns): ClockRule[] =>
  CERTAINTIES.flatMap((certainty) =>
    (patterns[certainty] ?? []).flatMap(([written, minutes]) =>
      [...new Set(sequencesOf(written))].map((sequence) => ({
        pattern: sequence.split(' ').map((word) => IN_CLOCKS.get(word) ?? LITERAL + word),
        minutes,
        certainty,
      })),
    ),
  );

const literalsOf = (pattern: readonly string[]): string[] =>
  pattern.flatMap((term) => (term.startsWith(LITERAL) ? term.slice(LITERAL.length) : []));

/** Expands a pattern to its word sequences: `(a|b) c|d` gives `a c`, `b c` and `d`. */
function sequencesOf(pattern: string): string[] {
  const group = /\(([^()]*)\)(\??)/.exec(pattern);
  if (group === null) return pattern.split('|').map((sequence) => sequence.trim().replace(/ +/g, ' '));
  const [written, inside = '', mark] = group;
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + written.length)];
  return [...inside.split('|'), ...(mark === '?' ? [''] : [])].flatMap((choice) =>
    sequencesOf(`${before}${choice}${after}`),
  );
}

/** Splits a list of words into `[word, index]` pairs; an underscore becomes a space. */
export const inOrder = (words: string, first = 1): [string, number][] =>
  spaced(words).map((alternatives, index) => [alternatives.replaceAll('_', ' '), index + first]);

const UNITS = spaced('minute hour day night week fortnight weekend month quarter year') as readonly Unit[];

/** The words for each unit in order, from minutes to years; a dash where the language has none. */
export const units = (words: string): [string, Unit][] =>
  inOrder(words, 0).flatMap(([alternatives, at]) => {
    const unit = UNITS[at];
    return unit === undefined || alternatives === '-' ? [] : [[alternatives, unit]];
  });

/** Yearly days, divided by semicolons: `12-25 christmas|xmas`, or by their distance from Easter, `easter-2 good friday`. */
export const feasts = (written: string): [string, Feast][] =>
  written.split(';').map((feast) => {
    const parts = /^\s*(?:(\d+)-(\d+)|easter([+-]\d+)?) (\S.*?)\s*$/s.exec(feast);
    if (parts === null) throw new Error(`no yearly day: “${feast.trim()}”`);
    const [, month, date, easter, phrases = ''] = parts;
    return [
      phrases.replace(/\s+/g, ' '),
      month === undefined ? { easter: Number(easter ?? 0) } : { month: Number(month), date: Number(date) },
    ];
  });
