import * as z from 'zod/mini';
import type { DialogState } from '../state.ts';

export const wireValue = z.looseObject({
  /** The user's words. */
  tokens: z.string(),
  /** The first generations' status: 1 confirmed, −1 not (yet) confirmed. Omitted for `protocol: 2`. */
  resolved: z.optional(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  /** The second generation's status. Omitted for `protocol: 0` and `protocol: 1`. */
  status: z.optional(z.enum(['EXTRACTED', 'MAPPED', 'FAILED_MAPPING', 'CONFIRMED'])),
  /**
   * The meaning of the words. Omitted if a mapping failed. Depending on `protocol`, also omitted until the server has
   * given a value.
   */
  value: z.optional(z.unknown()),
});
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/**
 * The body of a business-logic call (`docs/BUSINESS-LOGIC.md`): these fields and the caller's arbitrary fields, which
 * cannot replace them.
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
  /** The user's date and time when the query arrived, ISO 8601 with the offset; in UTC if `time_offset` is null. */
  local_time: z.string(),
  /** The users' institution; null outside of a service. */
  institution: nullableText,
  /** The application in which the conversation began (`env_name:app_name`); null for none. */
  application: nullableText,
  external_user_id: z.string(),
  /** The query's label or, if the version uses `labels`, the turn's label, such as `cs_yes`. */
  intent: nullableText,
  /** 0…1. */
  intent_probability: nullableNumber,
  state: z.string(),
  /** Slots by `_NAME_`. */
  slots: z.record(
    z.string(),
    z.object({
      type: z.string(),
      /** Omitted for `protocol: 0`. */
      values: z.optional(z.array(wireValue)),
      /** Replaces `values` for `protocol: 0`; omitted otherwise. */
      candidates: z.optional(z.array(wireValue)),
      /** `EQ 1` if there are `candidates`; omitted otherwise. */
      required_matches: z.optional(z.string()),
    }),
  ),
  /**
   * The new status of each value, by its slot and its index in `values`. Omitted for `protocol: 0` and `protocol: 1`.
   */
  event_list: z.optional(z.array(z.object({ slot: z.string(), index: z.int(), new_status: z.string() }))),
});
export type BusinessLogicRequest = Readonly<z.infer<typeof businessLogicRequestForm>>;
/** The slots of a call. */
export type WireSlots = BusinessLogicRequest['slots'];

/** The outcome of a call. `body` is any JSON value: the engine validates it. `reason` holds no secret. */
export type BusinessLogicOutcome =
  | { status: 'answered'; body: unknown }
  /** `mayHaveActed`: the server may have done the work, although no answer confirms it. */
  | {
      status: 'failed';
      reason: string;
      mayHaveActed?: boolean;
      /** The server reports that it has not done the deed, neither now nor in an earlier call with the same key. */
      isNotDone?: boolean;
    };

/** The purpose of a call, which is not in its body. */
export interface CallPurpose {
  /** The same key for every attempt at a deed. A server does a deed once per key. */
  key: string;
  /** The conversation to continue with if the outcome of a deed stays unknown; null for a lookup. */
  pending: DialogState | null;
}

/** The port that the business-logic client implements. A server's failure is an outcome, never an exception. */
export type CallBusinessLogic = (
  request: BusinessLogicRequest,
  purpose: CallPurpose,
) => Promise<BusinessLogicOutcome>;

const looseRecord = z.record(z.string(), z.unknown());

export const answeredValue = z.looseObject({
  /** The words; on some servers, the number that they mean. */
  tokens: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  resolved: z.optional(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  /** The second generation's status. */
  status: z.optional(z.nullable(z.string())),
  value: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  /** The name of `error` on some servers. */
  reason: z.optional(z.unknown()),
});

const answeredSlot = z.looseObject({
  values: z.optional(z.nullable(z.array(answeredValue))),
  /** Candidates for mapping; on the oldest servers, the values. */
  candidates: z.optional(z.nullable(z.array(z.unknown()))),
  mappings: z.optional(z.unknown()),
});

/** The fields of an answer that the engine reads. Other fields are allowed, and returned only in `bl_resp`. */
export const businessLogicAnswer = z.looseObject({
  state: z.optional(z.nullable(z.string())),
  slots: z.optional(z.nullable(z.record(z.string(), z.nullable(answeredSlot)))),
  response_slots: z.optional(z.nullable(looseRecord)),
  visual_payload: z.optional(z.nullable(looseRecord)),
  session_info: z.optional(z.nullable(looseRecord)),
  /** True hands the conversation over to people, if the assistant declares them. */
  hand_off: z.optional(z.unknown()),
});
export type BusinessLogicAnswer = z.infer<typeof businessLogicAnswer>;
export type AnsweredSlot = z.infer<typeof answeredSlot>;
export type AnsweredValue = z.infer<typeof answeredValue>;
