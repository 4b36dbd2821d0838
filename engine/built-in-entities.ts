/**
 * The built-in entities and their traits, one row each, used by the engine, the check and the wire format. Their
 * recognisers are in `values/built-in.ts`; the compiler keeps both tables complete.
 */
export interface EntityTraits {
  /** How its values, and `min` and `max`, are ordered; null if they are not. */
  order: 'number' | 'date' | 'time' | null;
  /** The meaning of a bare number: a value, an amount without a unit, a day of the month or an hour; else null. */
  bareNumber: 'value' | 'amount' | 'day' | 'hour' | null;
  /**
   * Where a number occurs within a value: beside calendar words ("december 3"), beside a unit ("$5"), or among other
   * signs ("x5@example.com"). Null if the number may be a value of its own.
   */
  numberWithin: 'calendar' | 'unit' | 'signs' | null;
  /** The vocabulary of its values, whose mistyped words are corrected. */
  words: 'count' | 'time' | null;
  /** True for points in time, which can begin or end a period and which "a day later" moves. */
  isMoment: boolean;
  /** True for amounts, which "one more" changes. */
  isAmount: boolean;
  /** True if a value means nothing in a slot of another name, such as a number without its noun. */
  needsItsSlot: boolean;
}

const PLAIN: EntityTraits = {
  order: null,
  bareNumber: null,
  numberWithin: null,
  words: null,
  isMoment: false,
  isAmount: false,
  needsItsSlot: false,
};

const TABLE = {
  number: {
    ...PLAIN,
    order: 'number',
    bareNumber: 'value',
    words: 'count',
    isAmount: true,
    needsItsSlot: true,
  },
  money: { ...PLAIN, order: 'number', bareNumber: 'amount', numberWithin: 'unit', isAmount: true },
  ordinal: { ...PLAIN, order: 'number', bareNumber: 'amount', needsItsSlot: true },
  percentage: { ...PLAIN, order: 'number', bareNumber: 'amount', numberWithin: 'unit' },
  date: {
    ...PLAIN,
    order: 'date',
    bareNumber: 'day',
    numberWithin: 'calendar',
    words: 'time',
    isMoment: true,
  },
  date_range: { ...PLAIN, order: 'date', numberWithin: 'calendar', words: 'time' },
  time: {
    ...PLAIN,
    order: 'time',
    bareNumber: 'hour',
    numberWithin: 'calendar',
    words: 'time',
    isMoment: true,
  },
  time_range: { ...PLAIN, order: 'time' },
  datetime: { ...PLAIN, order: 'date', numberWithin: 'calendar', words: 'time', isMoment: true },
  duration: PLAIN,
  email: { ...PLAIN, numberWithin: 'signs' },
  phone: { ...PLAIN, numberWithin: 'signs' },
  boolean: { ...PLAIN, needsItsSlot: true },
  text: { ...PLAIN, needsItsSlot: true },
} as const satisfies Readonly<Record<string, EntityTraits>>;

export type BuiltInEntity = keyof typeof TABLE;

const TRAITS: Readonly<Record<BuiltInEntity, EntityTraits>> = TABLE;

/** All built-in entities, in the order shown to authors. */
export const BUILT_IN_ENTITIES = Object.keys(TRAITS) as readonly BuiltInEntity[];
/** The entity that accepts any text. */
export const TEXT_ENTITY = 'text' satisfies BuiltInEntity;
/** The entity for durations. */
export const DURATION_ENTITY = 'duration' satisfies BuiltInEntity;
/** The yes/no entity, with the values true and false. */
export const BOOLEAN_ENTITY = 'boolean' satisfies BuiltInEntity;

export const isBuiltIn = (entity: string): entity is BuiltInEntity => Object.hasOwn(TRAITS, entity);

/** The traits of an entity; authors' entities have none. */
export const traitsOf = (entity: string): EntityTraits => (isBuiltIn(entity) ? TRAITS[entity] : PLAIN);

/** The built-in entities with a trait, in listed order. */
export const entitiesWith = (has: (traits: EntityTraits) => boolean): BuiltInEntity[] =>
  BUILT_IN_ENTITIES.filter((entity) => has(TRAITS[entity]));
