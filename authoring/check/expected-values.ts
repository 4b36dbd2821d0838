import { BOOLEAN_ENTITY, type BuiltInEntity, isBuiltIn } from '../../engine/built-in-entities.ts';
import { checkPattern, compileAlone, PatternError } from '../../engine/values/pattern.ts';
import { dayOfIso } from '../../engine/values/time/calendar.ts';
import { isDuration } from '../../engine/values/validate.ts';
import type { EntityFile } from '../forms/entity-file.ts';
import type { Scalar } from '../forms/test-file.ts';
import { type CheckContext, listOf } from './context.ts';

/** Whether an entity can have a value, and the format of its values. */
interface ValueForm {
  allows: (value: Scalar) => boolean;
  written: string;
}

const ofText = (allows: (text: string) => boolean, written: string): ValueForm => ({
  allows: (value) => typeof value === 'string' && allows(value),
  written,
});

const isDay = (text: string): boolean => dayOfIso(text) !== null;
const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A day, or a moment in the time zone of tests, UTC. */
function isMoment(text: string): boolean {
  const [, day = '', time = ''] = /^([\d-]{10})T(\d\d:\d\d):00\+00:00$/.exec(text) ?? [];
  return isDay(text) || (isDay(day) && isTime(time));
}

const NUMBER: ValueForm = { allows: (value) => typeof value === 'number', written: 'a number, such as 4' };
const DAY = ofText(isDay, 'a date, such as "2026-03-18"');
const TIME = ofText(isTime, 'a time, such as "17:05"');
const TEXT = ofText(() => true, 'a text: in YAML, digits alone need quotes');

const BUILT_IN: Readonly<Record<BuiltInEntity, ValueForm>> = {
  number: NUMBER,
  money: NUMBER,
  ordinal: NUMBER,
  percentage: NUMBER,
  date: DAY,
  date_range: DAY,
  time: TIME,
  time_range: TIME,
  datetime: ofText(isMoment, 'a date, or a date and time such as "2026-03-18T17:05:00+00:00"'),
  duration: ofText(isDuration, 'a duration, such as P2W or PT1H30M'),
  email: ofText((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'an email address'),
  phone: ofText((text) => /^\+?\d{7,15}$/.test(text), 'the digits of a phone number, such as "+14155552671"'),
  [BOOLEAN_ENTITY]: { allows: (value) => typeof value === 'boolean', written: 'true or false' },
  text: TEXT,
};

/**
 * The allowed format of a slot's values; if several competencies have the slot, any of their formats. Null if
 * the slot or its entity is unknown.
 */
export function valueFormOf({ authored }: CheckContext, slot: string): ValueForm | null {
  const entities = new Set(authored.competencies.flatMap(({ form }) => form.slots?.[slot]?.entity ?? []));
  const forms = [...entities].map((name) => {
    if (isBuiltIn(name)) return BUILT_IN[name];
    const entity = authored.entities.find(({ form }) => form.entity === name)?.form;
    if (entity === undefined) return null;
    const form = formsOfEntities.get(entity) ?? formOf(entity);
    formsOfEntities.set(entity, form);
    return form;
  });
  const known = forms.filter((form) => form !== null);
  if (known.length === 0 || known.length < forms.length) return null;
  return {
    allows: (value) => known.some(({ allows }) => allows(value)),
    written: known.map(({ written }) => written).join('; or '),
  };
}

/** The formats of entities with a file, cached because thousands of turns may expect their values. */
const formsOfEntities = new WeakMap<EntityFile, ValueForm>();

function formOf({ kind, values, open, pattern, ignore_case, canonical }: EntityFile): ValueForm {
  if (kind === 'text' || open === true) return TEXT;
  if (values !== undefined)
    return ofText((text) => Object.hasOwn(values, text), `one of its values: ${listOf(Object.keys(values))}`);
  // A value written by `form` need not match the pattern.
  if (pattern === undefined || canonical?.form !== undefined || !isUsable(pattern)) return TEXT;
  const whole = compileAlone(pattern, ignore_case ?? true);
  const cased = (text: string) =>
    canonical?.case === 'upper'
      ? text.toUpperCase()
      : canonical?.case === 'lower'
        ? text.toLowerCase()
        : text;
  return ofText(
    (text) => cased(text) === text && whole.matcher(text).matches(),
    `a text that matches ${pattern}${canonical?.case === undefined ? '' : `, in ${canonical.case} case`}`,
  );
}

/** False if the entity check reports the pattern. */
function isUsable(pattern: string): boolean {
  try {
    checkPattern(pattern);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}
