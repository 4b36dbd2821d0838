import { languageOf } from '../language/languages.ts';
import { firstWordFrom } from '../text/words.ts';
import type { DigitNumber } from './digits.ts';
import type { Candidate, Utterance } from './recognizer.ts';

/** True if `amount` is the cents of the amount before it: `5 dollars and 20 cents`, `fünf Euro fünfzig`, `5€50`. */
export function isCentsOf(
  previous: Candidate,
  amount: { isCents: boolean; isExplicit: boolean },
  number: DigitNumber,
  utterance: Utterance,
): boolean {
  const isPart = number.value > 0 && number.value < 100 && Number.isInteger(number.value);
  if (!isPart || previous.quality !== 'exact' || !Number.isInteger(previous.value)) return false;
  const isOwn = amount.isExplicit && number.start > previous.end;
  if (!amount.isCents) return !isOwn && areBare(previous, number, utterance);
  const between = wordsBetween(previous, number, utterance);
  const { and } = languageOf(utterance.language).money;
  return between.length === 0 || (between.length === 1 && and.has(between[0] ?? ''));
}

const wordsBetween = ({ end }: Candidate, { start }: DigitNumber, { words }: Utterance): string[] =>
  words.slice(firstWordFrom(words, end), firstWordFrom(words, start)).map(({ text }) => text);

/**
 * True if two numbers in words can only be an amount and its cents: `a hundred and twenty five fifty`. `five fifty` and
 * `twelve fifty` may be other things.
 */
export function areSpelledCents(
  previous: Candidate,
  amount: { isCents: boolean; isExplicit: boolean; start: number },
  number: DigitNumber,
  utterance: Utterance,
): boolean {
  const whole = Number(previous.value);
  const isComplete = Number.isInteger(whole) && whole > 20 && (whole % 10 > 0 || whole % 100 === 10);
  if (previous.quality !== 'weak' || !isComplete || amount.isCents) return false;
  if (!Number.isInteger(number.value) || number.value < 10 || number.value > 99) return false;
  const { text } = utterance;
  const areWords = /^[\p{L}\s-]+$/u.test(text.slice(previous.start, number.end));
  if (!areWords || !/^ $/.test(text.slice(previous.end, number.start))) return false;
  return amount.isExplicit ? amount.start === number.start : isOver(number, utterance);
}

/** True if an amount ends here, and nothing follows that it could count. */
function isOver({ end }: DigitNumber, { text, words, language }: Utterance): boolean {
  const next = words[firstWordFrom(words, end)];
  const remainder = text.slice(end, next?.start);
  if (next === undefined) return !/[%€$£]/.test(remainder);
  return /^ ?[.,;!?]/.test(remainder) || languageOf(language).money.centFollowers.has(next.text);
}

/** Cents without their name are two digits, tenths one, and nothing that could be counted follows. */
function areBare(previous: Candidate, number: DigitNumber, utterance: Utterance): boolean {
  const { text, words, language } = utterance;
  const { tenths, centJoiners, centBetween } = languageOf(language).money;
  const isTenths = number.value < 10;
  if (isTenths && tenths.size === 0) return false;
  const gap = text.slice(previous.end, number.start);
  const isAfterName = /\p{L}/u.test(text[previous.end - 1] ?? '');
  if (!isOver(number, utterance)) return false;
  // 五块五.
  if (isTenths) return isAfterName && gap === '';
  const areDigits = /^\d\d$/.test(text.slice(number.start, number.end));
  if (!isAfterName && /^ ?$/.test(gap)) return areDigits;
  if (!isAfterName && !areDigits) return false;
  if (!/^[\s\p{L}]+$/u.test(gap)) return false;
  const [joiner, ...more] = wordsBetween(previous, number, utterance);
  if (joiner === undefined) return true;
  const before = words[firstWordFrom(words, previous.start) - 1]?.text ?? '';
  return more.length === 0 && centJoiners.has(joiner) && !centBetween.has(before);
}
