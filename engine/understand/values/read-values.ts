import type { LoadedAssistant } from '../../load.ts';
import { longestApart, type Stretch } from '../../text/stretch.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import type { Frame } from '../view.ts';
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
  const slotValues = slotsOf(table);
  readCorrectedText(table, draft);
  readRelative(table, draft);
  const places = placesOfValues(slotValues, table).filter((place) => !draft.isRead(place));
  const beside = table.withValues(places);
  const added = readMarked(beside, slotValues, draft);
  readPlain(beside, slotValues, added, draft);
  readWished(table, draft);
  readLengthsByEnd(table, draft);
  readEnds(table, draft);
  readExchanged(table, draft);
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
  // Free text in a correction of a held value is none: "not two but three".
  const correctsHeld =
    table.situation.corrects === true && table.all().some((value) => table.holders(value).length > 0);
  const stretches: Stretch[] = [
    ...table.all().filter(({ quality }) => quality !== 'answer'),
    ...table.numbersAlone,
    ...slotValues.map(({ candidate }) => candidate).filter((value) => !correctsHeld || !isAnyText(value)),
  ];
  return longestApart(stretches)
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
}

/** Reads a correction of free text. */
function readCorrectedText(table: ValueTable, draft: ValueDraft): void {
  const corrected = correctedText(table);
  if (corrected === null) return;
  const { slot, replacement, on } = corrected;
  if (replacement === null) draft.cleared.push({ slot, on });
  else {
    const raw = table.utterance.text.slice(replacement.start, replacement.end);
    const candidate: Candidate = { ...replacement, value: raw, details: {}, quality: 'exact' };
    draft.add({ slot, candidate, raw }, 'replace');
  }
  draft.explained.push(on);
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
