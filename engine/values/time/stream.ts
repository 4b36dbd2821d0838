import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/languages.ts';
import type { Kind, Lexeme, Meanings, Settings, TimeWords } from '../../language/time.ts';
import { phraseAt } from '../../text/phrases.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { currencyNames } from '../currencies.ts';
import { numbersIn } from '../number.ts';
import { ordinalAt } from '../ordinal.ts';
import type { Utterance } from '../recognizer.ts';
import { calendarDate, type Day, localTime } from './calendar.ts';
import { type DigitToken, digitTokens } from './digit-tokens.ts';

/** A reading from a position; `next` is the index of the word after it. */
export interface Found<T> {
  value: T;
  next: number;
}

export interface StreamNumber {
  value: number;
  next: number;
  /** True for an ordinal: `5th`, `5.` and `fifth`. */
  isOrdinal: boolean;
  isDigits: boolean;
}

/** Words that also occur without a time: `for` two hours, `for` two people. */
const STARTS_ANEW: ReadonlySet<Kind> = new Set(['goesOn', 'lasting', 'ofNumber', 'starting', 'few']);

/** A set of word kinds, one bit each. */
export type Bits = readonly [low: number, high: number];
export const NOTHING: Bits = [0, 0];
export const ANYTHING: Bits = [-1, -1];
export const both = ([low, high]: Bits, [more, others]: Bits): Bits => [low | more, high | others];

/** Tokens of single words: every kind of word, numbers, and dates or times in digits. */
export interface Tokens extends Meanings {
  number: StreamNumber;
  digits: DigitToken;
}

const BITS = new Map<string, Bits>();
const BITS_OF_BOTH = 64;

/** The bit of a kind. Beyond 64 kinds, bits are shared, which only costs needless attempts. */
export function bitOf(kind: string): Bits {
  let bits = BITS.get(kind);
  if (bits === undefined) {
    const at = BITS.size % BITS_OF_BOTH;
    bits = at < 32 ? [1 << at, 0] : [0, 1 << (at - 32)];
    BITS.set(kind, bits);
  }
  return bits;
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
  readonly #numbers = new Map<number, { value: number; next: number; isDigits: boolean }>();
  /** Cached results of `number`, since many readings begin with one. */
  readonly #numbersRead = new Map<number, StreamNumber | null>();
  #digits: ReadonlyMap<number, DigitToken> = new Map();
  readonly #bits: Bits[] = [];
  readonly #language: Language;

  constructor(utterance: Utterance) {
    const { words, text, language, clock } = utterance;
    this.#language = languageOf(language);
    const { phrases, longest, clocks: _, ...settings } = this.#language.time;
    this.words = words;
    this.text = text;
    this.settings = settings;
    this.offsetMinutes = clock.offsetMinutes;
    const { day, minute } = localTime(clock);
    this.today = day;
    this.minute = minute;
    this.#lexemes = words.map((_, index) => lexemesAt(words, index, phrases, longest));
    for (const { start, end, value } of numbersIn(utterance)) {
      const isDigits = /^[+\-−]?\d/.test(text.slice(start, start + 2));
      this.#numbers.set(firstWordFrom(words, start), {
        value: Math.abs(value),
        next: firstWordFrom(words, end),
        isDigits,
      });
    }
    this.#digits = digitTokens(
      text,
      words,
      settings,
      (from, next) => this.find(from - 1, 'dayLead') !== null && this.isSettledHour(next),
      (from, next) => this.find(from - 1, 'at') !== null && this.find(next, 'part') !== null,
      (from, next) => this.find(from - 1, 'at')?.value === 'sharp' && this.isSettledHour(next),
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

  #readNumber(index: number): StreamNumber | null {
    const word = this.words[index];
    if (word === undefined) return null;
    const ordinal = ordinalAt(this.words, index, this.#language.code);
    const number = this.#numbers.get(index);
    if (ordinal !== null && (number === undefined || index + ordinal.length >= number.next)) {
      return {
        value: ordinal.value,
        next: index + ordinal.length,
        isOrdinal: true,
        isDigits: ordinal.isMarked,
      };
    }
    if (number === undefined || number.next <= index) return null;
    const isOrdinal =
      this.settings.dotOrdinals &&
      number.isDigits &&
      /^\.(?!\d)/.test(this.text.slice(word.end, word.end + 2));
    return { ...number, isOrdinal };
  }

  /** A count: a cardinal number, a vague count (`few`) or an article. */
  count(index: number): Found<number> | null {
    const number = this.number(index);
    if (number !== null && !number.isOrdinal) return number;
    return this.find(index, 'few') ?? this.find(index, 'one');
  }

  /** True for a word that no rule uses. */
  isPlain(index: number): boolean {
    const [low, high] = this.#bitsOf(index);
    return (low | high) === 0;
  }

  /** True if a word may be of one of the given kinds. */
  begins(index: number, [low, high]: Bits): boolean {
    const [own, others] = this.#bitsOf(index);
    return ((low & own) | (high & others)) !== 0;
  }

  #bitsOf(index: number): Bits {
    const known = this.#bits[index];
    if (known !== undefined) return known;
    const isDigits = this.#digits.has(index) || /\d/.test(this.words[index]?.text ?? '');
    const bits = [
      ...(this.#lexemes[index] ?? []).map(({ kind }) => bitOf(kind)),
      ...(this.number(index) === null ? [] : [bitOf('number')]),
      ...(isDigits ? [bitOf('digits')] : []),
    ];
    const all = bits.reduce(both, NOTHING);
    this.#bits[index] = all;
    return all;
  }

  /** All tokens of a kind at a position. */
  every(index: number, kind: keyof Tokens): readonly Found<unknown>[] {
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
    return (this.#lexemes[index] ?? []).some(({ kind }) => !STARTS_ANEW.has(kind)) || this.#digits.has(index);
  }

  /** True if a bare hour may end here: where any reading may, or before a word that cannot be counted. */
  isSettledHour(index: number): boolean {
    return this.isSettled(index) || this.find(index, 'goesOn') !== null || this.#isUncounted(index);
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
    return this.#language.search.stopWords.has(word) || this.#language.spoken.has(word);
  }

  /** True if the number before this word cannot be an amount of it, so it may be a time: at 5.30 `drove`. */
  isUnmeasured(index: number): boolean {
    return this.find(index, 'ofNumber') === null && !this.#isMeasure(index);
  }

  /** True at the name of a currency or at "percent". */
  #isMeasure(index: number): boolean {
    const { money, numbers } = this.#language;
    const word = this.words[index]?.text ?? '';
    return (
      money.cents.has(word) ||
      currencyNames(this.#language).lengthAt(this.words, index) > 0 ||
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
