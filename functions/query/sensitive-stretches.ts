import type { TurnInput, TurnResult } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { Utterance } from '../../engine/values/recognizer.ts';
import { wordsIn } from '../../engine/values/words-in.ts';
import type { Stretch } from '../shared/domain/conversations/masking.ts';

/**
 * The parts of a query that would be values of a sensitive slot in any competency, because users also send their
 * numbers unasked. Runs each entity's recogniser once, and only for entities of sensitive slots. Parts that open
 * slots took as values are not sensitive. Free text has no recogniser.
 */
export function sensitiveStretches(
  { competencies, recognizerOf }: LoadedAssistant,
  { query, now, timeOffset }: Pick<TurnInput, 'query' | 'now' | 'timeOffset'>,
  { language, explanation }: Pick<TurnResult, 'language' | 'explanation'>,
): Stretch[] {
  const slots = [...competencies.values()].flatMap((competency) => competency.slots);
  const sensitive = slots.filter((slot) => slot.sensitive);
  if (sensitive.length === 0) return [];
  const names = new Set(sensitive.map(({ name }) => name));
  const open = explanation.proposals.filter(
    ({ slot, became }) => typeof slot === 'string' && became === 'applied' && !names.has(slot),
  );
  const clock = { now, offsetMinutes: timeOffset ?? 0 };
  const utterance: Utterance = { text: query, words: wordsIn(query, language), language, clock };
  return [...new Set(sensitive.map(({ entity }) => entity))]
    .flatMap((entity) => recognizerOf(entity, language)(utterance))
    .filter(({ quality }) => quality === 'exact' || quality === 'fuzzy')
    .filter((found) => !open.some(({ start, end }) => start <= found.start && found.end <= end));
}
