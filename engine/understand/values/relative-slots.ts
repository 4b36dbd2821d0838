import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import { overlap } from '../../text/stretch.ts';
import type { Candidate, Meaning } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { minutesCounted, unitCounted } from './counted-lengths.ts';
import { lengthenedBy, movedBy } from './moved.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import { roleOf } from './roles.ts';
import type { ValueDraft } from './value-draft.ts';
import type { ValueTable } from './value-table.ts';

/** Reads values relative to a held value: "a day later". */
export function readRelative(table: ValueTable, draft: ValueDraft): void {
  const { utterance, language } = table;
  if (!table.slots.some((slot) => isMovable(slot) && table.isFilled(slot.name))) return;
  const relative = relativeValues(
    utterance.words,
    { numbers: table.recognized('number'), durations: table.recognized('duration') },
    language.relative,
  );
  const dates = table.exact('date');
  for (const value of relative) {
    // "The day after tomorrow" and "in two days" are dates, not relative values.
    if (dates.some((date) => overlap(date, value) && date.end - date.start > value.end - value.start))
      continue;
    const target = value.lengthens ? lengthened(value, table) : targetOf(value, table);
    const moved = target && (target.to ?? movedBy(target.from, value));
    if (target === undefined || moved == null) continue;
    const candidate: Candidate = { ...moved, start: value.start, end: value.end, quality: 'exact' };
    const raw = utterance.text.slice(value.start, value.end);
    draft.values.push({ slot: target.slot.name, candidate, raw, way: 'relative', changes: true });
  }
}

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

/** For “a day longer”, the number of days or the length that is held, or else the day that ends the stay. */
function lengthened(relative: RelativeValue, table: ValueTable): Target | undefined {
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
  return held.find(({ slot }) => roleOf(slot, table.language) === 'end');
}

/** The slot that another relative value changes: the one that is asked for or named, or else the first. */
function targetOf(relative: RelativeValue, table: ValueTable): Target | undefined {
  const isMoved = ({ entity }: CompiledSlot) =>
    traitsOf(entity)[relative.by === undefined ? 'isMoment' : 'isAmount'];
  const filled = table.slots.flatMap((slot) => {
    const from = table.heldBy(slot.name);
    return from !== undefined && isMoved(slot) && movedBy(from, relative) !== null ? [{ slot, from }] : [];
  });
  const asked = table.slotCalled(table.asked);
  const from = asked && filled.find(({ slot }) => slot.entity === asked.entity)?.from;
  if (asked !== undefined && from !== undefined) return { slot: asked, from };
  const named = table.named(table.slots.filter(isMoved), relative);
  return filled.find(({ slot }) => slot === named) ?? filled[0];
}
