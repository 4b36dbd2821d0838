import type { MessageName, PeopleSettings } from '../assistant.ts';
import type { LoadedAssistant } from '../load.ts';
import { type Speech, speechOf } from './speech.ts';
import type { TurnInput } from './turn-input.ts';

export type PeopleTurn = Pick<TurnInput, 'qid' | 'query' | 'language' | 'device' | 'now'>;

/** The text that says that people take over. */
export const peopleTakeOver = (
  loaded: LoadedAssistant,
  { withinMinutes }: PeopleSettings,
  input: PeopleTurn,
): Speech => offering(loaded, input, 'handed_over', { minutes: withinMinutes });

/** The first phrase for returning to the assistant, in the turn's language. */
function wayBack({ assistant }: LoadedAssistant, { language }: PeopleTurn): string {
  const text = assistant.messages.back_to_assistant;
  return (text[language] ?? text[assistant.languages.default])?.speak[0] ?? '';
}

/** Renders one of the assistant's messages outside of a turn. */
export const message = (
  loaded: LoadedAssistant,
  { language, device, qid }: PeopleTurn,
  name: MessageName,
  data: Record<string, unknown> = {},
): Speech => {
  const { assistant } = loaded;
  return speechOf(assistant.messages[name], data, { assistant, language, device, qid });
};

/** A message that names the phrase for returning to the assistant, and offers it as a choice. */
export function offering(
  loaded: LoadedAssistant,
  input: PeopleTurn,
  name: MessageName,
  data: Record<string, unknown> = {},
): Speech {
  const back = wayBack(loaded, input);
  return { ...message(loaded, input, name, { ...data, back }), rich: { choices: [back] } };
}
