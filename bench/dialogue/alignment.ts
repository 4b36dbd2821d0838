import { entityOf, entityOfList } from './entity-of.ts';
import type { Likeness } from './likeness.ts';
import { plainName } from './names.ts';
import type { Service } from './rows.ts';

type Slot = Service['slots'][number];
type Intent = Service['intents'][number];

/** Another service's intents and slots that mean the same as ours. */
export interface Alignment {
  service: Service;
  /** Our slots by the names of the other service's slots. */
  slots: ReadonlyMap<string, Slot>;
  /** Our intents by the names of the other service's intents. */
  intents: ReadonlyMap<string, Intent>;
}

/** The minimum similarity of descriptions with the same meaning. */
const LEAST_LIKE = 0.3;
/**
 * The similarity that counts as clear. Another service's slot that is clearly similar to an unstated slot of ours
 * matches no stated slot: a title is not a director.
 */
const CLEARLY_LIKE = 0.5;
/** An intent that is less similar than the best intent by more than this is ignored. */
const FURTHER = 0.1;

/** The required and optional slots of an intent. */
export const slotsOfIntent = ({ required_slots, optional_slots }: Intent): string[] => [
  ...new Set([...required_slots, ...Object.keys(optional_slots)]),
];

/** The slots whose values users state to a service. */
export const toldSlots = ({ slots, intents }: Service): Slot[] => {
  const told = new Set(intents.flatMap(slotsOfIntent));
  return slots.filter(({ name }) => told.has(name));
};

/**
 * Finds services that have our intents and slots under other names, as an author would by reading both descriptions.
 * An intent matches by name, or else the most similar intent by name and description does. Of these services, slots
 * of the same kind match if they are each other's best match or clearly similar. Our own services match themselves
 * entirely.
 * @param valuesOf the known values of a service's slot
 */
export function alignmentsOf(
  ours: Service,
  services: readonly Service[],
  valuesOf: (service: Service, slot: string) => readonly string[],
  likeness: Likeness,
): Alignment[] {
  const same = services.find(({ service }) => service === ours.service);
  if (same !== undefined)
    return [
      {
        service: same,
        slots: new Map(ours.slots.map((slot) => [slot.name, slot])),
        intents: new Map(ours.intents.map((intent) => [intent.name, intent])),
      },
    ];
  const pairs = ours.intents.flatMap((intent) => likestIntents(intent, ours, services, likeness));
  return services.flatMap((service) => {
    const matches = pairs.filter((pair) => pair.service === service);
    if (matches.length === 0) return [];
    const intents = new Map(matches.map(({ theirs, intent }) => [theirs.name, intent]));
    return [{ service, intents, slots: alignedSlots(ours, service, valuesOf, likeness) }];
  });
}

interface IntentPair {
  intent: Intent;
  service: Service;
  theirs: Intent;
  like: number;
}

function likestIntents(
  intent: Intent,
  ours: Service,
  services: readonly Service[],
  likeness: Likeness,
): IntentPair[] {
  const pairs = services.flatMap((service) =>
    service.intents
      .filter(({ is_transactional }) => is_transactional === intent.is_transactional)
      // An intent that has the name of another intent of ours means that intent.
      .filter(({ name }) => name === intent.name || !ours.intents.some((namesake) => namesake.name === name))
      .map((theirs): IntentPair => ({ intent, service, theirs, like: alike(intent, theirs, likeness) })),
  );
  const namesakes = pairs.filter(({ theirs }) => theirs.name === intent.name);
  if (namesakes.length > 0) return namesakes;
  const likest = Math.max(LEAST_LIKE, ...pairs.map(({ like }) => like));
  return pairs.filter(({ like }) => like >= LEAST_LIKE && like >= likest - FURTHER);
}

const described = ({ name, description }: Intent | Slot): string => `${plainName(name)}: ${description}`;

/** The similarity of two intents or two slots by name and description. */
export const alike = <Part extends Intent | Slot>(left: Part, right: Part, likeness: Likeness): number =>
  likeness(described(left), described(right));

function alignedSlots(
  ours: Service,
  service: Service,
  valuesOf: (service: Service, slot: string) => readonly string[],
  likeness: Likeness,
): Map<string, Slot> {
  const mine = toldSlots(ours);
  const untold = ours.slots.filter((slot) => !mine.includes(slot));
  const theirs = toldSlots(service);
  const like = (slot: Slot, foreign: Slot): number => {
    const kinds = [kindOf(slot, []), kindOf(foreign, valuesOf(service, foreign.name))] as const;
    const likely = alike(slot, foreign, likeness);
    return likely >= leastLike(...kinds) ? likely : -1;
  };
  const isUntold = (foreign: Slot, likely: number): boolean =>
    untold.some((silent) => alike(silent, foreign, likeness) > Math.max(CLEARLY_LIKE, likely));
  const aligned = new Map<string, Slot>();
  for (const foreign of theirs) {
    const slot = likest(mine, (candidate) => like(candidate, foreign));
    if (slot === undefined || like(slot, foreign) < 0 || isUntold(foreign, like(slot, foreign))) continue;
    if (likest(theirs, (candidate) => like(slot, candidate)) === foreign) aligned.set(foreign.name, slot);
  }
  // The remaining slots may be similar enough, although each is more similar to a slot that is already matched.
  const isTaken = (slot: Slot): boolean => [...aligned.values()].includes(slot);
  for (const foreign of theirs.filter(({ name }) => !aligned.has(name))) {
    const slot = likest(
      mine.filter((candidate) => !isTaken(candidate)),
      (candidate) => like(candidate, foreign),
    );
    const likely = slot === undefined ? -1 : like(slot, foreign);
    if (slot !== undefined && likely >= CLEARLY_LIKE && !isUntold(foreign, likely))
      aligned.set(foreign.name, slot);
  }
  return aligned;
}

function likest<T>(all: readonly T[], like: (item: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (best, item) => (best === undefined || like(item) > like(best) ? item : best),
    undefined,
  );
}

/** The kind of a slot's values; slots of different kinds never share values. */
type Kind = 'boolean' | 'number' | 'list' | 'text' | string;

/** True for a slot with possible values. */
export const isListed = ({ is_categorical, possible_values }: Slot): boolean =>
  is_categorical && possible_values.length > 0;

export const isNumeric = (slot: Slot): boolean =>
  isListed(slot) && slot.possible_values.every((value) => /^\d+$/.test(value));

export const isBoolean = (slot: Slot): boolean =>
  isListed(slot) && slot.possible_values.every((value) => value === 'True' || value === 'False');

function kindOf(slot: Slot, values: readonly string[]): Kind {
  if (isNumeric(slot)) return 'number';
  if (isBoolean(slot)) return 'boolean';
  if (isListed(slot)) return entityOfList(slot.possible_values) ?? 'list';
  return entityOf(slot.name, slot.description, values) ?? 'text';
}

/**
 * The minimum similarity of slots with the same meaning. A slot known only by its description may be of any kind
 * without a list; then the similarity must be clear.
 */
function leastLike(ours: Kind, theirs: Kind): number {
  if (ours === theirs) return ours === 'boolean' ? CLEARLY_LIKE : LEAST_LIKE;
  return ours === 'text' && theirs !== 'boolean' && theirs !== 'list'
    ? CLEARLY_LIKE
    : Number.POSITIVE_INFINITY;
}
