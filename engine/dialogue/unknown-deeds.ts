import type { DeedFrame, HeldValue, PendingDeed, SlotValue } from './state.ts';
import type { TurnContext } from './turn-context.ts';
import type { Visit } from './visit.ts';

/** Deeds of unknown outcome that a session keeps, at most: the oldest is forgotten first. */
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

/** Keeps a deed whose outcome could not be found out, for the next wish that is like it. */
export function keepUnknown(turn: TurnContext, visit: Visit): void {
  if (visit.pending === null) return;
  turn.unknown = withDeed(turn.unknown, deedFrame(visit, visit.pending));
}

/** The deeds with one more, which takes the place of itself. */
export const withDeed = (deeds: readonly DeedFrame[], deed: DeedFrame): DeedFrame[] =>
  [...deeds.filter(({ pending }) => pending.key !== deed.pending.key), deed].slice(-MAX_UNKNOWN);

/** The deed of unknown outcome that the visit is about to do once more: in the same state, with the same values. */
export const unknownAlike = ({ unknown }: TurnContext, { state, slots }: Visit): DeedFrame | undefined =>
  unknown.find(
    (deed) => deed.state === state.name && holdsAll(slots, deed.slots) && holdsAll(deed.slots, slots),
  );

/** True if the slots hold every one of the other values, and in those slots nothing else. */
export const holdsAll = (
  slots: Readonly<Record<string, SlotValue>>,
  others: Readonly<Record<string, SlotValue>>,
): boolean =>
  Object.entries(others).every(
    ([name, other]) => Object.hasOwn(slots, name) && meaningOf(slots[name]) === meaningOf(other),
  );

/** What a slot's values mean, without what the business logic tells about them, which may change: a balance. */
const meaningOf = (held: SlotValue | undefined): string =>
  JSON.stringify(held === undefined ? [] : [held, ...(held.more ?? [])].map(withMeasure));

const withMeasure = ({ value, details }: HeldValue): unknown[] => [
  value,
  details.currency ?? null,
  details.end ?? null,
];
