import { ROOT, type SlotOrder } from '../../engine/assistant.ts';
import {
  BOOLEAN_ENTITY,
  BUILT_IN_ENTITIES,
  DURATION_ENTITY,
  traitsOf,
} from '../../engine/built-in-entities.ts';
import { checkPattern, PatternError } from '../../engine/values/pattern.ts';
import { isDuration } from '../../engine/values/validate.ts';
import { ordersOf } from '../compile-slot.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile, SlotForm } from '../forms/competency-file.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import {
  type CheckContext,
  isKnownEntity,
  listOf,
  meantEntity,
  report,
  reportKey,
  slotNamesOf,
} from './context.ts';
import { checkRichAnswer } from './rich-answer.ts';
import { ANY_NAMES, checkText, type KnownNames, withNames } from './text.ts';

/** Reserved template names. */
const TAKEN: readonly string[] = ['this', 'error', 'session_info'];

export function checkSlots(
  context: CheckContext,
  competency: Authored<CompetencyFile>,
  known: KnownNames,
): void {
  const { source, form } = competency;
  for (const [name, slot] of Object.entries(form.slots ?? {})) {
    const path = ['slots', name];
    if (TAKEN.includes(name)) {
      reportKey(context, 'error', source, path, `the name ${name} is reserved in templates: rename the slot`);
    }
    if (!isKnownEntity(context, slot.entity)) {
      const meant = meantEntity(context, slot.entity);
      const advice =
        meant === undefined
          ? `add it to entities/, or use one of ${BUILT_IN_ENTITIES.join(', ')}`
          : `did you mean ${meant}?`;
      const message = `the entity ${slot.entity} is unknown: ${advice}`;
      report(context, 'error', source, [...path, 'entity'], message);
    }
    if (slot.required && slot.ask === undefined) {
      reportKey(context, 'error', source, path, `the slot ${name} is required: add ask with its question`);
    }
    checkKeeping(context, competency, name, slot);
    if (slot.prefer !== undefined && traitsOf(slot.entity).order !== 'date') {
      const message = `prefer is only for dates: ${slot.entity} has no past or future`;
      reportKey(context, 'error', source, [...path, 'prefer'], message);
    }
    checkShown(context, competency, name, slot, known);
    checkMissed(context, competency, name, slot, known);
    if (slot.entity === BOOLEAN_ENTITY) checkBoolean(context, competency, name, slot);
    if (slot.ask !== undefined) checkText(context, source, [...path, 'ask'], slot.ask, { known });
    if (slot.reject !== undefined) checkText(context, source, [...path, 'reject'], slot.reject, { known });
    if (slot.entity === BOOLEAN_ENTITY || !isKnownEntity(context, slot.entity)) continue;
    if (slot.validate !== undefined) checkRule(context, competency, name, slot, slot.validate);
    else if (slot.reject !== undefined) {
      reportKey(
        context,
        'warning',
        source,
        [...path, 'reject'],
        'reject is never used: there is no validate',
      );
    }
  }
}

/** Checks the texts for a slot's unanswered question. */
function checkMissed(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  name: string,
  slot: SlotForm,
  known: KnownNames,
): void {
  const path = ['slots', name];
  for (const key of ['not_understood', 'silence'] as const) {
    const text = slot[key];
    if (text === undefined) continue;
    checkText(context, source, [...path, key], text, { known });
    if (slot.ask !== undefined) continue;
    const message = `${key} is for an unanswered question, but there is no question: add ask, or remove it`;
    reportKey(context, 'error', source, [...path, key], message);
  }
  if (slot.unknown === undefined) return;
  const names = withNames(known, 'raw', 'values');
  checkText(context, source, [...path, 'unknown'], slot.unknown, { known: names });
  const entity = context.authored.entities.find(({ form }) => form.entity === slot.entity)?.form;
  if (entity?.open === true) {
    const message = `unknown is never used: ${slot.entity} is open, so it accepts other values`;
    reportKey(context, 'error', source, [...path, 'unknown'], message);
    return;
  }
  if (entity?.values !== undefined || !isKnownEntity(context, slot.entity)) return;
  const message = `unknown is for values that are not in a list: ${slot.entity} is not a list`;
  reportKey(context, 'error', source, [...path, 'unknown'], message);
}

/** Checks the rich content of a slot's question. */
function checkShown(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  name: string,
  { ask, choices, entity, link, image, card, cards, table }: SlotForm,
  known: KnownNames,
): void {
  const path = ['slots', name];
  const listed = choices === 'values' ? undefined : choices;
  checkRichAnswer(context, { source, path, known }, { choices: listed, link, image, card, cards, table });
  const first = Object.entries({ choices, link, image, card, cards, table }).find(
    ([, part]) => part !== undefined,
  );
  if (first !== undefined && ask === undefined) {
    const message = `${first[0]} is shown with the question, but there is no question: add ask, or remove it`;
    reportKey(context, 'error', source, [...path, first[0]], message);
  }
  const values = context.authored.entities.find(({ form }) => form.entity === entity)?.form.values;
  if (choices === 'values' && isKnownEntity(context, entity) && values === undefined) {
    const message = `${entity} lists no values: write the replies, by language`;
    report(context, 'error', source, [...path, 'choices'], message);
  }
}

/** Checks a slot that is filled only by the answer to its question. */
function checkBoolean(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  name: string,
  slot: SlotForm,
): void {
  const path = ['slots', name];
  if (slot.ask === undefined && !slot.required) {
    const message = `nothing can fill ${name}: only the answer to its question fills a boolean, so add ask`;
    reportKey(context, 'warning', source, path, message);
  }
  for (const key of ['validate', 'multiple'] as const) {
    if (slot[key] === undefined || slot[key] === false) continue;
    const message = `a boolean can only be true or false: remove ${key}`;
    reportKey(context, 'error', source, [...path, key], message);
  }
}

/** Checks how long a slot's value is kept, and which state follows exhausted retries. */
function checkKeeping(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  name: string,
  slot: SlotForm,
): void {
  const path = ['slots', name];
  if (slot.required && slot.keep === 'turn') {
    const message = 'a required slot with keep: turn would be asked for again in every turn';
    report(context, 'error', source, [...path, 'keep'], message);
  }
  const exhausted = slot.on_retries_exhausted;
  if (exhausted === undefined) return;
  const at = [...path, 'on_retries_exhausted'];
  if (exhausted.to !== ROOT && !context.states.has(exhausted.to)) {
    const message = `the state ${exhausted.to} is unknown: write a state of this assistant, or root`;
    report(context, 'error', source, [...at, 'to'], message);
  }
  if (exhausted.say !== undefined)
    checkText(context, source, [...at, 'say'], exhausted.say, { known: ANY_NAMES });
  if (slot.ask === undefined) {
    reportKey(context, 'warning', source, at, `the slot ${name} has no question: add ask`);
  }
}

function checkRule(
  context: CheckContext,
  competency: Authored<CompetencyFile>,
  name: string,
  slot: SlotForm,
  rule: NonNullable<SlotForm['validate']>,
): void {
  const { source } = competency;
  const { one_of: oneOf, pattern, length } = rule;
  const path = ['slots', name, 'validate'];
  const orders = ordersOf(rule);
  for (const order of orders) checkOrder(context, competency, name, order);
  const fixed = (bound: 'min' | 'max') =>
    orders.some(({ order }) => order === bound) ? undefined : rule[bound];
  checkBounds(context, { source, path, entity: slot.entity }, { min: fixed('min'), max: fixed('max') });
  const entity = context.authored.entities.find(({ form }) => form.entity === slot.entity);
  for (const [index, value] of (oneOf ?? []).entries()) {
    if (slot.entity === DURATION_ENTITY && !isDuration(String(value))) {
      const message = `${value} is not a duration: write it as P2W or PT1H30M`;
      report(context, 'error', source, [...path, 'one_of', index], message);
    }
    if (entity?.form.values === undefined || Object.hasOwn(entity.form.values ?? {}, String(value))) continue;
    const message = `${value} is not a value of the entity ${slot.entity}`;
    report(context, 'error', source, [...path, 'one_of', index], message);
  }
  if (pattern !== undefined) {
    try {
      checkPattern(pattern);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      report(context, 'error', source, [...path, 'pattern'], `the pattern cannot be used: ${error.message}`);
    }
  }
  if (length?.min !== undefined && length.max !== undefined && length.min > length.max) {
    const message = 'length.min is greater than length.max: no value would be allowed';
    reportKey(context, 'error', source, [...path, 'length'], message);
  }
  if (slot.reject === undefined) {
    reportKey(context, 'warning', source, path, 'add reject to tell the user what is allowed');
  }
}

/** Checks that a slot used as a bound exists and can be compared. */
function checkOrder(
  context: CheckContext,
  { source, form }: Authored<CompetencyFile>,
  name: string,
  { order, slot }: SlotOrder,
): void {
  const path = ['slots', name, 'validate', order];
  const bound = Object.hasOwn(form.slots ?? {}, slot) ? form.slots?.[slot] : undefined;
  if (bound === undefined || slot === name) {
    const candidates = slotNamesOf(form).filter((candidate) => candidate !== name);
    const names = listOf(candidates);
    const message =
      order === 'min' || order === 'max'
        ? `${slot} is not a valid bound: write a number, a date or time, days from today such as today+30d, or another slot (${names})`
        : `${slot} is not another slot of this competency: the others are ${names}`;
    report(context, 'error', source, path, message);
    return;
  }
  const entity = form.slots?.[name]?.entity ?? '';
  const [kind, boundKind] = [traitsOf(entity).order, traitsOf(bound.entity).order];
  if (kind === null) {
    const message = `${order} is only for numbers, money, dates and times: ${entity} has no order`;
    report(context, 'error', source, path, message);
  } else if (kind !== boundKind) {
    const message = `${name} (${entity}) and ${slot} (${bound.entity}) cannot be compared`;
    report(context, 'error', source, path, message);
  }
}

type Bound = number | string | undefined;

/** Checks that `min` and `max` match the entity and are in order. */
function checkBounds(
  context: CheckContext,
  { source, path, entity }: { source: YamlSource; path: Path; entity: string },
  bounds: { min: Bound; max: Bound },
): void {
  const { min, max } = bounds;
  const { order } = traitsOf(entity);
  const wanted = order === 'number' ? 'number' : 'string';
  if (order === null && (min !== undefined || max !== undefined)) {
    const message = `min and max are only for numbers, money, dates and times: use one_of for ${entity}`;
    reportKey(context, 'error', source, path, message);
    return;
  }
  for (const key of ['min', 'max'] as const) {
    const bound = bounds[key];
    if (bound === undefined) continue;
    if (typeof bound !== wanted) {
      const form = wanted === 'number' ? 'a number' : 'a date, a time or days from today, in quotes';
      report(context, 'error', source, [...path, key], `write ${form}, to compare with ${entity}`);
    } else if (
      typeof bound === 'string' &&
      bound.includes(':') !== (order === 'time') &&
      !bound.includes('T')
    ) {
      const form = order === 'time' ? 'a time such as "09:00"' : 'a date or days from today';
      report(context, 'error', source, [...path, key], `write ${form} for ${entity}`);
    }
  }
  const areAlike =
    typeof min === typeof max && !String(min).startsWith('today') && !String(max).startsWith('today');
  if (min !== undefined && max !== undefined && areAlike && min > max) {
    reportKey(context, 'error', source, path, 'min is greater than max: no value would be allowed');
  }
}
