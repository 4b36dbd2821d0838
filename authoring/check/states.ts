import { RESERVED_NAMES, ROOT } from '../../engine/assistant.ts';
import { BOOLEAN_ENTITY } from '../../engine/built-in-entities.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile, StateForm, TransitionForm } from '../forms/competency-file.ts';
import type { Path } from '../yaml-source.ts';
import { type CheckContext, listOf, meantName, report, reportKey, slotNamesOf } from './context.ts';
import { checkRichAnswer } from './rich-answer.ts';
import { checkText, type KnownNames } from './text.ts';

export function checkStates(
  context: CheckContext,
  competency: Authored<CompetencyFile>,
  known: KnownNames,
): void {
  const { source, form } = competency;
  if (Object.keys(form.states).length === 0)
    reportKey(context, 'error', source, ['states'], 'add at least one state');
  for (const [name, state] of Object.entries(form.states)) {
    const path = ['states', name];
    if (RESERVED_NAMES.includes(name)) {
      reportKey(context, 'error', source, path, `the name ${name} is reserved: rename the state`);
    }
    if (state.say !== undefined) checkText(context, source, [...path, 'say'], state.say, { known });
    else reportKey(context, 'error', source, path, `add say with the answer of the state ${name}`);
    checkRichAnswer(context, { source, path, known }, state);
    checkTriggers(context, competency, path, state);
    if (state.from === 'root' && state.utterances === undefined) {
      const message = 'from is only for utterances, but there are none: add some, or remove from';
      reportKey(context, 'warning', source, [...path, 'from'], message);
    }
    for (const [index, transition] of (state.transitions ?? []).entries()) {
      checkTransition(context, competency, [...path, 'transitions', index], transition, known);
    }
  }
}

function checkTriggers(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  path: Path,
  state: StateForm,
) {
  const triggers = (state.transitions ?? []).map(({ on }) => on);
  for (const [index, trigger] of triggers.entries()) {
    const at = [...path, 'transitions', index];
    if (triggers.indexOf(trigger) < index && trigger !== 'slot') {
      const message =
        trigger === 'business_logic'
          ? 'there already is a business_logic transition: list the states in its to'
          : `there already is a transition on ${trigger}: remove one of them`;
      report(context, 'error', source, [...at, 'on'], message);
    }
    if (state.terminal && trigger !== 'business_logic' && trigger !== 'slot') {
      report(
        context,
        'error',
        source,
        [...at, 'on'],
        'a terminal state has no transitions: remove the transition or terminal',
      );
    }
  }
  if (triggers.includes('yes') && !triggers.includes('no')) {
    reportKey(
      context,
      'warning',
      source,
      [...path, 'transitions'],
      'add a transition on no, to go with the one on yes',
    );
  }
}

function checkTransition(
  context: CheckContext,
  { source, form }: Authored<CompetencyFile>,
  path: Path,
  transition: TransitionForm,
  known: KnownNames,
): void {
  const { on, to, say } = transition;
  checkTransitionSlots(context, { source, form }, path, transition);
  const targets = typeof to === 'string' ? [to] : to;
  if (targets.length > 1 && on !== 'business_logic') {
    report(
      context,
      'error',
      source,
      [...path, 'to'],
      `a transition on ${on} leads to a single state: write only one`,
    );
  }
  if (transition.asks_about_target !== undefined && on !== 'business_logic') {
    const message = 'asks_about_target is for transitions on business_logic: remove it';
    reportKey(context, 'error', source, [...path, 'asks_about_target'], message);
  }
  for (const [index, target] of targets.entries()) {
    if (target === ROOT || context.states.has(target)) continue;
    const at = typeof to === 'string' ? [...path, 'to'] : [...path, 'to', index];
    const meant = meantName(context.states, target);
    const advice =
      meant === undefined ? 'write a state of this assistant, or root' : `did you mean ${meant}?`;
    report(context, 'error', source, at, `the state ${target} is unknown: ${advice}`);
  }
  if (on === 'business_logic' && !form.business_logic) {
    const message =
      'this competency does not call business logic: add business_logic: true, or remove the transition';
    report(context, 'error', source, [...path, 'on'], message);
  }
  if (say !== undefined) checkText(context, source, [...path, 'say'], say, { known });
  else if (targets.includes(ROOT) && (on === 'yes' || on === 'slot' || on === 'business_logic')) {
    report(context, 'error', source, path, 'add say: otherwise there is no answer on the way to root');
  }
}

/** Checks the slots in a transition. */
function checkTransitionSlots(
  context: CheckContext,
  { source, form }: Authored<CompetencyFile>,
  path: Path,
  { on, slot, is, clear }: TransitionForm,
): void {
  const isSlot = (name: string) => Object.hasOwn(form.slots ?? {}, name);
  const unknown = (name: string) =>
    `the slot ${name} is unknown: this competency’s slots are ${listOf(slotNamesOf(form))}`;
  if (on === 'slot' && slot === undefined) {
    report(context, 'error', source, path, 'add slot with the slot whose value triggers this transition');
  }
  if (on !== 'slot' && (slot !== undefined || is !== undefined)) {
    const key = slot === undefined ? 'is' : 'slot';
    reportKey(context, 'error', source, [...path, key], `${key} is only for a transition on slot: remove it`);
  }
  if (on === 'slot' && slot !== undefined && !isSlot(slot)) {
    report(context, 'error', source, [...path, 'slot'], unknown(slot));
  }
  const name = form.slots?.[slot ?? '']?.entity;
  const entity = context.authored.entities.find((authored) => authored.form.entity === name);
  const values = name === BOOLEAN_ENTITY ? { true: [], false: [] } : entity?.form.values;
  for (const value of is === undefined ? [] : Array.isArray(is) ? is : [is]) {
    if (values === undefined || Object.hasOwn(values ?? {}, String(value))) continue;
    const message = `${value} is not a value of the entity ${name}: this transition is never taken`;
    report(context, 'error', source, [...path, 'is'], message);
  }
  for (const [index, name] of (clear ?? []).entries()) {
    if (!isSlot(name)) report(context, 'error', source, [...path, 'clear', index], unknown(name));
  }
}

/** Reports states that can be reached neither by queries nor by transitions. */
export function checkReachable(context: CheckContext): void {
  const { competencies } = context.authored;
  const targets = new Map<string, ReadonlySet<string>[]>();
  const reached = new Set<string>();
  for (const { form } of competencies) {
    const instead = new Set(
      Object.values(form.slots ?? {}).flatMap(({ on_retries_exhausted: exhausted }) => exhausted?.to ?? []),
    );
    for (const [name, state] of Object.entries(form.states)) {
      targets.set(name, [new Set((state.transitions ?? []).flatMap(({ to }) => to)), instead]);
      if (Object.values(state.utterances ?? {}).some((list) => list.length > 0)) reached.add(name);
    }
  }
  // A set's iteration includes members added meanwhile. A misspelled target is reported at its place; the
  // state that was probably meant counts as reached.
  const followed = new Set<ReadonlySet<string>>();
  for (const name of reached)
    for (const leads of targets.get(name) ?? []) {
      if (followed.has(leads)) continue;
      followed.add(leads);
      for (const target of leads)
        reached.add(context.states.has(target) ? target : (meantName(context.states, target) ?? target));
    }
  for (const { source, form } of competencies) {
    for (const name of Object.keys(form.states)) {
      if (reached.has(name)) continue;
      const message = `nothing leads to the state ${name}: add utterances, a transition to it, or remove it`;
      reportKey(context, 'error', source, ['states', name], message);
    }
  }
}
