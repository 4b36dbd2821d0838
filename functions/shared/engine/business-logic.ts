import * as z from 'zod/mini';
import type { WireSlots } from './slots/wire.ts';

/**
 * The body of a business-logic call (DESIGN §7): these fields and, beside them, the caller's arbitrary fields
 * under their own names. A field of ours wins over an arbitrary one of the same name.
 */
export interface BusinessLogicRequest {
  readonly [arbitraryField: string]: unknown;
  readonly qid: string;
  readonly query: string;
  readonly ai_version: string;
  readonly dialog: string;
  readonly session_id: string;
  readonly session_info: Readonly<Record<string, unknown>>;
  readonly device: string | null;
  readonly language: string;
  readonly lat: number | null;
  readonly lon: number | null;
  /** Minutes from UTC. */
  readonly time_offset: number | null;
  readonly external_user_id: string;
  readonly intent: string | null;
  readonly intent_probability: number | null;
  readonly state: string;
  readonly slots: WireSlots;
  /** What happened to the slots since they were said, for servers of the second generation. */
  readonly event_list: readonly { event: string; slot: string }[];
}

/** What came of a call. `body` is any JSON value: the engine validates it. `reason` holds no secret. */
export type BusinessLogicOutcome =
  | { status: 'answered'; body: unknown }
  | { status: 'failed'; reason: string };

/** The port that the business-logic client implements. It never throws: a failure is an outcome. */
export type CallBusinessLogic = (request: BusinessLogicRequest) => Promise<BusinessLogicOutcome>;

const looseRecord = z.record(z.string(), z.unknown());

const answeredValue = z.looseObject({
  tokens: z.optional(z.nullable(z.string())),
  resolved: z.optional(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
  /** The second generation's word for it. */
  status: z.optional(z.nullable(z.string())),
  value: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});

const answeredSlot = z.looseObject({
  values: z.optional(z.nullable(z.array(answeredValue))),
  candidates: z.optional(z.nullable(z.array(z.unknown()))),
  mappings: z.optional(z.unknown()),
});

/** The fields that the engine reads of an answer; others are allowed and only come back in `bl_resp`. */
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
