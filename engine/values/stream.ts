import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { Kind, Lexeme, Meanings, Settings, TimeWords } from '../language/time.ts';
import { phraseAt } from '../text/phrases.ts';
import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom, type Word } from '../text/words.ts';
import { codeOf, currencyNames } from './currencies.ts';
import { type Bits, bitOf, both, fieldsByWord, NOTHING } from './kinds.ts';
import { numbersIn } from './number.ts';
import { ordinalAt } from './ordinal.ts';
import type { Utterance } from './recognizer.ts';
import { calendarDate, type Day, localTime } from './time/calendar.ts';
import { type DigitToken, digitTokens } from './time/digit-tokens.ts';
import { joinedDaysOf, withDaysParted } from './time/joined-days.ts';

/** A reading from a position; `next` is the index of the word after it. */
export interface Found<T> extends Partial<Stretch> {
  value: T;
  next: number;
}

/** A reading with its stretch of the text. */
export type Read<T> = Found<T> & Stretch;

/** What joins the two ends of a stretch. Beside `and`, a bare number is a day only between two. */
export type Joiner = 'and' | 'to';

interface StreamNumber {
  value: number;
  next: number;
  /** True for an ordinal: `5th`, `5.` and `fifth`. */
  isOrdinal: boolean;
  isDigits: boolean;
  /** True for a noun such as `a dozen`, which counts things and is no hour or day. */
  isNoun: boolean;
}

/** Words that also occur without a time: `for` two hours, `for` two people. */
const STARTS_ANEW: ReadonlySet<Kind> = new Set(['goesOn', 'lasting', 'ofNumber', 'starting', 'few']);

/** The most words of a phrase that is looked for backwards: `a eso de las`. */
const LONGEST_PHRASE = 4;

/** Tokens of single words: every kind of word, numbers, and dates or times in digits. */
export interface Tokens extends Meanings {
  number: StreamNumber;
  digits: DigitToken;
  /** A cardinal number with its sign. */
  numeral: number;
}

/** A query's words with everything each may mean for dates and times, computed once. */
export class Stream {
  readonly words: readonly Word[];
  readonly text: string;
  readonly settings: Settings;
  readonly today: Day;
  /** Minutes since the user's midnight. */
  readonly minute: number;
  readonly offsetMinutes: number;
  readonly #lexemes: (readonly Lexeme[])[];
  /** Numbers by the word that they begin in. */
  readonly #numerals = new Map<number, Read<number>>();
  /** Cached results of `number`, since many readings begin with one. */
  readonly #numbersRead = new Map<number, StreamNumber | null>();
  #digits: ReadonlyMap<number, DigitToken> = new Map();
  readonly #bits: Bits[] = [];
  readonly language: Language;

  constructor(utterance: Utterance) {
    const { text, language, clock } = utterance;
    this.language = languageOf(language);
    const words = withDaysParted(utterance.words, joinedDaysOf(this.language));
    const { phrases, longest, clocks: _, ...settings } = this.language.time;
    this.words = words;
    this.text = text;
    this.settings = settings;
    this.offsetMinutes = clock.offsetMinutes;
    const { day, minute } = localTime(clock);
    this.today = day;
    this.minute = minute;
    this.#lexemes = words.map((_, index) => lexemesAt(words, index, phrases, longest));
    for (const number of numbersIn(utterance)) {
      const next = firstWordFrom(words, number.start);
      const isWithin = (words[next - 1]?.end ?? 0) > number.start;
      this.#numerals.set(isWithin ? next - 1 : next, { ...number, next: firstWordFrom(words, number.end) });
    }
    this.#digits = digitTokens(
      text,
      words,
      settings,
      (from, next) => this.find(from - 1, 'dayLead') !== null && this.isSettledHour(next),
      (from, next) => this.find(from - 1, 'at') !== null && this.find(next, 'part') !== null,
      (from, next) => this.#isBehindSharp(from) && this.isSettledHour(next),
      (from, next) => this.isAlone(from, next),
      calendarDate(day).year,
    );
  }

  /** The longest phrase of a kind at a position. */
  find<K extends Kind>(index: number, kind: K): Found<Meanings[K]> | null {
    for (const lexeme of this.#lexemes[index] ?? []) {
      // The kind was compared, so the value is of that kind.
      if (lexeme.kind === kind) return { value: lexeme.value as Meanings[K], next: index + lexeme.length };
    }
    return null;
  }

  /** All phrases of a kind at a position, longest first. */
  *all<K extends Kind>(index: number, kind: K): Generator<Found<Meanings[K]>> {
    for (const lexeme of this.#lexemes[index] ?? []) {
      if (lexeme.kind === kind) yield { value: lexeme.value as Meanings[K], next: index + lexeme.length };
    }
  }

  /** Where the first end of a stretch may begin, and what joins the second: `between 3 and 5`, `from 3 to 5`, `3 to 5`. */
  openings(index: number): { start: number; joiner: Joiner }[] {
    const after = (kind: 'between' | 'from', joiner: Joiner) =>
      [...this.all(index, kind)].map(({ next }) => ({ start: next, joiner }));
    return [...after('between', 'and'), ...after('from', 'to'), { start: index, joiner: 'to' }];
  }

  /** The position after up to `times` phrases of any of the kinds. */
  skip(index: number, kinds: readonly Kind[], times = 1): number {
    let at = index;
    for (let count = 0; count < times; count += 1) {
      const next = kinds.map((kind) => this.find(at, kind)?.next ?? at);
      const furthest = Math.max(...next);
      if (furthest === at) break;
      at = furthest;
    }
    return at;
  }

  /** True if digits with a separator are adjacent, as in `2026-02-30` and `25:00`. Such parts mean nothing alone. */
  isPartOfDigits(index: number): boolean {
    const word = this.words[index];
    if (word === undefined) return false;
    const before = this.text.slice(Math.max(0, word.start - 2), word.start);
    return /\d[-/.:]$/.test(before) || /^[-/.:]\d/.test(this.text.slice(word.end, word.end + 2));
  }

  /** A whole or decimal number, in digits or words, or an ordinal. */
  number(index: number): StreamNumber | null {
    const known = this.#numbersRead.get(index);
    if (known !== undefined) return known;
    const number = this.#readNumber(index);
    this.#numbersRead.set(index, number);
    return number;
  }

  /** A number in digits or words, with its sign. */
  numeral(index: number): Read<number> | null {
    return this.#numerals.get(index) ?? null;
  }

  #readNumber(index: number): StreamNumber | null {
    const word = this.words[index];
    if (word === undefined) return null;
    const ordinal = ordinalAt(this.words, index, this.language.code);
    const number = this.numeral(index);
    if (ordinal !== null && (number === null || index + ordinal.length >= number.next)) {
      return {
        value: ordinal.value,
        next: index + ordinal.length,
        isOrdinal: true,
        isDigits: ordinal.isMarked,
        isNoun: false,
      };
    }
    // Digits within a word are no number: "A4".
    if (number === null || number.start > word.start) return null;
    const isDigits = /^[+\-−]?\d/.test(this.text.slice(number.start, number.start + 2));
    const isOrdinal =
      this.settings.dotOrdinals && isDigits && /^\.(?!\d)/.test(this.text.slice(word.end, word.end + 2));
    const isNoun = /\p{L}/u.test(this.text[number.end - 1] ?? '') && this.#endsInNoun(number);
    return { value: Math.abs(number.value), next: number.next, isDigits, isOrdinal, isNoun };
  }

  #endsInNoun({ next }: Found<unknown>): boolean {
    const { collectives, counted } = this.language.numbers;
    const last = this.words[next - 1]?.text ?? '';
    return collectives.has(last) || counted.has(last);
  }

  /** A count: a cardinal number, a vague count (`few`) or an article. */
  count(index: number): Found<number> | null {
    const number = this.number(index);
    if (number !== null && !number.isOrdinal) {
      const isDigits = number.isDigits && number.next === index + 1;
      return isDigits ? number : { ...number, next: this.#behindOf(number.next) };
    }
    return this.find(index, 'few') ?? this.find(index, 'one');
  }

  /** The position after the `de` of `une dizaine de jours`, which only a number that is itself a noun has. */
  #behindOf(next: number): number {
    const { collectives, ofPair, scales } = this.language.numbers;
    const [last = '', of = ''] = [this.words[next - 1]?.text, this.words[next]?.text];
    return ofPair.has(of) && (collectives.has(last) || scales.has(last)) ? next + 1 : next;
  }

  /** True behind a word for a time: `at`, `a las`. */
  #isBehindSharp(index: number): boolean {
    const start = this.startOf(index, 'at') ?? index;
    return [...this.all(start, 'at')].some(({ value, next }) => value === 'sharp' && next === index);
  }

  /** True if a phrase of a kind ends before a position. */
  endsAt(index: number, kind: Kind): boolean {
    return this.startOf(index, kind) !== null;
  }

  /** Where the phrase of a kind begins that ends before a position; null if there is none. */
  startOf(index: number, kind: Kind): number | null {
    for (let start = index - 1; start >= Math.max(0, index - LONGEST_PHRASE); start -= 1)
      if ([...this.all(start, kind)].some(({ next }) => next === index)) return start;
    return null;
  }

  /** True for a word that no rule uses. */
  isPlain(index: number): boolean {
    const [low, high] = this.#bitsOf(index);
    return (low | high) === 0;
  }

  /** True if a word may be of one of the given kinds. */
  begins(index: number, [low, high, fields]: Bits): boolean {
    const [ownLow, ownHigh, ownFields] = this.#bitsOf(index);
    return ((low & ownLow) | (high & ownHigh) | (fields & ownFields)) !== 0;
  }

  #bitsOf(index: number): Bits {
    const known = this.#bits[index];
    if (known !== undefined) return known;
    const word = this.words[index]?.text ?? '';
    const isDigits = this.#digits.has(index) || /\d/.test(word);
    const fields = fieldsByWord(this.language).get(word);
    const bits = [
      ...(fields === undefined ? [] : [fields]),
      ...(codeOf(word) === undefined ? [] : [bitOf('money.currencies')]),
      ...(this.#lexemes[index] ?? []).map(({ kind }) => bitOf(kind)),
      ...(this.number(index) === null ? [] : [bitOf('number')]),
      ...(isDigits ? [bitOf('digits')] : []),
      ...(this.#numerals.has(index) ? [bitOf('numeral')] : []),
    ];
    const all = bits.reduce(both, NOTHING);
    this.#bits[index] = all;
    return all;
  }

  /** All tokens of a kind at a position. */
  every(index: number, kind: keyof Tokens): readonly Found<unknown>[] {
    if (kind === 'numeral') {
      const numeral = this.numeral(index);
      return numeral === null ? [] : [numeral];
    }
    if (kind === 'digits' || kind === 'number') {
      const token = kind === 'digits' ? this.digits(index) : this.number(index);
      return token === null ? [] : [{ value: token, next: token.next }];
    }
    return [...this.all(index, kind)];
  }

  digits(index: number): DigitToken | null {
    return this.#digits.get(index) ?? null;
  }

  /** True if at most a space or hyphen separates a word from the one before. */
  isAdjacent(index: number): boolean {
    const [before, after] = [this.words[index - 1], this.words[index]];
    if (before === undefined || after === undefined) return false;
    return /^[\s-]{0,2}$/.test(this.text.slice(before.end, after.start));
  }

  /** True if exactly the given sign separates a word from the one before. */
  isParted(index: number, sign: string): boolean {
    const [before, after] = [this.words[index - 1], this.words[index]];
    return before !== undefined && after !== undefined && this.text.slice(before.end, after.start) === sign;
  }

  /** True if a dash precedes a word: `3-5 April`. */
  isDashed(index: number): boolean {
    const [before, after] = [this.words[index - 1], this.words[index]];
    if (before === undefined || after === undefined || after.start - before.end > 5) return false;
    return /^(?:\.?\s*[-–—~〜～]\s*|\.\/)$/.test(this.text.slice(before.end, after.start));
  }

  /** True if an opening bracket directly precedes a word: `3月5日(木)`. */
  isBracketed(index: number): boolean {
    const word = this.words[index];
    return word !== undefined && /[(（]/.test(this.text[word.start - 1] ?? '');
  }

  /** True if a reading may end here: at the end, at punctuation, or before another word about time. */
  isSettled(index: number): boolean {
    return this.isAtEnd(index) || this.#speaksOfTime(index);
  }

  /** True if the words make up the whole text, or everything between two punctuation marks. */
  isAlone(from: number, next: number): boolean {
    return this.isAtEnd(from) && this.isAtEnd(next);
  }

  /** True at the start of the text, after punctuation, and at the end unless a currency or percent sign follows. */
  isAtEnd(index: number): boolean {
    const [before, word] = [this.words[index - 1], this.words[index]];
    if (before === undefined) return true;
    const gap = this.text.slice(before.end, Math.min(word?.start ?? before.end + 4, before.end + 4));
    return word === undefined ? !/[%€$£]/.test(gap) : /[.,;:!?)、。，；：！？）،؛؟]/.test(gap);
  }

  #speaksOfTime(index: number): boolean {
    if (this.#digits.has(index)) return true;
    // "About eleven of us": the "of" is of no date.
    const isOfAll = phraseAt(this.words, index, this.language.people.ofAll) > 0;
    return !isOfAll && (this.#lexemes[index] ?? []).some(({ kind }) => !STARTS_ANEW.has(kind));
  }

  /** True if a bare hour may end here: where any reading may, or before a word that cannot be counted. */
  isSettledHour(index: number): boolean {
    const goesOn = this.find(index, 'goesOn') !== null || this.#lasts(index);
    return goesOn || this.isSettled(index) || this.#isUncounted(index);
  }

  /** True before a length of time: a las 16 `por una hora`, not “16 por persona”. */
  #lasts(index: number): boolean {
    const length = this.find(index, 'lasting')?.next;
    if (length === undefined) return false;
    const unit = (this.count(length) ?? this.find(length, 'semi'))?.next;
    return (
      this.find(length, 'fixedDuration') !== null || (unit !== undefined && this.find(unit, 'unit') !== null)
    );
  }

  /** True at letters joined to digits, which are a code: `BH-7712`. */
  isCode(index: number): boolean {
    const word = this.words[index];
    return word !== undefined && /^\p{L}+-?\d/u.test(this.text.slice(word.start, word.end + 2));
  }

  /** True at pronouns, prepositions, auxiliaries and the like, which no number counts: at 5.30 `he` called. */
  #isUncounted(index: number): boolean {
    return this.isFunctionWord(index) && this.find(index, 'ofNumber') === null && !this.#isMeasure(index);
  }

  isFunctionWord(index: number): boolean {
    const word = this.words[index]?.text ?? '';
    return this.language.search.stopWords.has(word) || this.language.spoken.has(word);
  }

  /** True if the number before this word cannot be an amount of it, so it may be a time: at 5.30 `drove`. */
  isUnmeasured(index: number): boolean {
    return this.find(index, 'ofNumber') === null && !this.#isMeasure(index);
  }

  /** True at a word that a number may count and that means nothing for times, amounts and people. */
  isCountable(index: number): boolean {
    const { connecting, numbers } = this.language;
    const word = this.words[index]?.text ?? '';
    const isKnown = connecting.has(word) || numbers.joiners.has(word) || this.#numerals.has(index);
    return !isKnown && this.isPlain(index) && !this.#isMeasure(index);
  }

  /** True at the name of a currency, at "percent" and at what makes the number before it a number of people: `of us`. */
  #isMeasure(index: number): boolean {
    const { money, numbers, people } = this.language;
    const word = this.words[index]?.text ?? '';
    return (
      money.cents.has(word) ||
      currencyNames(this.language).lengthAt(this.words, index) > 0 ||
      phraseAt(this.words, index, people.ofAll) > 0 ||
      phraseAt(this.words, index, numbers.percent) > 0
    );
  }
}

function lexemesAt(
  words: readonly Word[],
  from: number,
  phrases: ReadonlyMap<string, readonly Lexeme[]>,
  longest: TimeWords['longest'],
): Lexeme[] {
  const lexemesHere: Lexeme[] = [];
  let phrase = '';
  const most = longest.get(words[from]?.text ?? '') ?? 0;
  for (let length = 1; length <= most; length += 1) {
    const word = words[from + length - 1];
    if (word === undefined) break;
    phrase = length === 1 ? word.text : `${phrase} ${word.text}`;
    const lexemes = phrases.get(phrase);
    if (lexemes !== undefined) lexemesHere.unshift(...lexemes);
  }
  return lexemesHere;
}
