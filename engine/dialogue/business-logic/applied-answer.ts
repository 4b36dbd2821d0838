import type { CompiledTransition } from '../../assistant.ts';
import type { SlotValue } from '../state.ts';

/** The outcome of mapping a slot's words to the candidates of the business logic. */
export type MappingStatus = 'MAPPED' | 'FAILED_MAPPING';

/** The changes by a business logic's answer. */
export interface AppliedAnswer {
  slots: Record<string, SlotValue>;
  /** Slots that it dropped, with the text of the error where there is one. */
  dropped: Map<string, string>;
  /** Slots that it had mapped. */
  mapped: Map<string, MappingStatus>;
  /** The declared transition that it takes and the target, or null. */
  move: { transition: CompiledTransition; to: string } | null;
  /** The state that it asked for although nothing declares it, or null. */
  refusedState: string | null;
  responseSlots: Record<string, unknown>;
  visualPayload: Record<string, unknown>;
  /** Null leaves what stood. */
  sessionInfo: Record<string, unknown> | null;
  findings: string[];
  /** Statuses as the request had them, where a slot had been mapped. */
  sent: ReadonlyMap<string, MappingStatus>;
  /** True for a server that refuses every value that it leaves at −1. */
  isStrict: boolean;
}
