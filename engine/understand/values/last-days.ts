import { entitiesWith, traitsOf } from '../../built-in-entities.ts';
import { contains } from '../../text/stretch.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { countsDays } from './counted-lengths.ts';
import { cuesOf } from './marks.ts';
import { roleOf } from './roles.ts';
import { slotsLedTo } from './surroundings.ts';
import type { ValueTable } from './value-table.ts';

const DAYS: readonly string[] = entitiesWith(({ order }) => order === 'date');

/**
 * The last day of a stretch whose first day is for the competency's only date: "sunday" in "from friday to sunday".
 * Empty if the query has further days, if it changes the first day to the last, if the utterances have the word before
 * the last day before the date, or if the date is an end.
 */
export function lastDays(table: ValueTable): Candidate[] {
  const { slots, language, utterance } = table;
  const [slot, ...moreSlots] = slots.filter(({ entity }) => DAYS.includes(entity));
  if (slot === undefined || moreSlots.length > 0 || traitsOf(slot.entity).bareNumber !== 'day') return [];
  const dates = table.exact(slot.entity);
  if (slot.multiple || dates.length < 2 || roleOf(slot, language) === 'end') return [];
  const { words } = utterance;
  const changes = words.some((_, at) => cuesOf(language).at(words, at)?.meanings.includes('change'));
  if (changes) return [];
  const hasLength = slots.some((other) => countsDays(other, language.code));
  const wordBefore = ({ start }: Candidate) => words.findLast(({ end }) => end <= start)?.text ?? '';
  const isLedTo = (date: Candidate) => slotsLedTo([slot], wordBefore(date), language.code).length > 0;
  const stretch = table.exact('date_range').find((days) => dates.every((date) => contains(days, date)));
  const [first, last] = [dates.at(0), dates.at(-1)];
  if (stretch === undefined || first === undefined || last === undefined) return [];
  const isFirst = hasLength || !table.holds(slot.name, first);
  return isFirst && (isLedTo(first) || !isLedTo(last)) ? [last] : [];
}
