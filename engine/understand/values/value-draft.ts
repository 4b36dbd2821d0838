import type { CompiledSlot } from '../../assistant.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Candidate, Meaning } from '../../values/recognizer.ts';
import type { SetWay } from '../commands.ts';
import { besideHeld } from './beside-held.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/** A value for a slot, and how the query gives it. */
export interface ReadValue extends FoundSlot {
  way: SetWay;
  /** True if the slot does not hold this value yet. */
  changes: boolean;
}

/** The slot values that a query sets and clears. */
export interface ValueReading {
  values: ReadValue[];
  /** Slots whose values the query denies without a replacement. */
  cleared: { slot: string; on: Stretch; value?: Meaning['value']; isDeclined?: true }[];
  /** Stretches that were read but give no value: "friday" in "not friday, monday". */
  explained: Stretch[];
  /** True if the query corrects a value, but the slot is unclear. */
  isUndecided: boolean;
}

/** A value reading in progress. */
export class ValueDraft implements ValueReading {
  readonly values: ReadValue[] = [];
  readonly cleared: ValueReading['cleared'] = [];
  readonly explained: Stretch[] = [];
  isUndecided = false;
  readonly #table: ValueTable;

  constructor(table: ValueTable) {
    this.#table = table;
  }

  /** Gives the value at a place to a slot that can take it. */
  give(slot: CompiledSlot | undefined, place: Stretch, way: SetWay): void {
    const candidate = slot && this.#table.candidateFor(slot, place);
    if (slot !== undefined && candidate !== undefined) this.put(slot, candidate, way);
  }

  put({ name }: CompiledSlot, candidate: Candidate, way: SetWay): void {
    const raw = this.#table.utterance.text.slice(candidate.start, candidate.end);
    this.add({ slot: name, candidate: besideHeld(candidate, this.#table.heldBy(name)), raw }, way);
  }

  add(value: FoundSlot, way: SetWay): void {
    this.values.push({ ...value, way, changes: !this.#table.holds(value.slot, value.candidate) });
  }

  /** Empties a slot, or removes the value at a place from its list. */
  clear(slot: CompiledSlot, on: Stretch): void {
    const value = slot.multiple ? this.#table.candidateFor(slot, on)?.value : undefined;
    this.cleared.push({ slot: slot.name, on, ...(value === undefined ? {} : { value }) });
  }

  /** True if a place has been read as a value or as part of a correction. */
  isRead(place: Stretch): boolean {
    return (
      this.values.some(({ candidate }) => overlap(candidate, place)) ||
      this.explained.some((stretch) => overlap(stretch, place))
    );
  }
}
