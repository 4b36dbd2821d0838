export type JsonObject = Record<string, unknown>;

/**
 * A call of the service; docs/BUSINESS-LOGIC.md describes it. The caller's additional fields are on the same
 * level.
 */
export interface BusinessLogicRequest extends JsonObject {
  /** Identifies the query in logs; use the `Idempotency-Key` header to do a deed once. */
  qid: string;
  query: string;
  ai_version: string;
  dialog: string;
  session_id: string;
  /** Your session data, from the latest of your answers that set it. */
  session_info: JsonObject;
  device: string | null;
  /** ISO 639-1. */
  language: string;
  /** Degrees. */
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive. */
  time_offset: number | null;
  /** The user's date and time when the query arrived, ISO 8601 with the offset; in UTC if `time_offset` is null. */
  local_time: string;
  institution: string | null;
  /** `env_name:app_name`. */
  application: string | null;
  external_user_id: string;
  intent: string | null;
  /** 0…1. */
  intent_probability: number | null;
  state: string;
  /** By `slotName`; filled slots only. */
  slots: Record<string, Slot>;
  event_list?: { slot: string; index: number; new_status: string }[];
}

/**
 * A slot's values. An answer with `candidates` and `mappings` lets the service map the user's words and call
 * again.
 */
export interface Slot extends JsonObject {
  type?: string;
  values?: SlotValue[];
  candidates?: unknown[];
  mappings?: unknown[];
}

/** A value of a slot; templates can use additional fields. Change `resolved` or `status`, not both. */
export interface SlotValue extends JsonObject {
  /** The user's own words. */
  tokens?: string | number;
  /** 1: confirmed; −1: refused or not yet confirmed; 0: to be mapped. */
  resolved?: -1 | 0 | 1;
  /** EXTRACTED, MAPPED or FAILED_MAPPING in a call; CONFIRMED, REJECTED or DELETE in an answer. */
  status?: string;
  /** The meaning of the words. */
  value?: unknown;
  /** In an answer: why the value is refused, in the user's language. */
  error?: string;
}

/** An answer. Omitted fields stay unchanged. */
export interface BusinessLogicAnswer extends JsonObject {
  /** A target of the state's `business_logic` transition. */
  state?: string;
  slots?: Record<string, Slot>;
  /** Data for this turn's templates. */
  response_slots?: JsonObject;
  /** Merged into the `visuals` of the query's answer. */
  visual_payload?: JsonObject;
  /** Replaces the session's data. */
  session_info?: JsonObject;
}

/** A body that is not a call of the service. The message is written for the caller. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest';
}

/**
 * Reads the body of a call. Checks the fields that every answer needs, and keeps all others as sent.
 * @throws {InvalidRequest}
 */
export function readRequest(body: string): BusinessLogicRequest {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    throw new InvalidRequest('The body is not JSON.');
  }
  if (!isObject(request)) throw new InvalidRequest('The body must be a JSON object.');
  for (const field of ['qid', 'external_user_id', 'state']) {
    if (typeof request[field] === 'string' && request[field] !== '') continue;
    throw new InvalidRequest(`${field} must be a non-empty string.`);
  }
  request.slots ??= {};
  if (!isObject(request.slots)) throw new InvalidRequest('slots must be an object.');
  for (const [name, slot] of Object.entries(request.slots)) {
    if (!isObject(slot)) throw new InvalidRequest(`slots.${name} must be an object.`);
  }
  return request as BusinessLogicRequest;
}

/** The name of an assistant's slot in calls: `account_from` is `_ACCOUNT_FROM_`. */
export const slotName = (name: string): string => `_${name.toUpperCase()}_`;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
