import type { PeopleSettings } from '../assistant.ts';
import { ROOT } from '../assistant.ts';
import type { LoadedAssistant } from '../load.ts';
import { noExplanation } from './explanation.ts';
import { isOpen, nextOpening } from './opening-hours.ts';
import { isApplied } from './outcome.ts';
import { message, offering, type PeopleTurn, peopleTakeOver } from './people-texts.ts';
import type { TurnResult } from './result.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { askedIn, type DialogState } from './state.ts';

/** Why a conversation is handed over to people. */
export const HAND_OVER_REASONS = ['state', 'wish', 'business_logic', 'failures'] as const;
export type HandOverReason = (typeof HAND_OVER_REASONS)[number];

/**
 * Why a turn hands the conversation over; null if it does not.
 * @param asked known only to the engine's caller: whether business logic asks for people, and the number of failed
 * turns in a row, including this one
 */
export function handOverReason(
  { afterFailures }: PeopleSettings,
  result: TurnResult,
  asked: { byBusinessLogic: boolean; failures: number },
): HandOverReason | null {
  if (result.handsOff) return 'state';
  if (asked.byBusinessLogic) return 'business_logic';
  if (isApplied(result, 'hand_off')) return 'wish';
  return afterFailures !== undefined && asked.failures >= afterFailures ? 'failures' : null;
}

/** The settings for people of one conversation. Its queue's own settings replace the general ones. */
export interface QueueSettings extends PeopleSettings {
  /** The name of the queue; absent if none takes the conversation. */
  queue?: string;
}

/**
 * The first queue that takes a conversation, with its settings.
 * @param competency the competency in progress, or else the competency that answered
 */
export function queueFor(settings: PeopleSettings, competency: string, language: string): QueueSettings {
  const { queues = [] } = settings;
  const queue = queues.find(
    ({ competencies, languages }) =>
      competencies?.includes(competency) !== false && languages?.includes(language) !== false,
  );
  if (queue === undefined) return settings;
  const { name, withinMinutes = settings.withinMinutes, hours = settings.hours } = queue;
  return { ...settings, queue: name, withinMinutes, ...(hours && { hours }) };
}

/** The result of a turn that asks for people, and whether they take the conversation. */
export interface HandedOver {
  result: TurnResult;
  /** False outside of opening hours if `whenClosed` is `refuse`. */
  isHandedOver: boolean;
}

/**
 * Adds to a turn's answer that people take over, how long that may take, and how to return to the assistant. After a
 * request for people or repeated failures, this text replaces the answer.
 */
export function handOver(
  loaded: LoadedAssistant,
  settings: PeopleSettings,
  input: PeopleTurn,
  result: TurnResult,
  reason: HandOverReason,
): HandedOver {
  const { hours, whenClosed } = settings;
  const opens =
    hours && !isOpen(hours, input.now) ? nextOpening(hours, input.now, input.language) : undefined;
  const closed = opens === undefined ? [] : [message(loaded, input, 'people_closed', { opens })];
  if (opens !== undefined && whenClosed === 'refuse') {
    const rest = reason === 'wish' ? promptIn(result.state) : [spokenIn(result)];
    return { result: withSpeech(result, [...closed, ...rest]), isHandedOver: false };
  }
  const said =
    opens === undefined
      ? [peopleTakeOver(loaded, settings, input)]
      : [...closed, offering(loaded, input, 'kept_for_people')];
  const isReplaced = reason === 'wish' || reason === 'failures';
  const speech = isReplaced ? said : [spokenIn(result), ...said];
  return { result: withSpeech(result, speech), isHandedOver: true };
}

/** Tells the user that the query goes to people. The engine does not read the query. */
export const passOn = (loaded: LoadedAssistant, input: PeopleTurn, state: DialogState): TurnResult =>
  saidAlone(input, state, [offering(loaded, input, 'with_people')]);

/** Says that nobody was free, and that the user's messages are kept. */
export const tellNobody = (loaded: LoadedAssistant, input: PeopleTurn, state: DialogState): TurnResult =>
  saidAlone(input, state, [
    message(loaded, input, 'nobody_there'),
    offering(loaded, input, 'kept_for_people'),
  ]);

/** Says, outside of any turn, that nobody was free, and whether people or the assistant will continue. */
export const nobodySpeech = (
  loaded: LoadedAssistant,
  { whenNobody }: PeopleSettings,
  input: PeopleTurn,
): Speech[] => [
  message(loaded, input, 'nobody_there'),
  whenNobody === 'wait' ? offering(loaded, input, 'kept_for_people') : message(loaded, input, 'back_again'),
];

/** Begins an answer by saying that nobody was free. */
export const afterNobody = (loaded: LoadedAssistant, input: PeopleTurn, result: TurnResult): TurnResult =>
  withSpeech(result, [message(loaded, input, 'nobody_there'), spokenIn(result)]);

/** Continues with the assistant: repeats the question that was open at the handover, if any. */
export function comeBack(loaded: LoadedAssistant, input: PeopleTurn, state: DialogState): TurnResult {
  return saidAlone(input, state, [message(loaded, input, 'back_again'), ...promptIn(state)]);
}

/** The open question, if there is one. */
function promptIn({ frames }: DialogState): Speech[] {
  const prompt = frames.at(-1)?.prompt ?? null;
  return prompt === null
    ? []
    : [{ speak: prompt.speak, show: prompt.show, ...(prompt.rich && { rich: prompt.rich }) }];
}

export const backAgain = (loaded: LoadedAssistant, input: PeopleTurn): Speech =>
  message(loaded, input, 'back_again');

/** True if a query equals a `back_to_assistant` phrase in any language, apart from letter case and punctuation. */
export function wantsAssistant({ assistant }: LoadedAssistant, query: string): boolean {
  const said = plain(query);
  return Object.values(assistant.messages.back_to_assistant).some(({ speak }) =>
    speak.some((phrase) => plain(phrase) === said),
  );
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

function spokenIn({ visuals }: TurnResult): Speech {
  const { speakableResponse: speak, formattedResponse: show, choices } = visuals;
  return { speak, show, ...(Array.isArray(choices) && { rich: { choices } }) };
}

function withSpeech(result: TurnResult, parts: readonly Speech[]): TurnResult {
  const last = joinSpeech(parts);
  const { choices: _, ...visuals } = result.visuals;
  return {
    ...result,
    state: { ...result.state, last },
    visuals: { ...visuals, ...last.rich, speakableResponse: last.speak, formattedResponse: last.show },
  };
}

function saidAlone({ language }: PeopleTurn, state: DialogState, parts: readonly Speech[]): TurnResult {
  const { speak, show, rich } = joinSpeech(parts);
  return {
    state,
    language,
    competency: ROOT,
    classifier_state: ROOT,
    intent: null,
    intent_probability: null,
    slots: {},
    visuals: { ...rich, speakableResponse: speak, formattedResponse: show },
    bl_resp: null,
    handsOff: true,
    explanation: { ...noExplanation(), asked: askedIn(state) },
  };
}
