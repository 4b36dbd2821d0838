import type { CompiledSlot } from '../../assistant.ts';
import { TEXT_ENTITY, traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { roleNamesOf } from '../../language/languages.ts';
import type { LoadedAssistant } from '../../load.ts';
import { hasPause } from '../../text/pauses.ts';
import { longestApart, overlap, type Stretch, union } from '../../text/stretch.ts';
import { phraseAt, type Word } from '../../text/words.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import { isLoneOne } from '../../values/number.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { dayOfIso, minuteOfIso } from '../../values/time/calendar.ts';
import type { SetWay } from '../commands.ts';
import { leadingWords } from '../leading-words.ts';
import type { Frame, SlotValue } from '../view.ts';
import { isWholeClause } from './bare.ts';
import { daysInstead, numberInstead } from './bare-numbers.ts';
import { correctedText } from './corrected-text.ts';
import { type FoundSlot, slotsNamed } from './find-slots.ts';
import { inOrder } from './in-order.ts';
import { type Mark, marksOf } from './marks.ts';
import { movedBy } from './moved.ts';
import { openingRepair } from './opening-repair.ts';
import { otherOfTwo } from './other-of-two.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import { isSmallBeside, roleOf, roleScores } from './roles.ts';
import { isText, slotsOf } from './slots-of.ts';
import { swapped } from './swapped.ts';

/** A value for a slot, and how it is meant. */
export interface ReadValue extends FoundSlot {
  way: SetWay;
  /** True where the slot holds another value now, or none. */
  changes: boolean;
}

/** What a query says of the slots of a competency. */
export interface ValueReading {
  values: ReadValue[];
  /** Slots whose values the query denies without giving others. */
  cleared: { slot: string; on: Stretch }[];
  /** Stretches that are no values, but were read: the "friday" of "not friday, monday". */
  explained: Stretch[];
  /** True where a value was corrected and nothing tells of which slot. */
  isUndecided: boolean;
}

export interface ValueOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Whether the query corrects what was said before. */
  corrects: boolean;
  /** Whether the whole text may be the answer to the question for a free-text slot. */
  takesWhole: boolean;
  /** Whether the text wishes for the competency, and so may tell what its slots hold anew. */
  wishes?: boolean;
}

/**
 * Reads which values a query gives to the slots of a competency: all of them together, each stretch of the text for
 * one slot at most. What takes a value back, puts another in its place or tells one by the value that is held, is
 * decided by what the slots hold.
 */
export function readValues(
  loaded: LoadedAssistant,
  frame: Frame,
  utterance: Utterance,
  language: Language,
  { asked, corrects, takesWhole, wishes = false }: ValueOptions,
): ValueReading {
  const { competency, slots: held } = frame;
  const filled = new Set(Object.keys(held));
  const found = slotsOf(loaded, competency, utterance, { asked, filled, takesWhole, wishes, corrects });
  const reader = new Reader(loaded, frame, utterance, language, { asked, corrects });
  return reader.read(found);
}

/** Values of a sentence that corrects one of them by another, at most. */
const MOST_BESIDE = 6;
/** Words between a slip of the tongue and what was meant. */
const MOST_OF_A_REPAIR = 4;

class Reader {
  readonly #loaded: LoadedAssistant;
  readonly #slots: readonly CompiledSlot[];
  readonly #held: Readonly<Record<string, SlotValue>>;
  readonly #utterance: Utterance;
  readonly #language: Language;
  readonly #asked: string | null;
  readonly #corrects: boolean;
  /** Where values stand, whatever they are for. */
  #values: readonly Stretch[] = [];

  constructor(
    loaded: LoadedAssistant,
    { competency, slots }: Frame,
    utterance: Utterance,
    language: Language,
    { asked, corrects }: Pick<ValueOptions, 'asked' | 'corrects'>,
  ) {
    this.#loaded = loaded;
    this.#slots = competency.slots;
    this.#held = slots;
    this.#utterance = utterance;
    this.#language = language;
    this.#asked = asked;
    this.#corrects = corrects;
  }

  read(all: readonly FoundSlot[]): ValueReading {
    const reading: ValueReading = { values: [], cleared: [], explained: [], isUndecided: false };
    const corrected = this.#readCorrectedText(reading) ?? this.#readBareDays(reading);
    const found = all.filter(({ candidate }) => corrected === null || !overlap(candidate, corrected));
    const relative = this.#relativeValues(reading);
    const places = this.#places(found).filter(
      (place) =>
        !relative.some((one) => overlap(one, place)) && (corrected === null || !overlap(place, corrected)),
    );
    this.#values = places;
    const marks = marksOf(this.#utterance.text, this.#utterance.words, places, this.#language.change, {
      isHeld: (index) => this.#holders(places[index]).length > 0,
      mayReplace: (one, other) => this.#mayReplace(places[one], places[other]),
      asks: (index) => this.#asksBefore(index),
    });
    for (const [index, mark] of marks.entries()) this.#readMark(mark, places, index, found, reading);
    this.#readRepairs(places, found, reading);
    this.#readBeside(places, reading);
    this.#readRestated(found, reading);
    const taken = [...reading.values.map(({ candidate }) => candidate), ...reading.explained];
    const given = new Set(reading.values.map(({ slot }) => slot));
    for (const one of found) {
      const isMultiple = this.#slots.some(({ name, multiple }) => name === one.slot && multiple);
      if (taken.some((stretch) => overlap(stretch, one.candidate)) || (given.has(one.slot) && !isMultiple))
        continue;
      const isAdded =
        marks.some((mark, index) => mark.isAdded && overlapsAt(places[index], one.candidate)) ||
        this.#goesOnWith(one);
      const corrected = isAdded ? undefined : this.#correctedBy(one);
      if (corrected !== undefined && !given.has(corrected.name)) {
        this.#give(corrected, one.candidate, 'replace', reading);
        given.add(corrected.name);
        continue;
      }
      const way = isAdded
        ? 'add'
        : this.#replacesList(one)
          ? 'replace'
          : one.slot === this.#asked
            ? 'answer'
            : 'mention';
      const candidate = way === 'mention' ? besideHeld(one.candidate, this.#held[one.slot]) : one.candidate;
      reading.values.push({ ...one, candidate, way, changes: this.#changes({ ...one, candidate }) });
    }
    this.#readBareNumber(reading);
    this.#readExchanged(reading);
    const { language } = this.#utterance;
    const values = inOrder(reading.values, this.#slots, this.#held, language, roleNamesOf(this.#language));
    return { ...reading, values: values.sort((a, b) => a.candidate.start - b.candidate.start) };
  }

  /** True where the words before one are a question's alone: "why" of "why not 60"; not "is", which also tells. */
  #asksBefore(index: number): boolean {
    const before = this.#utterance.words
      .slice(0, index)
      .map(({ text }) => text)
      .join(' ');
    const { connecting, sentences } = this.#language;
    return sentences.questions.includes(before) && !connecting.has(before);
  }

  /** Where free text is corrected, which stands nowhere but in the words around it; null where none is. */
  #readCorrectedText(reading: ValueReading): Stretch | null {
    const { assistant } = this.#loaded;
    const { language, text } = this.#utterance;
    const asked = this.#slots.find(({ name }) => name === this.#asked);
    const corrected = correctedText(this.#utterance, this.#language, {
      texts: this.#slots.filter(({ entity, multiple }) => !multiple && isText(assistant, entity)),
      slots: this.#slots,
      held: this.#held,
      asked: asked === undefined || asked.entity === TEXT_ENTITY ? null : asked.name,
      values: this.#slots.flatMap(({ entity }) =>
        this.#loaded
          .recognizerOf(
            entity,
            language,
          )(this.#utterance)
          .filter(({ quality }) => quality === 'exact'),
      ),
    });
    if (corrected === null) return null;
    const { slot, meant, on } = corrected;
    if (meant === null) reading.cleared.push({ slot, on });
    else {
      const raw = text.slice(meant.start, meant.end);
      const candidate: Candidate = { ...meant, value: raw, details: {}, quality: 'exact' };
      const way = Object.hasOwn(this.#held, slot) ? 'replace' : 'answer';
      reading.values.push({ slot, candidate, raw, way, changes: this.#changes({ slot, candidate, raw }) });
    }
    reading.explained.push(on);
    return on;
  }

  /** Where values stand that need no question, the longest of those that overlap, and what was found. */
  #places(found: readonly FoundSlot[]): Stretch[] {
    const { language } = this.#utterance;
    const all = this.#slots.flatMap(({ entity }) =>
      this.#loaded.recognizerOf(entity, language)(this.#utterance),
    );
    const stretches: Stretch[] = [
      ...all.filter(({ quality }) => quality !== 'answer'),
      ...found.map(({ candidate }) => candidate).filter((one) => !this.#isHeldWithin(one)),
    ];
    return longestApart(stretches)
      .map(({ start, end }) => ({ start, end }))
      .sort((a, b) => a.start - b.start);
  }

  /** True of an answer of any text that takes back a value that is held: "not two but three" is no note. */
  #isHeldWithin(answer: Candidate): boolean {
    if (!this.#corrects || !isAnyText(answer)) return false;
    const { start, end } = answer;
    const { language } = this.#utterance;
    return this.#slots.some(({ entity }) =>
      this.#loaded
        .recognizerOf(
          entity,
          language,
        )(this.#utterance)
        .some((one) => one.start >= start && one.end <= end && this.#holders(one).length > 0),
    );
  }

  /** The value of a place for a slot. */
  #candidateFor({ entity }: CompiledSlot, place: Stretch): Candidate | undefined {
    const { language } = this.#utterance;
    return this.#loaded
      .recognizerOf(
        entity,
        language,
      )(this.#utterance)
      .find((candidate) => overlap(candidate, place));
  }

  /** True of a slot that takes all of a place: of "7:30", its 7 is no value by itself. */
  #fits(slot: CompiledSlot, { start, end }: Stretch): boolean {
    const candidate = this.#candidateFor(slot, { start, end });
    return candidate !== undefined && candidate.start <= start && candidate.end >= end;
  }

  /**
   * True of two values that one slot could take, or some of them. Two with units of their own are of one kind, or
   * neither is put in the place of the other: "3 years, and make that 9000 dollars".
   */
  #mayReplace(one: Stretch | undefined, other: Stretch | undefined): boolean {
    if (one === undefined || other === undefined) return false;
    const hasUnits = this.#hasUnit(one) && this.#hasUnit(other);
    return this.#slots.some((slot) =>
      [one, other].every((place) =>
        hasUnits ? this.#fits(slot, place) : this.#candidateFor(slot, place) !== undefined,
      ),
    );
  }

  /** True of a place that a slot takes all of, and that is more than a number. */
  #hasUnit(place: Stretch): boolean {
    const { language } = this.#utterance;
    const numbers = this.#loaded.recognizerOf('number', language)(this.#utterance);
    const isNumber = numbers.some(({ start, end }) => start <= place.start && end >= place.end);
    return !isNumber && this.#slots.some((slot) => this.#fits(slot, place));
  }

  /** The slots that hold the value of a place. */
  #holders(place: Stretch | undefined): CompiledSlot[] {
    if (place === undefined) return [];
    return this.#slots.filter((slot) => {
      const candidate = this.#candidateFor(slot, place);
      return (
        candidate !== undefined &&
        candidate.start <= place.start &&
        candidate.end >= place.end &&
        valuesOf(this.#held[slot.name]).some((value) => value === candidate.value)
      );
    });
  }

  #changes({ slot, candidate }: FoundSlot): boolean {
    const held = Object.hasOwn(this.#held, slot) ? this.#held[slot] : undefined;
    return held === undefined || !valuesOf(held).some((value) => value === candidate.value);
  }

  /**
   * "Sorry, December 5", where nobody asked for a day: the slot that holds a day is meant rather than an empty one,
   * unless words speak for that.
   */
  #correctedBy({ slot: name, candidate }: FoundSlot): CompiledSlot | undefined {
    if (!this.#corrects || Object.hasOwn(this.#held, name)) return undefined;
    // "Sorry, make that 4": what only an answer could make a day of is rather for the number that is held.
    if (name === this.#asked && candidate.quality !== 'answer' && !this.#correctsTwice()) return undefined;
    const slot = this.#slots.find((one) => one.name === name);
    const fits = this.#slots.filter(
      (one) => one === slot || this.#candidateFor(one, candidate) !== undefined,
    );
    if (slot === undefined || slotsNamed(fits, candidate, this.#utterance).includes(name)) return undefined;
    if (this.#named(fits, candidate) === slot) return undefined;
    const instead = this.#slotInstead(candidate);
    // "Only one person" is for no day, though the first would be an answer where one is asked for.
    const isAnswer = instead !== undefined && this.#candidateFor(instead, candidate)?.quality === 'answer';
    return isAnswer ? undefined : instead;
  }

  /** True of what says twice that something was wrong: "rubbish, tomorrow I mean" is no answer to what is asked. */
  #correctsTwice(): boolean {
    const { words } = this.#utterance;
    const { repair } = this.#language.change;
    const first = openingRepair(this.#utterance);
    return first > 0 && words.some((_, at) => at >= first && phraseAt(words, at, repair) > 0);
  }

  /** "Oh and a lamp", beside what a list holds. */
  #goesOnWith({ slot: name }: FoundSlot): boolean {
    const slot = this.#slots.find((one) => one.name === name);
    return (
      slot?.multiple === true &&
      Object.hasOwn(this.#held, name) &&
      !this.#corrects &&
      leadingWords(this.#utterance.words, this.#language) > 0
    );
  }

  /** "Make that Portugal and Spain": a list that is corrected is said anew. */
  #replacesList({ slot }: FoundSlot): boolean {
    const held = Object.hasOwn(this.#held, slot) ? this.#held[slot] : undefined;
    return this.#corrects && (held?.more?.length ?? 0) > 0;
  }

  #readMark(
    mark: Mark,
    places: readonly Stretch[],
    index: number,
    found: readonly FoundSlot[],
    reading: ValueReading,
  ): void {
    const place = places[index];
    if (place === undefined) return;
    if (mark.replaces !== null) {
      const old = places[mark.replaces];
      const slot = this.#slotOfReplaced(place, old, found);
      if (old !== undefined) reading.explained.push(old);
      if (slot === undefined) {
        const [holder] = this.#holders(old);
        if (holder === undefined) return;
        // "Not 10:30 but 11": what is no value of its kind is for no other slot.
        reading.explained.push(place);
        reading.cleared.push({ slot: holder.name, on: place });
      } else if (slot === null) {
        reading.explained.push(place);
        reading.isUndecided = true;
      } else this.#give(slot, place, 'replace', reading);
    } else if (mark.isDenied) {
      reading.explained.push(place);
      const [slot, ...others] = this.#holders(place);
      if (slot !== undefined && others.length === 0) reading.cleared.push({ slot: slot.name, on: place });
    } else if (mark.isInstead) {
      const slot = this.#slotInstead(place);
      if (slot !== undefined) this.#give(slot, place, 'replace', reading);
    }
  }

  #give(slot: CompiledSlot, place: Stretch, way: SetWay, reading: ValueReading): void {
    const candidate = this.#candidateFor(slot, place);
    if (candidate !== undefined) this.#put(slot, candidate, way, reading);
  }

  #put({ name }: CompiledSlot, candidate: Candidate, way: SetWay, reading: ValueReading): void {
    const raw = this.#utterance.text.slice(candidate.start, candidate.end);
    const value = { slot: name, candidate: besideHeld(candidate, this.#held[name]), raw };
    reading.values.push({ ...value, way, changes: this.#changes(value) });
  }

  /**
   * The slot of a value that is meant instead of another: the one that holds the other, else the one that the other
   * would have gone to. Null where several hold it and nothing tells which; undefined where it is like any other value.
   */
  #slotOfReplaced(
    place: Stretch,
    old: Stretch | undefined,
    found: readonly FoundSlot[],
  ): CompiledSlot | null | undefined {
    const fits = (slot: CompiledSlot) => this.#fits(slot, place);
    const holding = this.#holders(old).filter(fits);
    if (holding.length === 1) return holding[0];
    if (holding.length > 1) return this.#named(holding, place, old) ?? null;
    const asked = this.#slots.find((slot) => slot.name === this.#asked && fits(slot));
    if (asked !== undefined && this.#holders(old).length === 0) return asked;
    const goesTo = (stretch: Stretch | undefined) =>
      stretch && found.find(({ candidate }) => overlap(candidate, stretch))?.slot;
    const name = goesTo(old) ?? goesTo(place);
    return this.#slots.find((slot) => slot.name === name && fits(slot));
  }

  /** "Monday instead": the slot that holds a value of its kind. */
  #slotInstead(place: Stretch): CompiledSlot | undefined {
    const filled = this.#slots.filter(
      (slot) => Object.hasOwn(this.#held, slot.name) && this.#candidateFor(slot, place) !== undefined,
    );
    if (filled.length === 1) return filled[0];
    const sure = filled.filter(
      (slot) => this.#fits(slot, place) && this.#candidateFor(slot, place)?.quality === 'exact',
    );
    return this.#named(filled, place) ?? (sure.length === 1 ? sure[0] : undefined);
  }

  /** The one of some slots that the words beside a value speak for most. */
  #named(
    slots: readonly CompiledSlot[],
    ...places: readonly (Stretch | undefined)[]
  ): CompiledSlot | undefined {
    for (const place of places) {
      if (place === undefined) continue;
      const others = this.#values.filter((one) => !overlap(one, place));
      const scores = roleScores(place, this.#utterance.words, others, this.#language.roles, (word) =>
        isSmallBeside(this.#language, word),
      );
      if (scores === null) continue;
      const scored = slots.map((slot) => {
        const role = roleOf(slot, this.#utterance.language, roleNamesOf(this.#language));
        return { slot, score: role === null ? 0 : (scores.get(role) ?? 0) };
      });
      const [best, second] = scored.sort((a, b) => b.score - a.score);
      if (best !== undefined && best.score > 0 && best.score > (second?.score ?? 0)) return best.slot;
    }
    return undefined;
  }

  /** Values that are told by how far they are from what a slot holds. */
  #relativeValues(reading: ValueReading): RelativeValue[] {
    const { words, language } = this.#utterance;
    const of = (entity: string) => this.#loaded.recognizerOf(entity, language)(this.#utterance);
    const relative = relativeValues(
      words,
      { numbers: of('number'), durations: of('duration') },
      this.#language.relative,
      (word) => this.#language.people.nouns.has(word),
    );
    const dates = of('date').filter(({ quality }) => quality === 'exact');
    return relative.filter((one) => {
      // "The day after tomorrow" and "in two days" are days by themselves.
      if (dates.some((date) => overlap(date, one) && date.end - date.start > one.end - one.start))
        return false;
      const target = this.#targetOf(one);
      if (target === undefined) return false;
      const { slot, from } = target;
      const moved = movedBy(from, one);
      if (moved === null) return false;
      const candidate: Candidate = { ...moved, start: one.start, end: one.end, quality: 'exact' };
      const raw = this.#utterance.text.slice(one.start, one.end);
      reading.values.push({ slot: slot.name, candidate, raw, way: 'relative', changes: true });
      return true;
    });
  }

  /** Which slot a relative value is for, and from which value it counts. */
  #targetOf(relative: RelativeValue): { slot: CompiledSlot; from: SlotValue } | undefined {
    const isNumber = relative.by !== undefined;
    const isMoved = ({ entity }: CompiledSlot) => traitsOf(entity)[isNumber ? 'isAmount' : 'isMoment'];
    const filled = this.#slots.flatMap((slot) => {
      const from = Object.hasOwn(this.#held, slot.name) ? this.#held[slot.name] : undefined;
      return from !== undefined && isMoved(slot) && movedBy(from, relative) !== null ? [{ slot, from }] : [];
    });
    const asked = this.#slots.find(({ name }) => name === this.#asked);
    if (asked !== undefined && isMoved(asked) && !isNumber) {
      const from = filled.find(({ slot }) => slot.entity === asked.entity)?.from;
      if (from !== undefined) return { slot: asked, from };
    }
    const named = this.#named(this.#slots.filter(isMoved), relative);
    // "Till the day after": of the end, which is empty, counted from the beginning.
    const counted = isNumber ? undefined : filled.find(({ slot }) => slot.entity === named?.entity)?.from;
    if (named !== undefined && !Object.hasOwn(this.#held, named.name) && counted !== undefined)
      return { slot: named, from: counted };
    return (
      filled.find(({ slot }) => slot === named) ??
      (filled.length > 0 && !isNumber ? filled[0] : filled.length === 1 ? filled[0] : undefined)
    );
  }

  /**
   * A value that no slot is left for, close behind one that a slot takes, is what was meant: people correct themselves
   * with any word or none.
   */
  #readRepairs(places: readonly Stretch[], found: readonly FoundSlot[], reading: ValueReading): void {
    const { words } = this.#utterance;
    const joining = this.#language.sentences.joining;
    const isRead = (place: Stretch) =>
      found.some(({ candidate }) => overlap(candidate, place)) ||
      reading.values.some(({ candidate }) => overlap(candidate, place)) ||
      reading.explained.some((one) => overlap(one, place));
    for (const [index, place] of places.entries()) {
      const before = places[index - 1];
      const owner = before && found.find(({ candidate }) => overlap(candidate, before));
      if (before === undefined || owner === undefined || isRead(place)) continue;
      const slot = this.#slots.find(({ name, multiple }) => name === owner.slot && !multiple);
      const meant = slot && this.#candidateFor(slot, place);
      if (slot === undefined || meant === undefined || this.#isOne(meant)) continue;
      const between = words.filter(({ start, end }) => start >= before.end && end <= place.start);
      const [first] = between;
      const last = between.at(-1);
      const isApart =
        first !== undefined &&
        last !== undefined &&
        isSetApart(this.#utterance.text.slice(before.end, first.start)) &&
        between.length <= MOST_OF_A_REPAIR;
      // "60 dollars on the 3rd": a bare number that only follows is no slip of the tongue.
      const isSmall =
        (meant.quality === 'exact' || owner.candidate.quality !== 'exact') &&
        between.every(({ text }) => this.#language.connecting.has(text));
      if (!(isApart || isSmall) || between.some(({ text }) => joining.includes(text))) continue;
      if (isApart && !isSmall && !this.#isSetOff(between, place)) continue;
      reading.explained.push(before);
      this.#give(slot, place, 'replace', reading);
    }
  }

  /**
   * A value beside the one that is held takes its place: "hamburg, berlin is too far", "why Rome? I am going to Milan".
   * Not where it is the answer to what is asked, or words speak for another slot.
   */
  #readBeside(places: readonly Stretch[], reading: ValueReading): void {
    const isRead = (place: Stretch) =>
      reading.values.some(({ candidate }) => overlap(candidate, place)) ||
      reading.explained.some((one) => overlap(one, place));
    const free = places.filter((place) => !isRead(place));
    // Nobody corrects one of dozens without a word for it.
    if (free.length > MOST_BESIDE) return;
    for (const old of free) {
      const [slot, ...others] = this.#holders(old);
      if (slot === undefined || slot.multiple || others.length > 0) continue;
      const rest = free.filter((place) => place !== old && this.#candidateFor(slot, place) !== undefined);
      const [meant] = rest;
      if (meant === undefined || rest.length > 1 || this.#holders(meant).length > 0) continue;
      if (this.#candidateFor(slot, meant)?.quality !== 'exact') continue;
      const rivals = this.#slots.filter((one) => this.#candidateFor(one, meant) !== undefined);
      const asked = rivals.find(({ name }) => name === this.#asked);
      if (asked !== undefined && !Object.hasOwn(this.#held, asked.name)) continue;
      const named = this.#named(rivals, meant) ?? slot;
      const toldAgain = this.#named(rivals, old);
      if (named !== slot || (toldAgain === slot && rivals.length > 1)) continue;
      reading.explained.push(old);
      this.#give(slot, meant, 'replace', reading);
    }
  }

  /** "9.30, we're slow in the mornings": what answered the question, said anew where nothing is asked. */
  #readRestated(found: readonly FoundSlot[], reading: ValueReading): void {
    if (this.#asked !== null) return;
    const { language } = this.#utterance;
    for (const slot of this.#slots) {
      if (!Object.hasOwn(this.#held, slot.name) || slot.multiple) continue;
      const [answer] = this.#loaded
        .recognizerOf(
          slot.entity,
          language,
        )(this.#utterance)
        .filter(({ quality }) => quality === 'answer');
      if (answer === undefined || !isWholeClause(answer, this.#utterance)) continue;
      // "That one, yes".
      const own = this.#utterance.words.filter((word) => overlap(word, answer));
      if (own.every(({ text }) => this.#language.connecting.has(text))) continue;
      const isRead = [...reading.values, ...found].some(
        (one) => one.slot === slot.name || overlap(one.candidate, answer),
      );
      if (!isRead) this.#give(slot, answer, 'replace', reading);
    }
  }

  /** "Is 3 possible instead of 4", where no slot takes numbers and 4 pm is held. */
  #readBareNumber(reading: ValueReading): void {
    if (!this.#corrects || this.#asked !== null || reading.values.length > 0 || reading.isUndecided) return;
    const { language } = this.#utterance;
    const recognizerOf = (entity: string) => this.#loaded.recognizerOf(entity, language);
    const instead = numberInstead(
      this.#slots,
      this.#held,
      recognizerOf,
      this.#utterance,
      this.#language.change,
    );
    if (instead !== null) this.#put(instead.slot, instead.candidate, 'replace', reading);
  }

  /** "Make that 21 to 28", of the days of a journey; null where nothing of the kind is said. */
  #readBareDays(reading: ValueReading): Stretch | null {
    if (!this.#corrects) return null;
    const { language } = this.#utterance;
    const recognizeDays = this.#loaded.recognizerOf('date', language);
    const days = daysInstead(this.#slots, this.#held, recognizeDays, this.#utterance, this.#language);
    for (const { slot, candidate } of days) this.#put(slot, candidate, 'replace', reading);
    return days.length === 0 ? null : union(days.map(({ candidate }) => candidate));
  }

  /** True of "one" in letters, which is a pronoun in "make it three, one stays with my mum". */
  #isOne({ start, end, value }: Candidate): boolean {
    return typeof value === 'number' && isLoneOne({ start, end, value }, this.#utterance);
  }

  /** True of words that are set off from what follows by a mark, but for small ones: ", uh, on Thursday". */
  #isSetOff(between: readonly Word[], place: Stretch): boolean {
    const { text } = this.#utterance;
    return between.some((word, index) => {
      const rest = between.slice(index + 1);
      const next = rest[0]?.start ?? place.start;
      return (
        isSetApart(text.slice(word.end, next)) &&
        rest.every(({ text: one }) => this.#language.connecting.has(one))
      );
    });
  }

  /** Values that no word of theirs is said of: what two slots exchange, and the other one of two. */
  #readExchanged(reading: ValueReading): void {
    // "Swap those two" counts what is exchanged.
    if (reading.values.some(({ candidate }) => candidate.value !== 2)) return;
    const exchanged = swapped(this.#slots, this.#held, this.#utterance, this.#language);
    if (exchanged.length > 0) reading.values.length = 0;
    if (reading.values.length > 0) return;
    const { assistant } = this.#loaded;
    const other = otherOfTwo(assistant, this.#slots, this.#held, this.#utterance, this.#language);
    const given = exchanged.length > 0 || other === null ? exchanged : [other];
    reading.values.push(...given.map((value) => ({ ...value, way: 'replace' as const, changes: true })));
  }
}

/**
 * A value as it is meant beside the one that it replaces: a bare number in its currency, "the 19th" in its month, "half
 * six" in its half of the day.
 */
function besideHeld(candidate: Candidate, held: SlotValue | undefined): Candidate {
  if (held === undefined) return candidate;
  if (candidate.quality === 'weak' && held.details.currency !== undefined)
    return { ...candidate, details: held.details };
  const { value, alternatives: [other] = [] } = candidate;
  const [minute, otherMinute, heldMinute] = [value, other?.value, held.value].map(minuteOf);
  if (other !== undefined && minute != null && otherMinute != null && heldMinute != null) {
    const isNearer = Math.abs(otherMinute - heldMinute) < Math.abs(minute - heldMinute);
    return isNearer
      ? { ...candidate, ...other, alternatives: [{ value, details: candidate.details }] }
      : candidate;
  }
  if (!isDay(value) || !isDay(other?.value) || !isDay(held.value)) return candidate;
  // A bare day of the month may be that of the next month or of the last.
  const isOfAnyMonth =
    value.slice(8) === other.value.slice(8) && value.slice(5, 7) !== other.value.slice(5, 7);
  const inMonth = held.value.slice(0, 8) + value.slice(8);
  return isOfAnyMonth && inMonth > value && dayOfIso(inMonth) !== null
    ? { ...candidate, value: inMonth }
    : candidate;
}

/** True of signs that set a slip of the tongue apart; many type a hyphen for a dash. */
const isSetApart = (signs: string): boolean => hasPause(signs) || signs.includes('-');

const minuteOf = (value: unknown): number | null => (typeof value === 'string' ? minuteOfIso(value) : null);

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

const overlapsAt = (place: Stretch | undefined, candidate: Stretch): boolean =>
  place !== undefined && overlap(place, candidate);

const valuesOf = (held: SlotValue | undefined): unknown[] =>
  held === undefined ? [] : [held.value, ...(held.more ?? []).map(({ value }) => value)];
