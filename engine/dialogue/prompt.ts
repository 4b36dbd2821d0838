import type {
  CompiledCompetency,
  CompiledRichAnswer,
  CompiledSlot,
  CompiledState,
  CompiledText,
} from '../assistant.ts';
import type { Speech } from './speech.ts';
import type { StoredFrame } from './state.ts';
import { placeOf, sayOf, type TurnContext } from './turn-context.ts';
import { dataOf } from './visit.ts';

/** The open question to repeat, in the user's current language. */
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
  if (text === null || text.text[turn.input.language] === undefined) return prompt;
  const { sessionInfo } = turn.before;
  return sayOf(turn, text, dataOf(turn, { competency, slots, sessionInfo, responseSlots: {} }));
}

/** A slot's question; without one, its refusal. */
export const questionOf = ({ ask, reject }: CompiledSlot): CompiledText | null => ask ?? reject;

/**
 * The question for a slot, or the state's text if no slot is asked for. Null if it may need business logic's data,
 * since this turn has not called business logic.
 */
export function textFor(
  competency: CompiledCompetency,
  state: CompiledState,
  slot: CompiledSlot | undefined,
): { text: CompiledText; rich: CompiledRichAnswer | undefined } | null {
  const { rich } = slot ?? state;
  const text = slot === undefined ? state.say : questionOf(slot);
  const needsData = competency.businessLogic && JSON.stringify([text, rich]).includes('{{');
  return needsData || text === null ? null : { text, rich };
}
