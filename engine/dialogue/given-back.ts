import type { CompiledSlot } from '../assistant.ts';
import { valuesListed } from '../assistant.ts';
import type { LoadedAssistant } from '../load.ts';
import { isText } from '../understand/values/free-text-slots.ts';
import type { Meaning } from '../values/recognizer.ts';
import { isAllowed } from '../values/validate.ts';
import { saidBackOf } from './deeds.ts';
import { message } from './people-texts.ts';
import { textFor } from './prompt.ts';
import { joinSpeech } from './speech.ts';
import type { DialogState, SlotValue } from './state.ts';
import { beginTurn, placeOf, sayOf } from './turn-context.ts';
import type { TurnInput } from './turn-input.ts';
import { dataOf } from './visit.ts';

/**
 * The state after people have returned a conversation. Their slot values fill the competency in progress, which then
 * asks its question anew. If the question needs business logic, the next turn asks it.
 * @param given texts by slot; a text that its slot cannot take is ignored
 * @returns `isAskedAnew` is true if the state has a question that the user has not heard
 */
export function givenBack(
  loaded: LoadedAssistant,
  input: TurnInput,
  state: DialogState,
  given: Readonly<Record<string, string>>,
): { state: DialogState; isAskedAnew: boolean } {
  const frame = state.frames.at(-1);
  const place = frame && placeOf(loaded, frame.state);
  if (frame === undefined || place === null || place === undefined) return { state, isAskedAnew: false };
  const { competency } = place;
  const slots = { ...frame.slots };
  for (const slot of competency.slots) {
    const text = Object.hasOwn(given, slot.name) ? given[slot.name] : undefined;
    const value = text === undefined ? undefined : slotValueOf(loaded, input, state, slot, text.trim());
    if (value !== undefined) slots[slot.name] = value;
  }
  const missing = competency.slots.find(({ name, required }) => required && !Object.hasOwn(slots, name));
  const turn = beginTurn(loaded, state, input);
  const text = textFor(competency, place.state, missing);
  const data = dataOf(turn, { competency, slots, sessionInfo: state.sessionInfo, responseSlots: {} });
  const prompt = text === null ? null : { ...sayOf(turn, text, data), language: input.language };
  const { saidBack: _, ...rest } = frame;
  // A yes covers only values that a question stated. An empty digest covers none.
  const saidBack = prompt === null ? '' : saidBackOf({ competency, slots });
  const next = {
    ...rest,
    slots,
    asked: missing?.name ?? null,
    prompt,
    ...(missing === undefined && { saidBack }),
  };
  const last = joinSpeech([message(loaded, input, 'back_again'), ...(prompt === null ? [] : [prompt])]);
  const frames = [...state.frames.slice(0, -1), next];
  return { state: { ...state, frames, last }, isAskedAnew: prompt !== null };
}

/** The text as a value of the slot; undefined if the slot cannot take it. */
function slotValueOf(
  loaded: LoadedAssistant,
  input: TurnInput,
  state: DialogState,
  slot: CompiledSlot,
  text: string,
): SlotValue | undefined {
  const { utterance } = beginTurn(loaded, state, { ...input, query: text });
  const meaning = meaningOf();
  const isTaken = meaning !== undefined && isAllowed(meaning, slot.validate, utterance.clock);
  return isTaken ? { ...meaning, raw: text, resolved: 1 } : undefined;

  function meaningOf(): Meaning | undefined {
    const { assistant } = loaded;
    if (text === '') return undefined;
    if (valuesListed(assistant, slot.entity).includes(text)) return { value: text, details: {} };
    const whole = loaded
      .recognizerOf(
        slot.entity,
        input.language,
      )(utterance)
      .find(({ start, end }) => start === 0 && end === text.length);
    if (whole !== undefined) return { value: whole.value, details: whole.details };
    return isText(assistant, slot.entity) ? { value: text, details: {} } : undefined;
  }
}
