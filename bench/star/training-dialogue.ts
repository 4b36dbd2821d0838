import { snakeCase } from '../dialogue/names.ts';
import type { Dialogue, DialogueTurn, Service, Span } from '../dialogue/rows.ts';
import type { MarkedText } from '../dialogue/training-turns.ts';
import { valuesOf } from './exchanges.ts';
import { type Listener, placeOfValue } from './listener.ts';
import type { Task, TaskDialogue } from './rows.ts';

/**
 * A dialogue of a task as a dialogue of the task's service. The user has stated a value of the next query if the
 * user's words say it. The intent belongs to the first turn that is answered with a question for a slot or with a
 * query.
 */
export function serviceDialogueOf(
  { id, turns }: TaskDialogue,
  task: Task,
  service: Service,
  listener: Listener,
): Dialogue {
  const known = new Set(service.slots.map(({ name }) => name));
  const slots: Record<string, string[]> = {};
  let hasWished = false;
  const told = turns.map((turn, index): DialogueTurn => {
    if (turn.who === 'wizard') {
      const asked = snakeCase(task.asks[turn.action ?? ''] ?? '');
      const acts = known.has(asked) ? [{ act: 'REQUEST', slot: asked }] : [];
      return { who: 'system', text: turn.text, acts, spans: [] };
    }
    const answer = turns[index + 1];
    const isAnswered =
      answer?.who === 'wizard' && (answer.query !== undefined || (answer.action ?? '') in task.asks);
    const next = turns
      .slice(index)
      .flatMap((later) => (later.who === 'wizard' && later.query ? [later.query] : []))[0];
    const spans = next === undefined ? [] : spansOf(turn.text, valuesOf(next, task), known, listener);
    for (const { slot, spelling } of spans) slots[slot] = [spelling];
    const wishes = !hasWished && (isAnswered || spans.length > 0);
    hasWished ||= wishes;
    const informs = spans.map(({ slot, spelling }) => ({ act: 'INFORM', slot, values: [spelling] }));
    const intent = { act: 'INFORM_INTENT', slot: 'intent', values: [service.service] };
    return {
      who: 'user',
      text: turn.text,
      acts: wishes ? [intent, ...informs] : informs,
      spans: spans.map(({ slot, start, end }) => ({ slot, start, end })),
      ...(hasWished
        ? { state: { [service.service]: { intent: service.service, slots: { ...slots } } } }
        : {}),
    };
  });
  return { id, services: [service.service], turns: told };
}

/** The positions at which a text says values of a query; of overlapping ones the first. */
function spansOf(
  text: string,
  values: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  listener: Listener,
): (Span & { spelling: string })[] {
  const spans: (Span & { spelling: string })[] = [];
  for (const [slot, spelling] of values) {
    const place = known.has(slot) ? placeOfValue(listener, { slot, spelling }, text) : null;
    if (place === null || spans.some(({ start, end }) => start < place.end && place.start < end)) continue;
    spans.push({ slot, spelling, ...place });
  }
  return spans;
}

/**
 * Texts of users of other tasks for slots that the same reply asks for as our slots, under our names. Only turns that
 * state nothing else and begin nothing.
 */
export function sharedTexts(
  task: Task,
  others: readonly { task: Task; dialogues: readonly Dialogue[] }[],
): MarkedText[] {
  return others.flatMap(({ task: other, dialogues }) => {
    const ours = new Map(
      Object.entries(other.asks).flatMap(([label, theirs]): [string, string][] => {
        const slot = task.asks[label];
        return slot === undefined ? [] : [[snakeCase(theirs), snakeCase(slot)]];
      }),
    );
    return dialogues.flatMap(({ turns }) =>
      turns.flatMap(({ who, text, acts, spans }): MarkedText[] => {
        const renamed = spans.flatMap((span) => ({ ...span, slot: ours.get(span.slot) ?? '' }));
        const isShared = renamed.length > 0 && renamed.every(({ slot }) => slot !== '');
        const begins = acts.some(({ act }) => act === 'INFORM_INTENT');
        return who === 'user' && isShared && !begins ? [{ text, spans: renamed }] : [];
      }),
    );
  });
}
