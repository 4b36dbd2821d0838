import type { CompiledTransition } from '../../assistant.ts';
import type { SlotValue } from '../state.ts';
import type { WireSlots } from './protocol.ts';

/** The outcome of mapping a slot's words to the candidates of the business logic. */
export type MappingStatus = 'MAPPED' | 'FAILED_MAPPING';

/** The changes that a business logic's answer makes. */
export interface AppliedAnswer {
  slots: Record<string, SlotValue>;
  /** Slots that it dropped, with the error's text if any. */
  dropped: Map<string, string>;
  /** Slots that it asked to map, with the outcome. */
  mapped: Map<string, MappingStatus>;
  /** The declared transition that it takes, and the target; null for none. */
  move: { transition: CompiledTransition; to: string } | null;
  /** The undeclared state that it asked for; null for none. */
  refusedState: string | null;
  responseSlots: Record<string, unknown>;
  /** Slots that the competency does not declare, as the turn's further calls carry them. */
  serverSlots: WireSlots;
  visualPayload: Record<string, unknown>;
  /** Null keeps the existing data. */
  sessionInfo: Record<string, unknown> | null;
  findings: string[];
  /** The statuses in the request, for slots that had been mapped. */
  sent: ReadonlyMap<string, MappingStatus>;
  /** True for a server for which −1 in the answer always refuses the value. */
  isStrict: boolean;
}
