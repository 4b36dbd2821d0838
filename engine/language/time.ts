/** A stretch of time that people count in. */
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

/** A choice among several alike: `coming` is the first from now on, `next` may be the one of the next week. */
export type Which = 'beforeLast' | 'last' | 'this' | 'coming' | 'next' | 'afterNext';

/** A day of each year: the same date, or so many days after Easter Sunday. */
export type Feast = { month: number; date: number } | { easter: number };

/** A part of the day, in hours; `pm` is what it makes of an hour below 12. */
export interface PartOfDay {
  from: number;
  to: number;
  half: 'am' | 'pm' | 'night';
}

/** The meanings that a phrase can have. It may have several. */
export interface Meanings {
  /** Days from today. */
  day: number;
  /** A day with a name of its own. */
  feast: Feast;
  /** Days from the day that follows: `the day after`. */
  besideDay: number;
  /** Weeks from the day before it: monday `week`, lundi `en huit`. */
  weeksAfter: number;
  /** Between a count and the day that it begins at: a week `from` monday; `weeks`: after weeks alone. */
  countFrom: 'any' | 'weeks';
  /** Between a count and the day that it ends at: two days `before` easter. */
  countBack: true;
  /** Days ahead, of the day that weeks are counted from without a word between: a week `today`. */
  weeksTo: number;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
  /** A `weekday` in a word that means something else too: counted only where nothing speaks against it. */
  vagueWeekday: number;
  /** A `vagueWeekday` that small words follow as another word: `sat` on my glasses. */
  wordWeekday: number;
  /** The first letters of a weekday that are another word: only before a date. */
  shortWeekday: number;
  /** A weekday of a week beside this one, in one word: `下周五`, one week on. */
  weekdayInWeek: { weeks: number; weekday: number };
  /** 1…12. */
  month: number;
  /** After the number of a year, of a month, and of a day of one: 2026`年`3`月`5`日`. */
  yearUnit: true;
  monthUnit: true;
  dateUnit: true;
  /** A weekday's sign in brackets behind a date: 3月5日(`木`). */
  bracketedWeekday: true;
  /** Behind a year of our era, and means nothing there: 2014 `AD`. */
  ofEra: true;
  /** Before a year's number of an era, the year before its first: `令和`8年. */
  era: number;
  /** Months whose names are other words too. */
  vagueMonth: number;
  unit: Unit;
  /** `next` in `next friday`. */
  which: Which;
  /** A stretch from now in one word: `来週`. */
  period: { which: Which; unit: Unit };
  /** `que viene` in `el viernes que viene`. */
  whichAfter: Which;
  /** Before a count that lies ahead: `in` two weeks. */
  within: true;
  /** After a count that lies ahead: two weeks `from now`. */
  fromNow: true;
  /** After a count that is over: two weeks `ago`. */
  ago: true;
  /** Before a count that is over: `hace` dos semanas. */
  agoBefore: true;
  /** Before a stretch that today is in: the `rest` of the week. */
  rest: true;
  /** `end` of, `beginning` of. */
  boundary: 'start' | 'end';
  /** Behind the stretch: 来月`末`, 下个月`底`. */
  boundaryBehind: 'start' | 'end';
  from: true;
  /** Between a length and what it begins at: 10 days `starting` on monday. */
  starting: true;
  to: true;
  between: true;
  and: true;
  since: true;
  until: true;
  /** Small words that belong to a date: `the`, `el`, `am`. */
  lead: true;
  /** A lead after which a bare day of the month may stand: `the 5th`, `le 5`. */
  dayLead: true;
  /** Between a day, its month and its year: `of`. */
  link: true;
  /** Between a bare number and the month that it is a day of: 5 `de` abril; any link may follow an ordinal. */
  ofMonth: true;
  /** Before the day within a week or month that was told first: next week, `say` wednesday. */
  hedge: true;
  /** Within a count, and means nothing there: in 12 `more` days. */
  further: true;
  /** Before a time: `at`; `about` before amounts too. */
  at: 'sharp' | 'about';
  /** Before an hour within a stretch: entre `las` 10 y `las` 12. */
  hourLead: true;
  /** After a time's hour: `o’clock`, `Uhr`. */
  hours: true;
  /** Minutes that are said of an hour in a length of time: an hour and a `quarter`. */
  fraction: number;
  /** After the minutes of a time: 5時15`分`. */
  minutes: true;
  /** Words of the patterns for times of day. */
  ofClock: true;
  half: 'am' | 'pm';
  part: PartOfDay;
  /** Before a day or a part of it that is no time then: `zu` früh, `good` morning. */
  degree: true;
  /** A part of the day that belongs to the hour behind it: `午後`5時. */
  leadingPart: PartOfDay;
  /** Minutes since midnight. */
  moment: number;
  now: true;
  /** The moment that has just been: `just now`. */
  justNow: true;
  /** A day and a part of it in one word: `tonight`. */
  dayPart: { day: number; part: PartOfDay };
  one: number;
  /** A count that is told roughly: in a `few` minutes. Of a length by itself it is none. */
  few: number;
  /** A half: `half an hour`. */
  semi: true;
  /** Half of one more right behind a count or its unit: 1時間`半`. */
  halfMore: true;
  /** Between a time and how long it takes: at 4 pm `for` half an hour. */
  lasting: true;
  /** After a number that is no hour: at 3 `other` shops, at 3.50 `each`. */
  ofNumber: true;
  /** After a bare hour, and counted by nothing, besides the language's function words: at 3 `suits` me. */
  goesOn: true;
  /** A whole count in one word with its unit: `mezz’ora`. */
  fixedDuration: number;
}
export type Kind = keyof Meanings;

/** A meaning of the words from a position on. */
export type Lexeme = { [K in Kind]: { kind: K; value: Meanings[K]; length: number } }[Kind];

/** A way of telling a time of day: a sequence of words and of the categories `hour`, `minuteCount` and `clock`. */
export interface ClockRule {
  pattern: readonly string[];
  /** Minutes from its hour or clock: so many, or those of the pattern, after or before it. */
  minutes: number | 'after' | 'before';
  /** How much must speak for it beside its words. */
  certainty: Certainty;
}

/**
 * How much must speak for words beside themselves: nothing, that they end there, or a word before or behind them.
 */
export type Certainty = 'sure' | 'settled' | 'open';

/** A language's words for dates and times. */
export interface TimeWords {
  /** Phrases of normalised words to what they mean. */
  phrases: ReadonlyMap<string, readonly Lexeme[]>;
  /** Words in the longest phrase that begins with a word. */
  longest: ReadonlyMap<string, number>;
  clocks: readonly ClockRule[];
  /** `friday` of next week for `next friday`, or the one that comes first. */
  nextWeekday: 'following' | 'coming';
  /** Whether hours 1–6 without more are in the afternoon: those said in words or by themselves, or written ones too. */
  twelveHours: 'spoken' | 'written' | null;
  /** The order of a date in digits: month first, or day first. */
  monthFirst: boolean;
  /** `5.` is the fifth. */
  dotOrdinals: boolean;
  /** `at 5` is a time; where not, the word for hours must follow. */
  bareHours: boolean;
  /** Letters after digits that make a time of day of them: `h` in 17h, `u` in 17u30. An `h` may be a length elsewhere. */
  hourLetters: readonly ('h' | 'u')[];
  /** `5pm` and `5 p.m.` are written. */
  halfMarks: boolean;
  /** Stuck to an hour that is meant roughly, 7`ish`; null where there is none. */
  roughSuffix: string | null;
  /** Words that make a time of an amount with a dot: 8.30 `Uhr`; normalised. */
  clockAfterDot: readonly string[];
  /** Words that make a time of four digits: 0800 `hours`; normalised. */
  clockAfterFour: readonly string[];
}

export type Settings = Omit<TimeWords, 'phrases' | 'longest' | 'clocks'>;

/**
 * Patterns of times of day, with the minutes from their hour. `[hour]`, `[minutes]` and `[clock]`, another time of day,
 * stand for what is said; `(a|b)` is one of them, `(a)?` may be left out, and bars part whole patterns.
 */
export type ClockPatterns = Partial<
  Record<Certainty, readonly (readonly [patterns: string, minutes: ClockRule['minutes']])[]>
>;

/** Phrases with what they mean, or alone where they mean no more than their kind. */
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
  halfMarks: false,
  roughSuffix: null,
  clockAfterDot: [],
  clockAfterFour: [],
};

/**
 * Makes them of `[phrases, value]` lists; phrases are separated by `|`.
 * @param settings those that are not as in most languages
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
        // The pair comes from one entry, whose kind and value fit.
        const lexeme = { kind, value, length } as Lexeme;
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), lexeme]);
      }
    }
  }
  return { phrases, longest, clocks, ...USUAL, ...settings };
}

/** The names of categories in patterns of times of day. */
const IN_CLOCKS: ReadonlyMap<string, string> = new Map([
  ['[hour]', 'hour'],
  ['[minutes]', 'minuteCount'],
  ['[clock]', 'clock'],
]);
/** Before a word of a pattern, which is no category. */
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

/** All word sequences of a pattern: `(a|b) c|d` has `a c`, `b c` and `d`. */
function sequencesOf(pattern: string): string[] {
  const group = /\(([^()]*)\)(\??)/.exec(pattern);
  if (group === null) return pattern.split('|').map((sequence) => sequence.trim().replace(/ +/g, ' '));
  const [written, inside = '', mark] = group;
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + written.length)];
  return [...inside.split('|'), ...(mark === '?' ? [''] : [])].flatMap((choice) =>
    sequencesOf(`${before}${choice}${after}`),
  );
}

/** `[word, index]` pairs of a list in order. */
export const inOrder = (words: string, first = 1): [string, number][] =>
  words.split(' ').map((alternatives, index) => [alternatives.replaceAll('_', ' '), index + first]);
