import type { CompiledCompetency, CompiledSlot, CompiledState } from '../assistant.ts';
import type { Speech } from './speech.ts';
import type { HeldValue, SlotValue, Suspended } from './state.ts';
import type { Turn } from './turn-context.ts';

/** A stay in one state during a turn, as it comes together. */
export interface Visit {
  state: CompiledState;
  competency: CompiledCompetency;
  slots: Record<string, SlotValue>;
  misses: Record<string, number>;
  intent: string | null;
  probability: number | null;
  /** Optional slots that the user would not fill. */
  skipped: string[];
  /** What waits for the competency's end. */
  suspended: Suspended[];
  kept: Record<string, SlotValue>;
  /** True once the turn has left a slot that was asked for too often. */
  isExhausted: boolean;
  /** What is said before the state's own words. */
  speech: Speech[];
  sessionInfo: Record<string, unknown>;
  responseSlots: Record<string, unknown>;
  visualPayload: Record<string, unknown>;
  businessLogic: unknown;
}

/** The slot to ask for: the first required one that is empty, else an optional one that has a question. */
export function missingSlot({
  competency,
  slots,
  skipped,
}: Pick<Visit, 'competency' | 'slots' | 'skipped'>): CompiledSlot | undefined {
  const empty = competency.slots.filter(({ name }) => !Object.hasOwn(slots, name));
  return (
    empty.find(({ required }) => required) ??
    empty.find(({ name, ask }) => ask !== null && !skipped.includes(name))
  );
}

/** What templates see: the slots, the business logic's response slots and session data, a dropped slot's error. */
export function dataOf(
  turn: Turn,
  visit: Pick<Visit, 'competency' | 'slots' | 'sessionInfo' | 'responseSlots'>,
  error?: string,
): Record<string, unknown> {
  const data: Record<string, unknown> = { session_info: visit.sessionInfo };
  if (error !== undefined) data.error = error;
  for (const slot of visit.competency.slots) {
    const held = Object.hasOwn(visit.slots, slot.name) ? visit.slots[slot.name] : undefined;
    if (held === undefined) continue;
    const fields = (one: HeldValue): Record<string, unknown> => {
      const label = labelOf(turn, slot.entity, one.value);
      return { ...one.details, value: one.value, raw: one.raw, ...(label === null ? {} : { label }) };
    };
    data[slot.name] = slot.multiple ? [held, ...(held.more ?? [])].map(fields) : fields(held);
  }
  return { ...data, ...visit.responseSlots };
}

/** A value's first synonym in the query's language, else the value in plain words. */
function labelOf(turn: Turn, entity: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const { entities } = turn.loaded.assistant;
  const values = Object.hasOwn(entities, entity) ? entities[entity]?.values : undefined;
  const synonyms = values !== undefined && Object.hasOwn(values, value) ? values[value] : undefined;
  return synonyms?.[turn.input.language]?.[0] ?? value.replaceAll('_', ' ');
}
