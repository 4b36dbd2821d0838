import type { CompiledSlot } from '../../assistant.ts';
import { TEXT_ENTITY } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import type { LoadedAssistant } from '../../load.ts';
import { longestApart, overlap, type Stretch, union } from '../../text/stretch.ts';
import { phraseAt } from '../../text/words.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { leadingWords } from '../leading-words.ts';
import type { Frame } from '../view.ts';
import { daysInstead, numberInstead } from './bare-numbers.ts';
import { besideHeld } from './beside-held.ts';
import { correctedText } from './corrected-text.ts';
import type { FoundSlot } from './find-slots.ts';
import { inOrder } from './in-order.ts';
import { type Mark, marksOf } from './marks.ts';
import { openingRepair } from './opening-repair.ts';
import { otherOfTwo } from './other-of-two.ts';
import { readRelative } from './relative-slots.ts';
import { SlotPlaces } from './slot-places.ts';
import { isText, slotsOf } from './slots-of.ts';
import { slotsNamed } from './surroundings.ts';
import { swapped } from './swapped.ts';
import { readBeside, readRepairs, readRestated } from './unmarked.ts';
import { ValueDraft, type ValueReading } from './value-draft.ts';

export type { ReadValue, ValueReading } from './value-draft.ts';

export interface ValueOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** True if the query corrects what was said before. */
  corrects: boolean;
  /** True if the whole text may be the answer to the question for a free-text slot. */
  takesWhole: boolean;
  /** True if the text wishes for the competency, and so may give its filled slots new values. */
  wishes?: boolean;
}

/**
 * Reads which values a query gives to the slots of a competency: all of them together, each stretch of the text for
 * one slot at most. The values that the slots hold decide what takes a value back, replaces one or counts from one.
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
  const slotValues = slotsOf(loaded, competency, utterance, { asked, filled, takesWhole, wishes, corrects });
  const places = new SlotPlaces(loaded, frame, utterance, language);
  return new Reader(loaded, places, { asked, corrects }).read(slotValues);
}

class Reader {
  readonly #loaded: LoadedAssistant;
  readonly #places: SlotPlaces;
  readonly #draft: ValueDraft;
  readonly #asked: string | null;
  readonly #corrects: boolean;

  constructor(
    loaded: LoadedAssistant,
    places: SlotPlaces,
    { asked, corrects }: Pick<ValueOptions, 'asked' | 'corrects'>,
  ) {
    this.#loaded = loaded;
    this.#places = places;
    this.#draft = new ValueDraft(places);
    this.#asked = asked;
    this.#corrects = corrects;
  }

  read(all: readonly FoundSlot[]): ValueReading {
    const draft = this.#draft;
    const places = this.#places;
    const corrected = this.#readCorrectedText() ?? this.#readBareDays();
    const slotValues = all.filter(({ candidate }) => corrected === null || !overlap(candidate, corrected));
    const relative = readRelative(places, this.#asked, draft);
    places.values = this.#placesOfValues(slotValues).filter(
      (place) =>
        !relative.some((value) => overlap(value, place)) &&
        (corrected === null || !overlap(place, corrected)),
    );
    const marks = this.#marks();
    for (const [index, mark] of marks.entries()) this.#readMark(mark, places.values[index], slotValues);
    readRepairs(places, slotValues, draft);
    readBeside(places, this.#asked, draft);
    if (this.#asked === null) readRestated(places, slotValues, draft);
    const added = places.values.filter((_, index) => marks[index]?.isAdded);
    this.#readPlain(slotValues, added);
    this.#readBareNumber();
    this.#readExchanged();
    const values = inOrder(draft.values, places.slots, places.held, places.language);
    return {
      values: values.sort((a, b) => a.candidate.start - b.candidate.start),
      cleared: draft.cleared,
      explained: draft.explained,
      isUndecided: draft.isUndecided,
    };
  }

  /** The part that each value plays in its sentence. */
  #marks(): Mark[] {
    const { utterance, language, values } = this.#places;
    return marksOf(utterance.text, utterance.words, values, language.change, {
      isHeld: (index) => this.#places.holders(values[index]).length > 0,
      mayReplace: (index, replaced) => this.#places.mayReplace(values[index], values[replaced]),
      asks: (index) => this.#asksBefore(index),
    });
  }

  /** True if the words before one are a question's alone: "why" of "why not 60"; not "is", which also tells. */
  #asksBefore(index: number): boolean {
    const { utterance, language } = this.#places;
    const before = utterance.words
      .slice(0, index)
      .map(({ text }) => text)
      .join(' ');
    return language.sentences.questions.includes(before) && !language.connecting.has(before);
  }

  /** The places of values that need no question, and of those found for slots; the longest of those that overlap. */
  #placesOfValues(slotValues: readonly FoundSlot[]): Stretch[] {
    const all = this.#places.slots.flatMap(({ entity }) => this.#places.recognized(entity));
    const stretches: Stretch[] = [
      ...all.filter(({ quality }) => quality !== 'answer'),
      ...slotValues.map(({ candidate }) => candidate).filter((candidate) => !this.#isHeldWithin(candidate)),
    ];
    return longestApart(stretches)
      .map(({ start, end }) => ({ start, end }))
      .sort((a, b) => a.start - b.start);
  }

  /** True if a free-text answer has a held value in it, which it takes back: "not two but three" is no note. */
  #isHeldWithin(answer: Candidate): boolean {
    if (!this.#corrects || !isAnyText(answer)) return false;
    const { start, end } = answer;
    const places = this.#places;
    return places.slots.some(({ entity }) =>
      places
        .recognized(entity)
        .some((value) => value.start >= start && value.end <= end && places.holders(value).length > 0),
    );
  }

  /** Reads a correction of free text, which only the words around it tell; null if there is none. */
  #readCorrectedText(): Stretch | null {
    const { assistant } = this.#loaded;
    const { slots, held, utterance, language } = this.#places;
    const asked = this.#places.slotCalled(this.#asked);
    const corrected = correctedText(utterance, language, {
      texts: slots.filter(({ entity, multiple }) => !multiple && isText(assistant, entity)),
      slots,
      held,
      asked: asked === undefined || asked.entity === TEXT_ENTITY ? null : asked.name,
      values: slots.flatMap(({ entity }) =>
        this.#places.recognized(entity).filter(({ quality }) => quality === 'exact'),
      ),
    });
    if (corrected === null) return null;
    const { slot, replacement, on } = corrected;
    if (replacement === null) this.#draft.cleared.push({ slot, on });
    else {
      const raw = utterance.text.slice(replacement.start, replacement.end);
      const candidate: Candidate = { ...replacement, value: raw, details: {}, quality: 'exact' };
      this.#draft.add({ slot, candidate, raw }, Object.hasOwn(held, slot) ? 'replace' : 'answer');
    }
    this.#draft.explained.push(on);
    return on;
  }

  /** "Make that 21 to 28", of the days of a journey; null if nothing of the kind is said. */
  #readBareDays(): Stretch | null {
    if (!this.#corrects) return null;
    const { slots, held, utterance, language } = this.#places;
    const recognizeDays = this.#loaded.recognizerOf('date', utterance.language);
    const days = daysInstead(slots, held, recognizeDays, utterance, language);
    for (const { slot, candidate } of days) this.#draft.put(slot, candidate, 'replace');
    return days.length === 0 ? null : union(days.map(({ candidate }) => candidate));
  }

  /** Reads a value that the sentence denies, or that replaces another. */
  #readMark(mark: Mark, place: Stretch | undefined, slotValues: readonly FoundSlot[]): void {
    if (place === undefined) return;
    if (mark.replaces !== null) this.#readReplacement(place, this.#places.values[mark.replaces], slotValues);
    else if (mark.isDenied) {
      this.#draft.explained.push(place);
      const [slot, ...moreHolders] = this.#places.holders(place);
      if (slot !== undefined && moreHolders.length === 0)
        this.#draft.cleared.push({ slot: slot.name, on: place });
    } else if (mark.isInstead) {
      const slot = this.#places.slotInstead(place);
      if (slot !== undefined) this.#draft.give(slot, place, 'replace');
    }
  }

  #readReplacement(place: Stretch, old: Stretch | undefined, slotValues: readonly FoundSlot[]): void {
    const draft = this.#draft;
    const slot = this.#slotOfReplaced(place, old, slotValues);
    if (old !== undefined) draft.explained.push(old);
    if (slot === undefined) {
      const [holder] = this.#places.holders(old);
      if (holder === undefined) return;
      // "Not 10:30 but 11": what is no value of its kind is for no other slot.
      draft.explained.push(place);
      draft.cleared.push({ slot: holder.name, on: place });
    } else if (slot === null) {
      draft.explained.push(place);
      draft.isUndecided = true;
    } else draft.give(slot, place, 'replace');
  }

  /**
   * The slot of a replacement: the one that holds the replaced value, else the one that this would have gone to. Null if
   * several hold it and nothing tells which; undefined if the replacement is read like any other value.
   */
  #slotOfReplaced(
    place: Stretch,
    old: Stretch | undefined,
    slotValues: readonly FoundSlot[],
  ): CompiledSlot | null | undefined {
    const places = this.#places;
    const fits = (slot: CompiledSlot) => places.fits(slot, place);
    const holders = places.holders(old);
    const holding = holders.filter(fits);
    if (holding.length === 1) return holding[0];
    if (holding.length > 1) return places.named(holding, place, old) ?? null;
    const asked = places.slots.find((slot) => slot.name === this.#asked && fits(slot));
    if (asked !== undefined && holders.length === 0) return asked;
    const goesTo = (stretch: Stretch | undefined) =>
      stretch && slotValues.find(({ candidate }) => overlap(candidate, stretch))?.slot;
    const name = goesTo(old) ?? goesTo(place);
    return places.slots.find((slot) => slot.name === name && fits(slot));
  }

  /**
   * Gives each value that no earlier step has read to the slot that it was found for.
   * @param added the places of values that the sentence adds to others
   */
  #readPlain(slotValues: readonly FoundSlot[], added: readonly Stretch[]): void {
    const draft = this.#draft;
    const { slots, held } = this.#places;
    const taken = [...draft.values.map(({ candidate }) => candidate), ...draft.explained];
    const given = new Set(draft.values.map(({ slot }) => slot));
    for (const value of slotValues) {
      const { slot, candidate } = value;
      const isMultiple = slots.some(({ name, multiple }) => name === slot && multiple);
      if (taken.some((stretch) => overlap(stretch, candidate)) || (given.has(slot) && !isMultiple)) continue;
      const isAdded = added.some((place) => overlap(place, candidate)) || this.#goesOnWith(slot);
      const corrected = isAdded ? undefined : this.#correctedBy(value);
      if (corrected !== undefined && !given.has(corrected.name)) {
        draft.give(corrected, candidate, 'replace');
        given.add(corrected.name);
      } else if (isAdded) draft.add(value, 'add');
      else if (this.#replacesList(slot)) draft.add(value, 'replace');
      else if (slot === this.#asked) draft.add(value, 'answer');
      else draft.add({ ...value, candidate: besideHeld(candidate, held[slot]) }, 'mention');
    }
  }

  /**
   * "Sorry, December 5", where nobody asked for a day: the slot that holds a day is meant rather than an empty one,
   * unless words speak for that.
   */
  #correctedBy({ slot: name, candidate }: FoundSlot): CompiledSlot | undefined {
    const places = this.#places;
    if (!this.#corrects || Object.hasOwn(places.held, name)) return undefined;
    // "Sorry, make that 4": what only an answer could make a day of is rather for the number that is held.
    if (name === this.#asked && candidate.quality !== 'answer' && !this.#correctsTwice()) return undefined;
    const slot = places.slotCalled(name);
    const fits = places.slots.filter(
      (rival) => rival === slot || places.candidateFor(rival, candidate) !== undefined,
    );
    if (slot === undefined || slotsNamed(fits, candidate, places.utterance).includes(name)) return undefined;
    if (places.named(fits, candidate) === slot) return undefined;
    const instead = places.slotInstead(candidate);
    // "Only one person" is for no day, though the first would be an answer where one is asked for.
    const isAnswer = instead !== undefined && places.candidateFor(instead, candidate)?.quality === 'answer';
    return isAnswer ? undefined : instead;
  }

  /** True if the query says twice that something was wrong: "rubbish, tomorrow I mean" answers no question. */
  #correctsTwice(): boolean {
    const { utterance, language } = this.#places;
    const { words } = utterance;
    const { repair } = language.change;
    const first = openingRepair(utterance);
    return first > 0 && words.some((_, at) => at >= first && phraseAt(words, at, repair) > 0);
  }

  /** "Oh and a lamp", beside what a list holds. */
  #goesOnWith(name: string): boolean {
    const { held, utterance, language } = this.#places;
    return (
      this.#places.slotCalled(name)?.multiple === true &&
      Object.hasOwn(held, name) &&
      !this.#corrects &&
      leadingWords(utterance.words, language) > 0
    );
  }

  /** "Make that Portugal and Spain": a list that is corrected is said anew. */
  #replacesList(name: string): boolean {
    return this.#corrects && (this.#places.heldBy(name)?.more?.length ?? 0) > 0;
  }

  /** "Is 3 possible instead of 4", where no slot takes numbers and 4 pm is held. */
  #readBareNumber(): void {
    const draft = this.#draft;
    if (!this.#corrects || this.#asked !== null || draft.values.length > 0 || draft.isUndecided) return;
    const { slots, held, utterance, language } = this.#places;
    const recognizerOf = (entity: string) => this.#loaded.recognizerOf(entity, utterance.language);
    const instead = numberInstead(slots, held, recognizerOf, utterance, language.change);
    if (instead !== null) draft.put(instead.slot, instead.candidate, 'replace');
  }

  /** Reads two slots that exchange their values, and the other value of two: no words of the query name these. */
  #readExchanged(): void {
    const { values } = this.#draft;
    // "Swap those two" counts what is exchanged.
    if (values.some(({ candidate }) => candidate.value !== 2)) return;
    const { slots, held, utterance, language } = this.#places;
    const exchanged = swapped(slots, held, utterance, language);
    if (exchanged.length > 0) values.length = 0;
    if (values.length > 0) return;
    const otherValue = otherOfTwo(this.#loaded.assistant, slots, held, utterance, language);
    const given = exchanged.length > 0 || otherValue === null ? exchanged : [otherValue];
    values.push(...given.map((value) => ({ ...value, way: 'replace' as const, changes: true })));
  }
}
