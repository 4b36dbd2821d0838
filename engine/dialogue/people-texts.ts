import type { MessageName, PeopleSettings } from '../assistant.ts';
import type { LoadedAssistant } from '../load.ts';
import { type Speech, speechOf } from './speech.ts';
import type { TurnInput } from './turn-input.ts';

export type PeopleTurn = Pick<TurnInput, 'qid' | 'query' | 'language' | 'device' | 'now'>;

/** What is said when people take over. */
export const peopleTakeOver = (
  loaded: LoadedAssistant,
  { withinMinutes }: PeopleSettings,
  input: PeopleTurn,
): Speech => offering(loaded, input, 'handed_over', { minutes: withinMinutes });

/** The first wording of the way back in the turn's language. */
function wayBack({ assistant }: LoadedAssistant, { language }: PeopleTurn): string {
  const text = assistant.messages.back_to_assistant;
  return (text[language] ?? text[assistant.languages.default])?.speak[0] ?? '';
}

/** A message of the assistant, outside of a turn of the engine. */
export const message = (
  loaded: LoadedAssistant,
  { language, device, qid }: PeopleTurn,
  name: MessageName,
  data: Record<string, unknown> = {},
): Speech => {
  const { assistant } = loaded;
  return speechOf(assistant.messages[name], data, { assistant, language, device, qid });
};

/** A text with the way back, which is also offered as a choice. */
export function offering(
  loaded: LoadedAssistant,
  input: PeopleTurn,
  name: MessageName,
  data: Record<string, unknown> = {},
): Speech {
  const back = wayBack(loaded, input);
  return { ...message(loaded, input, name, { ...data, back }), rich: { choices: [back] } };
}
