import { RESERVED_NAMES } from '../../../functions/shared/engine/assistant.ts';
import { type CheckContext, report, reportKey } from './context.ts';

/** Checks that `tests/*.yaml` speak of things that exist. */
export function checkTests(context: CheckContext): void {
  const competencies = new Set(context.authored.competencies.map(({ form }) => form.competency));
  const states = new Set(context.authored.competencies.flatMap(({ form }) => Object.keys(form.states)));
  const slots = new Set(context.authored.competencies.flatMap(({ form }) => Object.keys(form.slots ?? {})));
  for (const { source, form } of context.authored.tests) {
    if (form.language !== undefined && !context.languages.includes(form.language)) {
      report(context, 'error', source, ['language'], `${form.language} is not a language of this assistant`);
    }
    for (const [index, { expect }] of form.turns.entries()) {
      const path = ['turns', index, 'expect'];
      const { competency, state, asks } = expect ?? {};
      if (competency !== undefined && !competencies.has(competency) && !RESERVED_NAMES.includes(competency)) {
        report(context, 'error', source, [...path, 'competency'], `the competency ${competency} is unknown`);
      }
      if (state !== undefined && !states.has(state) && !RESERVED_NAMES.includes(state)) {
        report(context, 'error', source, [...path, 'state'], `the state ${state} is unknown`);
      }
      if (asks !== undefined && !slots.has(asks)) {
        report(context, 'error', source, [...path, 'asks'], `the slot ${asks} is unknown`);
      }
      for (const name of Object.keys(expect?.slots ?? {})) {
        if (!slots.has(name))
          reportKey(context, 'error', source, [...path, 'slots', name], `the slot ${name} is unknown`);
      }
    }
  }
}
