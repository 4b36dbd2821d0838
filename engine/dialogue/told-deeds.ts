import { asksForDeed, isDeed } from '../deeds.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { say, sayMessage, sayOf, saySentences, type TurnContext, titleOf } from './turn-context.ts';
import type { Visit } from './visit.ts';

/**
 * What a state says. Of a deed, or of the question whether to do one, no sentence is said that lacks a value which the
 * business logic did not give.
 * @returns null where the question lacks one: it would not tell what a yes does
 */
export function sayState(turn: TurnContext, visit: Visit, data: Record<string, unknown>): Speech | null {
  const { state } = visit;
  if (state.say === null) return { speak: '', show: '' };
  const { assistant } = turn.loaded;
  const whole = sayOf(turn, { text: state.say, rich: state.rich }, data);
  const isQuestion = asksForDeed(assistant, state);
  if (!visit.competency.businessLogic || !(isQuestion || isDeed(assistant, state.name))) return whole;
  const { speech, isWhole } = saySentences(turn, state.say, data, emptySlots(visit));
  if (isWhole) return whole;
  turn.explanation.findings.push(`${state.name} lacks values of the business logic for what it says`);
  // A deed that goes on asks for another: what is left of it tells what was done.
  const wasDone = turn.answered.some((deed) => deed.state === state.name);
  if (isQuestion && !wasDone) return null;
  if (speech.speak !== '') return { ...whole, ...speech };
  return wasDone ? sayMessage(turn, 'done') : sayLost(turn, visit);
}

/** Says that nobody could find out whether a deed was done. */
export const sayLost = (turn: TurnContext, { state }: Pick<Visit, 'state'>): Speech =>
  sayMessage(turn, 'outcome_lost', { competency: titleOf(turn, state.name) });

/** Says that the business logic failed at what it did not begin. */
export function sayFailed(turn: TurnContext, data: Record<string, unknown>): Speech {
  const onError = turn.loaded.assistant.businessLogic?.onError ?? null;
  // An author's “nothing was changed” is untrue beside a deed that was done, or may have been.
  return onError === null || turn.answered.length + turn.unknown.length > 0
    ? sayMessage(turn, 'not_done')
    : say(turn, onError, data);
}

/** Says what came of a deed that was asked for some turns ago. */
export const sayFound = (turn: TurnContext, label: string, told: readonly Speech[]): Speech[] => [
  sayMessage(turn, 'outcome_found', { competency: titleOf(turn, label) }),
  joinSpeech(told),
];

/** The names of slots that may be empty, and so be missing in a text, and of what templates have only at times. */
const emptySlots = ({ competency, slots }: Visit): ReadonlySet<string> =>
  new Set([
    'error',
    ...competency.slots
      .filter(({ name, required }) => !required && !Object.hasOwn(slots, name))
      .map(({ name }) => name),
  ]);
