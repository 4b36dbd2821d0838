import type { CompiledSlot } from '../../assistant.ts';
import { madeOnce } from '../../language/languages.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { type Mark, marksOf } from './marks.ts';
import { countsOwn } from './ones.ts';
import { takesCounts } from './people-slots.ts';
import { slotsLedTo } from './surroundings.ts';
import type { ValueDraft } from './value-draft.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/**
 * Reads denied values and their replacements: "not Monday but Tuesday", "Monday instead".
 * @returns the stretches of added values
 */
export function readMarked(
  table: ValueTable,
  slotValues: readonly FoundSlot[],
  draft: ValueDraft,
): Stretch[] {
  const reading = { table, slotValues, draft };
  const marks = marksIn(reading);
  for (const [index, mark] of marks.entries()) {
    const place = table.values[index];
    if (place !== undefined) readMark(mark, place, reading);
  }
  return table.values.filter((_, index) => marks[index]?.isAdded);
}

function marksIn(reading: Reading): Mark[] {
  const { table } = reading;
  const { utterance, language, values } = table;
  return marksOf(utterance.text, utterance.words, values, language, {
    isHeld: (index) => table.holders(values[index]).length > 0,
    mayReplace: (index, replaced) => table.mayReplace(values[index], values[replaced]),
    mayRepair: (index, repaired) => !areForOtherSlots(values[index], values[repaired], reading),
    isSame: (index, other) => table.isSame(values[index], values[other]),
    isForAnother: (index, others) => {
      const slot = slotFor(values[index], reading);
      const taken = others.flatMap((other) => slotFor(values[other], reading) ?? []);
      return slot !== undefined && taken.length > 0 && !taken.includes(slot);
    },
    asks: (index) => asksBefore(index, table),
    listed: (index) => table.listed(values[index]),
    isLedBy: (index, word) => slotsLedTo(table.listing(values[index]), word, language.code).length > 0,
  });
}

/**
 * True if the words before an index are exactly a question phrase, as in "why not 60". Excludes "is", which
 * also begins statements.
 */
function asksBefore(index: number, { utterance, language }: ValueTable): boolean {
  if (index > longestQuestion(language)) return false;
  const before = utterance.words
    .slice(0, index)
    .map(({ text }) => text)
    .join(' ');
  return language.sentences.questions.includes(before) && !language.connecting.has(before);
}

/** The most words in a question phrase. */
const longestQuestion = madeOnce(({ sentences: { questions } }) =>
  Math.max(0, ...questions.map((phrase) => phrase.split(' ').length)),
);

/** The values read so far, and the draft that collects them. */
interface Reading {
  table: ValueTable;
  slotValues: readonly FoundSlot[];
  draft: ValueDraft;
}

function readMark(mark: Mark, place: Stretch, reading: Reading): void {
  const { table, draft } = reading;
  if (mark.replaces !== null) readReplacement(place, table.values[mark.replaces], reading);
  else if (mark.isDenied) {
    const before = saidBefore(place, reading);
    draft.explained.push(place, ...(before === undefined ? [] : [before.candidate]));
    if (before !== undefined) return;
    const [slot, ...moreHolders] = table.holders(place);
    if (slot !== undefined && moreHolders.length === 0) draft.clear(slot, place);
  } else if (mark.isInstead) {
    const slot = countsForEmpty(place, reading) ? undefined : table.slotInstead(place);
    if (slot !== undefined) draft.give(slot, place, 'replace');
  }
}

function readReplacement(place: Stretch, old: Stretch | undefined, reading: Reading): void {
  const { table, draft } = reading;
  const before = saidBefore(old, reading);
  const slot = slotOfReplaced(place, old, before, reading);
  if (old !== undefined) draft.explained.push(old);
  if (before !== undefined) draft.explained.push(before.candidate);
  if (slot === undefined) {
    const [holder] = table.holders(old);
    if (holder === undefined) return;
    // If a replacement does not fit the denied value's slot, no other slot takes it: "not 10:30 but 11".
    draft.explained.push(place);
    draft.clear(holder, old ?? place);
  } else if (slot === null) {
    draft.explained.push(place);
    draft.isUndecided = true;
  } else if (slot.multiple) {
    if (old !== undefined && table.holders(old).includes(slot)) draft.clear(slot, old);
    draft.give(slot, place, 'add');
  } else draft.give(slot, place, 'replace');
}

/** True of the "2 days" of "2 days instead" if the slot that counts days is empty: it takes no other's place. */
function countsForEmpty(place: Stretch, { table, slotValues }: Reading): boolean {
  const given = slotValues.find(({ candidate }) => overlap(candidate, place));
  const slot = given === undefined ? undefined : table.slotCalled(given.slot);
  if (given === undefined || slot === undefined || table.isFilled(slot.name)) return false;
  return takesCounts(slot) && countsOwn(slot, given.candidate, table.utterance);
}

/** The slot that a stretch's value would fill. */
const slotFor = (stretch: Stretch | undefined, { slotValues }: Reading): string | undefined =>
  stretch && slotValues.find(({ candidate }) => overlap(candidate, stretch))?.slot;

/** True if two stretches have the same words or mean the same. */
function isSaidAgain(said: Stretch, again: Stretch, table: ValueTable): boolean {
  const { text } = table.utterance;
  const [words, others] = [said, again].map(({ start, end }) => text.slice(start, end));
  return words === others || table.isSame(said, again);
}

/** The value that the same words gave earlier in the text, before they are denied. */
function saidBefore(stretch: Stretch | undefined, { slotValues, table }: Reading): FoundSlot | undefined {
  if (stretch === undefined) return undefined;
  return slotValues.find(
    ({ candidate }) => candidate.end <= stretch.start && isSaidAgain(candidate, stretch, table),
  );
}

/**
 * True if both values would fill slots of their own, and the first is new: “on the 12th, sorry, also 1 person” replaces
 * nothing, nor does “10h, disons pendant 8h” where only lengths are led by “pendant”.
 */
function areForOtherSlots(place: Stretch | undefined, old: Stretch | undefined, reading: Reading): boolean {
  const { table } = reading;
  const slot = table.slotCalled(slotFor(old, reading) ?? null);
  const other = slotFor(place, reading);
  const isOwn = slot !== undefined && other !== undefined && other !== slot.name;
  if (!isOwn || place === undefined || table.holders(old).length > 0) return false;
  const { words, language } = table.utterance;
  const before = words.findLast(({ end }) => end <= place.start)?.text ?? '';
  const [led, ...moreLed] = slotsLedTo(table.slots, before, language);
  return !table.fits(slot, place) || (led?.name === other && moreLed.length === 0);
}

/**
 * The slot of a replacement: the slot that holds the old value, or else the slot that the old value would
 * have filled. Null if several slots hold the old value and the words favour none; undefined if the
 * replacement is an ordinary value.
 * @param before the value that the denied words gave earlier in the text
 */
function slotOfReplaced(
  place: Stretch,
  old: Stretch | undefined,
  before: FoundSlot | undefined,
  reading: Reading,
): CompiledSlot | null | undefined {
  const { table } = reading;
  const fits = (slot: CompiledSlot) => table.fits(slot, place);
  const given = table.slotCalled(before?.slot ?? null);
  if (given !== undefined && fits(given)) return given;
  const holders = table.holders(old);
  const holding = holders.filter(fits);
  if (holding.length === 1) return holding[0];
  if (holding.length > 1) return table.named(holding, place, old) ?? null;
  const asked = table.slotCalled(table.asked);
  if (asked !== undefined && fits(asked) && holders.length === 0) return asked;
  const meant = [old, place].flatMap((value) => table.slotCalled(slotFor(value, reading) ?? null) ?? []);
  const takesBoth = (slot: CompiledSlot) =>
    [old, place].every(
      (value) => value && table.fits(slot, value) && table.candidateFor(slot, value)?.quality === 'exact',
    );
  return meant.find(takesBoth) ?? meant.slice(0, 1).find(fits);
}
