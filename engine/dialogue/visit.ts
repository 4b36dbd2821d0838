import { type CompiledCompetency, type CompiledSlot, type CompiledState, entityNamed } from '../assistant.ts';
import { heldIn } from '../understand/view.ts';
import type { TurnLabel } from './business-logic/label.ts';
import type { WireSlots } from './business-logic/protocol.ts';
import type { Speech } from './speech.ts';
import type { HeldValue, PendingDeed, SlotValue, StoredFrame, StoredLength } from './state.ts';
import { toldName } from './told-name.ts';
import type { TurnContext } from './turn-context.ts';

/** A state being visited during a turn. */
export interface Visit {
  state: CompiledState;
  competency: CompiledCompetency;
  slots: Record<string, SlotValue>;
  misses: Record<string, number>;
  intent: string | null;
  probability: number | null;
  /** The turn's label, for a business logic that uses labels; null if none fits. */
  label: TurnLabel | null;
  /** Optional slots that the user declined. */
  skipped: string[];
  /** Durations by slot, for ends whose beginning is still unknown. */
  lengths: Record<string, StoredLength>;
  kept: Record<string, SlotValue>;
  /** The slot to ask for first, even if optional, because the user wants to change its value. */
  wanted: string | null;
  /** True once the turn has given up on a slot. */
  isExhausted: boolean;
  /** The text before the state's own text. */
  speech: Speech[];
  sessionInfo: Record<string, unknown>;
  responseSlots: Record<string, unknown>;
  visualPayload: Record<string, unknown>;
  /** Undeclared slots that business logic added in this turn, for its further calls. */
  serverSlots: WireSlots;
  businessLogic: unknown;
  /** The deed whose outcome is unknown; null for none. */
  pending: PendingDeed | null;
  /** True once the user has agreed, in this turn, to the deed with exactly these values. */
  assent: boolean;
  /** True if the state's deed was refused, so that its text would be untrue. */
  isRefused: boolean;
}

/** The visit that continues a stored frame. */
export const visitOf = (
  place: { state: CompiledState; competency: CompiledCompetency },
  frame: Omit<StoredFrame, 'state' | 'asked' | 'prompt'>,
  { kept, sessionInfo }: Pick<Visit, 'kept' | 'sessionInfo'>,
): Visit => ({
  ...place,
  slots: { ...frame.slots },
  misses: { ...frame.misses },
  skipped: [...frame.skipped],
  lengths: { ...frame.lengths },
  intent: frame.intent,
  probability: null,
  label: null,
  kept,
  wanted: null,
  isExhausted: false,
  speech: [],
  sessionInfo,
  responseSlots: {},
  visualPayload: {},
  serverSlots: {},
  businessLogic: null,
  pending: frame.pending ?? null,
  assent: frame.pending !== undefined,
  isRefused: false,
});

/**
 * The next slot to ask for: the slot to change, else an empty required slot, else an empty optional slot with a
 * question.
 */
export function missingSlot({
  competency,
  slots,
  skipped,
  wanted = null,
}: Pick<Visit, 'competency' | 'slots' | 'skipped'> & { wanted?: string | null }): CompiledSlot | undefined {
  const empty = competency.slots.filter(({ name }) => !Object.hasOwn(slots, name));
  return (
    empty.find(({ name, ask }) => name === wanted && ask !== null) ??
    empty.find(({ required }) => required) ??
    empty.find(({ name, ask }) => ask !== null && !skipped.includes(name))
  );
}

/** The templates' data: slots, the business logic's response slots and session data, and a dropped slot's error. */
export function dataOf(
  turn: TurnContext,
  visit: Pick<Visit, 'competency' | 'slots' | 'sessionInfo' | 'responseSlots'>,
  error?: string,
): Record<string, unknown> {
  const data: Record<string, unknown> = { session_info: visit.sessionInfo };
  if (error !== undefined) data.error = error;
  for (const slot of visit.competency.slots) {
    const held = heldIn(visit.slots, slot.name);
    if (held === undefined) continue;
    const fields = (value: HeldValue): Record<string, unknown> => {
      const label = labelOf(turn, slot.entity, value.value);
      return { ...value.details, value: value.value, raw: value.raw, ...(label === null ? {} : { label }) };
    };
    data[slot.name] = slot.multiple ? [held, ...(held.more ?? [])].map(fields) : fields(held);
  }
  return { ...data, ...visit.responseSlots };
}

/** A value's first synonym in the query's language, or else the value with spaces for underscores. */
function labelOf(turn: TurnContext, entity: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const list = entityNamed(turn.loaded.assistant, entity);
  return list === undefined ? value.replaceAll('_', ' ') : toldName(list, value, turn.input.language);
}
