/**
 * The entities that need no file, and what sets each apart: one row an entity, which the engine, the check and the
 * wire ask. The recogniser of each is in `values/built-in.ts`, which the compiler keeps as complete as this table.
 */
export interface EntityTraits {
  /** The order that its values are compared in, and `min` and `max` are written in; null where they have none. */
  order: 'number' | 'date' | 'time' | null;
  /** A number by itself: a value of it, an amount of which the unit is open, a day of a month or an hour; else null. */
  bareNumber: 'value' | 'amount' | 'day' | 'hour' | null;
  /**
   * The place of a number in a longer value: beside words of the calendar ("december 3"), beside a unit ("$5"), or
   * among signs that are no number ("x5@example.com"). Null where such a number may be a value of its own.
   */
  numberWithin: 'calendar' | 'unit' | 'signs' | null;
  /** The words of a language that its values are told in, which are mended where they are mistyped. */
  words: 'count' | 'time' | null;
  /** True of a point in time, which may begin or end a stretch, and which "a day later" moves. */
  isMoment: boolean;
  /** True of amounts, which "one more" moves. */
  isAmount: boolean;
}

const PLAIN: EntityTraits = {
  order: null,
  bareNumber: null,
  numberWithin: null,
  words: null,
  isMoment: false,
  isAmount: false,
};

const TABLE = {
  number: { ...PLAIN, order: 'number', bareNumber: 'value', words: 'count', isAmount: true },
  money: { ...PLAIN, order: 'number', bareNumber: 'amount', numberWithin: 'unit', isAmount: true },
  ordinal: { ...PLAIN, order: 'number', bareNumber: 'amount' },
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
  boolean: PLAIN,
  text: PLAIN,
} as const satisfies Readonly<Record<string, EntityTraits>>;

export type BuiltInEntity = keyof typeof TABLE;

const TRAITS: Readonly<Record<BuiltInEntity, EntityTraits>> = TABLE;

/** The names of all of them, in the order in which they are listed to authors. */
export const BUILT_IN_ENTITIES = Object.keys(TRAITS) as readonly BuiltInEntity[];
/** The one whose values may be any text. */
export const TEXT_ENTITY = 'text' satisfies BuiltInEntity;
/** The one whose values are a yes and a no to its question: true and false. */
export const BOOLEAN_ENTITY = 'boolean' satisfies BuiltInEntity;

export const isBuiltIn = (entity: string): entity is BuiltInEntity => Object.hasOwn(TRAITS, entity);

/** The traits of a built-in entity; an author's own has none. */
export const traitsOf = (entity: string): EntityTraits => (isBuiltIn(entity) ? TRAITS[entity] : PLAIN);

/** The built-in entities that have a trait, as they are listed. */
export const entitiesWith = (has: (traits: EntityTraits) => boolean): BuiltInEntity[] =>
  BUILT_IN_ENTITIES.filter((entity) => has(TRAITS[entity]));
