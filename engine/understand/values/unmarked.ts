import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { overlap } from '../../text/stretch.ts';
import { isWholeClause } from './bare.ts';
import type { FoundSlot } from './find-slots.ts';
import type { SlotPlaces } from './slot-places.ts';
import type { ValueDraft } from './value-draft.ts';

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
