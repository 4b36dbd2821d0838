import type { Language } from '../../language/language.ts';
import { madeOnce } from '../../language/languages.ts';
import { hasPause, isPausedBefore } from '../../text/pauses.ts';
import { PhraseFinder } from '../../text/phrases.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { WORDS } from '../certainty.ts';

/** The role of a value in its sentence: denied, replacing or added. */
export interface Mark {
  /** True if the value is denied or replaced. */
  isDenied: boolean;
  /** The index of the replaced value, or null. */
  replaces: number | null;
  /** True if it replaces a value outside the sentence: "monday instead". */
  isInstead: boolean;
  /** True if it is added to others: "also the oil". */
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
  'also',
  'alsoBehind',
] as const;
/** `none` precedes a noun that is absent, as in "without windows". */
export type Cue = (typeof CUES)[number] | 'none';

/** Finds phrases that deny, repair and add values. */
export const cuesOf = madeOnce(
  ({ change, numbers }) =>
    new PhraseFinder<Cue>([
      ...CUES.flatMap((cue) => change[cue].map((phrase) => [phrase, cue] as const)),
      ...numbers.noneOf.map((phrase) => [phrase, 'none'] as const),
    ]),
);

/** A sentence with values, and tests that take the index of a value. */
interface Sentence {
  text: string;
  words: readonly Word[];
  /** The stretches of the values, ordered and disjoint. */
  values: readonly Stretch[];
  language: Language;
  /** True if a slot holds a value now. */
  isHeld: (value: number) => boolean;
  /** True if two values could fill the same slot. */
  mayReplace: (value: number, replaced: number) => boolean;
  /** False for two values that would fill slots of their own, so that a repair phrase does not replace one. */
  mayRepair: (value: number, repaired: number) => boolean;
  /** True if a slot takes several values of a list that has the value. */
  isOfSeveral: (value: number) => boolean;
  /** True if the author's utterances have the word right before values of a list that has the value. */
  isLedBy: (value: number, word: string) => boolean;
}

/** Reads from left to right how a sentence denies and replaces values. */
export const marksOf = (sentence: Sentence): Mark[] => new MarkReader(sentence).read();

/** The cue of a denial that waits for its value. */
type Denial = 'not' | 'notIfHeld' | 'insteadOf' | 'none';

class MarkReader {
  readonly #sentence: Sentence;
  readonly #finder: PhraseFinder<Cue>;
  readonly #marks: Mark[];
  /** The last value read, or null. */
  #last: number | null = null;
  /** A denial waiting for its value, and the index of its last word. */
  #denial: { cue: Denial; at: number } | null = null;
  /** A denied value waiting for its replacement. */
  #denied: number | null = null;
  /** True while a repair phrase is waiting for its value. */
  #isRepaired = false;
  /** True if a "change" precedes the first value. */
  #isChange = false;
  /** True while an "instead" is waiting for its value. */
  #isInstead = false;

  constructor(sentence: Sentence) {
    this.#sentence = sentence;
    this.#finder = cuesOf(sentence.language);
    this.#marks = sentence.values.map(() => ({
      isDenied: false,
      replaces: null,
      isInstead: false,
      isAdded: false,
    }));
  }

  read(): Mark[] {
    const { words, values } = this.#sentence;
    const starts = new Map(values.map(({ start }, value) => [firstWordFrom(words, start), value]));
    for (let index = 0; index < words.length; ) {
      // A denial applies only within its clause.
      if (this.#denial !== null && this.#isApart(index)) this.#denial = null;
      const value = starts.get(index);
      if (value === undefined || this.#isRepair(value, index)) index += this.#readCues(index);
      else {
        this.#readValue(value, index);
        index = Math.max(index + 1, this.#wordBehind(value));
      }
    }
    return this.#marks;
  }

  /** Links a value to earlier cues and values. */
  #readValue(value: number, index: number): void {
    const denial = this.#denial;
    // A slot may hold what the user does without: "no nuts" then neither denies nor repairs.
    const { words, isLedBy } = this.#sentence;
    if (denial !== null && isLedBy(value, words[denial.at]?.text ?? '')) this.#isRepaired = false;
    else if (denial !== null && this.#isDenied(value, index, denial)) this.#deny(value, true);
    else {
      const old = this.#replacedBy(value);
      if (old !== null) this.#replace(old, value);
      if (old === this.#denied) this.#denied = null;
    }
    this.#denial = null;
    this.#isRepaired = false;
    const mark = this.#marks[value];
    if (this.#isInstead && mark !== undefined && !mark.isDenied) {
      mark.isInstead = true;
      this.#isInstead = false;
    }
    this.#last = value;
  }

  /** True if a denial reaches a value. `none` reaches only one of several values of a list, across small words. */
  #isDenied(value: number, index: number, { cue, at }: { cue: Denial; at: number }): boolean {
    const { isHeld, isOfSeveral, language, words } = this.#sentence;
    if (cue === 'notIfHeld' && !isHeld(value) && !this.#meansAt(this.#wordBehind(value), 'but')) return false;
    if (cue !== 'none') return index - at <= WORDS.few + 1;
    return (
      isOfSeveral(value) && words.slice(at + 1, index).every(({ text }) => language.connecting.has(text))
    );
  }

  /** Denies a value, and takes one before it in its place: "three, not two". If unsure, it only waits for another. */
  #deny(value: number, isSure: boolean): void {
    const mark = this.#marks[value];
    if (mark === undefined) return;
    const meant = this.#valueBefore(value, (earlier) => this.#marks[earlier]?.isDenied === false);
    if (meant === undefined) {
      mark.isDenied ||= isSure;
      this.#denied = value;
    } else if (isSure) this.#replace(value, meant);
  }

  /** The value that a new one replaces: the denied one, the one repaired ("three bikes, no, four"), or the one changed. */
  #replacedBy(value: number): number | null {
    const { isHeld, mayReplace, mayRepair } = this.#sentence;
    if (this.#denied !== null && mayReplace(value, this.#denied)) return this.#denied;
    if (!this.#isRepaired && !this.#isChange) return null;
    const old = this.#valueBefore(value, () => true);
    if (old === undefined) return null;
    // Only a held value can be changed: "swap my van for a truck" gives two new values.
    return (this.#isRepaired ? mayRepair(value, old) : isHeld(old)) ? old : null;
  }

  /** The last value before another in whose place it could be. */
  #valueBefore(value: number, isMeant: (earlier: number) => boolean): number | undefined {
    const { mayReplace, values } = this.#sentence;
    const before = [...values.slice(0, value).keys()];
    return before.findLast((earlier) => isMeant(earlier) && mayReplace(value, earlier));
  }

  #replace(old: number, replacement: number): void {
    const [mark, replacedMark] = [this.#marks[replacement], this.#marks[old]];
    if (mark === undefined || replacedMark === undefined || mark.replaces !== null) return;
    mark.replaces = old;
    mark.isDenied = false;
    replacedMark.isDenied = true;
  }

  /** Reads the cue at a word and returns its length in words; 1 if there is no cue. */
  #readCues(index: number): number {
    const { words, language } = this.#sentence;
    if (language.change.notBetween.includes(words[index]?.text ?? '')) this.#denial = null;
    const { length, meanings } = this.#finder.at(words, index) ?? { length: 1, meanings: [] };
    for (const cue of meanings) this.#readCue(cue, index, index + length);
    return length;
  }

  /** @param next the index of the word after the cue */
  #readCue(cue: Cue, index: number, next: number): void {
    switch (cue) {
      case 'not':
      case 'notIfHeld':
        // The "no" of "no, monday" does not deny Monday.
        if (this.#endsClause(next)) this.#rejectBefore(index);
        else this.#denial = { cue, at: next - 1 };
        return;
      case 'insteadOf':
      case 'none':
        this.#denial ??= { cue, at: next - 1 };
        return;
      case 'change':
        if (this.#last === null) this.#isChange = true;
        return;
      case 'repair':
        this.#isRepaired = this.#last !== null;
        return;
      case 'instead':
        this.#readInstead(index);
        return;
      case 'excess':
        this.#readExcess(index, next);
        return;
      case 'also':
        for (const [value, mark] of this.#marks.entries())
          if (value >= (this.#last ?? 0)) mark.isAdded = true;
        return;
      case 'alsoBehind':
        if (this.#lastMark !== undefined && this.#endsClause(next)) this.#lastMark.isAdded = true;
        return;
      case 'but':
      case 'offer':
        return;
    }
  }

  /** Marks the value before "instead", or waits for the next value. */
  #readInstead(index: number): void {
    const mark = this.#lastMark;
    if (mark !== undefined && !mark.isDenied && this.#isNear(index)) mark.isInstead = true;
    else this.#isInstead = true;
  }

  /** Rejects the value before it: "6 is too early", but not "6 is not too early" or "is 6 too early?" */
  #readExcess(index: number, next: number): void {
    const { text, words } = this.#sentence;
    const isAsked = /^[^,.;:!]*[?？؟]/u.test(text.slice(words[next - 1]?.end));
    if (this.#denial === null && !isAsked) this.#rejectBefore(index);
    this.#denial = null;
  }

  /** Denies the value before a rejection, if a slot holds it. */
  #rejectBefore(index: number): void {
    const last = this.#last;
    if (last !== null && this.#isNear(index)) this.#deny(last, this.#sentence.isHeld(last));
  }

  #endsClause(next: number): boolean {
    return next === this.#sentence.words.length || this.#isApart(next);
  }

  get #lastMark(): Mark | undefined {
    return this.#last === null ? undefined : this.#marks[this.#last];
  }

  #isApart(index: number): boolean {
    return isPausedBefore(this.#sentence.text, this.#sentence.words, index);
  }

  /** True if a word closely follows the last value in its clause. */
  #isNear(index: number): boolean {
    const { text, words, values } = this.#sentence;
    const [value, word] = [values[this.#last ?? -1], words[index]];
    if (value === undefined || word === undefined) return false;
    return (
      index - firstWordFrom(words, value.end) <= WORDS.few && !hasPause(text.slice(value.end, word.start))
    );
  }

  /** True for a value that is only a repair phrase: the "no" of "four, no wait, five" does not answer a yes/no slot. */
  #isRepair(value: number, index: number): boolean {
    const [last, { values, mayReplace }] = [this.#last, this.#sentence];
    return (
      last !== null &&
      this.#meansAt(index, 'repair') &&
      values.some((_, later) => later > value && mayReplace(later, last))
    );
  }

  #meansAt(index: number, cue: Cue): boolean {
    return this.#finder.at(this.#sentence.words, index)?.meanings.includes(cue) === true;
  }

  /** The index of the first word after a value. */
  #wordBehind(value: number): number {
    return firstWordFrom(this.#sentence.words, this.#sentence.values[value]?.end ?? 0);
  }
}
