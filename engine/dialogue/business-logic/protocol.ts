import * as z from 'zod/mini';
import type { DialogState } from '../state.ts';

const wireValue = z.looseObject({
  /** The user's own words. */
  tokens: z.string(),
  /** First generations: 1 confirmed, −1 not (yet) confirmed. Absent with `protocol: 2`. */
  resolved: z.optional(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  /** Second generation. Absent with `protocol: 0` or `protocol: 1`. */
  status: z.optional(z.enum(['EXTRACTED', 'MAPPED', 'FAILED_MAPPING', 'CONFIRMED'])),
  /** The meaning of the words. Absent if a mapping failed, and with `protocol` until the server has set it. */
  value: z.optional(z.unknown()),
});
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/**
 * The body of a business-logic call (`docs/BUSINESS-LOGIC.md`): these fields plus the caller's arbitrary fields. Our
 * fields win over arbitrary ones of the same name.
 */
export const businessLogicRequestForm = z.looseObject({
  qid: z.string(),
  query: z.string(),
  ai_version: z.string(),
  dialog: z.string(),
  session_id: z.string(),
  session_info: z.record(z.string(), z.unknown()),
  device: nullableText,
  language: z.string(),
  lat: nullableNumber,
  lon: nullableNumber,
  /** Minutes from UTC. */
  time_offset: nullableNumber,
  /** The user's institution; null outside a service. */
  institution: nullableText,
  /** The application that started the conversation (`env_name:app_name`), or null. */
  application: nullableText,
  external_user_id: z.string(),
  /** The query's label, or the turn's (`cs_yes`) if the version sets `labels`. */
  intent: nullableText,
  /** 0…1. */
  intent_probability: nullableNumber,
  state: z.string(),
  /** By `_NAME_`. */
  slots: z.record(
    z.string(),
    z.object({
      type: z.string(),
      /** Absent with `protocol: 0`. */
      values: z.optional(z.array(wireValue)),
      /** Replaces `values` with `protocol: 0`; otherwise absent. */
      candidates: z.optional(z.array(wireValue)),
      /** Only with `protocol: 0`: always `EQ 1`. */
      required_matches: z.optional(z.string()),
    }),
  ),
  /** Each value's new status, by slot and index in `values`. Absent with `protocol: 0` or `protocol: 1`. */
  event_list: z.optional(z.array(z.object({ slot: z.string(), index: z.int(), new_status: z.string() }))),
});
export type BusinessLogicRequest = Readonly<z.infer<typeof businessLogicRequestForm>>;

/** The outcome of a call. `body` is any JSON value, which the engine validates. `reason` contains no secret. */
export type BusinessLogicOutcome =
  | { status: 'answered'; body: unknown }
  /** `mayHaveActed`: the server may have done the deed although it did not confirm it. */
  | {
      status: 'failed';
      reason: string;
      mayHaveActed?: boolean;
      /** The server said that it did nothing, under this or any earlier call with the same key. */
      isNotDone?: boolean;
    };

/** What a call is for. */
export interface CallPurpose {
  /** The idempotency key: every attempt at one deed has the same. */
  key: string;
  /** The conversation to continue with if a deed's outcome stays unknown; null for a lookup. */
  pending: DialogState | null;
}

/** The port that the business-logic client implements. Server failures are outcomes, never exceptions. */
export type CallBusinessLogic = (
  request: BusinessLogicRequest,
  purpose: CallPurpose,
) => Promise<BusinessLogicOutcome>;

const looseRecord = z.record(z.string(), z.unknown());

export const answeredValue = z.looseObject({
  /** Some servers send a number. */
  tokens: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  resolved: z.optional(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  /** The second generation's status. */
  status: z.optional(z.nullable(z.string())),
  value: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  /** Some servers' name for `error`. */
  reason: z.optional(z.unknown()),
});

const answeredSlot = z.looseObject({
  /** The oldest servers use `candidates` for these. */
  values: z.optional(z.nullable(z.array(answeredValue))),
  candidates: z.optional(z.nullable(z.array(z.unknown()))),
  mappings: z.optional(z.unknown()),
});

/** The answer fields that the engine reads; other fields are allowed and returned in `bl_resp`. */
export const businessLogicAnswer = z.looseObject({
  state: z.optional(z.nullable(z.string())),
  slots: z.optional(z.nullable(z.record(z.string(), z.nullable(answeredSlot)))),
  response_slots: z.optional(z.nullable(looseRecord)),
  visual_payload: z.optional(z.nullable(looseRecord)),
  session_info: z.optional(z.nullable(looseRecord)),
});
export type BusinessLogicAnswer = z.infer<typeof businessLogicAnswer>;
export type AnsweredSlot = z.infer<typeof answeredSlot>;
export type AnsweredValue = z.infer<typeof answeredValue>;
