import { type CompiledAssistant, type CompiledState, type CompiledTransition, ROOT } from './assistant.ts';
import { BOOLEAN_ENTITY } from './built-in-entities.ts';

/** The reason why a state is a deed. */
export type DeedReason =
  /** Its author says so. */
  | 'declared'
  /** A yes leads to it, and its competency has business logic. */
  | 'yes'
  /** The business logic is asked about it as a deed's next state, so the deed may be done there. */
  | 'goes_on';

/** The reason why the graph does not tell whether a state is a deed. It counts as none until its author says so. */
export type OpenReason =
  /** Queries enter the state by themselves, and it asks for no yes before its business logic is called. */
  | 'label'
  /** Its competency has no business logic: a client may do something when it reads the state's name. */
  | 'no_business_logic'
  /** No yes of another state leads to it. */
  | 'own_yes'
  /** A slot's value leads to it, and no yes. */
  | 'slot';

export interface Deeds {
  /** The states that do something when they are entered, and what tells that. */
  deeds: ReadonlyMap<string, DeedReason>;
  /** The states of which the graph does not tell it. */
  open: ReadonlyMap<string, OpenReason>;
}

const known = new WeakMap<CompiledAssistant, Deeds>();

/**
 * The deeds of an assistant, told by its graph: a state that a yes leads to does something, if its competency has
 * business logic and it does not ask for a yes of its own before that. `deed` of a state says otherwise. Worked out
 * once for each assistant that is loaded, so that versions of any age are read the same way.
 */
export function deedsOf(assistant: CompiledAssistant): Deeds {
  const before = known.get(assistant);
  if (before !== undefined) return before;
  const deeds = derive(assistant);
  known.set(assistant, deeds);
  return deeds;
}

/** True if entering a state does something that its user must surely have wished. */
export const isDeed = (assistant: CompiledAssistant, name: string): boolean =>
  deedsOf(assistant).deeds.has(name);

/** The transition that a yes takes: the one on `yes`; of a question whether to cancel, the one on `cancel`. */
export function yesTransition({ transitions }: CompiledState): CompiledTransition | undefined {
  const yes = transitions.find(({ on }) => on === 'yes');
  if (yes !== undefined || !transitions.some(({ on }) => on === 'no')) return yes;
  return transitions.find(({ on }) => on === 'cancel');
}

/**
 * True if a yes to what a state asks does a deed: in the state that it leads to, or in one that this leads to in the
 * same turn.
 */
export const asksForDeed = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  [...statesOfYes(assistant, state)].some((name) => isDeed(assistant, name));

/** The states that a yes to what a state asks may enter in its turn: its target, and those that this leads to at once. */
export function statesOfYes(assistant: CompiledAssistant, state: CompiledState): ReadonlySet<string> {
  const reached = new Set([yesTransition(state)?.to[0] ?? ROOT]);
  // A set may grow while it is walked: what is added is visited too.
  for (const name of reached) {
    const to = stateNamed(assistant, name);
    if (to === undefined || to.isLabel || isDeed(assistant, name)) continue;
    for (const { on, to: next } of to.transitions)
      if (on === 'slot' || (on === 'business_logic' && assistant.businessLogic?.asksAboutTarget === true))
        for (const target of next) reached.add(target);
  }
  return reached;
}

/** The transitions that a yes of the user's takes: those of a boolean slot too. */
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
      const told = toldByYes(assistant, state, transition, to);
      if (told === 'deed') deeds.set(to.name, 'yes');
      else if (told !== 'none') open.set(to.name, told);
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

/** Tells what a yes that leads to a state makes of it. */
function toldByYes(
  assistant: CompiledAssistant,
  from: CompiledState,
  transition: CompiledTransition,
  to: CompiledState,
): 'deed' | 'none' | OpenReason {
  if (!hasBusinessLogic(assistant, to))
    return to.isLabel || asksForYes(assistant, to) ? 'none' : 'no_business_logic';
  if (to.name === from.name) return to.isLabel ? 'none' : 'own_yes';
  if (!asksForYes(assistant, to)) return to.isLabel ? 'label' : 'deed';
  // What a query enters by itself asks for its own yes first; so does a state that first asks for a value anew.
  return to.isLabel || asksForValue(assistant, transition, to) ? 'none' : 'deed';
}

/** True if a yes in the state leads on within its competency: then it may be the question before a deed. */
const asksForYes = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  transitionsOfYes(assistant, state).some(({ to }) => {
    const target = stateNamed(assistant, to[0] ?? ROOT);
    return (
      target?.name !== state.name &&
      (state.isLabel ? target?.competency === state.competency : target !== undefined)
    );
  });

/** True if a transition empties a slot that its target asks for. */
const asksForValue = (
  { competencies }: CompiledAssistant,
  { clear }: CompiledTransition,
  { competency }: CompiledState,
): boolean =>
  (competencies[competency]?.slots ?? []).some(
    ({ name, required, ask }) => (required || ask !== null) && clear.includes(name),
  );

/** True of a state that a value may lead to, and that may do something at once. */
const mayActBySlot = (assistant: CompiledAssistant, state: CompiledState): boolean =>
  state.deed === undefined &&
  !state.isLabel &&
  hasBusinessLogic(assistant, state) &&
  !asksForYes(assistant, state);

/** Adds the states that nothing but a deed leads to, and that the business logic is asked about right after it: it may be done there. */
function addNextStates(assistant: CompiledAssistant, deeds: Map<string, DeedReason>): void {
  if (assistant.businessLogic?.asksAboutTarget !== true) return;
  const isOfDeeds = (to: string) =>
    Object.values(assistant.states).every(
      ({ name, transitions }) =>
        deeds.has(name) || !transitions.some((transition) => transition.to.includes(to)),
    );
  // A map may grow while it is walked: what is added is visited too.
  for (const name of deeds.keys()) {
    const next = stateNamed(assistant, name)?.transitions ?? [];
    for (const to of next.flatMap(({ on, to }) => (on === 'business_logic' ? to : []))) {
      const state = stateNamed(assistant, to);
      if (state !== undefined && mayActBySlot(assistant, state) && !deeds.has(to) && isOfDeeds(to))
        deeds.set(to, 'goes_on');
    }
  }
}
