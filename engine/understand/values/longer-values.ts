import { entitiesWith, traitsOf } from '../../built-in-entities.ts';
import { languageOf } from '../../language/languages.ts';
import type { TimeWords } from '../../language/time.ts';
import { contains, isPartOf, overlap, type Stretch } from '../../text/stretch.ts';
import { firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { isBareAnswer, isConnecting } from './bare.ts';
import type { ValueTable } from './value-table.ts';

/** A value whose numbers do not fill slots by themselves. */
interface LongerValue {
  start: number;
  end: number;
  /** True if its number can answer a number question as the whole reply: `$5`, `TR-1234`. */
  mayAnswer: boolean;
  /** True for a duration, whose number never counts people. */
  isLength?: true;
}

const DAYS_AND_TIMES = entitiesWith(({ numberWithin }) => numberWithin === 'calendar');
/** `$5`, `5%`. */
const WITH_UNIT = entitiesWith(({ numberWithin }) => numberWithin === 'unit');
const WITH_DIGITS = entitiesWith(({ numberWithin }) => numberWithin === 'signs');

// Matches start at a word boundary: retrying inside a long run would take quadratic time.
/** Letters and digits joined by hyphens, underscores or slashes. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)+/gu;
/** `TR-1234`, `12-B`, `3/4`; `3-5` and `5-star` do not match. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])\p{N}*\p{L}[\p{L}\p{N}]*[-_/]\p{N}|^\p{N}+[-_/]\p{L}{1,2}$|\p{N}\/\p{N}/u;
/** `10:30`, even if it is not a valid time. */
const WITH_COLON = /(?<!\p{N})\p{N}+(?::\p{N}+)+/gu;

/** True for a bare number: `5`, not `5 dollars`. */
export function isBareNumber(entity: string, { quality }: Pick<Candidate, 'quality'>): boolean {
  const { bareNumber } = traitsOf(entity);
  return bareNumber === 'value' || (bareNumber === 'amount' && (quality === 'weak' || quality === 'answer'));
}

/** A slot that may take a number. */
export interface TakerOfNumbers {
  isAsked: boolean;
  /** True if the number of a length of time is none of its numbers. */
  isNoLength: boolean;
  /** True for a word seen next to the slot's values. */
  isOwnWord: (word: Word) => boolean;
  /** True for a word of the slot's name or question: `days`. */
  isItsName: (word: Word) => boolean;
  /** True if the slot's noun follows the length of time: the passes of `two day passes`. */
  countsNoun: boolean;
}

/**
 * Returns a test for bare numbers inside a longer value: `december 3`, `10:30`, `$5`, `TR-1234`.
 * @param bare the numbers that will be tested
 * @param values exact values of other slots; a longer value that overlaps an exact value only in part is ignored
 */
export function longerValuesIn(
  table: ValueTable,
  bare: readonly Candidate[],
  values: readonly Stretch[],
): (number: Candidate, taker: TakerOfNumbers) => boolean {
  const { utterance: whole } = table;
  const utterance = upTo(Math.max(0, ...bare.map(({ end }) => end)), whole);
  const { text } = utterance;
  const exact = (entity: string) => table.exact(entity, utterance);
  const numbers = table.recognized('number', utterance);
  const lengths = table.recognized('duration', utterance);
  const isCut = (value: Stretch, longer: Stretch) =>
    overlap(value, longer) && !contains(value, longer) && !contains(longer, value);
  const all: LongerValue[] = [
    ...DAYS_AND_TIMES.flatMap(exact)
      .filter((value) => isTold(value, numbers, utterance))
      .map((value) => ({ ...value, mayAnswer: lengths.some((length) => contains(value, length)) })),
    ...lengths
      .filter(({ quality }) => quality === 'exact')
      .map((value) => ({ ...value, mayAnswer: true, isLength: true as const })),
    ...WITH_UNIT.flatMap(exact).map((value) => ({ ...value, mayAnswer: true })),
    ...WITH_DIGITS.flatMap(exact).map((value) => ({ ...value, mayAnswer: false })),
    ...stretches(text, JOINED)
      .filter(({ start, end }) => IDENTIFIER.test(text.slice(start, end)))
      .map((value) => ({ ...value, mayAnswer: true })),
    ...stretches(text, WITH_COLON).map((value) => ({ ...value, mayAnswer: false })),
  ];
  const longer = all.filter((candidate) => !values.some((value) => isCut(value, candidate)));
  const ordinals = exact('ordinal');
  return (number, { isAsked, isNoLength, isOwnWord, isItsName, countsNoun }) => {
    // A number can be part of an ordinal: "twenty-first", "the last one".
    if (ordinals.some((value) => value.start === number.start && isPartOf(number, value))) return true;
    const around = longer.filter((value) => isPartOf(number, value));
    return around.some((value) => {
      if (isAsked && isMerelyAbout(number, value, utterance)) return false;
      const units = beside(number, value, utterance);
      if (units.some(isOwnWord) || (value.isLength && (countsNoun || units.some(isItsName)))) return false;
      const isOnly = numbers.filter((known) => contains(value, known)).length === 1;
      const mayAnswer = isAsked && value.mayAnswer && !(value.isLength && isNoLength);
      return !(mayAnswer && isOnly && isBareAnswer(whole.words, [value], whole.language));
    });
  };
}

/** Longer texts are cut after their first numbers. */
const MAX_WHOLE_WORDS = 128;
/** The most words in a longer value after its number. */
const WORDS_AFTER = 16;

/**
 * Cuts a long text after its numbers, where no longer value can reach. A text that would stay half as long is kept, since
 * its values are known.
 */
function upTo(end: number, utterance: Utterance): Utterance {
  const { text, words } = utterance;
  const last = firstWordFrom(words, end) + WORDS_AFTER;
  const next = words[last];
  if (words.length <= MAX_WHOLE_WORDS || next === undefined || last > words.length / 2) return utterance;
  return { ...utterance, text: text.slice(0, next.start), words: words.slice(0, last) };
}

/** True if a value has content besides its numbers: `december 3`, not `at 5` or `from 3 to 5`. */
function isTold(
  value: Candidate,
  numbers: readonly Candidate[],
  { text, words, language }: Utterance,
): boolean {
  if (/\p{N}[:/.-]\p{N}/u.test(text.slice(value.start, value.end))) return true;
  return wordsWithin(words, value).some(
    (word) => !numbers.some((number) => contains(number, word)) && !isConnecting(word.text, language),
  );
}

/** True if only "about" makes the number a time: "about 4" can also answer a number question. */
export function isMerelyAbout(number: Stretch, longer: Stretch, { words, language }: Utterance): boolean {
  const otherWords = wordsWithin(words, longer).filter((word) => !contains(number, word));
  return otherWords.length > 0 && otherWords.every(({ text }) => saysAbout(text, languageOf(language).time));
}

const saysAbout = (word: string, { phrases }: TimeWords): boolean =>
  phrases.get(word)?.some(({ kind, value }) => kind === 'at' && value === 'about') ?? false;

/** The content words next to a number within a value. */
function beside(number: Candidate, value: LongerValue, { words, language }: Utterance): Word[] {
  const valueWords = wordsWithin(words, value);
  // "Een dag of vijf": the unit may stand before small words.
  const before = valueWords.findLast(({ text, end }) => end <= number.start && !isConnecting(text, language));
  const behind = valueWords.find(({ end }) => end > number.end);
  const after = behind && { ...behind, text: behind.text.replace(/^\p{N}+/u, '') };
  return [before, after].flatMap((word) => (word && !isConnecting(word.text, language) ? [word] : []));
}

const stretches = (text: string, pattern: RegExp): Stretch[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ start: index, end: index + match.length }));
