import { BUILT_IN_ENTITIES } from '../../../functions/shared/engine/assistant.ts';
import type { CompetencyFile, SlotForm } from '../../../functions/shared/engine/authoring/competency-file.ts';
import type { Authored } from '../form.ts';
import { type CheckContext, report, reportKey } from './context.ts';
import { checkText, type KnownNames } from './text.ts';

/** Names that templates use for something else. */
const TAKEN: readonly string[] = ['this', 'error', 'session_info'];

/** Checks a competency's slots. */
export function checkSlots(
  context: CheckContext,
  competency: Authored<CompetencyFile>,
  known: KnownNames,
): void {
  const { source, form } = competency;
  for (const [name, slot] of Object.entries(form.slots ?? {})) {
    const path = ['slots', name];
    if (TAKEN.includes(name)) {
      reportKey(context, 'error', source, path, `templates use ${name} for something else: rename the slot`);
    }
    const isKnown =
      BUILT_IN_ENTITIES.includes(slot.entity) ||
      context.authored.entities.some(({ form: entity }) => entity.entity === slot.entity);
    if (!isKnown) {
      const message = `the entity ${slot.entity} is unknown: add it to entities/, or use ${BUILT_IN_ENTITIES.join(' or ')}`;
      report(context, 'error', source, [...path, 'entity'], message);
    }
    if (slot.required && slot.ask === undefined) {
      reportKey(context, 'error', source, path, `the slot ${name} is required: add ask, the question for it`);
    }
    if (slot.ask !== undefined) checkText(context, source, [...path, 'ask'], slot.ask, { known });
    if (slot.reject !== undefined) checkText(context, source, [...path, 'reject'], slot.reject, { known });
    if (slot.validate !== undefined) checkRule(context, competency, name, slot, slot.validate);
    else if (slot.reject !== undefined) {
      reportKey(
        context,
        'warning',
        source,
        [...path, 'reject'],
        'reject is never said: there is no validate',
      );
    }
  }
}

function checkRule(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  name: string,
  slot: SlotForm,
  { min, max, one_of: oneOf }: NonNullable<SlotForm['validate']>,
): void {
  const path = ['slots', name, 'validate'];
  const isNumeric = BUILT_IN_ENTITIES.includes(slot.entity);
  if (!isNumeric && (min !== undefined || max !== undefined)) {
    reportKey(
      context,
      'error',
      source,
      path,
      `min and max are for numbers and money: use one_of for ${slot.entity}`,
    );
  }
  if (min !== undefined && max !== undefined && min > max) {
    reportKey(context, 'error', source, path, 'min is above max: no value would be allowed');
  }
  const entity = context.authored.entities.find(({ form }) => form.entity === slot.entity);
  for (const [index, value] of (oneOf ?? []).entries()) {
    if (entity === undefined || Object.hasOwn(entity.form.values, String(value))) continue;
    const message = `${value} is not a value of the entity ${slot.entity}`;
    report(context, 'error', source, [...path, 'one_of', index], message);
  }
  if (slot.reject === undefined) {
    reportKey(context, 'warning', source, path, 'add reject, to tell the user what is allowed');
  }
}
