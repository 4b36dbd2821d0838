import type { CompiledSlot } from '../../assistant.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Candidate } from '../../values/recognizer.ts';
import type { SetWay } from '../commands.ts';
import { besideHeld } from './beside-held.ts';
import type { FoundSlot } from './find-slots.ts';
import type { SlotPlaces } from './slot-places.ts';

/** A value for a slot, and the way in which it is given. */
export interface ReadValue extends FoundSlot {
  way: SetWay;
  /** True if the slot holds another value now, or none. */
  changes: boolean;
}

/** The values that a query gives to the slots of a competency, and takes from them. */
export interface ValueReading {
  values: ReadValue[];
  /** Slots whose values the query denies without giving others. */
  cleared: { slot: string; on: Stretch }[];
  /** Stretches that are no values, but were read: the "friday" of "not friday, monday". */
  explained: Stretch[];
  /** True if a value was corrected and nothing tells of which slot. */
  isUndecided: boolean;
}

/** A reading of values under way, to which each step of the reader adds. */
export class ValueDraft implements ValueReading {
  readonly values: ReadValue[] = [];
  readonly cleared: ValueReading['cleared'] = [];
  readonly explained: Stretch[] = [];
  isUndecided = false;
  readonly #places: SlotPlaces;

  constructor(places: SlotPlaces) {
    this.#places = places;
  }

  /** Gives what stands at a place to a slot, if the slot can take it. */
  give(slot: CompiledSlot, place: Stretch, way: SetWay): void {
    const candidate = this.#places.candidateFor(slot, place);
    if (candidate !== undefined) this.put(slot, candidate, way);
  }

  put({ name }: CompiledSlot, candidate: Candidate, way: SetWay): void {
    const raw = this.#places.utterance.text.slice(candidate.start, candidate.end);
    this.add({ slot: name, candidate: besideHeld(candidate, this.#places.heldBy(name)), raw }, way);
  }

  add(value: FoundSlot, way: SetWay): void {
    this.values.push({ ...value, way, changes: !this.#places.holds(value.slot, value.candidate) });
  }

  /** True if a place has been read: as a value, or as a part of what gives one. */
  isRead(place: Stretch): boolean {
    return (
      this.values.some(({ candidate }) => overlap(candidate, place)) ||
      this.explained.some((stretch) => overlap(stretch, place))
    );
  }
}
