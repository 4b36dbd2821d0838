import { RESERVED_NAMES } from '../../engine/assistant.ts';
import { type CheckContext, report, reportKey } from './context.ts';

/** Checks that `tests/*.yaml` use only existing names. */
export function checkTests(context: CheckContext): void {
  const competencies = new Set(context.authored.competencies.map(({ form }) => form.competency));
  const states = new Set(context.authored.competencies.flatMap(({ form }) => Object.keys(form.states)));
  const slots = new Set(context.authored.competencies.flatMap(({ form }) => Object.keys(form.slots ?? {})));
  for (const { source, form } of context.authored.tests) {
    if (form.language !== undefined && !context.languages.includes(form.language)) {
      report(context, 'error', source, ['language'], `${form.language} is not a language of this assistant`);
    }
    if (form.turns.every(({ expect }) => Object.keys(expect ?? {}).length === 0)) {
      report(context, 'warning', source, ['turns'], 'this test expects nothing: add expect to its turns');
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
      if (asks !== undefined && asks !== null && !slots.has(asks)) {
        report(context, 'error', source, [...path, 'asks'], `the slot ${asks} is unknown`);
      }
      for (const [name, values] of Object.entries(expect?.slots ?? {})) {
        const at = [...path, 'slots', name];
        if (!slots.has(name)) reportKey(context, 'error', source, at, `the slot ${name} is unknown`);
        const listed = valuesOf(context, name);
        const unknown = [values].flat().find((value) => typeof value === 'string' && !listed?.has(value));
        if (listed !== null && unknown !== undefined) {
          const message = `the slot ${name} cannot have the value “${unknown}”: its values are ${[...listed].join(', ')}`;
          report(context, 'error', source, at, message);
        }
      }
    }
  }
}

/** The values that slots of this name can have; null if one of them accepts values outside a list. */
function valuesOf({ authored }: CheckContext, name: string): ReadonlySet<string> | null {
  const entities = authored.competencies.flatMap(({ form }) => form.slots?.[name]?.entity ?? []);
  const lists = entities.map((entity) => authored.entities.find(({ form }) => form.entity === entity)?.form);
  const values = lists.flatMap((list) =>
    list?.values === undefined || list.open === true || (list.kind ?? 'list') !== 'list'
      ? [null]
      : Object.keys(list.values),
  );
  const known = values.filter((value) => value !== null);
  return entities.length > 0 && known.length === values.length ? new Set(known) : null;
}

/** Reports states that no test expects, if there are tests. */
export function checkCoverage(context: CheckContext): void {
  const { tests, competencies } = context.authored;
  if (tests.length === 0) return;
  const covered = new Set(tests.flatMap(({ form }) => form.turns.map(({ expect }) => expect?.state)));
  for (const { source, form } of competencies) {
    for (const name of Object.keys(form.states)) {
      if (covered.has(name)) continue;
      const message = `no test expects the state ${name}: add one to tests/`;
      reportKey(context, 'warning', source, ['states', name], message);
    }
  }
}
