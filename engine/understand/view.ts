import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSlot,
  type CompiledState,
  entityNamed,
  ROOT,
} from '../assistant.ts';

/** A value as the conversation holds it. */
export interface HeldValue {
  /** The canonical value: a string of a gazetteer, a number, or whatever JSON the business logic set. */
  value: unknown;
  /** The user's own words; empty where the business logic filled the slot. */
  raw: string;
  /** 1 confirmed by the business logic, −1 not (yet). */
  resolved: -1 | 1;
  /** The fields beside the value on the wire: `currency` of money, those that the business logic added. */
  details: Record<string, unknown>;
}

/** A slot as the conversation holds it. */
export interface SlotValue extends HeldValue {
  /** The further values of a slot with `multiple`, in the order of the query. */
  more?: HeldValue[];
}

/** A competency under way, or one just finished. */
export interface Frame {
  competency: CompiledCompetency;
  state: CompiledState;
  /** The label by which it was entered. */
  label: string | null;
  slots: Readonly<Record<string, SlotValue>>;
}

/** The answer that the conversation waits for. */
export type Awaited =
  | { kind: 'nothing' }
  | { kind: 'value'; slot: CompiledSlot }
  /**
   * `isDeed`: a yes does something that cannot be taken back. `saysBack`: the question tells values that are held.
   * `offered`: the state of another competency that a yes leads to; what a yes gives to its slots is said back first.
   */
  | { kind: 'yes_no'; isDeed: boolean; saysBack: boolean; offered?: CompiledState }
  | { kind: 'choice'; labels: readonly string[]; query: string };

/** A query's place in the conversation: all that a producer of commands may know of it. */
export interface View {
  assistant: CompiledAssistant;
  language: string;
  awaited: Awaited;
  /** The competency under way. */
  frame: Frame | null;
  /** The competency that has just ended, while a follow-up may still mean it. */
  finished: Frame | null;
  /** The question that waits for an answer, as it was spoken; empty where none does. */
  prompt: string;
  /** True if something else was told since that question was asked. */
  hasTold: boolean;
  /** True if the last question was what shall change: a yes to it does not confirm what was asked before. */
  asksWhatChanges: boolean;
  /** True if the last answer told that a deed was done. */
  hasDone: boolean;
}

/** The value that a slot holds. */
export const heldIn = (slots: Readonly<Record<string, SlotValue>>, name: string): SlotValue | undefined =>
  Object.hasOwn(slots, name) ? slots[name] : undefined;

/** The competency of a label; undefined where the version has no such label. */
export const competencyOf = (
  { states, competencies }: Labelled,
  label: string,
): CompiledCompetency | undefined => competencies.get(states.get(label)?.competency ?? '');

interface Labelled {
  states: ReadonlyMap<string, CompiledState>;
  competencies: ReadonlyMap<string, CompiledCompetency>;
}

/** True if a slot takes codes by an author's pattern: nobody says one by the way. */
export const isCode = (assistant: CompiledAssistant, { entity }: CompiledSlot): boolean =>
  entityNamed(assistant, entity)?.pattern !== undefined;

/** True if a state waits for a yes or no. */
export const awaitsReply = ({ transitions }: CompiledState): boolean =>
  transitions.some(({ on }) => on === 'yes' || on === 'no');

/** True of the labels of the state and the competency under way, but for other states that can be wished for. */
export function isLabelUnderWay(label: string, { assistant, frame }: View): boolean {
  if (frame === null) return false;
  if (label === frame.state.name || label === frame.label) return true;
  // Another state of the competency that can be wished for by itself is another wish.
  return assistant.states[label]?.competency === frame.competency.name && !frame.state.isLabel;
}

/** True if a yes leads to the label's competency: "sure, send me a new one" wishes for what was offered. */
export function isOfferedLabel(label: string, view: View): boolean {
  const competency = view.assistant.states[label]?.competency;
  return competency !== undefined && offeredBy(view).includes(competency);
}

/** True if a yes leads to another competency. */
export const offersAnother = (view: View): boolean => offeredBy(view).length > 0;

/** The names of other competencies that a yes leads to. */
function offeredBy({ assistant, awaited, frame }: View): string[] {
  if (awaited.kind !== 'yes_no') return [];
  const targets = frame?.state.transitions.flatMap(({ on, to }) => (on === 'yes' ? to : [])) ?? [];
  return targets
    .flatMap((to) => (to === ROOT ? [] : (assistant.states[to]?.competency ?? [])))
    .filter((name) => name !== frame?.competency.name);
}
