import type { Dialogue, DialogueTurn } from './rows.ts';

/** The user's intent at a service, and the stated values by slot in several spellings. */
export interface Goal {
  intent: string;
  slots: Readonly<Record<string, readonly string[]>>;
}

/** A user's turn about the service. */
export interface ServiceTurn {
  text: string;
  user: DialogueTurn;
  /** The system's turn before it. */
  system: DialogueTurn | null;
  /** The system's turn after it. */
  answer: DialogueTurn | null;
  goal: Goal;
  before: Goal | null;
  /** The slots that the user has stated so far. */
  told: ReadonlySet<string>;
  /** The values that the system has offered for the service so far, by slot, latest last. */
  offered: ReadonlyMap<string, readonly string[]>;
}

/** The turns of a dialogue that change the goal at a service, or concern no other service. */
export function serviceTurns({ turns }: Dialogue, service: string): ServiceTurn[] {
  const changes: ServiceTurn[] = [];
  const told = new Set<string>();
  let offered: ServiceTurn['offered'] = new Map();
  let before: Goal | null = null;
  let isOwn = false;
  for (const [index, user] of turns.entries()) {
    const { who, text, acts, state = {} } = user;
    if (who === 'system' && isOwn) offered = withOffers(offered, user);
    if (who === 'system') continue;
    const goal = Object.hasOwn(state, service) ? state[service] : undefined;
    isOwn = goal !== undefined && (Object.keys(state).length === 1 || !areSame(goal, before));
    if (goal === undefined || !isOwn) continue;
    for (const { act, slot } of acts)
      if (act === 'INFORM' && slot !== undefined && Object.hasOwn(goal.slots, slot)) told.add(slot);
    changes.push({
      text,
      user,
      system: turns[index - 1] ?? null,
      answer: turns[index + 1] ?? null,
      goal,
      before,
      told: new Set(told),
      offered,
    });
    before = goal;
  }
  return changes;
}

const areSame = (left: Goal, right: Goal | null): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Adds the offers of a system turn to earlier ones. */
function withOffers(offered: ServiceTurn['offered'], system: DialogueTurn): ServiceTurn['offered'] {
  const all = new Map(offered);
  for (const [slot, value] of offersOf(system)) all.set(slot, [...(all.get(slot) ?? []), value]);
  return all;
}

/** The slots and values that a system turn offers. */
export const offersOf = ({ acts }: DialogueTurn): [slot: string, value: string][] =>
  acts.flatMap(({ act, slot, values: [value] = [] }) =>
    act === 'OFFER' && slot !== undefined && value !== undefined ? [[slot, value] as [string, string]] : [],
  );
