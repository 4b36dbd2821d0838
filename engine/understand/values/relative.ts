import type { RelativeWords } from '../../language/change.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import type { Candidate } from '../../values/recognizer.ts';

/** A value relative to a held value: "one more", "a day later". */
export interface RelativeValue extends Stretch {
  /** The change to a number. */
  by?: number;
  /** The change to a date or time: an ISO 8601 duration. */
  duration?: string;
  sign: 1 | -1;
  /** True if a duration makes a stay longer or shorter, instead of moving it. */
  lengthens?: true;
}

/**
 * Finds "one more", "two fewer", "another two", "another person", "a day later", "a day longer", "the day after".
 * @param numbers the numbers of the text
 * @param durations the lengths of time in the text
 */
export function relativeValues(
  words: readonly Word[],
  { numbers, durations }: { numbers: readonly Candidate[]; durations: readonly Candidate[] },
  relative: RelativeWords,
  isPerson: (word: string) => boolean,
): RelativeValue[] {
  const values: RelativeValue[] = [];
  const add = (value: RelativeValue) => {
    if (!values.some((known) => overlap(known, value))) values.push(value);
  };
  const text = (index: number) => words[index]?.text ?? '';
  const spanned = (from: number, to: number): Stretch => ({
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  });
  for (const { start, end, value } of durations) {
    const first = firstWordFrom(words, start);
    const next = firstWordFrom(words, end);
    for (const [phrases, sign, more] of [
      [relative.later, 1, {}],
      [relative.earlier, -1, {}],
      [relative.longer, 1, { lengthens: true }],
      [relative.shorter, -1, { lengthens: true }],
    ] as const) {
      const after = phraseAt(words, next, phrases);
      if (after > 0) add({ ...spanned(first, next + after), duration: String(value), sign, ...more });
    }
  }
  for (const index of words.keys()) {
    for (const [phrases, sign] of [
      [relative.dayAfter, 1],
      [relative.dayBefore, -1],
    ] as const) {
      const length = phraseAt(words, index, phrases);
      // "The day after tomorrow" is a date, not a relative value.
      if (length > 0) add({ ...spanned(index, index + length), duration: 'P1D', sign });
    }
  }
  const numberAt = (index: number): { by: number; next: number } | null => {
    const start = words[index]?.start;
    const number = numbers.find(
      (candidate) => candidate.start === start && typeof candidate.value === 'number',
    );
    if (number !== undefined) return { by: Number(number.value), next: firstWordFrom(words, number.end) };
    return relative.one.includes(text(index)) ? { by: 1, next: index + 1 } : null;
  };
  const comparedAt = (index: number): { sign: 1 | -1; next: number } | null => {
    for (const [phrases, sign] of [
      [relative.more, 1],
      [relative.less, -1],
    ] as const) {
      const length = phraseAt(words, index, phrases);
      if (length > 0) return { sign, next: index + length };
    }
    return null;
  };
  for (const index of words.keys()) {
    const number = numberAt(index);
    if (number !== null) {
      // One word may come between: "two people more".
      const compared = comparedAt(number.next) ?? comparedAt(number.next + 1);
      if (compared !== null) add({ ...spanned(index, compared.next), by: number.by, sign: compared.sign });
    }
    const another = phraseAt(words, index, relative.another);
    if (another > 0) {
      const after = numberAt(index + another);
      if (after !== null) add({ ...spanned(index, after.next), by: after.by, sign: 1 });
      // "Another person" adds one to a number; "another day" does not.
      else if (isPerson(text(index + another)))
        add({ ...spanned(index, index + another + 1), by: 1, sign: 1 });
    }
  }
  return values.sort((a, b) => a.start - b.start);
}
