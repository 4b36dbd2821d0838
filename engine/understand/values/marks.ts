import type { WordsOfChange } from '../../language/change.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { PhraseFinder } from './phrases.ts';

/** What a sentence says of one of its values beside the value itself. */
export interface Mark {
  /** It is denied, or another is meant in its place. */
  isDenied: boolean;
  /** The index of the value that it is meant instead of, or null. */
  replaces: number | null;
  /** True where it is meant instead of one that is not named: "monday instead". */
  isInstead: boolean;
  /** True where it comes beside others: "also the oil". */
  isAdded: boolean;
}

const CUES = [
  'not',
  'notIfHeld',
  'offer',
  'but',
  'insteadOf',
  'instead',
  'excess',
  'repair',
  'change',
  'into',
  'also',
  'alsoBehind',
] as const;
type Cue = (typeof CUES)[number];

const finders = new WeakMap<WordsOfChange, PhraseFinder<Cue>>();

/** Finds the words by which a sentence takes back, repairs and adds. */
export function cuesOf(words: WordsOfChange): PhraseFinder<Cue> {
  let finder = finders.get(words);
  if (finder === undefined) {
    finder = new PhraseFinder(CUES.flatMap((cue) => words[cue].map((phrase) => [phrase, cue] as const)));
    finders.set(words, finder);
  }
  return finder;
}

/** Words between a denial and its value: "not from checking". */
const REACH = 3;
/** Words between a value and what says that it does not suit: "6 in the morning is a bit too early". */
const EXCESS_REACH = 4;
/** Words between a repair and the value that is meant: "sorry, I would like to go to Frankfurt". */
const REPAIR_REACH = 10;

/**
 * Reads how a sentence takes values back and puts others in their place, from left to right.
 * @param values where the values stand, in order and apart from each other
 * @param isHeld whether a slot holds a value now
 * @param mayReplace whether two values could fill the same slot
 */
export function marksOf(
  text: string,
  words: readonly Word[],
  values: readonly Stretch[],
  change: WordsOfChange,
  {
    isHeld,
    mayReplace,
    asks,
  }: {
    isHeld: (value: number) => boolean;
    mayReplace: (one: number, other: number) => boolean;
    /** True where a question word stands before a word. */
    asks: (index: number) => boolean;
  },
): Mark[] {
  const marks = values.map(
    (): Mark => ({ isDenied: false, replaces: null, isInstead: false, isAdded: false }),
  );
  const finder = cuesOf(change);
  const starts = new Map(values.map(({ start }, index) => [firstWordFrom(words, start), index]));
  const isApart = (index: number): boolean => isPausedBefore(text, words, index);
  /** True of words that stand close behind a value, in its clause. */
  const isNear = (value: number, index: number): boolean => {
    const behind = firstWordFrom(words, values[value]?.end ?? 0);
    return (
      index - behind <= EXCESS_REACH &&
      !Array.from({ length: index - behind + 1 }, (_, by) => behind + by).some(isApart)
    );
  };
  const put = (meant: number, old: number) => {
    const [one, other] = [marks[meant], marks[old]];
    if (one === undefined || other === undefined || one.replaces !== null) return;
    one.replaces = old;
    one.isDenied = false;
    other.isDenied = true;
  };
  /** "Four, no wait, five": no value of a yes or no, but what puts one value in the place of another. */
  const repairs = (value: number, index: number, before: number | null): boolean => {
    const cue = finder.at(words, index);
    if (before === null || cue === null || !cue.meanings.includes('repair')) return false;
    const next = values.findIndex((_, other) => other > value && mayReplace(other, before));
    return next >= 0 && firstWordFrom(words, values[value]?.end ?? 0) <= index + cue.length;
  };
  let last: number | null = null;
  /** A denied value that waits for the one that is meant. */
  let denied: number | null = null;
  let denial: { cue: 'not' | 'notIfHeld' | 'insteadOf'; at: number } | null = null;
  let repairAt: number | null = null;
  let changed: { old: number | null } | null = null;
  let isInstead = false;
  for (let index = 0; index < words.length; ) {
    const value = starts.get(index);
    if (value !== undefined && !repairs(value, index, last)) {
      const mark = marks[value];
      if (denial !== null && isApart(index)) denial = null;
      if (denial !== null && index - denial.at <= REACH + 1) {
        const counts = denial.cue !== 'notIfHeld' || isHeld(value);
        if (counts && mark !== undefined) {
          mark.isDenied = true;
          // "Three, not two" and "three instead of two" name what is meant first.
          if (last !== null && marks[last]?.isDenied === false && mayReplace(last, value)) put(last, value);
          else denied = value;
        }
      } else if (denied !== null && mayReplace(value, denied)) {
        put(value, denied);
        denied = null;
      } else if (changed !== null) {
        if (changed.old === null) changed.old = value;
        // "Swap my van for a truck" changes nothing that is held: it gives two values.
        else if (isHeld(changed.old) && mayReplace(value, changed.old)) put(value, changed.old);
      } else if (
        repairAt !== null &&
        last !== null &&
        index - repairAt <= REPAIR_REACH &&
        mayReplace(value, last)
      ) {
        put(value, last);
      }
      denial = null;
      repairAt = null;
      if (isInstead && mark !== undefined && !mark.isDenied) {
        mark.isInstead = true;
        isInstead = false;
      }
      last = value;
      index = Math.max(index + 1, firstWordFrom(words, values[value]?.end ?? 0));
      continue;
    }
    // A denial ends with its clause.
    if (denial !== null && isApart(index)) denial = null;
    const found = finder.at(words, index);
    const cues = found?.meanings ?? [];
    if (denial !== null && change.notBetween.includes(words[index]?.text ?? '')) denial = null;
    for (const cue of cues) {
      switch (cue) {
        case 'not':
        case 'notIfHeld': {
          // "No, monday" says no to something else.
          const next = index + (found?.length ?? 1);
          // "Why not 60?" offers it.
          if (!isApart(next) && !asks(index)) denial = { cue, at: next - 1 };
          break;
        }
        case 'insteadOf':
          if (denial === null) denial = { cue, at: index + (found?.length ?? 1) - 1 };
          break;
        case 'change':
          if (last === null) changed ??= { old: null };
          break;
        case 'repair':
          if (last !== null) repairAt = index;
          break;
        case 'instead': {
          const mark = last === null ? undefined : marks[last];
          const follows = last !== null && index - firstWordFrom(words, values[last]?.end ?? 0) <= 2;
          if (mark !== undefined && follows && !mark.isDenied && mark.replaces === null)
            mark.isInstead = true;
          else isInstead = true;
          break;
        }
        case 'excess': {
          // "6 is not too early" says that it suits, and "is 6 too early?" asks.
          if (denial !== null) {
            denial = null;
            break;
          }
          const after = words[index + (found?.length ?? 1) - 1]?.end ?? text.length;
          const isAsked = /^[^,.;:!]*[?？؟]/u.test(text.slice(after));
          if (last === null || isAsked || !isNear(last, index)) break;
          const mark = marks[last];
          // "Hamburg, Berlin is too far" names what is meant first.
          const isMeantBefore = values.slice(0, last).some((_, other) => mayReplace(other, last ?? other));
          if (mark === undefined || mark.isDenied || mark.replaces !== null || isMeantBefore) break;
          // What is held is taken back; what is not waits to be replaced: "her claws are too long" is no refusal.
          mark.isDenied = isHeld(last);
          denied = last;
          break;
        }
        case 'also': {
          const mark = last === null ? undefined : marks[last];
          if (mark !== undefined) mark.isAdded = true;
          for (const [other, later] of marks.entries()) if (other > (last ?? -1)) later.isAdded = true;
          break;
        }
        case 'alsoBehind': {
          const mark = last === null ? undefined : marks[last];
          const next = index + (found?.length ?? 1);
          if (mark !== undefined && (next === words.length || isApart(next))) mark.isAdded = true;
          break;
        }
        case 'offer':
        case 'but':
        case 'into':
          break;
      }
    }
    index += found?.length ?? 1;
  }
  return marks;
}
