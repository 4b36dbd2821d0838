import {
  type BusinessLogicAnswer,
  type BusinessLogicRequest,
  isObject,
  type JsonObject,
  readRequest as readCall,
  type Slot,
  slotName,
} from '../../../clients/business-logic/index.ts';

export type Language = 'en' | 'es';

/** What the server reads of a business-logic request; `raw` is the whole of it, to be answered again. */
export interface Turn {
  qid: string;
  user: string;
  state: string;
  language: Language;
  /** Minutes that the user's clock is ahead of UTC. */
  offsetMinutes: number;
  /** True of a yes, a no, a value: what was not classified as a wish of its own. */
  isReply: boolean;
  /** Kept by the service between the turns of a session. */
  session: JsonObject;
  slots: Slots;
  raw: BusinessLogicRequest;
}

/** @throws {InvalidRequest} */
export const readRequest = (body: string): Turn => turnOf(readCall(body));

export function turnOf(raw: BusinessLogicRequest): Turn {
  const offset = Number(raw.time_offset ?? 0);
  return {
    qid: raw.qid,
    user: raw.external_user_id,
    state: raw.state,
    language: raw.language === 'es' ? 'es' : 'en',
    offsetMinutes: Math.abs(offset) <= 840 ? offset : 0,
    isReply: raw.intent_probability === null,
    session: isObject(raw.session_info) ? { ...raw.session_info } : {},
    slots: new Slots(raw.slots),
    raw,
  };
}

/** What a state answers with; a field that is left out stays as it came. */
export interface Answer {
  state?: string;
  say?: JsonObject;
  show?: JsonObject;
}

/** The request's own object with the answer in it. The events tell what was done with each slot. */
export function writeAnswer({ raw, slots, session, state }: Turn, answer: Answer): BusinessLogicAnswer {
  return {
    ...raw,
    state: answer.state ?? state,
    slots: slots.toWire(),
    event_list: slots.events,
    response_slots: answer.say ?? {},
    visual_payload: answer.show ?? {},
    session_info: session,
  };
}

/** A value as it came: `tokens` are the user's words, empty where this server filled the slot. */
export interface Value extends JsonObject {
  tokens: string;
  status: string;
  value: unknown;
}

/**
 * The slots of one request in the second generation of the wire: each value has a `status`, EXTRACTED, MAPPED or
 * FAILED_MAPPING as it comes, CONFIRMED, REJECTED or DELETE as it goes.
 */
export class Slots {
  readonly events: { slot: string; index: number; new_status: string }[] = [];
  readonly #slots: Record<string, Slot>;

  constructor(slots: Record<string, Slot>) {
    this.#slots = { ...slots };
  }

  /** The value of a slot that has one; what was rejected or deleted has none. */
  get(name: string): Value | undefined {
    const slot = this.#slots[slotName(name)];
    const value = isObject(slot) && Array.isArray(slot.values) ? slot.values[0] : undefined;
    if (!isObject(value) || value.value === null || value.value === undefined) return undefined;
    const status = String(value.status ?? 'EXTRACTED');
    if (status === 'REJECTED' || status === 'DELETE') return undefined;
    return { ...value, tokens: String(value.tokens ?? ''), status, value: value.value };
  }

  text(name: string): string | undefined {
    const value = this.get(name)?.value;
    return typeof value === 'string' ? value : undefined;
  }

  /** True where the service could map the user's words to none of the candidates. */
  failedMapping(name: string): boolean {
    const slot = this.#slots[slotName(name)];
    const value = isObject(slot) && Array.isArray(slot.values) ? slot.values[0] : undefined;
    return isObject(value) && value.status === 'FAILED_MAPPING';
  }

  /** Keeps a value, perhaps as something else. */
  confirm(name: string, value?: unknown, details: JsonObject = {}): void {
    const held = this.get(name);
    if (held === undefined) return;
    this.#put(name, 'CONFIRMED', { ...held, ...details, value: value ?? held.value });
  }

  /** Sets what the user did not say. */
  fill(name: string, value: string | number, details: JsonObject = {}): void {
    this.#put(name, 'CONFIRMED', { ...details, tokens: '', value });
  }

  /** Drops a value; `error` says why, in the user's language, and the slot is asked for again. */
  reject(name: string, error: string): void {
    this.#put(name, 'REJECTED', { tokens: '', value: null, ...this.get(name), error });
  }

  /** Empties a slot without a word. */
  remove(name: string): void {
    const held = this.get(name);
    if (held !== undefined) this.#put(name, 'DELETE', held);
  }

  /** Lets the service map the user's words to one of several; it calls again with what it found. */
  offer(name: string, candidates: JsonObject[], words: Record<string, string[]>): void {
    const held = this.get(name);
    if (held === undefined) return;
    this.#slots[slotName(name)] = {
      type: 'string',
      values: [held],
      candidates,
      mappings: [{ values: words }],
    };
  }

  toWire(): Record<string, Slot> {
    return this.#slots;
  }

  #put(name: string, status: string, value: JsonObject): void {
    const key = slotName(name);
    const slot = this.#slots[key];
    const { resolved: _, ...rest } = value;
    this.#slots[key] = { type: slot?.type ?? 'string', values: [{ ...rest, status }] };
    this.events.push({ slot: key, index: 0, new_status: status });
  }
}
