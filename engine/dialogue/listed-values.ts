import { type CompiledCompetency, entityNamed } from '../assistant.ts';
import type { Speech } from './speech.ts';
import { toldName } from './told-name.ts';
import { say, sayMessage, type TurnContext } from './turn-context.ts';
import { dataOf, type Visit } from './visit.ts';

/** The maximum number of values that an answer lists. */
const MAX_VALUES_TOLD = 20;

/** The names of a slot's list values, in the turn's language. */
export function namesOfValues(
  { loaded, input }: TurnContext,
  { slots }: CompiledCompetency,
  slot: string,
): string[] {
  const named = slots.find(({ name }) => name === slot)?.entity ?? '';
  const entity = entityNamed(loaded.assistant, named);
  if (entity === undefined) return [];
  const values = Object.keys(entity.values).slice(0, MAX_VALUES_TOLD);
  return values.map((value) => toldName(entity, value, input.language));
}

/** Says that a slot's list lacks the user's value, and records the miss. */
export function sayUnknown(
  turn: TurnContext,
  visit: Visit,
  { slot, raw }: { slot: string; raw: string },
): Speech {
  turn.explanation.missed.push({ slot, why: 'not_read' });
  const text = visit.competency.slots.find(({ name }) => name === slot)?.unknown ?? null;
  const data = { ...dataOf(turn, visit), raw, values: namesOfValues(turn, visit.competency, slot) };
  return text === null ? sayMessage(turn, 'unknown_value', data) : say(turn, text, data);
}
