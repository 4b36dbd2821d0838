import { DURATION_ENTITY, entitiesWith, traitsOf } from '../../built-in-entities.ts';
import { contains, overlap } from '../../text/stretch.ts';
import { beginningsOf } from './in-order.ts';
import { movedBy } from './moved.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import type { SlotPlaces } from './slot-places.ts';
import type { ValueDraft } from './value-draft.ts';

const MOMENTS = entitiesWith(({ isMoment }) => isMoment);

/**
 * Reads an end that the query gives as a length of time after a beginning: "june 20 for ten days", "and back
 * a week later". The beginning is a value of the query or of a slot; the author's rules and the slots' roles
 * pair ends with beginnings. Without a beginning, the length itself is stored. Does nothing if a slot takes
 * lengths of time.
 */
export function readEnds(places: SlotPlaces, draft: ValueDraft): void {
  const { slots, language } = places;
  if (slots.some(({ entity }) => entity === DURATION_ENTITY)) return;
  const lengths = lengthsIn(places);
  if (lengths.length === 0) return;
  for (const slot of slots) {
    if (!traitsOf(slot.entity).isMoment || slot.multiple || places.heldBy(slot.name) !== undefined) continue;
    const given = draft.values.find((value) => value.slot === slot.name);
    const beginnings = beginningsOf(slot, slots, language);
    const beginning = beginnings
      .map(({ name }) => draft.values.find((value) => value.slot === name)?.candidate ?? places.heldBy(name))
      .find((value) => value !== undefined);
    const length = lengths.find((one) =>
      draft.values.every(({ slot: name, candidate }) => name === slot.name || !overlap(candidate, one)),
    );
    const [first] = beginnings;
    if (first === undefined || length?.duration === undefined) continue;
    // A separate date for the end wins over the length.
    if (given !== undefined && !contains(length, given.candidate)) continue;
    const told = { value: length.duration, details: { after: first.name } };
    const meaning = beginning === undefined ? told : movedBy(beginning, length);
    if (meaning === null) continue;
    if (given !== undefined) draft.values.splice(draft.values.indexOf(given), 1);
    const { start, end } = length;
    const way = beginning === undefined ? 'length' : 'mention';
    draft.put(slot, { ...meaning, start, end, quality: 'exact' }, way);
  }
}

/** The lengths of time in a text that do not count from now: "for ten days", "a week later". */
function lengthsIn(places: SlotPlaces): RelativeValue[] {
  const { utterance, language } = places;
  const durations = places.recognized(DURATION_ENTITY).filter(({ quality }) => quality === 'exact');
  if (durations.length === 0) return [];
  const later = relativeValues(utterance.words, { numbers: [], durations }, language.relative, () => false);
  const moments = MOMENTS.flatMap((entity) => places.recognized(entity));
  const bare = durations
    .filter((length) => ![...moments, ...later].some((value) => overlap(value, length)))
    .map(({ start, end, value }): RelativeValue => ({ start, end, duration: String(value), sign: 1 }));
  return [...later.filter(({ sign }) => sign === 1), ...bare];
}
