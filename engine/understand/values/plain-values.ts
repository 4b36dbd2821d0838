import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { leadingWords } from '../leading-words.ts';
import { besideHeld } from './beside-held.ts';
import type { ValueDraft } from './value-draft.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/**
 * Assigns each value that no earlier step has read to its slot.
 * @param added the stretches of values that the sentence adds
 */
export function readPlain(
  table: ValueTable,
  slotValues: readonly FoundSlot[],
  added: readonly Stretch[],
  draft: ValueDraft,
): void {
  const { asked, situation } = table;
  const corrects = situation.corrects === true;
  const taken = [...draft.values.map(({ candidate }) => candidate), ...draft.explained];
  for (const value of slotValues) {
    const { slot, candidate } = value;
    if (taken.some((stretch) => overlap(stretch, candidate))) continue;
    const isList = table.slotCalled(slot)?.multiple === true && table.isFilled(slot);
    const goesOn = isList && !corrects && leadingWords(table.utterance.words, table.language) > 0;
    const isAdded = goesOn || added.some((place) => overlap(place, candidate));
    const corrected = isAdded || !corrects ? undefined : correctedBy(value, table);
    if (corrected !== undefined) draft.give(corrected, candidate, 'replace');
    else if (isAdded) draft.add(value, 'add');
    // A corrected list replaces the whole old list.
    else if (isList && corrects) draft.add(value, 'replace');
    else if (slot === asked) draft.add(value, 'answer');
    else draft.add({ ...value, candidate: besideHeld(candidate, table.heldBy(slot)) }, 'mention');
  }
}

/**
 * The held slot that a correction replaces, even if another slot is empty. Undefined if the words name the empty slot.
 */
function correctedBy({ slot: name, candidate }: FoundSlot, table: ValueTable): CompiledSlot | undefined {
  // After a refused answer, a correction gives another answer.
  if (table.isFilled(name) || table.situation.isAskedAgain) return undefined;
  if (name === table.asked && !hasRepair(table)) return undefined;
  if (table.named(table.slots, candidate)?.name === name) return undefined;
  const instead = table.slotInstead(candidate);
  // Do not replace a value with a candidate that is clear only as an answer: in "only one person", "one" is not a day.
  // A bare number may still replace an hour.
  const isAnswer = instead !== undefined && table.candidateFor(instead, candidate)?.quality === 'answer';
  const isHour = candidate.quality === 'answer' && instead && traitsOf(instead.entity).bareNumber === 'hour';
  return isAnswer && !isHour ? undefined : instead;
}

const hasRepair = ({ utterance: { words }, language }: ValueTable): boolean =>
  words.some((_, at) => phraseAt(words, at, language.change.repair) > 0);
