import { type CompiledAssistant, type CompiledState, type CompiledTransition, ROOT } from './assistant.ts';
import { BOOLEAN_ENTITY } from './built-in-entities.ts';

/** Why a state is a deed. */
export type DeedReason =
  /** The author declares it. */
  | 'declared'
  /** A yes leads to it, and its competency has business logic. */
  | 'yes'
  /** It follows a deed and the business logic is called about it, so the deed may happen there. */
  | 'goes_on';

/** Why the graph does not show whether a state is a deed. It is not treated as one until the author declares it. */
export type OpenReason =
  /** A query alone enters the state, and no yes comes before its business-logic call. */
  | 'label'
  /** Its competency has no business logic: a client may act on the state's name. */
  | 'no_business_logic'
  /** No other state's yes leads to it. */
  | 'own_yes'
  /** Only a slot's value leads to it. */
  | 'slot';

export interface Deeds {
  /** The deeds, and why each is one. */
  deeds: ReadonlyMap<string, DeedReason>;
  /** States that may be deeds, and why that is undecided. */
  open: ReadonlyMap<string, OpenReason>;
}

const known = new WeakMap<CompiledAssistant, Deeds>();

/**
 * The deeds of an assistant, derived from its graph: a state is a deed if a yes leads to it, its competency has
 * business logic, and it does not ask for its own yes first. The state's `deed` overrides this. Computed once per
 * loaded assistant, so that old versions are read the same way.
 */
export function deedsOf(assistant: CompiledAssistant): Deeds {
  const before = known.get(assistant);
  if (before !== undefined) return before;
  const deeds = derive(assistant);
  known.set(assistant, deeds);
  return deeds;
}

/** True if entering the state needs the user's clear consent. */
export const isDeed = (assistant: CompiledAssistant, name: string): boolean =>
  deedsOf(assistant).deeds.has(name);

/** The transition for a yes: on `yes`, or on `cancel` for a question whether to cancel. */
export function yesTransition({ transitions }: CompiledState): CompiledTransition | undefined {
  const yes = transitions.find(({ on }) => on === 'yes');
  if (yes !== undefined || !transitions.some(({ on }) => on === 'no')) return yes;
  return transitions.find(({ on }) => on === 'cancel');
}

/** True if a yes in a state does a deed, in its target or in a state reached in the same turn. */
export const asksForDeed = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  [...statesOfYes(assistant, state)].some((name) => isDeed(assistant, name));

/** True if the business logic is also consulted about this transition's target. */
export const asksAboutTarget = (
  { businessLogic }: CompiledAssistant,
  transition: Pick<CompiledTransition, 'on' | 'asksAboutTarget'>,
): boolean =>
  transition.on === 'business_logic' &&
  (transition.asksAboutTarget ?? businessLogic?.asksAboutTarget === true);

/** The states that a yes may enter in one turn: its target and those entered right after. */
export function statesOfYes(assistant: CompiledAssistant, state: CompiledState): ReadonlySet<string> {
  const reached = new Set([yesTransition(state)?.to[0] ?? ROOT]);
  // Items added to a set during iteration are visited too.
  for (const name of reached) {
    const to = stateNamed(assistant, name);
    if (to === undefined || to.isLabel || isDeed(assistant, name)) continue;
    for (const transition of to.transitions)
      if (transition.on === 'slot' || asksAboutTarget(assistant, transition))
        for (const target of transition.to) reached.add(target);
  }
  return reached;
}

/** The transitions for a yes, including those of a boolean slot. */
export function transitionsOfYes(
  { competencies }: CompiledAssistant,
  state: CompiledState,
): CompiledTransition[] {
  const slots = competencies[state.competency]?.slots ?? [];
  const yes = yesTransition(state);
  const ofSlots = state.transitions.filter(
    ({ on, slot }) =>
      on === 'slot' &&
      slots.some(({ name, entity }) => name === slot?.name && entity === BOOLEAN_ENTITY) &&
      (slot?.is?.includes('true') ?? true),
  );
  return yes === undefined ? ofSlots : [yes, ...ofSlots];
}

function derive(assistant: CompiledAssistant): Deeds {
  const deeds = new Map<string, DeedReason>();
  const open = new Map<string, OpenReason>();
  const states = Object.values(assistant.states);
  for (const { name, deed } of states) if (deed === true) deeds.set(name, 'declared');
  for (const state of states) {
    for (const transition of transitionsOfYes(assistant, state)) {
      const to = stateNamed(assistant, transition.to[0] ?? ROOT);
      if (to === undefined || to.deed !== undefined) continue;
      const kind = kindByYes(assistant, state, transition, to);
      if (kind === 'deed') deeds.set(to.name, 'yes');
      else if (kind !== 'none') open.set(to.name, kind);
    }
    for (const { on, to } of state.transitions) {
      const target = stateNamed(assistant, to[0] ?? ROOT);
      if (on === 'slot' && target !== undefined && mayActBySlot(assistant, target))
        open.set(target.name, open.get(target.name) ?? 'slot');
    }
  }
  addNextStates(assistant, deeds);
  return { deeds, open: new Map([...open].filter(([name]) => !deeds.has(name))) };
}

const stateNamed = ({ states }: CompiledAssistant, name: string): CompiledState | undefined =>
  name !== ROOT && Object.hasOwn(states, name) ? states[name] : undefined;

const hasBusinessLogic = ({ competencies }: CompiledAssistant, { competency }: CompiledState): boolean =>
  competencies[competency]?.businessLogic ?? false;

/** How a yes affects its target state. */
function kindByYes(
  assistant: CompiledAssistant,
  from: CompiledState,
  transition: CompiledTransition,
  to: CompiledState,
): 'deed' | 'none' | OpenReason {
  if (!hasBusinessLogic(assistant, to))
    return to.isLabel || asksForYes(assistant, to) ? 'none' : 'no_business_logic';
  if (to.name === from.name) return to.isLabel ? 'none' : 'own_yes';
  if (!asksForYes(assistant, to)) return to.isLabel ? 'label' : 'deed';
  // A state entered by a query, or one that asks for a value again, asks for its own yes first.
  return to.isLabel || asksForValue(assistant, transition, to) ? 'none' : 'deed';
}

/** True if a yes stays within the competency: then the state may be the question before a deed. */
const asksForYes = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  transitionsOfYes(assistant, state).some(({ to }) => {
    const target = stateNamed(assistant, to[0] ?? ROOT);
    return (
      target?.name !== state.name &&
      (state.isLabel ? target?.competency === state.competency : target !== undefined)
    );
  });

/** True if a transition clears a slot that its target asks for. */
const asksForValue = (
  { competencies }: CompiledAssistant,
  { clear }: CompiledTransition,
  { competency }: CompiledState,
): boolean =>
  (competencies[competency]?.slots ?? []).some(
    ({ name, required, ask }) => (required || ask !== null) && clear.includes(name),
  );

/** True for a state that a slot's value may enter and that may act at once. */
const mayActBySlot = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  state.deed === undefined &&
  !state.isLabel &&
  hasBusinessLogic(assistant, state) &&
  !asksForYes(assistant, state);

/**
 * Adds states that only a deed leads to and that the business logic is called about right after: the deed may happen
 * there.
 */
function addNextStates(assistant: CompiledAssistant, deeds: Map<string, DeedReason>): void {
  const isOfDeeds = (to: string) =>
    Object.values(assistant.states).every(
      ({ name, transitions }) =>
        deeds.has(name) || !transitions.some((transition) => transition.to.includes(to)),
    );
  // Items added to a map during iteration are visited too.
  for (const name of deeds.keys()) {
    const next = stateNamed(assistant, name)?.transitions ?? [];
    for (const to of next.flatMap((transition) =>
      asksAboutTarget(assistant, transition) ? transition.to : [],
    )) {
      const state = stateNamed(assistant, to);
      if (state !== undefined && mayActBySlot(assistant, state) && !deeds.has(to) && isOfDeeds(to))
        deeds.set(to, 'goes_on');
    }
  }
}
