import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { leadingWords } from '../leading-words.ts';
import { besideHeld } from './beside-held.ts';
import { openingRepair } from './opening-repair.ts';
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
  const given = new Set(draft.values.map(({ slot }) => slot));
  for (const value of slotValues) {
    const { slot, candidate } = value;
    const isMultiple = table.slotCalled(slot)?.multiple === true;
    if (taken.some((stretch) => overlap(stretch, candidate)) || (given.has(slot) && !isMultiple)) continue;
    const isAdded =
      added.some((place) => overlap(place, candidate)) || (!corrects && goesOnWith(slot, table));
    const corrected = isAdded || !corrects ? undefined : correctedBy(value, table);
    if (corrected !== undefined && !given.has(corrected.name)) {
      draft.give(corrected, candidate, 'replace');
      given.add(corrected.name);
    } else if (isAdded) draft.add(value, 'add');
    // A corrected list replaces the whole old list.
    else if (corrects && (table.heldBy(slot)?.more?.length ?? 0) > 0) draft.add(value, 'replace');
    else if (slot === asked) draft.add(value, 'answer');
    else if (candidate.quality === 'answer' && table.isFilled(slot))
      draft.give(table.slotCalled(slot), candidate, 'replace');
    else draft.add({ ...value, candidate: besideHeld(candidate, table.heldBy(slot)) }, 'mention');
  }
}

/**
 * The held slot that a correction replaces, even if another slot is empty. Undefined if the words name the empty slot.
 */
function correctedBy({ slot: name, candidate }: FoundSlot, table: ValueTable): CompiledSlot | undefined {
  // After a refused answer, a correction gives another answer.
  const { asked, situation } = table;
  if (table.isFilled(name) || (name === asked && situation.isAskedAgain)) return undefined;
  // A value for the asked slot is a correction only after a correction phrase if it is clear only as an answer, and
  // only after two otherwise: "rubbish, tomorrow I mean".
  if (name === asked && repairsIn(table) < (candidate.quality === 'answer' ? 1 : 2)) return undefined;
  const slot = table.slotCalled(name);
  const fits = table.slots.filter(
    (rival) => rival === slot || table.candidateFor(rival, candidate) !== undefined,
  );
  if (slot === undefined || table.named(fits, candidate) === slot) return undefined;
  const instead = table.slotInstead(candidate);
  // Do not replace a value with a candidate that is clear only as an answer: in "only one person", "one" is not a day.
  // A bare number may still replace an hour.
  const isAnswer = instead !== undefined && table.candidateFor(instead, candidate)?.quality === 'answer';
  const isHour = candidate.quality === 'answer' && instead && traitsOf(instead.entity).bareNumber === 'hour';
  return isAnswer && !isHour ? undefined : instead;
}

/** The number of correction phrases in a query, of which the first opens it unless it is the only one. */
function repairsIn({ utterance, language }: ValueTable): number {
  const { words } = utterance;
  const first = openingRepair(utterance);
  const isLater = words.some((_, at) => at >= first && phraseAt(words, at, language.change.repair) > 0);
  return Number(first > 0) + Number(isLater);
}

/** True if the query continues a list: "oh and a lamp". */
const goesOnWith = (name: string, table: ValueTable): boolean =>
  table.slotCalled(name)?.multiple === true &&
  table.isFilled(name) &&
  leadingWords(table.utterance.words, table.language) > 0;
