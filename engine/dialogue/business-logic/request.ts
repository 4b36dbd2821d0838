import type { CompiledCompetency, ServerGeneration } from '../../assistant.ts';
import { type Entities, fieldsOf } from '../entity-fields.ts';
import type { SlotValue } from '../state.ts';
import type { TurnContext } from '../turn-context.ts';
import type { Visit } from '../visit.ts';
import type { MappingStatus } from './applied-answer.ts';
import type { BusinessLogicRequest, WireSlots } from './protocol.ts';
import { toWire, wireName } from './wire.ts';

/**
 * The protocol generation of a version's servers; undefined if requests carry the fields of the last two generations.
 */
const protocolOf = ({ loaded }: TurnContext): ServerGeneration | undefined =>
  loaded.assistant.businessLogic?.protocol;

/** True if the servers' generation has no `status`. */
export const isEarly = (turn: TurnContext): boolean => [0, 1].includes(protocolOf(turn) ?? 2);

type WireValue = NonNullable<WireSlots[string]['values']>[number];

/** The mappings that a turn's second call reports. */
export interface Mapped {
  /** The outcome of each slot's mapping, by its name. */
  statuses: ReadonlyMap<string, MappingStatus>;
  /** The slots as in the first call. */
  before: Readonly<Record<string, SlotValue>>;
}

/** @param mapped the mappings that the second call reports; empty for the first */
export function requestOf(turn: TurnContext, visit: Visit, mapped: Mapped): BusinessLogicRequest {
  const { input } = turn;
  const protocol = protocolOf(turn);
  const slots = withStatuses(visit, mapped);
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
    local_time: localTime(input.now, input.timeOffset ?? 0),
    institution: input.institution,
    application: input.application,
    external_user_id: input.externalUserId,
    ...intentOf(turn, visit),
    state: visit.state.name,
    slots: {
      ...ofServer(visit.serverSlots, protocol),
      ...(protocol === undefined
        ? slots
        : ofGeneration(slots, protocol, visit.competency, turn.loaded.assistant.entities)),
    },
    ...(isEarly(turn) ? {} : { event_list: eventsOf(slots, mapped.statuses) }),
  };
}

/**
 * The user's date and time, as ISO 8601 to the second with the offset.
 * @param now milliseconds since 1970
 * @param offset minutes from UTC
 */
function localTime(now: number, offset: number): string {
  const local = new Date(now + offset * 60_000).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
  const two = (number: number): string => String(number).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The intent: the query's label, or the turn's label if the version uses turn labels. */
function intentOf(
  { loaded, explanation }: TurnContext,
  { intent, probability, label }: Visit,
): Pick<BusinessLogicRequest, 'intent' | 'intent_probability'> {
  const isTold = loaded.assistant.businessLogic?.labels === true;
  if (isTold && label !== null) return { intent: label.name, intent_probability: label.probability };
  if (isTold) explanation.findings.push('no label tells the business logic what this turn was');
  return { intent, intent_probability: probability };
}

/** The slots in wire form, with the second generation's `status` beside the first generation's `resolved`. */
function withStatuses(visit: Visit, { statuses, before }: Mapped): WireSlots {
  const wire: WireSlots = toWire(visit.competency, visit.slots);
  for (const { name } of visit.competency.slots) {
    const key = wireName(name);
    const status = statuses.get(name);
    if (status === 'FAILED_MAPPING' && wire[key] === undefined) {
      wire[key] = { type: 'string', values: [{ tokens: before[name]?.raw ?? '', resolved: -1, status }] };
    }
    for (const value of wire[key]?.values ?? []) {
      value.status = status ?? (value.resolved === 1 ? 'CONFIRMED' : 'EXTRACTED');
    }
  }
  return wire;
}

function eventsOf(slots: WireSlots, mapped: ReadonlyMap<string, MappingStatus>) {
  const mappedNames = new Set([...mapped.keys()].map(wireName));
  return Object.entries(slots).flatMap(([slot, { values = [] }]) =>
    mapped.size > 0 && !mappedNames.has(slot)
      ? []
      : values.map(({ status }, index) => ({ slot, index, new_status: String(status) })),
  );
}

/** The slots that the server added earlier in the turn, with the server's statuses. */
const ofServer = (slots: WireSlots, protocol: ServerGeneration | undefined): WireSlots =>
  protocol !== 0
    ? slots
    : Object.fromEntries(
        Object.entries(slots).map(([name, { type, values = [] }]) => [
          name,
          { type, candidates: values, required_matches: 'EQ 1' },
        ]),
      );

/**
 * Slots for servers of one generation: with only its status field, and without the value until the server has confirmed
 * it.
 */
const ofGeneration = (
  slots: WireSlots,
  protocol: ServerGeneration,
  competency: CompiledCompetency,
  entities: Entities,
): WireSlots =>
  Object.fromEntries(
    competency.slots.flatMap(({ name, entity, mapper }) => {
      const slot = slots[wireName(name)];
      if (slot === undefined) return [];
      const values = (slot.values ?? []).map((value) => {
        const fields = fieldsOf(entities, entity, value.value);
        return alone(value, protocol, [...Object.keys(fields), ...(mapper === undefined ? [] : [mapper])]);
      });
      const { type } = slot;
      const wire = protocol === 0 ? { type, candidates: values, required_matches: 'EQ 1' } : { type, values };
      return [[wireName(name), wire]];
    }),
  );

/** @param mapped the fields from the list or the mapper, which are sent even before the server confirms the value */
function alone(value: WireValue, protocol: ServerGeneration, mapped: readonly string[]): WireValue {
  const { resolved, status, ...fields } = value;
  const sign = protocol === 2 ? { status } : { resolved };
  if (resolved === 1) return { ...fields, ...sign };
  const early = Object.entries(fields).filter(([name]) => name === 'tokens' || mapped.includes(name));
  return { ...Object.fromEntries(early), tokens: value.tokens, ...sign };
}
