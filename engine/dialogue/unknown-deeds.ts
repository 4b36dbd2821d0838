import type { DeedFrame, HeldValue, PendingDeed, SlotValue } from './state.ts';
import type { TurnContext } from './turn-context.ts';
import type { Visit } from './visit.ts';

/** Maximum number of deeds with unknown outcome in a session: the oldest is dropped first. */
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

/** Remembers a deed whose outcome could not be found out, for the next similar request. */
export function keepUnknown(turn: TurnContext, visit: Visit): void {
  if (visit.pending === null) return;
  turn.unknown = withDeed(turn.unknown, deedFrame(visit, visit.pending));
}

/** Adds a deed, in place of the deed with the same key. */
export const withDeed = (deeds: readonly DeedFrame[], deed: DeedFrame): DeedFrame[] =>
  [...deeds.filter(({ pending }) => pending.key !== deed.pending.key), deed].slice(-MAX_UNKNOWN);

/** The deed with unknown outcome that the visit is about to repeat: same state, same values. */
export const unknownAlike = ({ unknown }: TurnContext, { state, slots }: Visit): DeedFrame | undefined =>
  unknown.find(
    (deed) => deed.state === state.name && holdsAll(slots, deed.slots) && holdsAll(deed.slots, slots),
  );

/** True if `slots` holds exactly the values of every slot in `others`. */
export const holdsAll = (
  slots: Readonly<Record<string, SlotValue>>,
  others: Readonly<Record<string, SlotValue>>,
): boolean =>
  Object.entries(others).every(
    ([name, other]) => Object.hasOwn(slots, name) && meaningOf(slots[name]) === meaningOf(other),
  );

/** A slot's values without business logic's data about them, such as a balance, which may change. */
const meaningOf = (held: SlotValue | undefined): string =>
  JSON.stringify(held === undefined ? [] : [held, ...(held.more ?? [])].map(withMeasure));

const withMeasure = ({ value, details }: HeldValue): unknown[] => [
  value,
  details.currency ?? null,
  details.end ?? null,
];
