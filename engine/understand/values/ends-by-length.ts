import { DURATION_ENTITY, entitiesWith, traitsOf } from '../../built-in-entities.ts';
import { overlap } from '../../text/stretch.ts';
import { dayOfIso } from '../../values/time/calendar.ts';
import { countsDays, unitCounted } from './counted-lengths.ts';
import { beginningsOf } from './in-order.ts';
import { movedBy } from './moved.ts';
import { roleScores } from './roles.ts';
import type { ValueDraft } from './value-draft.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

const _MOMENTS = entitiesWith(({ isMoment }) => isMoment);

/**
 * Reads an end that the query gives as a length of time after a beginning: "june 20 for ten days", "and back
 * a week later". The beginning is a value of the query or of a slot; the author's rules and the slots' roles
 * pair ends with beginnings. Without a beginning, the length itself is stored. Does nothing if a slot takes
 * lengths of time.
 */
export function readEnds(table: ValueTable, draft: ValueDraft): void {
  const { slots } = table;
  if (slots.some(({ entity }) => entity === DURATION_ENTITY)) return;
  const lengths = table.exact(DURATION_ENTITY);
  for (const slot of slots) {
    if (!traitsOf(slot.entity).isMoment || table.isFilled(slot.name)) continue;
    const beginnings = beginningsOf(slot, table).map(({ name }) => name);
    const given = draft.values.find((value) => value.slot === slot.name);
    const others = draft.values.filter((value) => value !== given);
    const length = lengths.find((one) => others.every(({ candidate }) => !overlap(candidate, one)));
    if (beginnings.length === 0 || length === undefined) continue;
    // A separate date for the end wins over the length.
    if (given !== undefined && !overlap(given.candidate, length)) continue;
    const [beginning] = beginnings.flatMap(
      (name) => others.find((value) => value.slot === name)?.candidate ?? table.heldBy(name) ?? [],
    );
    const { start, end } = length;
    const duration = String(length.value);
    const told = { value: duration, details: { after: beginnings[0] } };
    const meaning = beginning === undefined ? told : movedBy(beginning, { duration, sign: 1 });
    const way = beginning === undefined ? 'length' : 'mention';
    if (meaning === null) continue;
    if (given !== undefined) draft.values.splice(draft.values.indexOf(given), 1);
    draft.put(slot, { ...meaning, start, end, quality: 'exact' }, way);
  }
}

/**
 * Reads the last day of a stay as the number of its days or nights: “till sunday” for `nights`. The first day is the
 * value of the competency's only date, in the query or held.
 */
export function readLengthsByEnd(table: ValueTable, draft: ValueDraft): void {
  const { slots, utterance, language } = table;
  const [begin, ...moreDays] = slots.filter(({ entity }) => traitsOf(entity).bareNumber === 'day');
  const slot = slots.find((counting) => countsDays(counting, language.code));
  const dates = table.exact('date');
  const end = dates.find((date) => (roleScores(date, utterance.words, dates, language)?.get('end') ?? 0) > 0);
  if (slot === undefined || begin === undefined || moreDays.length > 0 || end === undefined) return;
  if (draft.values.some((value) => value.slot === slot.name)) return;
  const isEnd = ({ candidate }: FoundSlot) => overlap(candidate, end);
  const given = draft.values.find((value) => value.slot === begin.name && !isEnd(value));
  const [first, last] = [given?.candidate ?? table.heldBy(begin.name), end].map((day) =>
    typeof day?.value === 'string' ? dayOfIso(day.value.slice(0, 10)) : null,
  );
  if (first == null || last == null || last <= first) return;
  const asBeginning = draft.values.findIndex(isEnd);
  if (asBeginning >= 0) draft.values.splice(asBeginning, 1);
  // A stay has a night fewer than days.
  const value = last - first + Number(unitCounted(slot, language.code) === 'day');
  draft.put(slot, { ...end, value, details: {} }, 'mention');
}
