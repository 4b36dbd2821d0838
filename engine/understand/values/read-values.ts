import { traitsOf } from '../../built-in-entities.ts';
import type { LoadedAssistant } from '../../load.ts';
import { contains, longestApart, overlap, type Stretch } from '../../text/stretch.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { type Frame, heldIn } from '../view.ts';
import { correctedText } from './corrected-text.ts';
import { declinedSlots } from './declined-slots.ts';
import { readEnds, readLengthsByEnd } from './ends-by-length.ts';
import { inOrder } from './in-order.ts';
import { readMarked } from './marked-values.ts';
import { otherOfTwo } from './other-of-two.ts';
import { readPlain } from './plain-values.ts';
import { readRelative } from './relative-slots.ts';
import { slotsOf } from './slots-of.ts';
import { swapped } from './swapped.ts';
import { type ReadValue, ValueDraft, type ValueReading } from './value-draft.ts';
import { type FoundSlot, type Situation, ValueTable } from './value-table.ts';
import { readWholeNotes } from './whole-notes.ts';
import { readWished } from './wished-values.ts';

/**
 * Reads the values that a query gives to a competency's slots. Each stretch of text goes to at most one slot. Held
 * values decide what is cleared, replaced or moved.
 */
export function readValues(
  loaded: LoadedAssistant,
  frame: Pick<Frame, 'competency' | 'slots'>,
  utterance: Utterance,
  situation: Situation,
): ValueReading {
  const table = new ValueTable(loaded, frame, utterance, situation);
  const draft = new ValueDraft(table);
  const found = slotsOf(table);
  const corrected = readCorrectedText(table, draft);
  const isCorrected = (place: Stretch) => corrected !== null && overlap(place, corrected);
  const slotValues = found.filter(({ candidate }) => !isCorrected(candidate));
  const relative = readRelative(table, draft);
  const isRelative = (place: Stretch) => relative.some((value) => overlap(value, place));
  const places = placesOfValues(slotValues, table);
  const beside = table.withValues(places.filter((place) => !isRelative(place) && !isCorrected(place)));
  const added = readMarked(beside, slotValues, draft);
  readPlain(beside, slotValues, added, draft);
  readWished(table, draft);
  readWholeNotes(table, draft);
  readLengthsByEnd(table, draft);
  readEnds(table, draft);
  readExchanged(table, draft);
  dropReplaced(table, draft);
  const values = inOrder(draft.values, table);
  readDeclined(values, table, draft);
  return {
    values: values.sort((a, b) => a.candidate.start - b.candidate.start),
    cleared: draft.cleared,
    explained: draft.explained,
    isUndecided: draft.isUndecided,
  };
}

/**
 * The stretches of values that are clear without a question or were found for slots. Of overlapping stretches, only the
 * longest.
 */
function placesOfValues(slotValues: readonly FoundSlot[], table: ValueTable): Stretch[] {
  const stretches: Stretch[] = [
    ...table.all().filter(({ quality }) => quality !== 'answer'),
    ...table.numbersAlone,
    ...slotValues
      .map(({ candidate }) => candidate)
      .filter(({ quality }) => quality !== 'answer' || table.asked !== null)
      .filter((candidate) => !isHeldWithin(candidate, table)),
  ];
  return longestApart(stretches)
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
}

/** True if a free-text answer contains a held value. Then it is a correction, not text: "not two but three". */
const isHeldWithin = (answer: Candidate, table: ValueTable): boolean =>
  table.situation.corrects === true &&
  isAnyText(answer) &&
  table.all().some((value) => contains(answer, value) && table.holders(value).length > 0);

/**
 * Drops a day or time that another slot holds and that the query replaces there, where its own slot is filled: “make it
 * Monday, I work on Friday” says of Friday only why. Two slots may exchange their values.
 */
function dropReplaced({ held, slots }: ValueTable, draft: ValueDraft): void {
  const holds = (name: string, { candidate }: ReadValue) => heldIn(held, name)?.value === candidate.value;
  const entityOf = (name: string) => slots.find((slot) => slot.name === name)?.entity ?? '';
  for (const value of [...draft.values]) {
    const entity = entityOf(value.slot);
    if (!traitsOf(entity).isMoment || !Object.hasOwn(held, value.slot) || holds(value.slot, value)) continue;
    const isReplaced = draft.values.some(
      (other) =>
        other.slot !== value.slot &&
        entityOf(other.slot) === entity &&
        holds(other.slot, value) &&
        !holds(value.slot, other),
    );
    if (!isReplaced) continue;
    draft.explained.push(value.candidate);
    draft.values.splice(draft.values.indexOf(value), 1);
  }
}

/** Reads a correction of free text; null if there is none. */
function readCorrectedText(table: ValueTable, draft: ValueDraft): Stretch | null {
  const corrected = correctedText(table);
  if (corrected === null) return null;
  const { slot, replacement, on, kept = '' } = corrected;
  if (replacement === null) draft.cleared.push({ slot, on });
  else {
    const raw = table.utterance.text.slice(replacement.start, replacement.end);
    const candidate: Candidate = { ...replacement, value: kept + raw, details: {}, quality: 'exact' };
    draft.add({ slot, candidate, raw }, table.isFilled(slot) ? 'replace' : 'answer');
  }
  draft.explained.push(on);
  return on;
}

/**
 * Reads the optional slots that the query declines. A slot that is already empty at a confirmation stays as it is, and a
 * bare answer to the slot's own question is left to the acts.
 */
function readDeclined(values: readonly ReadValue[], table: ValueTable, draft: ValueDraft): void {
  const { situation, asked } = table;
  const given = [...values.map(({ candidate }) => candidate), ...draft.explained];
  for (const { slot, on } of declinedSlots(table, given)) {
    const isOpen = situation.wishes || (asked === slot.name ? values.length > 0 : asked !== null);
    if (isOpen || table.isFilled(slot.name)) draft.cleared.push({ slot: slot.name, on, isDeclined: true });
  }
}

/** Reads "swap those two" and "the other one", which contain no values. */
function readExchanged(table: ValueTable, { values }: ValueDraft): void {
  // The "two" of "swap those two" is not a value.
  if (values.some(({ candidate }) => candidate.value !== 2)) return;
  const exchanged = swapped(table);
  if (exchanged.length > 0) values.length = 0;
  if (values.length > 0) return;
  const otherValue = otherOfTwo(table);
  const given = exchanged.length > 0 || otherValue === null ? exchanged : [otherValue];
  values.push(...given.map((value) => ({ ...value, way: 'replace' as const, changes: true })));
}
