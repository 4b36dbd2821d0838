import { asksForDeed, isDeed } from '../deeds.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { say, sayMessage, sayOf, saySentences, type TurnContext, titleOf } from './turn-context.ts';
import type { Visit } from './visit.ts';

/**
 * A state's text. For a deed or a question before one, omits sentences whose values the business logic did not give.
 * @returns null if a question lacks a value: the user could not know what a yes does
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
  // A continued deed asks about another; the rest of its text reports what was done.
  const wasDone = turn.answered.some((deed) => deed.state === state.name);
  if (isQuestion && !wasDone) return null;
  if (speech.speak !== '') return { ...whole, ...speech };
  return wasDone ? sayMessage(turn, 'done') : sayLost(turn, visit);
}

/** Says that a deed's outcome could not be determined. */
export const sayLost = (turn: TurnContext, { state }: Pick<Visit, 'state'>): Speech =>
  sayMessage(turn, 'outcome_lost', { competency: titleOf(turn, state.name) });

/** Says that the business logic failed before acting. */
export function sayFailed(turn: TurnContext, data: Record<string, unknown>): Speech {
  const onError = turn.loaded.assistant.businessLogic?.onError ?? null;
  // Skip the author's text, such as “nothing was changed”, if a deed was or may have been done.
  return onError === null || turn.answered.length + turn.unknown.length > 0
    ? sayMessage(turn, 'not_done')
    : say(turn, onError, data);
}

/** Reports the outcome of a deed from earlier turns. */
export const sayFound = (turn: TurnContext, label: string, told: readonly Speech[]): Speech[] => [
  sayMessage(turn, 'outcome_found', { competency: titleOf(turn, label) }),
  joinSpeech(told),
];

/** Names that a template may lack: empty slots and optional template data. */
const emptySlots = ({ competency, slots }: Visit): ReadonlySet<string> =>
  new Set([
    'error',
    ...competency.slots
      .filter(({ name, required }) => !required && !Object.hasOwn(slots, name))
      .map(({ name }) => name),
  ]);
