import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { leadingWords } from '../leading-words.ts';
import { besideHeld } from './beside-held.ts';
import type { FoundSlot } from './find-slots.ts';
import { openingRepair } from './opening-repair.ts';
import type { SlotPlaces } from './slot-places.ts';
import type { ValueDraft } from './value-draft.ts';

/** The slot the open question asks for, or null, and whether the query corrects an earlier statement. */
interface Situation {
  asked: string | null;
  corrects: boolean;
}

/**
 * Assigns each value that no earlier step has read to its slot.
 * @param added the stretches of values that the sentence adds
 */
export function readPlain(
  places: SlotPlaces,
  slotValues: readonly FoundSlot[],
  added: readonly Stretch[],
  situation: Situation,
  draft: ValueDraft,
): void {
  const taken = [...draft.values.map(({ candidate }) => candidate), ...draft.explained];
  const given = new Set(draft.values.map(({ slot }) => slot));
  for (const value of slotValues) {
    const { slot, candidate } = value;
    const isMultiple = places.slotCalled(slot)?.multiple === true;
    if (taken.some((stretch) => overlap(stretch, candidate)) || (given.has(slot) && !isMultiple)) continue;
    const isAdded =
      added.some((place) => overlap(place, candidate)) || (!situation.corrects && goesOnWith(slot, places));
    const corrected =
      isAdded || !situation.corrects ? undefined : correctedBy(value, situation.asked, places);
    if (corrected !== undefined && !given.has(corrected.name)) {
      draft.give(corrected, candidate, 'replace');
      given.add(corrected.name);
    } else if (isAdded) draft.add(value, 'add');
    // A corrected list replaces the whole old list.
    else if (situation.corrects && (places.heldBy(slot)?.more?.length ?? 0) > 0) draft.add(value, 'replace');
    else if (slot === situation.asked) draft.add(value, 'answer');
    else if (candidate.quality === 'answer' && places.heldBy(slot) !== undefined)
      draft.give(places.slotCalled(slot), candidate, 'replace');
    else draft.add({ ...value, candidate: besideHeld(candidate, places.heldBy(slot)) }, 'mention');
  }
}

/**
 * The held slot that a correction replaces, even if another slot is empty. Undefined if the words name the empty slot.
 */
function correctedBy(
  { slot: name, candidate }: FoundSlot,
  asked: string | null,
  places: SlotPlaces,
): CompiledSlot | undefined {
  if (places.heldBy(name) !== undefined) return undefined;
  // A value for the asked slot is a correction only after a correction phrase if it is clear only as an answer, and
  // only after two otherwise: "rubbish, tomorrow I mean".
  if (name === asked && repairsIn(places) < (candidate.quality === 'answer' ? 1 : 2)) return undefined;
  const slot = places.slotCalled(name);
  const fits = places.slots.filter(
    (rival) => rival === slot || places.candidateFor(rival, candidate) !== undefined,
  );
  if (slot === undefined || places.named(fits, candidate) === slot) return undefined;
  const instead = places.slotInstead(candidate);
  // Do not replace a value with a candidate that is clear only as an answer: in "only one person", "one" is not a day.
  // A bare number may still replace an hour.
  const isAnswer = instead !== undefined && places.candidateFor(instead, candidate)?.quality === 'answer';
  const isHour = candidate.quality === 'answer' && instead && traitsOf(instead.entity).bareNumber === 'hour';
  return isAnswer && !isHour ? undefined : instead;
}

/** The number of correction phrases in a query, of which the first opens it unless it is the only one. */
function repairsIn({ utterance, language }: SlotPlaces): number {
  const { words } = utterance;
  const first = openingRepair(utterance);
  const isLater = words.some((_, at) => at >= first && phraseAt(words, at, language.change.repair) > 0);
  return Number(first > 0) + Number(isLater);
}

/** True if the query continues a list: "oh and a lamp". */
const goesOnWith = (name: string, places: SlotPlaces): boolean =>
  places.slotCalled(name)?.multiple === true &&
  places.heldBy(name) !== undefined &&
  leadingWords(places.utterance.words, places.language) > 0;
