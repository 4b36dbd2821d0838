import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { hasPause } from '../../text/pauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import { isLoneOne } from '../../values/number.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';
import { isWholeClause } from './bare.ts';
import type { FoundSlot } from './find-slots.ts';
import { isUnfit } from './pairings.ts';
import { isOfSome, takesCounts } from './people-slots.ts';
import type { SlotPlaces } from './slot-places.ts';
import type { ValueDraft } from './value-draft.ts';

/**
 * Reads a value that fits no free slot as a repair of the value right before it. A repair phrase between them is not
 * needed.
 */
export function readRepairs(places: SlotPlaces, slotValues: readonly FoundSlot[], draft: ValueDraft): void {
  const isRead = (place: Stretch) =>
    slotValues.some(({ candidate }) => overlap(candidate, place)) || draft.isRead(place);
  for (const [index, place] of places.values.entries()) {
    const before = places.values[index - 1];
    const owner = before && slotValues.find(({ candidate }) => overlap(candidate, before));
    if (before === undefined || owner === undefined || isRead(place)) continue;
    const slot = places.slots.find(({ name, multiple }) => name === owner.slot && !multiple);
    const repair = slot && places.candidateFor(slot, place);
    if (slot === undefined || repair === undefined || isOne(repair, places)) continue;
    // The number of part of a group does not repair the number of the whole.
    if (
      takesCounts(slot) &&
      isOfSome(place, places.slots, places.utterance, (entity) => places.recognized(entity))
    )
      continue;
    // A value that does not fit the slot does not repair a value that does: "on friday please, I was there last week".
    const { clock } = places.utterance;
    if (isUnfit(slot, repair, clock) && !isUnfit(slot, owner.candidate, clock)) continue;
    // A bare number needs a pause or a repair phrase first: "60 dollars on the 3rd" repairs nothing.
    const mayFollow = repair.quality === 'exact' || owner.candidate.quality !== 'exact';
    if (!isRepair(place, before, mayFollow, places)) continue;
    draft.explained.push(before);
    draft.give(slot, place, 'replace');
  }
}

/**
 * True if a value repairs the value before it. Between them are a pause and a short repair, or only small words.
 * @param mayFollow false if the repair must come after a pause
 */
function isRepair(place: Stretch, before: Stretch, mayFollow: boolean, places: SlotPlaces): boolean {
  const { utterance, language } = places;
  const { connecting, sentences } = language;
  const between = utterance.words.filter(({ start, end }) => start >= before.end && end <= place.start);
  if (between.some(({ text }) => sentences.joining.includes(text))) return false;
  if (mayFollow && between.every(({ text }) => connecting.has(text))) return true;
  const [first] = between;
  return (
    first !== undefined &&
    between.length <= WORDS.few &&
    isSetApart(utterance.text.slice(before.end, first.start)) &&
    isSetOff(between, place, places)
  );
}

/** True for a lone "one", which is a pronoun in "make it three, one stays with my mum". */
const isOne = ({ start, end, value }: Candidate, { utterance }: SlotPlaces): boolean =>
  typeof value === 'number' && isLoneOne({ start, end, value }, utterance);

/** True if a pause and then only small words come before the place: ", uh, on Thursday". */
function isSetOff(between: readonly Word[], place: Stretch, { utterance, language }: SlotPlaces): boolean {
  return between.some((word, index) => {
    const following = between.slice(index + 1);
    const next = following[0]?.start ?? place.start;
    return (
      isSetApart(utterance.text.slice(word.end, next)) &&
      following.every(({ text }) => language.connecting.has(text))
    );
  });
}

/**
 * Reads a new answer to an earlier question while no question is open: "9.30, we're slow in the mornings". Tries times
 * before days, because people give days as ordinals.
 */
export function readRestated(places: SlotPlaces, slotValues: readonly FoundSlot[], draft: ValueDraft): void {
  const { utterance, language } = places;
  const isDay = ({ entity }: CompiledSlot) => traitsOf(entity).bareNumber === 'day';
  for (const slot of places.slots.toSorted((a, b) => Number(isDay(a)) - Number(isDay(b)))) {
    if (!Object.hasOwn(places.held, slot.name) || slot.multiple) continue;
    const answer = places.recognized(slot.entity).find(({ quality }) => quality === 'answer');
    if (answer === undefined || !isWholeClause(answer, utterance)) continue;
    // A pronoun is not an answer: "that one, yes".
    const answerWords = utterance.words.filter((word) => overlap(word, answer));
    if (answerWords.every(({ text }) => language.connecting.has(text))) continue;
    const isRead = [...draft.values, ...slotValues].some(
      (value) => value.slot === slot.name || overlap(value.candidate, answer),
    );
    if (!isRead) draft.give(slot, answer, 'replace');
  }
}

/** True if the punctuation marks a repair. Many people type a hyphen for a dash. */
const isSetApart = (signs: string): boolean => hasPause(signs) || signs.includes('-');
