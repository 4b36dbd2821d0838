import {
  type CompiledCompetency,
  type CompiledSlot,
  entityNamed,
  hasValues,
  valueNames,
  valuesListed,
} from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/languages.ts';
import type { LoadedAssistant } from '../../load.ts';
import { contains, overlap, type Stretch } from '../../text/stretch.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, MOST_VALUES, type Utterance, withText } from '../../values/recognizer.ts';
import { isOneErrorAway } from '../../values/spellings.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { heldIn, type SlotValue } from '../view.ts';
import { namedSlots } from './named-slots.ts';
import { countsOwn } from './ones.ts';
import { roleOf, roleScores } from './roles.ts';

/** What the conversation expects of a text. */
export interface Situation {
  /** The slot the open question asks for, or null. */
  asked: string | null;
  /** True if the last answer to the open question was refused or not understood. */
  isAskedAgain?: boolean;
  /** True if the text corrects an earlier statement, so it may change filled slots. */
  corrects?: boolean;
  /** True if the whole text may answer a free-text question. */
  takesWhole?: boolean;
  /** True if the text requests the competency, so it may change filled slots. */
  wishes?: boolean;
}

/** A competency, and what its slots hold. */
export interface Held {
  competency: Pick<CompiledCompetency, 'name' | 'slots'>;
  slots: Readonly<Record<string, SlotValue>>;
}

/** A value that the query gives to a slot. */
export interface FoundSlot {
  slot: string;
  candidate: Candidate;
  /** The user's own words: the query from `candidate.start` to `candidate.end`. */
  raw: string;
}

/** True if a fuzzily matched word is a different known word: “Iceland” is not “Ireland”. */
function isAnotherWord(
  { start, end, value }: Candidate,
  name: string,
  { text, language }: Utterance,
  { assistant, classifiers }: LoadedAssistant,
): boolean {
  const typed = plainWordsIn(text.slice(start, end), language);
  const entity = entityNamed(assistant, name);
  const nearest = (entity ? valueNames(entity, String(value), language) : [])
    .map((known) => plainWordsIn(known, language))
    .find((known) => isOneErrorAway(known, typed));
  const isWord = classifiers.get(language)?.knows?.(typed) ?? false;
  // Inflections still match: “saving” for “savings”.
  return nearest !== undefined && isWord && typed.slice(0, -1) !== nearest.slice(0, typed.length - 1);
}

/**
 * The table of a text's values: by entity, what its recogniser reads, and by slot, what it holds. Every step that reads
 * values for a competency reads them here.
 */
export class ValueTable {
  readonly loaded: LoadedAssistant;
  readonly frame: Held;
  readonly utterance: Utterance;
  readonly situation: Situation;
  readonly language: Language;
  readonly slots: readonly CompiledSlot[];
  readonly held: Readonly<Record<string, SlotValue>>;
  readonly asked: string | null;
  /** The stretches of all values, if known. Words beyond a neighbouring value belong to the neighbour. */
  readonly values: readonly Stretch[];
  /** By entity, its values in the text. */
  readonly #recognized = new Map<string, readonly Candidate[]>();
  #mentioned: readonly { slot: CompiledSlot; on: Stretch }[] | undefined;

  constructor(
    loaded: LoadedAssistant,
    frame: Held,
    utterance: Utterance,
    situation: Situation,
    values: readonly Stretch[] = [],
  ) {
    this.loaded = loaded;
    this.frame = frame;
    this.utterance = utterance;
    this.situation = situation;
    this.language = languageOf(utterance.language);
    this.slots = frame.competency.slots;
    this.held = frame.slots;
    this.asked = situation.asked;
    this.values = values;
  }

  /** A copy that knows the stretches of all values. */
  withValues(values: readonly Stretch[]): ValueTable {
    return new ValueTable(this.loaded, this.frame, this.utterance, this.situation, values);
  }

  slotCalled(name: string | null): CompiledSlot | undefined {
    return this.slots.find((slot) => slot.name === name);
  }

  heldBy(name: string): SlotValue | undefined {
    return heldIn(this.held, name);
  }

  /** The slots that the text mentions by name, and where. */
  get mentioned(): readonly { slot: CompiledSlot; on: Stretch }[] {
    this.#mentioned ??= namedSlots(this.frame, this.utterance, this.utterance.language);
    return this.#mentioned;
  }

  isFilled(name: string): boolean {
    return Object.hasOwn(this.held, name);
  }

  /** The values of an entity, in the text or in a part of it. */
  recognized(entity: string, utterance: Utterance = this.utterance): readonly Candidate[] {
    if (utterance === this.utterance) {
      const known = this.#recognized.get(entity) ?? this.#read(entity, utterance);
      this.#recognized.set(entity, known);
      return known;
    }
    return this.#read(entity, utterance);
  }

  #read(entity: string, utterance: Utterance): readonly Candidate[] {
    const read = this.loaded.recognizerOf(entity, utterance.language)(utterance);
    const isMeant = (value: Candidate) =>
      value.quality !== 'fuzzy' || !isAnotherWord(value, entity, utterance, this.loaded);
    const all = read.every(isMeant) ? read : read.filter(isMeant);
    return all.length > MOST_VALUES ? all.slice(0, MOST_VALUES) : all;
  }

  /** The values of an entity as written. */
  exact(entity: string, utterance?: Utterance): Candidate[] {
    return this.recognized(entity, utterance).filter(({ quality }) => quality === 'exact');
  }

  /** The values of all slots' entities. */
  all(): Candidate[] {
    return [...new Set(this.slots.map(({ entity }) => entity))].flatMap((entity) => this.recognized(entity));
  }

  /**
   * For the listed value at a place, whether its slot takes one of several values; `several` if it takes many, or its
   * list has a single value, which no other replaces. Null if no slot takes it.
   */
  listed(place: Stretch | undefined): 'one' | 'several' | null {
    const taking = this.listing(place);
    if (taking.length === 0) return null;
    return taking.some(
      ({ multiple, entity }) => multiple || valuesListed(this.loaded.assistant, entity).length === 1,
    )
      ? 'several'
      : 'one';
  }

  /** The slots whose list has the value at a place. */
  listing(place: Stretch | undefined): CompiledSlot[] {
    if (place === undefined) return [];
    return this.slots.filter(
      (slot) => hasValues(this.loaded.assistant, slot.entity) && this.fits(slot, place),
    );
  }

  /** A slot's candidate value that overlaps a place. */
  candidateFor({ entity }: CompiledSlot, place: Stretch): Candidate | undefined {
    const inContext = this.recognized(entity).find((candidate) => overlap(candidate, place));
    if (!this.#isAlone(place)) return inContext;
    const { start, end } = place;
    const [value] = this.recognized(entity, withText(this.utterance, this.utterance.text.slice(start, end)));
    return value && { ...value, start, end };
  }

  /** Two bare numbers, of which a correction may put one in the place of a held value: “is 3 possible instead of 4”. */
  get numbersAlone(): readonly Stretch[] {
    const mayReplace = this.situation.corrects === true && this.asked === null;
    const numbers = mayReplace ? numbersIn(this.utterance) : [];
    return numbers.length === 2 ? numbers : [];
  }

  #isAlone({ start, end }: Stretch): boolean {
    return this.numbersAlone.some((place) => place.start === start && place.end === end);
  }

  /** True if a slot's value covers the whole place: 7 does not cover "7:30". */
  fits(slot: CompiledSlot, place: Stretch): boolean {
    const candidate = this.candidateFor(slot, place);
    return candidate !== undefined && contains(candidate, place);
  }

  /**
   * True if one slot could take both values. Two values with units must be of the same kind: "3 years" is not replaced
   * by "9000 dollars".
   */
  mayReplace(value: Stretch | undefined, replaced: Stretch | undefined): boolean {
    if (value === undefined || replaced === undefined) return false;
    const hasUnits = this.#hasUnit(value) && this.#hasUnit(replaced);
    return this.slots.some((slot) =>
      [value, replaced].every((place) =>
        hasUnits ? this.fits(slot, place) : this.candidateFor(slot, place) !== undefined,
      ),
    );
  }

  /** True if a slot takes the same value from both places. */
  isSame(place: Stretch | undefined, other: Stretch | undefined): boolean {
    if (place === undefined || other === undefined) return false;
    return this.slots.some((slot) => {
      const [value, again] = [place, other].map((at) => this.candidateFor(slot, at));
      const areWhole = this.fits(slot, place) && this.fits(slot, other);
      return value !== undefined && again !== undefined && areWhole && value.value === again.value;
    });
  }

  /** True if a slot takes the value at a place and the value is not a bare number. */
  #hasUnit(place: Stretch): boolean {
    const numbers = this.recognized('number');
    const isNumber = numbers.some((number) => contains(number, place));
    return !isNumber && this.slots.some((slot) => this.fits(slot, place));
  }

  /** The slots that hold the value at this place. */
  holders(place: Stretch | undefined): CompiledSlot[] {
    if (place === undefined) return [];
    return this.slots.filter((slot) => {
      const candidate = this.candidateFor(slot, place);
      if (candidate === undefined || !contains(candidate, place)) return false;
      const meanings = [candidate, ...(this.#isAlone(place) ? (candidate.alternatives ?? []) : [])];
      return meanings.some((meaning) => this.holds(slot.name, meaning));
    });
  }

  /** True if a slot holds a value, possibly in a list. */
  holds(name: string, { value }: Pick<Candidate, 'value'>): boolean {
    const held = this.heldBy(name);
    return held !== undefined && [held, ...(held.more ?? [])].some((known) => known.value === value);
  }

  /**
   * The slot best supported by the words next to a place, or by the noun that its number counts. The first place that
   * decides counts.
   */
  named(
    slots: readonly CompiledSlot[],
    ...places: readonly (Stretch | undefined)[]
  ): CompiledSlot | undefined {
    const { language, utterance } = this;
    for (const place of places) {
      if (place === undefined) continue;
      const [counting, ...moreCounting] = slots.filter(
        (slot) => traitsOf(slot.entity).bareNumber === 'value' && countsOwn(slot, place, utterance),
      );
      if (counting !== undefined && moreCounting.length === 0) return counting;
      const otherValues = this.values.filter((value) => !overlap(value, place));
      const scores = roleScores(place, utterance.words, otherValues, language);
      if (scores === null) continue;
      const scored = slots.map((slot) => {
        const role = roleOf(slot, language);
        return { slot, score: role === null ? 0 : (scores.get(role) ?? 0) };
      });
      const [best, second] = scored.sort((a, b) => b.score - a.score);
      if (best !== undefined && best.score > 0 && best.score > (second?.score ?? 0)) return best.slot;
    }
    return undefined;
  }

  /** The filled slot that a new value of its kind replaces: "Monday instead". */
  slotInstead(place: Stretch): CompiledSlot | undefined {
    // Where a slot takes the whole place, none takes a part of it: "friday the 5th" is not 5 people.
    const isWhole = this.slots.some((slot) => this.fits(slot, place));
    const takes = (slot: CompiledSlot) =>
      isWhole ? this.fits(slot, place) : this.candidateFor(slot, place) !== undefined;
    const filled = this.slots.filter((slot) => this.heldBy(slot.name) !== undefined && takes(slot));
    if (filled.length === 1) return filled[0];
    const sure = filled.filter(
      (slot) => this.fits(slot, place) && this.candidateFor(slot, place)?.quality === 'exact',
    );
    return this.named(filled, place) ?? (sure.length === 1 ? sure[0] : undefined);
  }
}
