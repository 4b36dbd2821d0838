import { hasValues } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { clausesOf } from '../../text/clauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { wordsWithin } from '../../text/words.ts';
import { clauseForms } from '../../values/clause-forms.ts';
import type { ActReading } from '../acts/reader.ts';
import { BY_ITSELF, readActs } from '../acts-in-place.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { isUnfit } from './pairings.ts';
import type { ValueDraft } from './value-draft.ts';
import type { ValueTable } from './value-table.ts';

/**
 * If two clauses have a day, time or listed value for one slot, takes the value of the clause that sounds more like a
 * wish: "I was there last week, can I come on friday". Skips slots for past events. A greeting is no value.
 */
export function readWished(table: ValueTable, draft: ValueDraft): void {
  const { utterance, language } = table;
  const clauses = clausesOf(utterance.text, utterance.words, clauseForms(language));
  const [first, next] = clauses;
  const isFirst = ({ start }: Stretch) => start <= (utterance.words[0]?.start ?? 0);
  const name = draft.values.find(({ candidate }) => candidate.quality === 'learned' && isFirst(candidate));
  const opening = name?.candidate ?? (next === undefined ? undefined : first);
  if (table.asked === null && opening !== undefined) dropGreeting(opening, table, draft);
  if (first === undefined || next === undefined) return;
  const clauseOf = (place: Stretch) => clauses.find((clause) => overlap(clause, place));
  const wishes = new Map<Stretch, number>();
  const wishOf = (clause: Stretch): number => {
    const known = wishes.get(clause) ?? wishIn(table, clause);
    wishes.set(clause, known);
    return known;
  };
  for (const value of [...draft.values]) {
    const slot = table.slotCalled(value.slot);
    const told = clauseOf(value.candidate);
    if (slot === undefined || slot.multiple || slot.prefer === 'past' || told === undefined) continue;
    const isListed = hasValues(table.loaded.assistant, slot.entity);
    if (!(isListed || traitsOf(slot.entity).isMoment) || value.way === 'replace' || value.way === 'relative')
      continue;
    const alike = table.slots.filter(({ entity }) => entity === slot.entity);
    // Words that name the slot keep its value: "from the 16th" is the beginning.
    if (alike.length > 1 && table.named(alike, value.candidate) === slot) continue;
    const wished = table.recognized(slot.entity).find((rival) => {
      if (rival.quality !== 'exact' || draft.isRead(rival) || isUnfit(slot, rival, utterance.clock))
        return false;
      const clause = clauseOf(rival);
      return clause !== undefined && clause !== told && wishOf(clause) > wishOf(told);
    });
    if (wished === undefined) continue;
    draft.explained.push(value.candidate);
    draft.values.splice(draft.values.indexOf(value), 1);
    draft.put(slot, wished, value.way);
  }
}

/**
 * Drops a part of the day that only greets as a query's first clause ("morning, can I book a table"), and a greeting that
 * the tagger takes for a name.
 */
function dropGreeting(first: Stretch, table: ValueTable, draft: ValueDraft): void {
  const words = wordsWithin(table.utterance.words, first);
  const greeting = draft.values.filter(({ candidate }) => overlap(candidate, first));
  const areAll = words.every((word) => greeting.some(({ candidate }) => overlap(candidate, word)));
  if (words.length > WORDS.couple || !areAll || actsOf(table, first).greet < CERTAINTY.sure) return;
  for (const value of greeting) {
    draft.explained.push(value.candidate);
    draft.values.splice(draft.values.indexOf(value), 1);
  }
}

/** How much more a clause wishes than remarks or refuses, −1…1; 0 for the rest of a text of many clauses. */
function wishIn(table: ValueTable, clause: Stretch): number {
  if (wordsWithin(table.utterance.words, clause).length > WORDS.many) return 0;
  const { wish, ask, change, affirm, chatter, deny, drop } = actsOf(table, clause);
  return Math.max(wish, ask, change, affirm) - Math.max(chatter, deny, drop);
}

/** The acts of a clause by itself. Runs the encoder. */
function actsOf({ loaded, utterance }: ValueTable, { start, end }: Stretch): ActReading['likelihood'] {
  const { text, language, work } = utterance;
  const clause = text.slice(start, end);
  work?.spendText(clause);
  const repaired = loaded.classifiers.get(language)?.read?.(text).text ?? text;
  return readActs(loaded, language, clause, { ...BY_ITSELF, whole: { asTyped: text, repaired } }).likelihood;
}
