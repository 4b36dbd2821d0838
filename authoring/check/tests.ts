import * as z from 'zod/mini';
import { RESERVED_NAMES } from '../../engine/assistant.ts';
import { STATUSES } from '../../engine/dialogue/business-logic/apply-slot.ts';
import type { Authored } from '../form.ts';
import type { ConversationTest, ExpectedSlot, Scalar } from '../forms/test-file.ts';
import type { Path } from '../yaml-source.ts';
import { type CheckContext, meantName, report, reportKey } from './context.ts';
import { valueFormOf } from './expected-values.ts';

/** Checks that `tests/*.yaml` use only existing names. */
export function checkTests(context: CheckContext): void {
  const competencies = new Set(context.authored.competencies.map(({ form }) => form.competency));
  const slots = new Set(context.authored.competencies.flatMap(({ form }) => Object.keys(form.slots ?? {})));
  const documents = new Set(
    context.authored.faq.flatMap(({ documents }) => documents.map(({ document }) => document.source)),
  );
  for (const test of context.authored.tests) {
    const { source, form } = test;
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
      if (state !== undefined && !context.states.has(state) && !RESERVED_NAMES.includes(state)) {
        report(context, 'error', source, [...path, 'state'], `the state ${state} is unknown`);
      }
      if (asks !== undefined && asks !== null && !slots.has(asks)) {
        report(context, 'error', source, [...path, 'asks'], `the slot ${asks} is unknown`);
      }
      for (const [name, expected] of Object.entries(expect?.slots ?? {})) {
        const at = [...path, 'slots', name];
        if (!slots.has(name)) reportKey(context, 'error', source, at, `the slot ${name} is unknown`);
        checkValue(context, test, at, name, expected);
      }
      checkFixture(context, test, index);
      const document = expect?.faq ?? null;
      if (document !== null && !documents.has(document)) {
        const meant = meantName(documents, document);
        const advice =
          meant === undefined ? 'write the name of a file in faq/, or its source' : `did you mean ${meant}?`;
        report(context, 'error', source, [...path, 'faq'], `the document ${document} is unknown: ${advice}`);
      }
    }
  }
}

/** Reports an unknown state or status in the business logic's answer to a turn. */
function checkFixture(
  context: CheckContext,
  { source, form }: Authored<ConversationTest>,
  turn: number,
): void {
  const fixture = form.turns[turn]?.bls;
  if (fixture === undefined || fixture === 'fail') return;
  const path = ['turns', turn, 'bls'];
  const { state, slots } = fixture;
  if (typeof state === 'string' && !context.states.has(state) && !RESERVED_NAMES.includes(state)) {
    report(context, 'error', source, [...path, 'state'], `the state ${state} is unknown`);
  }
  for (const [name, slot] of Object.entries(z.safeParse(slotsOfAnswer, slots).data ?? {})) {
    for (const [index, { status }] of slot.values.entries()) {
      if (status === undefined || STATUSES.includes(status)) continue;
      const message = `the status ${status} is unknown: write one of ${STATUSES.join(', ')}`;
      report(context, 'error', source, [...path, 'slots', name, 'values', index, 'status'], message);
    }
  }
}

const slotsOfAnswer = z.record(
  z.string(),
  z.object({ values: z.array(z.object({ status: z.optional(z.string()) })) }),
);

/** Reports a value that no slot of this name can have, unless the test's business logic returns it. */
function checkValue(
  context: CheckContext,
  { source, form }: Authored<ConversationTest>,
  path: Path,
  name: string,
  expected: ExpectedSlot,
): void {
  const values = Array.isArray(expected) ? expected : isScalar(expected) ? [expected] : [];
  const valueForm = valueFormOf(context, name);
  const wrong = valueForm === null ? undefined : values.find((value) => !valueForm.allows(value));
  if (valueForm === null || wrong === undefined) return;
  const { competencies, recordings } = context.authored;
  const answers = JSON.stringify([form.bls, form.turns.map(({ bls }) => bls), recordings[source.file]]);
  if (answers.includes(JSON.stringify(wrong))) return;
  // An unrecorded server may return any value.
  const isCalled = competencies.some(
    ({ form }) => form.business_logic && Object.hasOwn(form.slots ?? {}, name),
  );
  // YAML reads 0151 as the number 151.
  const isUnquoted =
    typeof wrong === 'number' && [`${wrong}`, `0${wrong}`].some((text) => valueForm.allows(text));
  const quotes = isUnquoted ? ', in quotes, since digits without them are a number' : '';
  const message = `no slot ${name} can hold “${wrong}”: write ${valueForm.written}${quotes}`;
  report(context, isCalled ? 'warning' : 'error', source, path, message);
}

const isScalar = (expected: ExpectedSlot): expected is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof expected);

/** Reports states that no test expects; only if there are tests. */
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
