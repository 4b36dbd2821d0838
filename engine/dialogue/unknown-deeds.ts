import type { DeedFrame, HeldValue, PendingDeed, SlotValue } from './state.ts';
import type { TurnContext } from './turn-context.ts';
import type { Visit } from './visit.ts';

/** The most deeds of unknown outcome per session; the oldest is dropped first. */
export const MAX_UNKNOWN = 8;

export const deedFrame = (
  { state, intent, slots, misses, skipped }: Visit,
  pending: PendingDeed,
): DeedFrame => ({
  state: state.name,
  intent,
  slots,
  asked: null,
  misses,
  skipped,
  prompt: null,
  pending,
});

/** Keeps a deed of unknown outcome for the next similar wish. */
export function keepUnknown(turn: TurnContext, visit: Visit): void {
  if (visit.pending === null) return;
  turn.unknown = withDeed(turn.unknown, deedFrame(visit, visit.pending));
}

/** Adds a deed, replacing one with the same key. */
export const withDeed = (deeds: readonly DeedFrame[], deed: DeedFrame): DeedFrame[] =>
  [...deeds.filter(({ pending }) => pending.key !== deed.pending.key), deed].slice(-MAX_UNKNOWN);

/** The deed of unknown outcome that the visit is about to repeat: same state, same values. */
export const unknownAlike = ({ unknown }: TurnContext, { state, slots }: Visit): DeedFrame | undefined =>
  unknown.find(
    (deed) => deed.state === state.name && holdsAll(slots, deed.slots) && holdsAll(deed.slots, slots),
  );

/** True if the slots hold all the other values, and nothing else in those slots. */
export const holdsAll = (
  slots: Readonly<Record<string, SlotValue>>,
  others: Readonly<Record<string, SlotValue>>,
): boolean =>
  Object.entries(others).every(
    ([name, other]) => Object.hasOwn(slots, name) && meaningOf(slots[name]) === meaningOf(other),
  );

/** A slot's values without details that the business logic may change, such as a balance. */
const meaningOf = (held: SlotValue | undefined): string =>
  JSON.stringify(held === undefined ? [] : [held, ...(held.more ?? [])].map(withMeasure));

const withMeasure = ({ value, details }: HeldValue): unknown[] => [
  value,
  details.currency ?? null,
  details.end ?? null,
];
