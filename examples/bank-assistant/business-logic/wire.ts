import {
  type BusinessLogicAnswer,
  isObject,
  type JsonObject,
  readRequest as readCall,
  type Slot,
  slotName,
  type BusinessLogicRequest as WireRequest,
} from '../../../clients/business-logic/index.ts';
import type { Language } from './words.ts';

/** What the server reads of a business-logic request; `raw` is the whole of it, to be answered again. */
export interface BusinessLogicRequest {
  qid: string;
  externalUserId: string;
  state: string;
  language: Language;
  /** Minutes that the user's clock is ahead of UTC. */
  timeOffsetMinutes: number;
  /** Where the user is, in degrees; null where that is not known. */
  position: { lat: number; lon: number } | null;
  sessionInfo: JsonObject;
  slots: Slots;
  raw: WireRequest;
}

/** @throws {InvalidRequest} */
export const readRequest = (body: string): BusinessLogicRequest => requestOf(readCall(body));

export function requestOf(raw: WireRequest): BusinessLogicRequest {
  const offset = Number(raw.time_offset ?? 0);
  return {
    qid: raw.qid,
    externalUserId: raw.external_user_id,
    state: raw.state,
    language: raw.language === 'es' ? 'es' : 'en',
    timeOffsetMinutes: Math.abs(offset) <= 840 ? offset : 0,
    position:
      typeof raw.lat === 'number' && typeof raw.lon === 'number' ? { lat: raw.lat, lon: raw.lon } : null,
    sessionInfo: isObject(raw.session_info) ? raw.session_info : {},
    slots: new Slots(raw.slots),
    raw,
  };
}

/** What a competency answers with; a field that is left out stays as it came. */
export interface Answer {
  state?: string;
  responseSlots?: JsonObject;
  visualPayload?: JsonObject;
  sessionInfo?: JsonObject;
}

/** The request's own object with the answer in it. */
export function writeAnswer(request: BusinessLogicRequest, answer: Answer): BusinessLogicAnswer {
  return {
    ...request.raw,
    slots: request.slots.toWire(),
    state: answer.state ?? request.state,
    response_slots: answer.responseSlots ?? {},
    visual_payload: answer.visualPayload ?? {},
    session_info: { ...request.sessionInfo, ...answer.sessionInfo },
  };
}

/** The slots of one request, by their names in the assistant (`account_from` is `_ACCOUNT_FROM_` on the wire). */
export class Slots {
  readonly #slots: Map<string, Slot>;

  constructor(slots: Record<string, Slot>) {
    this.#slots = new Map(Object.entries(slots));
  }

  /** Every value that is there counts as kept, until it is rejected. */
  keepAll(): void {
    for (const [name, slot] of this.#slots) {
      const values = valuesOf(slot).map((value) => ({ ...value, resolved: 1 as const }));
      this.#slots.set(name, { ...slot, values });
    }
  }

  /** The first value of a slot; undefined where it has none or it was rejected. */
  read(name: string): unknown {
    const [value] = valuesOf(this.#slots.get(slotName(name)) ?? {});
    return value?.resolved === -1 ? undefined : value?.value;
  }

  /** All values of a slot that takes several. */
  readAll(name: string): unknown[] {
    return valuesOf(this.#slots.get(slotName(name)) ?? {})
      .filter(({ resolved }) => resolved !== -1)
      .map(({ value }) => value);
  }

  readText(name: string): string | undefined {
    const value = this.read(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** A number that came as one, as its digits, or with its currency. */
  readNumber(name: string): number | undefined {
    const value = this.read(name);
    const amount = isObject(value) ? value.amount : value;
    if (typeof amount !== 'number' && typeof amount !== 'string') return undefined;
    const number = Number(amount);
    return amount !== '' && Number.isFinite(number) ? number : undefined;
  }

  /** An amount of money in cents, rounded to the nearest one. */
  readCents(name: string): number | undefined {
    const amount = this.readNumber(name);
    return amount === undefined ? undefined : Math.round(amount * 100);
  }

  /** What stands beside a slot's value, such as the `currency` of money. */
  detail(name: string, detail: string): unknown {
    return valuesOf(this.#slots.get(slotName(name)) ?? {})[0]?.[detail];
  }

  /** Drops the slot's values; `error` says why, in the user's language. */
  reject(name: string, error: string): void {
    const slot = this.#slots.get(slotName(name));
    if (slot === undefined) return;
    const values = valuesOf(slot).map((value) => ({ ...value, resolved: -1 as const, error }));
    this.#slots.set(slotName(name), { ...slot, values });
  }

  /** Sets what the user did not say. */
  fill(name: string, value: string | number): void {
    const slot = this.#slots.get(slotName(name)) ?? { type: typeof value };
    this.#slots.set(slotName(name), { ...slot, values: [{ tokens: String(value), resolved: 1, value }] });
  }

  toWire(): Record<string, Slot> {
    return Object.fromEntries(this.#slots);
  }
}

function valuesOf(slot: JsonObject): JsonObject[] {
  return Array.isArray(slot.values) ? slot.values.filter(isObject) : [];
}
