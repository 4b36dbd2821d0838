import type { Language } from '../../language/language.ts';
import { madeOnce } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { PhraseFinder, phraseAt } from '../../text/phrases.ts';
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
  'into',
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

/** True at a word that a denial before it does not reach across: "not before friday", "we don't know where to go friday". */
export function endsDenial(
  words: readonly Word[],
  index: number,
  { change, connecting, sentences }: Language,
): boolean {
  const word = words[index]?.text ?? '';
  return (
    change.notBetween.includes(word) ||
    (!connecting.has(word) && phraseAt(words, index, sentences.questions) > 0)
  );
}

/** Tests that the mark reader calls with the index of a value or word. */
interface MarkOptions {
  /** True if a slot holds a value now. */
  isHeld: (value: number) => boolean;
  /** True if two values could fill the same slot. */
  mayReplace: (value: number, replaced: number) => boolean;
  /** False for two values that would fill slots of their own, so that a repair phrase does not replace one. */
  mayRepair: (value: number, repaired: number) => boolean;
  /** True if two values mean the same. */
  isSame: (value: number, other: number) => boolean;
  /** True if a value would fill a slot of its own, beside the one that either of two others would fill. */
  isForAnother: (value: number, others: readonly [number, number]) => boolean;
  /** True if only a question word precedes the word. */
  asks: (index: number) => boolean;
  /** For a listed value, whether its slot takes one value or several; null for other values. */
  listed: (value: number) => 'one' | 'several' | null;
  /** True if the author's utterances have the word right before values of a list that has the value. */
  isLedBy: (value: number, word: string) => boolean;
}

/**
 * Reads from left to right how a sentence denies and replaces values.
 * @param values stretches of the values, ordered and disjoint
 */
export const marksOf = (
  text: string,
  words: readonly Word[],
  values: readonly Stretch[],
  language: Language,
  options: MarkOptions,
): Mark[] => new MarkReader(text, words, values, language, options).read();

/** The cue of a denial that waits for its value. `no` may also introduce a correction. */
type Denial = 'not' | 'notIfHeld' | 'insteadOf' | 'none' | 'no';

class MarkReader {
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #values: readonly Stretch[];
  readonly #language: Language;
  readonly #options: MarkOptions;
  readonly #finder: PhraseFinder<Cue>;
  readonly #marks: Mark[];
  /** The last value read, or null. */
  #last: number | null = null;
  /** A denial waiting for its value, and the index of its last word. */
  #denial: { cue: Denial; at: number } | null = null;
  /** A denied value waiting for its replacement. */
  #denied: number | null = null;
  /** A value that is denied if a word for a replacement follows it. */
  #doubted: number | null = null;
  /** The index of a repair phrase waiting for its value. */
  #repairAt: number | null = null;
  /** A value said again behind a repair phrase: "friday, no wait, friday I'm away". Another one takes its place. */
  #saidAgain: { first: number; again: number } | null = null;
  /** A "change" waiting for its old and new values. */
  #changed: { old: number | null } | null = null;
  /** True while an "instead" is waiting for its value. */
  #isInstead = false;

  constructor(
    text: string,
    words: readonly Word[],
    values: readonly Stretch[],
    language: Language,
    options: MarkOptions,
  ) {
    this.#text = text;
    this.#words = words;
    this.#values = values;
    this.#language = language;
    this.#options = options;
    this.#finder = cuesOf(language);
    this.#marks = values.map(() => ({ isDenied: false, replaces: null, isInstead: false, isAdded: false }));
  }

  read(): Mark[] {
    const words = this.#words;
    const starts = new Map(this.#values.map(({ start }, value) => [firstWordFrom(words, start), value]));
    for (let index = 0; index < words.length; ) {
      // A denial applies only within its clause.
      if (this.#denial !== null && this.#isApart(index)) this.#denial = null;
      const value = starts.get(index);
      if (value === undefined || this.#isCueOfRepair(value, index)) index += this.#readCues(index);
      else {
        this.#readValue(value, index);
        index = Math.max(index + 1, this.#wordBehind(value));
      }
    }
    return this.#marks;
  }

  /** Links a value to earlier cues and values. */
  #readValue(value: number, index: number): void {
    const { mayReplace } = this.#options;
    const denial = this.#denial;
    const takenBack = this.#takenBackBy(value, index);
    if (takenBack !== undefined) this.#takeBack(takenBack, value);
    // A slot may hold what the user does without: "no nuts" then neither denies nor repairs.
    else if (denial !== null && this.#options.isLedBy(value, this.#words[denial.at]?.text ?? ''))
      this.#repairAt = null;
    else if (denial !== null && this.#isDenied(value, index, denial)) this.#deny(value, denial.cue);
    else if (this.#denied !== null && mayReplace(value, this.#denied)) {
      this.#replace(this.#denied, value);
      this.#denied = null;
    } else if (this.#changed !== null) this.#readChanged(value, this.#changed);
    else {
      const repaired = this.#repairedBy(value, index);
      if (repaired !== undefined) {
        this.#replace(repaired, value);
        if (this.#options.isSame(value, repaired)) this.#saidAgain = { first: repaired, again: value };
      }
    }
    this.#denial = null;
    this.#repairAt = null;
    const mark = this.#marks[value];
    if (this.#isInstead && mark !== undefined && !mark.isDenied) {
      mark.isInstead = true;
      this.#isInstead = false;
    }
    this.#last = value;
  }

  /** True if a denial reaches a value. `none` and `no` reach only a listed value, across small words. */
  #isDenied(value: number, index: number, { cue, at }: { cue: Denial; at: number }): boolean {
    if (cue !== 'none' && cue !== 'no') return index - at <= WORDS.few + 1;
    const between = this.#words.slice(at + 1, index);
    const listed = this.#options.listed(value);
    const isMember = listed !== null && between.every(({ text }) => this.#language.connecting.has(text));
    // "No" before a listed value may also introduce a correction.
    return isMember && (cue === 'none' || listed === 'several' || this.#options.isHeld(value));
  }

  #deny(value: number, cue: Denial): void {
    const mark = this.#marks[value];
    if (mark === undefined) return;
    if (cue === 'notIfHeld' && !this.#options.isHeld(value)) {
      this.#doubted = value;
      return;
    }
    mark.isDenied = true;
    // The new value may come first: "three, not two".
    const last = this.#last;
    if (last !== null && this.#marks[last]?.isDenied === false && this.#mayReplace(last, value))
      this.#replace(value, last);
    else this.#denied = value;
  }

  /** True if one value may replace another that is written otherwise. */
  #mayReplace(value: number, replaced: number): boolean {
    const [text, other] = [value, replaced].map((index) => {
      const { start = 0, end = 0 } = this.#values[index] ?? {};
      return this.#text.slice(start, end);
    });
    return text !== other && this.#options.mayReplace(value, replaced);
  }

  #readChanged(value: number, changed: { old: number | null }): void {
    const { isHeld, mayReplace } = this.#options;
    if (changed.old === null) changed.old = value;
    // Only a held value can be changed: "swap my van for a truck" gives two new values.
    else if (isHeld(changed.old) && mayReplace(value, changed.old)) this.#replace(changed.old, value);
  }

  /**
   * The last value before a repair phrase that the new value may replace: "three bikes for tomorrow, no,
   * four".
   */
  #repairedBy(value: number, index: number): number | undefined {
    if (this.#repairAt === null || index - this.#repairAt > WORDS.several) return undefined;
    const repaired = this.#valueBefore(value);
    return repaired !== undefined && this.#options.mayRepair(value, repaired) ? repaired : undefined;
  }

  /** The value that was said again behind a repair phrase, if this one takes its place. */
  #takenBackBy(value: number, index: number): number | undefined {
    if (this.#saidAgain === null) return undefined;
    const { first, again } = this.#saidAgain;
    const { mayReplace, mayRepair, isSame, isForAnother } = this.#options;
    const behind = this.#wordBehind(again);
    // "Friday, no wait, friday, not monday" denies what follows; "friday I can't, monday" what stands before.
    const isDenied =
      this.#denial?.at === index - 1 && (index - behind <= WORDS.couple || this.#isApart(index - 1));
    // "Friday, no, friday, because monday is full" gives a reason.
    const { notBetween, but } = this.#language.change;
    const next = this.#words[behind]?.text ?? '';
    const hasReason = notBetween.includes(next) && !but.includes(next);
    const isFollowing = this.#last === again && index - behind <= WORDS.several && !isDenied && !hasReason;
    const isOther = !isSame(value, again) && !isForAnother(value, [first, again]);
    const mayTake = mayReplace(value, again) && [first, again].every((old) => mayRepair(value, old));
    return isFollowing && isOther && mayTake ? again : undefined;
  }

  #takeBack(again: number, value: number): void {
    const mark = this.#marks[again];
    if (mark !== undefined) mark.replaces = null;
    this.#replace(again, value);
    this.#saidAgain = null;
  }

  /** The last value before another in whose place it could be. */
  #valueBefore(value: number): number | undefined {
    const before = this.#values.slice(0, value).keys();
    return [...before].findLast((earlier) => this.#options.mayReplace(value, earlier));
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
    const phrase = this.#finder.at(this.#words, index);
    if (endsDenial(this.#words, index, this.#language) && !this.#isVerbDenied(index)) this.#denial = null;
    const length = phrase?.length ?? 1;
    const cues = phrase?.meanings ?? [];
    for (const cue of cues) this.#readCue(cue, index, index + length);
    if (cues.includes('none') && !cues.includes('not') && !this.#isApart(index + length))
      this.#denial = { cue: cues.includes('repair') ? 'no' : 'none', at: index + length - 1 };
    return length;
  }

  /** True at "and" right behind a denial, which is "is" without its accent: `não é`, `non è`. */
  #isVerbDenied(index: number): boolean {
    const { joiners } = this.#language.numbers;
    return this.#denial?.at === index - 1 && joiners.has(this.#words[index]?.text ?? '');
  }

  /** @param next the index of the word after the cue */
  #readCue(cue: Cue, index: number, next: number): void {
    switch (cue) {
      case 'not':
      case 'notIfHeld':
        // The "no" of "no, monday" does not deny Monday, and "why not 60?" proposes 60.
        if (this.#endsClause(next)) this.#rejectBefore(index);
        else if (!this.#options.asks(index)) this.#denial = { cue, at: next - 1 };
        return;
      case 'insteadOf':
        this.#denial ??= { cue, at: next - 1 };
        return;
      case 'change':
        if (this.#last === null) this.#changed ??= { old: null };
        return;
      case 'repair':
        if (this.#last !== null) this.#repairAt = index;
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
        this.#readAlsoBehind(next);
        return;
      case 'but':
        if (this.#lastMark !== undefined && this.#doubted === this.#last) {
          this.#lastMark.isDenied = true;
          this.#denied = this.#last;
        }
        return;
      case 'offer':
      case 'into':
      case 'none':
        return;
    }
  }

  /** Marks the value before "instead", or waits for the next value. */
  #readInstead(index: number): void {
    const last = this.#last;
    const mark = this.#lastMark;
    const follows = last !== null && index - this.#wordBehind(last) <= WORDS.couple && !this.#isApart(index);
    if (mark !== undefined && follows && !mark.isDenied && mark.replaces === null) mark.isInstead = true;
    else this.#isInstead = true;
  }

  /** Denies the value before a rejection: "6 is too early". */
  #readExcess(index: number, next: number): void {
    // A negated or questioned rejection denies nothing: "6 is not too early", "is 6 too early?"
    if (this.#denial !== null) {
      this.#denial = null;
      return;
    }
    const last = this.#last;
    const after = this.#words[next - 1]?.end ?? this.#text.length;
    const isAsked = /^[^,.;:!]*[?？؟]/u.test(this.#text.slice(after));
    if (last === null || isAsked || !this.#isNear(last, index)) return;
    const mark = this.#marks[last];
    if (mark === undefined || mark.isDenied || mark.replaces !== null) return;
    // The replacement may come first: "Hamburg, Berlin is too far".
    const meant = this.#valueBefore(last);
    if (meant !== undefined) {
      if (this.#options.isHeld(last)) this.#replace(last, meant);
      return;
    }
    // Denies only a held value. A value that no slot holds waits for a replacement.
    mark.isDenied = this.#options.isHeld(last);
    this.#denied = last;
  }

  /** Marks an addition at the end of a clause: "the oil too". */
  #readAlsoBehind(next: number): void {
    const mark = this.#lastMark;
    if (mark !== undefined && this.#endsClause(next)) mark.isAdded = true;
  }

  /** Denies the held value before a negation at the end of its clause. */
  #rejectBefore(index: number): void {
    const [last, mark] = [this.#last, this.#lastMark];
    if (last === null || mark === undefined || mark.replaces !== null || !this.#isNear(last, index)) return;
    if (!this.#options.isHeld(last)) return;
    mark.isDenied = true;
    this.#denied = last;
  }

  #endsClause(next: number): boolean {
    return next === this.#words.length || this.#isApart(next);
  }

  get #lastMark(): Mark | undefined {
    return this.#last === null ? undefined : this.#marks[this.#last];
  }

  #isApart(index: number): boolean {
    return isPausedBefore(this.#text, this.#words, index);
  }

  /** True if a word closely follows a value in its clause. */
  #isNear(value: number, index: number): boolean {
    const behind = this.#wordBehind(value);
    return (
      index - behind <= WORDS.few &&
      !Array.from({ length: index - behind + 1 }, (_, by) => behind + by).some((at) => this.#isApart(at))
    );
  }

  /**
   * True for a repair phrase that is also a value: the "no" of "four, no wait, five" does not answer a yes/no
   * slot.
   */
  #isCueOfRepair(value: number, index: number): boolean {
    const before = this.#last;
    const cue = this.#finder.at(this.#words, index);
    if (before === null || cue === null || !cue.meanings.includes('repair')) return false;
    const isFollowed = this.#values.some(
      (_, later) => later > value && this.#options.mayReplace(later, before),
    );
    return isFollowed && this.#wordBehind(value) <= index + cue.length;
  }

  /** The index of the first word after a value. */
  #wordBehind(value: number): number {
    return firstWordFrom(this.#words, this.#values[value]?.end ?? 0);
  }
}
