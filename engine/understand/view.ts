import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSlot,
  type CompiledState,
  entityNamed,
} from '../assistant.ts';

/** A value that a slot holds. */
export interface HeldValue {
  /** The canonical value: a string of a gazetteer, a number, or any JSON that the business logic set. */
  value: unknown;
  /** The user's own words; empty if the business logic filled the slot. */
  raw: string;
  /** 1 if the business logic confirmed the value, −1 if not (yet). */
  resolved: -1 | 1;
  /** Further fields of the value on the wire: `currency` of money, and fields that the business logic added. */
  details: Record<string, unknown>;
}

/** The content of a filled slot. */
export interface SlotValue extends HeldValue {
  /** The further values of a slot with `multiple`, in the query's order. */
  more?: HeldValue[];
}

/** A competency in progress, or just finished. */
export interface Frame {
  competency: CompiledCompetency;
  state: CompiledState;
  /** The label by which the user entered the competency. */
  label: string | null;
  slots: Readonly<Record<string, SlotValue>>;
}

/** The answer that the conversation waits for. */
export type Awaited =
  | { kind: 'nothing' }
  /** `isAskedAgain`: the last answer was refused or not understood. */
  | { kind: 'value'; slot: CompiledSlot; isAskedAgain?: boolean }
  /**
   * `isDeed`: a yes does something irreversible. `saysBack`: the question names held values. `offered`: the state of
   * another competency that a yes leads to; values for its slots are said back before they are used.
   */
  | { kind: 'yes_no'; isDeed: boolean; saysBack: boolean; offered?: CompiledState }
  | { kind: 'choice'; labels: readonly string[]; query: string };

/** A query's place in the conversation: everything that a producer may know about it. */
export interface View {
  assistant: CompiledAssistant;
  language: string;
  awaited: Awaited;
  /** The current competency. */
  frame: Frame | null;
  /** The competency just finished, while a follow-up may still refer to it. */
  finished: Frame | null;
  /** The open question as it was spoken; empty if there is none. */
  prompt: string;
  /** True if the assistant said something else after the question. */
  hasTold: boolean;
  /** True if the last question asked what to change. A yes to it does not confirm the question before it. */
  asksWhatChanges: boolean;
  /** True if the last answer reported a deed as done. */
  hasDone: boolean;
}

/** The slot whose value is awaited; null if none is. */
export const askedSlot = ({ awaited }: Pick<View, 'awaited'>): CompiledSlot | null =>
  awaited.kind === 'value' ? awaited.slot : null;

/** True if a yes to the open question does something irreversible. */
export const awaitsDeed = ({ awaited }: Pick<View, 'awaited'>): boolean =>
  awaited.kind === 'yes_no' && awaited.isDeed;

export const heldIn = (slots: Readonly<Record<string, SlotValue>>, name: string): SlotValue | undefined =>
  Object.hasOwn(slots, name) ? slots[name] : undefined;

/** The competency of a label; undefined if the version has no such label. */
export const competencyOf = (
  { states, competencies }: Labelled,
  label: string,
): CompiledCompetency | undefined => competencies.get(states.get(label)?.competency ?? '');

interface Labelled {
  states: ReadonlyMap<string, CompiledState>;
  competencies: ReadonlyMap<string, CompiledCompetency>;
}

/** True if a slot takes codes, by an author's pattern. Nobody mentions a code in passing. */
export const isCode = (assistant: CompiledAssistant, { entity }: CompiledSlot): boolean =>
  entityNamed(assistant, entity)?.pattern !== undefined;

/** True if a state waits for a yes or no. */
export const awaitsReply = ({ transitions }: CompiledState): boolean =>
  transitions.some(({ on }) => on === 'yes' || on === 'no');

/** True for a label of the current state or competency. */
export const isLabelUnderWay = (label: string, { assistant, frame }: View): boolean =>
  label === frame?.state.name ||
  // From a state that is itself a label, the competency's other labels are new wishes.
  (frame?.state.isLabel === false && assistant.states[label]?.competency === frame.competency.name);

/** True if a yes leads to the label's competency, which is another: "sure, send me a new one" requests the offer. */
export function isOfferedLabel(label: string, { assistant, awaited, frame }: View): boolean {
  if (awaited.kind !== 'yes_no' || frame === null) return false;
  const competency = assistant.states[label]?.competency;
  return (
    competency !== undefined &&
    competency !== frame.competency.name &&
    frame.state.transitions.some(
      ({ on, to }) =>
        on === 'yes' && to.some((target) => assistant.states[target]?.competency === competency),
    )
  );
}
