import { LANGUAGES, languageOf } from '../language/languages.ts';
import type { Numbers } from '../language/numbers.ts';
import { spaced } from '../language/words.ts';
import { normalForm } from '../normal-form.ts';
import { firstWordFrom, type Word } from '../text/words.ts';
import { codeOf, SYMBOLS } from './currencies.ts';
import { type DigitNumber, digitNumbers } from './digits.ts';
import { readOnce, type Utterance } from './recognizer.ts';

/** True for a "one" in letters, which is as often an article or a pronoun. */
export function isLoneOne({ start, end, value }: DigitNumber, { words }: Utterance): boolean {
  if (value !== 1) return false;
  const word = words[firstWordFrom(words, start)];
  return word !== undefined && word.end === end && !/\d/.test(word.text);
}

/** Whole and decimal numbers, in digits and in the language's words. */
export const numbersIn = readOnce((utterance): readonly DigitNumber[] => {
  const words = languageOf(utterance.language).numbers;
  const digits = digitNumbers(utterance.text, utterance.language);
  const numbers: DigitNumber[] = [];
  let position = 0;
  let next = 0;
  while (position < utterance.words.length) {
    const word = utterance.words[position];
    if (word === undefined) break;
    while ((digits[next]?.end ?? Number.POSITIVE_INFINITY) <= word.start) next += 1;
    const digit = digits[next];
    const inDigits = digit !== undefined && digit.start < word.end;
    const number = inDigits
      ? scaledDigits(digit, position, utterance, words)
      : spelledNumber(position, utterance, words);
    if (number === null) {
      position += 1;
      continue;
    }
    numbers.push(number);
    while ((utterance.words[position]?.start ?? Number.POSITIVE_INFINITY) < number.end) position += 1;
  }
  return numbers;
});

/** Reads `5k`, `1.5 million`, or the digits alone; null for digits that are part of a word, such as `2nd`. */
function scaledDigits(
  digit: DigitNumber,
  position: number,
  { words, text, language }: Utterance,
  numberWords: Numbers,
): DigitNumber | null {
  let last = position;
  while ((words[last + 1]?.start ?? Number.POSITIVE_INFINITY) < digit.end) last += 1;
  const stuck = (words[last]?.end ?? 0) > digit.end ? words[last] : undefined;
  if (stuck !== undefined) {
    const suffix = stuck.text.replace(/^\d+/, '');
    // Of money: `250eur`, `50p`, `$1.2m`.
    const areCents = languageOf(language).money.centSuffixes.has(suffix) && digit.value < 100;
    if (codeOf(suffix) !== undefined || areCents) return digit;
    if ([...SYMBOLS.keys()].some((sign) => text.startsWith(sign, digit.end))) return digit;
    const isMoney = AFTER_SIGN.test(text.slice(Math.max(0, digit.start - 2), digit.start));
    const isCapital = text.slice(digit.end, stuck.end) === 'M';
    const factor =
      numberWords.suffixes.get(suffix) ?? (isMoney || isCapital ? MILLIONS.get(suffix) : undefined);
    if (factor !== undefined) return { start: digit.start, end: stuck.end, value: digit.value * factor };
    if (UNITS.has(suffix)) return { ...digit, end: stuck.end };
    // `2hrs` is a duration, but a slot for hours takes its number.
    if (
      languageOf(language)
        .time.phrases.get(suffix)
        ?.some(({ kind }) => kind === 'unit')
    )
      return digit;
    // `2万5千`: digits within a number in words.
    const whole = last === position ? numberWords.compound(stuck.text) : undefined;
    return whole === undefined ? null : { start: digit.start, end: stuck.end, value: whole };
  }
  const following = words[last + 1];
  const decimal =
    following === undefined ? null : withDecimals(digit, last + 1, { words, text }, numberWords);
  if (decimal !== null) return decimal;
  const { abbreviations, collectives, counted, scales } = numberWords;
  const scale =
    following && isJoined(digit.end, following, text)
      ? (scales.get(following.text) ??
        collectives.get(following.text) ??
        counted.get(following.text) ??
        abbreviations.get(following.text) ??
        (numberWords.hundred.has(following.text) ? 100 : undefined))
      : undefined;
  if (following === undefined || scale === undefined) return digit;
  return { start: digit.start, end: following.end, value: digit.value * scale };
}

/** `1 point 5`, `3 komma 75`: digits with a word for the decimal sign between them. */
function withDecimals(
  { start, end, value }: DigitNumber,
  at: number,
  { words, text }: Pick<Utterance, 'words' | 'text'>,
  { points, small }: Numbers,
): DigitNumber | null {
  const [point, decimals] = [words[at], words[at + 1]];
  if (point === undefined || decimals === undefined || !points.has(point.text)) return null;
  if (!Number.isInteger(value) || !isJoined(end, point, text) || !isJoined(point.end, decimals, text))
    return null;
  const digit = small.get(decimals.text);
  const written = digit !== undefined && digit < 10 ? String(digit) : decimals.text;
  if (!/^\d{1,6}$/.test(written) || /^[.,:]\d/.test(text.slice(decimals.end, decimals.end + 2))) return null;
  return { start, end: decimals.end, value: Number(`${value}.${written}`) };
}

/** Units written after digits without a space, in any language: SI and data units, and those of all languages. */
const UNITS: ReadonlySet<string> = new Set([
  ...spaced('mm cm km m2 m² mg kg ml cl kw kwh kb mb gb tb'),
  ...LANGUAGES.flatMap(({ numbers }) => [...numbers.units]),
]);

const AFTER_SIGN = /[$€£¥]\s?$/;
/** Letters for millions after digits. A lone `m` may mean metres; a capital `M` does not. */
const MILLIONS: ReadonlyMap<string, number> = new Map([
  ['m', 1e6],
  ['mn', 1e6],
  ['bn', 1e9],
]);

/** True if at most spaces or hyphens separate a word from the text before it. */
const isJoined = (end: number, word: Word, text: string): boolean =>
  /^[\s-]{0,3}$/.test(text.slice(end, word.start));

/** Reads a spelled number from `position` on, as far as its words fit together. */
function spelledNumber(position: number, { words, text }: Utterance, language: Numbers): DigitNumber | null {
  const first = words[position];
  if (first === undefined) return null;
  const isDecimal = language.points.has(first.text) && /(?:^|[.,;:!?])\s*$/.test(text.slice(0, first.start));
  const reading = new Reading(language, isDecimal);
  let end = -1;
  for (let index = position + (isDecimal ? 1 : 0); index < words.length; index += 1) {
    const word = words[index];
    const previous = words[index - 1];
    if (word === undefined) break;
    if (index > position && previous !== undefined && !isJoined(previous.end, word, text)) break;
    const step = reading.accept(word.text, () => text.slice(word.start, word.end).toLowerCase());
    if (step === 'refused') break;
    if (step === 'value') end = word.end;
  }
  // `point seven` is a number only at the end of a phrase.
  if (end < 0 || (isDecimal && !/^\s*(?:$|[.,;:!?])/.test(text.slice(end)))) return null;
  return { start: first.start, end, value: reading.value };
}

/** The state while reading a spelled number word by word. */
class Reading {
  /** The value of the words accepted so far, without trailing joiners. */
  value = 0;
  readonly #language: Numbers;
  #total = 0;
  #group = 0;
  /** The next number must be smaller than this. */
  #room = 1000;
  #largestScale = Number.POSITIVE_INFINITY;
  #begun = false;
  #afterArticle = false;
  #afterJoiner = false;
  #decimal = 0;
  /** The last accepted part. */
  #last = 0;

  /** @param isDecimal true after a word for the decimal sign */
  constructor(language: Numbers, isDecimal: boolean) {
    this.#language = language;
    this.#decimal = isDecimal ? 1 : 0;
  }

  /** @param typed returns the word as typed, in lower case */
  accept(word: string, typed: () => string): 'value' | 'more' | 'refused' {
    const language = this.#language;
    if (this.#decimal > 0) return this.#acceptDecimal(word);
    const small =
      language.small.get(word) ??
      (language.accented.size > 0 ? language.accented.get(normalForm(typed(), 'NFC')) : undefined);
    const part = small ?? language.tens.get(word) ?? language.hundreds.get(word);
    if (part === 20 && this.#last === 4 && language.score.has(word)) return this.#acceptScore();
    if (part !== undefined) return this.#acceptPart(part, small !== undefined);
    if (language.score.has(word) && this.#last === 4) return this.#acceptScore();
    if (language.hundred.has(word)) return this.#acceptHundred();
    const collective =
      language.collectives.get(word) ?? (this.#begun ? language.counted.get(word) : undefined);
    if (collective !== undefined) return this.#acceptCollective(collective);
    const scale = language.scales.get(word);
    if (scale !== undefined) return this.#acceptScale(scale);
    if (!this.#begun && !this.#afterArticle && language.articles.has(word)) {
      this.#afterArticle = true;
      return 'more';
    }
    // An article counts as one after a joiner ("treinta y un mil") and, in languages that count in scores, within a
    // number ("cent un").
    const hasPlace = language.unitArticles && this.#room > 1 && this.#room <= 100;
    const isJoined = this.#afterJoiner || (language.score.size > 0 && this.#begun);
    if (hasPlace && isJoined && language.articles.has(word)) return this.#acceptPart(1, true);
    if (this.#begun && !this.#afterJoiner && language.joiners.has(word)) {
      this.#afterJoiner = true;
      return 'more';
    }
    if (this.#begun && !this.#afterJoiner && language.points.has(word)) {
      this.#decimal = 1;
      return 'more';
    }
    const compound = language.compound(word);
    return compound === undefined ? 'refused' : this.#acceptCompound(compound);
  }

  /** A number in one word. Smaller parts may follow, as in `zweitausend fünfhundert`. */
  #acceptCompound(value: number): 'value' | 'refused' {
    if (value < 1000) return this.#acceptPart(value, true);
    // "Eine Million zweihunderttausend".
    const isAfterMillions = this.#largestScale > 1000 && this.#group === 0;
    if ((this.#begun && !(isAfterMillions && this.#total > 0)) || this.#afterArticle) return 'refused';
    this.#total += value;
    this.#room = value % 1000 === 0 ? 1000 : value % 100 === 0 ? 100 : 0;
    this.#largestScale = this.#begun || this.#room > 0 ? 1000 : 1e6;
    return this.#count();
  }

  #acceptScore(): 'value' | 'refused' {
    if (this.#afterJoiner) return 'refused';
    this.#group += 76;
    this.#room = 20;
    return this.#count();
  }

  #acceptPart(part: number, isSmall: boolean): 'value' | 'refused' {
    if (this.#afterArticle || part >= this.#room) return 'refused';
    if (part === 0 && this.#begun) return 'refused';
    this.#group += part;
    // A unit may follow 20, anything below 100 may follow 200, and only a multiplier may follow a unit.
    const tens = this.#language.wideTens.has(part) ? 20 : 10;
    this.#room = isSmall ? 0 : part >= 100 ? 100 : tens;
    return this.#count(part);
  }

  #acceptHundred(): 'value' | 'refused' {
    const isArticle = this.#afterArticle && this.#group === 0;
    const isTens = this.#language.countsHundreds && this.#group < 100 && this.#group % 10 > 0;
    const isUnit = this.#group > 0 && (this.#group < 20 || isTens) && !this.#afterJoiner;
    if (!isArticle && !isUnit && this.#group !== 0) return 'refused';
    if (this.#group === 0 && this.#begun && this.#room < 1000) return 'refused';
    this.#group = Math.max(1, this.#group) * 100;
    this.#room = 100;
    return this.#count();
  }

  #acceptScale(scale: number): 'value' | 'refused' {
    if (scale >= this.#largestScale || this.#afterJoiner) return 'refused';
    if (this.#begun && this.#group === 0) return 'refused';
    this.#total += Math.max(1, this.#group) * scale;
    this.#group = 0;
    this.#largestScale = scale;
    this.#room = 1000;
    return this.#count();
  }

  /** `two dozen`: nothing may follow. */
  #acceptCollective(count: number): 'value' | 'refused' {
    if (this.#afterJoiner || this.#total > 0 || this.#largestScale === 0) return 'refused';
    this.#group = Math.max(1, this.#group) * count;
    this.#room = 0;
    this.#largestScale = 0;
    return this.#count();
  }

  /** The decimals, or the scale that they multiply: `one point two million`. */
  #acceptDecimal(word: string): 'value' | 'refused' {
    const scale = this.#decimal > 1 ? this.#language.scales.get(word) : undefined;
    if (scale !== undefined) {
      this.value = Number((this.value * scale).toFixed(2));
      this.#decimal = Number.POSITIVE_INFINITY;
      return 'value';
    }
    const tens = this.#decimal === 1 ? this.#decimalTens(word) : undefined;
    if (tens !== undefined) {
      this.value = Number((this.value + tens / 100).toFixed(2));
      this.#decimal = tens % 10 === 0 ? 2 : Number.POSITIVE_INFINITY;
      return 'value';
    }
    const digit = this.#language.small.get(word) ?? (/^\d$/.test(word) ? Number(word) : undefined);
    if (digit === undefined || digit > 9 || this.#decimal > 9) return 'refused';
    this.value = Number((this.value + digit / 10 ** this.#decimal).toFixed(this.#decimal));
    this.#decimal += 1;
    return 'value';
  }

  /** The hundredths of `point seventy-one`, `Komma fünfzehn`. */
  #decimalTens(word: string): number | undefined {
    const { small, tens, compound } = this.#language;
    const value = tens.get(word) ?? small.get(word) ?? compound(word);
    return value !== undefined && value >= 10 && value < 100 ? value : undefined;
  }

  #count(part = 0): 'value' {
    this.#last = part;
    this.#begun = true;
    this.#afterArticle = false;
    this.#afterJoiner = false;
    this.value = this.#total + this.#group;
    return 'value';
  }
}
