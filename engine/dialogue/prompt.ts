import type { CompiledCompetency, CompiledSlot, CompiledState, CompiledText } from '../assistant.ts';
import type { Speech } from './speech.ts';
import type { StoredFrame } from './state.ts';
import { placeOf, say, type TurnContext } from './turn-context.ts';
import { dataOf } from './visit.ts';

/** What is waited for, as it is said again: in the language of now where the user has changed it meanwhile. */
export function promptOf(turn: TurnContext, waiting: StoredFrame | undefined): Speech | null {
  if (waiting === undefined) return null;
  const { prompt, asked, slots } = waiting;
  if (prompt === null || prompt.language === undefined || prompt.language === turn.input.language)
    return prompt;
  const place = placeOf(turn.loaded, waiting.state);
  if (place === null) return prompt;
  const { state, competency } = place;
  const slot = asked === null ? undefined : competency.slots.find(({ name }) => name === asked);
  const text = textFor(competency, state, slot);
  if (text === null || text[turn.input.language] === undefined) return prompt;
  const { sessionInfo } = turn.before;
  return say(turn, text, dataOf(turn, { competency, slots, sessionInfo, responseSlots: {} }));
}

/**
 * The question for a slot, or what the state says where none is asked for. Null where it cannot be said in a turn that
 * has not asked the business logic, since it may hold its data.
 */
export function textFor(
  competency: CompiledCompetency,
  state: CompiledState,
  slot: CompiledSlot | undefined,
): CompiledText | null {
  const text = slot === undefined ? state.say : slot.ask;
  const needsData = competency.businessLogic && JSON.stringify(text).includes('{{');
  return needsData ? null : text;
}
