import type { CompiledTransition } from '../../assistant.ts';
import type { SlotValue } from '../state.ts';

/** Whether a slot's words matched a candidate of the business logic. */
export type MappingStatus = 'MAPPED' | 'FAILED_MAPPING';

/** The changes from a business-logic answer. */
export interface AppliedAnswer {
  slots: Record<string, SlotValue>;
  /** Dropped slots, with their error text if any. */
  dropped: Map<string, string>;
  /** Slots that the answer asked to map, by outcome. */
  mapped: Map<string, MappingStatus>;
  /** The declared transition to take and its target, or null. */
  move: { transition: CompiledTransition; to: string } | null;
  /** An undeclared state that the answer asked for, or null. */
  refusedState: string | null;
  responseSlots: Record<string, unknown>;
  visualPayload: Record<string, unknown>;
  /** Null keeps the previous data. */
  sessionInfo: Record<string, unknown> | null;
  findings: string[];
  /** The mapping statuses in the request. */
  sent: ReadonlyMap<string, MappingStatus>;
  /** True if the server refuses every value that it leaves at −1. */
  isStrict: boolean;
}
