import type { CompiledTransition } from '../../assistant.ts';
import type { SlotValue } from '../state.ts';
import type { WireSlots } from './protocol.ts';

/** The outcome of mapping a slot's words to the candidates of the business logic. */
export type MappingStatus = 'MAPPED' | 'FAILED_MAPPING';

/** The changes that a business logic's answer makes. */
export interface AppliedAnswer {
  slots: Record<string, SlotValue>;
  /** The slots that the answer dropped, with the error's text if any. */
  dropped: Map<string, string>;
  /** The slots that the answer asked to map, with the outcome. */
  mapped: Map<string, MappingStatus>;
  /** The declared transition that the answer takes, and the target; null for none. */
  move: { transition: CompiledTransition; to: string } | null;
  /** The undeclared state that the answer asked for; null for none. */
  refusedState: string | null;
  responseSlots: Record<string, unknown>;
  /** Undeclared slots, in the wire form for the turn's further calls. */
  serverSlots: WireSlots;
  visualPayload: Record<string, unknown>;
  /** Null keeps the existing data. */
  sessionInfo: Record<string, unknown> | null;
  findings: string[];
  /** The statuses that the request sent for mapped slots. */
  sent: ReadonlyMap<string, MappingStatus>;
  /** True if the server's −1 always refuses the value. */
  isStrict: boolean;
}
