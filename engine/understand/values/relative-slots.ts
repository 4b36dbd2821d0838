import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { overlap } from '../../text/stretch.ts';
import type { Candidate, Meaning } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { minutesCounted } from './counted-lengths.ts';
import { lengthenedBy, movedBy } from './moved.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import { roleOf } from './roles.ts';
import type { SlotPlaces } from './slot-places.ts';
import type { ValueDraft } from './value-draft.ts';

/**
 * Reads values relative to a held value: "a day later".
 * @param asked the slot the open question asks for, or null
 * @returns the values that some slot accepts
 */
export function readRelative(places: SlotPlaces, asked: string | null, draft: ValueDraft): RelativeValue[] {
  const { utterance, language } = places;
  if (!places.slots.some((slot) => isMovable(slot) && places.heldBy(slot.name) !== undefined)) return [];
  const relative = relativeValues(
    utterance.words,
    { numbers: places.recognized('number'), durations: places.recognized('duration') },
    language.relative,
    (word) => language.people.nouns.has(word),
  );
  const dates = places.recognized('date').filter(({ quality }) => quality === 'exact');
  return relative.filter((value) => {
    // "The day after tomorrow" and "in two days" are dates, not relative values.
    if (dates.some((date) => overlap(date, value) && date.end - date.start > value.end - value.start))
      return false;
    const longer = lengthened(value, places);
    const target = longer === undefined ? targetOf(value, places, asked) : longer;
    if (target === undefined || target === null) return false;
    const { slot, from } = target;
    const moved = target.to ?? movedBy(from, value);
    if (moved === null) return false;
    const candidate: Candidate = { ...moved, start: value.start, end: value.end, quality: 'exact' };
    const raw = utterance.text.slice(value.start, value.end);
    draft.values.push({ slot: slot.name, candidate, raw, way: 'relative', changes: true });
    return true;
  });
}

/** True if a slot takes numbers or moments, which a relative value changes. */
const isMovable = ({ entity }: CompiledSlot): boolean => {
  const { isAmount, isMoment } = traitsOf(entity);
  return isAmount || isMoment;
};

/** The slot that a relative value changes, the held value it starts from and, if known, the new value. */
interface Target {
  slot: CompiledSlot;
  from: SlotValue;
  to?: Meaning;
}

/**
 * For “a day longer”, the number of days that is held, or else the day that ends the stay.
 * @returns null if the number cannot change so; undefined if nothing of a stay is held
 */
function lengthened(relative: RelativeValue, places: SlotPlaces): Target | null | undefined {
  if (!relative.lengthens) return undefined;
  for (const slot of places.slots) {
    const from = places.heldBy(slot.name);
    const unit = from && minutesCounted(slot, places.language.code);
    if (from === undefined || unit === undefined || unit === null) continue;
    const to = lengthenedBy(from, relative, unit);
    return to && { slot, from, to };
  }
  return places.slots.flatMap((slot): Target[] => {
    const from = places.heldBy(slot.name);
    const isEnd = traitsOf(slot.entity).isMoment && roleOf(slot, places.language) === 'end';
    return from !== undefined && isEnd && movedBy(from, relative) !== null ? [{ slot, from }] : [];
  })[0];
}

/** The slot that another relative value changes. */
function targetOf(relative: RelativeValue, places: SlotPlaces, askedName: string | null): Target | undefined {
  const isNumber = relative.by !== undefined;
  const isMoved = ({ entity }: CompiledSlot) => traitsOf(entity)[isNumber ? 'isAmount' : 'isMoment'];
  const filled = places.slots.flatMap((slot) => {
    const from = places.heldBy(slot.name);
    return from !== undefined && isMoved(slot) && movedBy(from, relative) !== null ? [{ slot, from }] : [];
  });
  const asked = places.slotCalled(askedName);
  if (asked !== undefined && isMoved(asked) && !isNumber) {
    const from = filled.find(({ slot }) => slot.entity === asked.entity)?.from;
    if (from !== undefined) return { slot: asked, from };
  }
  const named = places.named(places.slots.filter(isMoved), relative);
  // An empty end date counts from the start date: "till the day after".
  const counted = isNumber ? undefined : filled.find(({ slot }) => slot.entity === named?.entity)?.from;
  if (named !== undefined && !Object.hasOwn(places.held, named.name) && counted !== undefined)
    return { slot: named, from: counted };
  return (
    filled.find(({ slot }) => slot === named) ??
    (filled.length > 0 && !isNumber ? filled[0] : filled.length === 1 ? filled[0] : undefined)
  );
}
