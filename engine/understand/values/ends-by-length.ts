import { DURATION_ENTITY, entitiesWith, traitsOf } from '../../built-in-entities.ts';
import { contains, overlap } from '../../text/stretch.ts';
import { dayOfIso } from '../../values/time/calendar.ts';
import { countsDays, unitCounted } from './counted-lengths.ts';
import { beginningsOf, notBefore } from './in-order.ts';
import { lastDays } from './last-days.ts';
import { movedBy } from './moved.ts';
import { type RelativeValue, relativeValues } from './relative.ts';
import { roleScores } from './roles.ts';
import type { ValueDraft } from './value-draft.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

const MOMENTS = entitiesWith(({ isMoment }) => isMoment);

/**
 * Reads an end that the query gives as a length of time after a beginning: "june 20 for ten days", "and back
 * a week later". The beginning is a value of the query or of a slot; the author's rules and the slots' roles
 * pair ends with beginnings. Without a beginning, the length itself is stored. Does nothing if a slot takes
 * lengths of time.
 */
export function readEnds(table: ValueTable, draft: ValueDraft): void {
  const { slots } = table;
  if (slots.some(({ entity }) => entity === DURATION_ENTITY)) return;
  for (const slot of slots) {
    if (!traitsOf(slot.entity).isMoment || slot.multiple || table.isFilled(slot.name)) continue;
    const beginnings = beginningsOf(slot, table);
    const [first] = beginnings;
    if (first === undefined) continue;
    const lengths = lengthsIn(table);
    if (lengths.length === 0) return;
    const given = draft.values.find((value) => value.slot === slot.name);
    const beginning = beginnings
      .map(({ name }) => draft.values.find((value) => value.slot === name)?.candidate ?? table.heldBy(name))
      .find((value) => value !== undefined);
    const length = lengths.find((one) =>
      draft.values.every(({ slot: name, candidate }) => name === slot.name || !overlap(candidate, one)),
    );
    if (length?.duration === undefined) continue;
    // A separate date for the end wins over the length.
    if (given !== undefined && !contains(length, given.candidate)) continue;
    const told = { value: length.duration, details: { after: first.name } };
    const meaning = beginning === undefined ? told : movedBy(beginning, length);
    if (meaning === null) continue;
    if (given !== undefined) draft.values.splice(draft.values.indexOf(given), 1);
    const { start, end } = length;
    const way = beginning === undefined ? 'length' : 'mention';
    draft.put(slot, { ...meaning, start, end, quality: 'exact' }, way);
  }
}

/** The lengths of time in a text that do not count from now: "for ten days", "a week later". */
function lengthsIn(table: ValueTable): RelativeValue[] {
  const { utterance, language } = table;
  const durations = table.exact(DURATION_ENTITY);
  if (durations.length === 0) return [];
  const later = relativeValues(utterance.words, { numbers: [], durations }, language.relative, () => false);
  const moments = MOMENTS.flatMap((entity) => table.recognized(entity));
  const bare = durations
    .filter((length) => ![...moments, ...later].some((value) => overlap(value, length)))
    .map(({ start, end, value }): RelativeValue => ({ start, end, duration: String(value), sign: 1 }));
  return [...later.filter(({ sign }) => sign === 1), ...bare];
}

/**
 * Reads the last day of a stay as the number of its days or nights: “till sunday” for `nights`. The first day is the
 * value of the competency's only date, in the query or held; the last day does not replace it.
 */
export function readLengthsByEnd(table: ValueTable, draft: ValueDraft): void {
  const { slots, utterance, language } = table;
  const counting = slots.filter((slot) => countsDays(slot, utterance.language));
  const [begin, ...moreDays] = slots.filter(({ entity }) => traitsOf(entity).bareNumber === 'day');
  const [slot] = counting.filter(({ name }) => !draft.values.some((value) => value.slot === name));
  if (slot === undefined || begin === undefined || moreDays.length > 0) return;
  const dates = table.exact('date');
  const last = lastDays(table);
  const end = dates.find((date) => {
    if (last.includes(date)) return true;
    const otherDates = dates.filter((other) => !overlap(other, date));
    return (roleScores(date, utterance.words, otherDates, language)?.get('end') ?? 0) > 0;
  });
  if (end === undefined) return;
  const isEnd = ({ slot: name, candidate }: FoundSlot) => name === begin.name && overlap(candidate, end);
  const given = draft.values.find((value) => value.slot === begin.name && !isEnd(value));
  const first = given?.candidate.value ?? table.heldBy(begin.name)?.value;
  // "Till friday", from wednesday in a week, is the friday after it.
  const [firstDay, lastDay] = [first, notBefore(end, first, true).value].map((day) =>
    typeof day === 'string' ? dayOfIso(day.slice(0, 10)) : null,
  );
  if (firstDay == null || lastDay == null || lastDay <= firstDay) return;
  const asEnd = draft.values.findIndex(isEnd);
  if (asEnd >= 0) draft.values.splice(asEnd, 1);
  // A stay has a night fewer than days.
  const value = lastDay - firstDay + Number(unitCounted(slot, utterance.language) === 'day');
  draft.put(slot, { ...end, value, details: {} }, 'mention');
}
