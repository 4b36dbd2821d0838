import type { SlotValue } from '../state.ts';
import type { TurnContext } from '../turn-context.ts';
import type { Visit } from '../visit.ts';
import type { MappingStatus } from './apply-slot.ts';
import type { BusinessLogicRequest } from './protocol.ts';
import { toWire, wireName } from './wire.ts';

/** The generation of servers that a version calls; undefined speaks to both. */
export const protocolOf = ({ loaded }: TurnContext): 1 | 2 | undefined =>
  loaded.assistant.businessLogic?.protocol;

type WireSlots = BusinessLogicRequest['slots'];
type WireValue = WireSlots[string]['values'][number];

/** What the second call of a turn tells of. */
export interface Mapped {
  /** What came of mapping slots, by their names. */
  statuses: ReadonlyMap<string, MappingStatus>;
  /** The slots as the first call had them. */
  before: Readonly<Record<string, SlotValue>>;
}

/** @param mapped for the second call, which tells of nothing else; empty for the first */
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
    institution: input.institution,
    application: input.application,
    external_user_id: input.externalUserId,
    intent: visit.intent,
    intent_probability: visit.probability,
    state: visit.state.name,
    slots: protocol === undefined ? slots : ofGeneration(slots, protocol),
    ...(protocol === 1 ? {} : { event_list: eventsOf(slots, mapped.statuses) }),
  };
}

/** The slots with the words of the second generation beside the numbers of the first. */
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
  const told = new Set([...mapped.keys()].map(wireName));
  return Object.entries(slots).flatMap(([slot, { values }]) =>
    mapped.size > 0 && !told.has(slot)
      ? []
      : values.map(({ status }, index) => ({ slot, index, new_status: String(status) })),
  );
}

/** As servers of one generation alone know them: its own sign, and words only until a value was given or mapped. */
const ofGeneration = (slots: WireSlots, protocol: 1 | 2): WireSlots =>
  Object.fromEntries(
    Object.entries(slots).map(([name, { type, values }]) => [
      name,
      { type, values: values.map((value) => alone(value, protocol)) },
    ]),
  );

function alone(value: WireValue, protocol: 1 | 2): WireValue {
  const { resolved, status, ...rest } = value;
  const sign = protocol === 1 ? { resolved } : { status };
  return resolved === 1 ? { ...rest, ...sign } : { tokens: value.tokens, ...sign };
}
