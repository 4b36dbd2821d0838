import type { CompiledCompetency, CompiledState } from '../assistant.ts';
import type { BusinessLogicRequest } from '../business-logic.ts';
import { toWire, type WireSlots, wireName } from '../slots/wire.ts';
import type { MappingStatus } from './apply-answer.ts';
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

/** What templates see: the slots, the business logic's response slots and session data, a dropped slot's error. */
export function dataOf(turn: Turn, visit: Visit, error?: string): Record<string, unknown> {
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

/** @param mapped what came of mapping slots, by their names: for the second call */
export function requestOf(
  turn: Turn,
  visit: Visit,
  mapped: ReadonlyMap<string, MappingStatus>,
): BusinessLogicRequest {
  const { input } = turn;
  const slots = withStatuses(turn, visit, mapped);
  return {
    ...input.arbitraryFields,
    qid: input.qid,
    query: input.query,
    ai_version: input.aiVersion,
    dialog: input.dialog,
    session_id: input.sessionId,
    session_info: visit.sessionInfo,
    device: input.device,
    language: input.language,
    lat: input.lat,
    lon: input.lon,
    time_offset: input.timeOffset,
    external_user_id: input.externalUserId,
    intent: visit.intent,
    intent_probability: visit.probability,
    state: visit.state.name,
    slots,
    event_list: Object.entries(slots).flatMap(([slot, { values }]) =>
      values.map(({ status }) => ({ event: String(status), slot })),
    ),
  };
}

/** The slots with the words of the second generation beside the numbers of the first. */
function withStatuses(turn: Turn, visit: Visit, mapped: ReadonlyMap<string, MappingStatus>): WireSlots {
  const wire = toWire(visit.competency, visit.slots);
  for (const { name } of visit.competency.slots) {
    const key = wireName(name);
    const status = mapped.get(name);
    if (status === 'FAILED_MAPPING' && wire[key] === undefined) {
      const said = turn.explanation.slots.find(({ slot }) => slot === name);
      const tokens = said === undefined ? '' : turn.input.query.slice(said.start, said.end);
      wire[key] = { type: 'string', values: [{ tokens, resolved: -1, value: null, status }] };
    }
    for (const value of wire[key]?.values ?? []) {
      value.status = status ?? (value.resolved === 1 ? 'CONFIRMED' : 'EXTRACTED');
    }
  }
  return wire;
}
