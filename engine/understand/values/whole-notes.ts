import { TEXT_ENTITY } from '../../built-in-entities.ts';
import { clausesOf } from '../../text/clauses.ts';
import { contains } from '../../text/stretch.ts';
import { wordsWithin } from '../../text/words.ts';
import { clauseForms } from '../../values/clause-forms.ts';
import { widen } from '../../values/free-text/widen.ts';
import type { ValueDraft } from './value-draft.ts';
import type { ValueTable } from './value-table.ts';

/**
 * Extends notes that the tagger found in a wish within their clauses, also over other slots' values: of “the drain in the
 * kitchen is blocked” it may find “the drain”.
 */
export function readWholeNotes(table: ValueTable, draft: ValueDraft): void {
  const { loaded, utterance, slots, language } = table;
  const { text, words } = utterance;
  const model = loaded.freeText.get(language.code);
  if (model === undefined) return;
  const isNote = (name: string) => slots.some((slot) => slot.name === name && slot.entity === TEXT_ENTITY);
  for (const [index, value] of draft.values.entries()) {
    const { slot, candidate } = value;
    if (candidate.quality !== 'learned' || !isNote(slot)) continue;
    const clauses = clausesOf(text, words, clauseForms(language));
    const clause = clauses.find((stretch) => contains(stretch, candidate));
    if (clause === undefined) continue;
    const taken = draft.values.filter((other) => other !== value).map((other) => other.candidate);
    const within = { ...utterance, words: wordsWithin(words, clause) };
    const { start, end } = widen(candidate, within, model, { taken, isNote: true, crosses: true });
    const raw = text.slice(start, end);
    draft.values[index] = { ...value, candidate: { ...candidate, start, end, value: raw }, raw };
  }
}
