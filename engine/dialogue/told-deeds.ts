import { asksForDeed, isDeed } from '../deeds.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { say, sayMessage, sayOf, saySentences, type TurnContext, titleOf } from './turn-context.ts';
import type { Visit } from './visit.ts';

/**
 * Says a state's text. In a deed's text, leaves out sentences that lack a value from business logic.
 * @returns null if a question before a deed lacks such a value: the user would not know what a yes does
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
  // If the deed was done, its text is said even if it also asks about another deed.
  const wasDone = turn.answered.some((deed) => deed.state === state.name);
  if (isQuestion && !wasDone) return null;
  if (speech.speak !== '') return { ...whole, ...speech };
  return wasDone ? sayMessage(turn, 'done') : sayLost(turn, visit);
}

/** Says that the outcome of a deed could not be found out. */
export const sayLost = (turn: TurnContext, { state }: Pick<Visit, 'state'>): Speech =>
  sayMessage(turn, 'outcome_lost', { competency: titleOf(turn, state.name) });

/** Says that business logic failed outside of a deed. */
export function sayFailed(turn: TurnContext, data: Record<string, unknown>): Speech {
  const onError = turn.loaded.assistant.businessLogic?.onError ?? null;
  // After a deed that was or may have been done, the author's text could be untrue.
  return onError === null || turn.answered.length + turn.unknown.length > 0
    ? sayMessage(turn, 'not_done')
    : say(turn, onError, data);
}

/** Reports the outcome of a deed from some turns ago. */
export const sayFound = (turn: TurnContext, label: string, told: readonly Speech[]): Speech[] => [
  sayMessage(turn, 'outcome_found', { competency: titleOf(turn, label) }),
  joinSpeech(told),
];

/** The names whose values a text may lack: empty optional slots, and `error`. */
const emptySlots = ({ competency, slots }: Visit): ReadonlySet<string> =>
  new Set([
    'error',
    ...competency.slots
      .filter(({ name, required }) => !required && !Object.hasOwn(slots, name))
      .map(({ name }) => name),
  ]);
