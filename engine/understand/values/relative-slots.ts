import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import { overlap } from '../../text/stretch.ts';
import { wordsWithin } from '../../text/words.ts';
import type { Candidate, Meaning, Utterance } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { isConnecting } from './bare.ts';
import { minutesCounted, unitCounted } from './counted-lengths.ts';
import { lengthenedBy, movedBy } from './moved.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import { roleOf } from './roles.ts';
import type { ValueDraft } from './value-draft.ts';
import type { ValueTable } from './value-table.ts';

/**
 * Reads values relative to a held value: "a day later".
 * @returns the values that some slot accepts
 */
export function readRelative(table: ValueTable, draft: ValueDraft): RelativeValue[] {
  const { utterance, language } = table;
  if (!table.slots.some((slot) => isMovable(slot) && table.isFilled(slot.name))) return [];
  const relative = relativeValues(
    utterance.words,
    { numbers: table.recognized('number'), durations: table.recognized('duration') },
    language.relative,
    (word) => language.people.nouns.has(word),
  );
  const dates = table.exact('date');
  return relative.filter((value) => {
    // "The day after tomorrow" is a date, not a relative value.
    if (dates.some((date) => overlap(date, value) && saysMore(date, value, utterance))) return false;
    if (isOfAnotherKind(value, table)) return false;
    const longer = lengthened(value, table);
    const target = longer === undefined ? targetOf(value, table) : longer;
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

/** True if a date has more than small words beside a relative value within it. */
const saysMore = (date: Candidate, value: RelativeValue, { words, language }: Utterance): boolean =>
  wordsWithin(words, date).some((word) => !overlap(word, value) && !isConnecting(word.text, language));

/** True of "another 2 tandems" while city bikes are held: 2 is the number of the tandems alone. */
const isOfAnotherKind = ({ by, end }: RelativeValue, table: ValueTable): boolean =>
  by !== undefined &&
  table.slots.some(
    ({ name, entity, multiple }) =>
      !multiple &&
      table.isFilled(name) &&
      table.exact(entity).some((value) => isRightBehind(value, end, table) && !table.holds(name, value)),
  );

const isRightBehind = ({ start, value }: Candidate, end: number, { utterance }: ValueTable): boolean =>
  typeof value === 'string' && start >= end && /^\s+$/.test(utterance.text.slice(end, start));

/** True if a slot takes numbers, lengths or moments, which a relative value changes. */
const isMovable = ({ entity }: CompiledSlot): boolean => {
  const { isAmount, isMoment } = traitsOf(entity);
  return isAmount || isMoment || entity === DURATION_ENTITY;
};

/** The slot that a relative value changes, the held value it starts from and, if known, the new value. */
interface Target {
  slot: CompiledSlot;
  from: SlotValue;
  to?: Meaning;
}

/**
 * For “a day longer”, the number of days or the length that is held, or else the day that ends the stay.
 * @returns null if a stay's length or beginning is held that cannot change so; undefined if nothing of a stay is
 */
function lengthened(relative: RelativeValue, table: ValueTable): Target | null | undefined {
  if (!relative.lengthens) return undefined;
  const { code } = table.language;
  const held = table.slots.flatMap((slot) => {
    const from = table.heldBy(slot.name);
    return from === undefined ? [] : [{ slot, from, unit: minutesCounted(slot, code) }];
  });
  const lengths = held.filter(
    ({ slot }) => slot.entity === DURATION_ENTITY || unitCounted(slot, code) !== null,
  );
  // A night longer is one night more rather than 24 hours.
  for (const { slot, from, unit } of lengths.toSorted((a, b) => (b.unit ?? 0) - (a.unit ?? 0))) {
    const to = lengthenedBy(from, relative, unit);
    if (to !== null) return { slot, from, to };
  }
  if (lengths.length > 0) return null;
  return held.find(
    ({ slot, from }) =>
      traitsOf(slot.entity).isMoment &&
      roleOf(slot, table.language) === 'end' &&
      movedBy(from, relative) !== null,
  );
}

/** The slot that another relative value changes. */
function targetOf(relative: RelativeValue, table: ValueTable): Target | undefined {
  const isNumber = relative.by !== undefined;
  const isMoved = ({ entity }: CompiledSlot) => traitsOf(entity)[isNumber ? 'isAmount' : 'isMoment'];
  const filled = table.slots.flatMap((slot) => {
    const from = table.heldBy(slot.name);
    return from !== undefined && isMoved(slot) && movedBy(from, relative) !== null ? [{ slot, from }] : [];
  });
  const asked = table.slotCalled(table.asked);
  if (asked !== undefined && isMoved(asked) && !isNumber) {
    const from = filled.find(({ slot }) => slot.entity === asked.entity)?.from;
    if (from !== undefined) return { slot: asked, from };
  }
  const named = table.named(table.slots.filter(isMoved), relative);
  // An empty end date counts from the start date: "till the day after".
  const counted = isNumber ? undefined : filled.find(({ slot }) => slot.entity === named?.entity)?.from;
  if (named !== undefined && !table.isFilled(named.name) && counted !== undefined)
    return { slot: named, from: counted };
  return (
    filled.find(({ slot }) => slot === named) ??
    (filled.length > 0 && !isNumber ? filled[0] : filled.length === 1 ? filled[0] : undefined)
  );
}
