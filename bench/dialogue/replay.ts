import { slotKey } from '../../engine/dialogue/kept-slots.ts';
import { type DialogState, initialState, type SlotValue } from '../../engine/dialogue/state.ts';
import { type TurnInput, type TurnResult, takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { businessLogicOf } from './business-logic.ts';
import { mostOf, utteranceOf } from './entity-of.ts';
import { snakeCase } from './names.ts';
import type { ServiceTurn } from './turns.ts';

/** The day on which the data set's conversations take place. */
export const NOW = Date.UTC(2019, 2, 1, 12);
export const NO_INTENT = 'NONE';
/** The value of a slot that the user leaves open. */
export const ANY_VALUE = 'dontcare';

/** The input of a turn, besides the query. */
export const INPUT: Omit<TurnInput, 'query'> = {
  qid: 'bench',
  language: 'en',
  device: null,
  lat: null,
  lon: null,
  timeOffset: 0,
  now: NOW,
  institution: null,
  application: null,
  externalUserId: 'bench',
  aiVersion: 'bench',
  dialog: 'bench',
  sessionId: 'bench',
  arbitraryFields: {},
};

export const play = (loaded: LoadedAssistant, state: DialogState, turn: ServiceTurn): Promise<TurnResult> =>
  takeTurn(
    loaded,
    state,
    { ...INPUT, query: turn.text },
    businessLogicOf(loaded, turn, (slot, spelling) => valueSpelled(loaded, slot, spelling)),
  );

/** The active or just completed competency; null at root. */
export const competencyIn = ({ states }: LoadedAssistant, { frames, finished }: DialogState): string | null =>
  states.get((frames.at(-1) ?? finished?.frame)?.state ?? '')?.competency ?? null;

/** The values held for the service in the active or just completed competency, and in the session. */
export function heldIn(loaded: LoadedAssistant, state: DialogState): Record<string, SlotValue> {
  const current =
    loaded.competencies.get(competencyIn(loaded, state) ?? '')?.slots.map(({ name }) => name) ?? [];
  const held: Record<string, SlotValue> = {};
  for (const { slots } of loaded.competencies.values())
    for (const slot of slots) {
      const kept = state.kept[slotKey(slot)];
      if (kept !== undefined && !current.includes(slot.name)) held[slot.name] = kept;
    }
  return { ...held, ...(state.frames.at(-1) ?? state.finished?.frame)?.slots };
}

/** The value that a slot's entity reads in a spelling, else the spelling itself. */
export function valueSpelled(
  loaded: LoadedAssistant,
  slot: string,
  spelling: string,
  now: number = NOW,
): SlotValue {
  const entity = entityIn(loaded, slot);
  const recognize = entity === null ? () => [] : loaded.recognizerOf(entity, 'en');
  const read = mostOf(recognize(utteranceOf(spelling, now)));
  return { value: read?.value ?? spelling, raw: spelling, resolved: -1, details: read?.details ?? {} };
}

function entityIn({ competencies }: LoadedAssistant, name: string): string | null {
  for (const { slots } of competencies.values()) {
    const slot = slots.find((candidate) => candidate.name === name);
    if (slot !== undefined) return slot.entity;
  }
  return null;
}

/** The expected state of the conversation before a turn, after the system's question in the dialogue. */
export function stateBefore(
  loaded: LoadedAssistant,
  { before, system }: ServiceTurn,
  intent: string | null,
): DialogState {
  const name = snakeCase(intent ?? '');
  const competency = loaded.competencies.get(name);
  if (before === null || competency === undefined) return initialState();
  const slots: Record<string, SlotValue> = {};
  const kept: Record<string, SlotValue> = {};
  for (const [slot, [spelling]] of Object.entries(before.slots)) {
    if (spelling === undefined || spelling === ANY_VALUE) continue;
    const value = valueSpelled(loaded, slot, spelling);
    if (competency.slots.some((declared) => declared.name === slot)) slots[slot] = value;
    const entity = entityIn(loaded, slot);
    for (const sharing of [...loaded.competencies.values()].flatMap((competency) => competency.slots))
      if (sharing.name === slot && sharing.entity === entity) kept[slotKey(sharing)] = value;
  }
  const requested = system?.acts.find(({ act }) => act === 'REQUEST')?.slot;
  const asked = competency.slots.find((slot) => slot.name === requested)?.name ?? null;
  const speak = system?.text ?? '';
  const frame = {
    state: name,
    intent: name,
    slots,
    asked,
    misses: {},
    skipped: [],
    prompt: { speak, show: speak },
  };
  return { ...initialState(), frames: [frame], kept };
}
