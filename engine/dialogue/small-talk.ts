import type { MessageName } from '../assistant.ts';
import type { SmallTalk } from '../understand/commands.ts';
import { peopleTakeOver } from './people-texts.ts';
import { promptOf } from './prompt.ts';
import type { Speech } from './speech.ts';
import { placeOf, say, sayMessage, type TurnContext, titleOf } from './turn-context.ts';

/** Maximum number of titles in a help text. */
const MAX_TITLES = 12;

/** The messages that answer small talk. Other small talk only gets the open question again. */
const MESSAGE_OF: Partial<Record<SmallTalk, MessageName>> = {
  greet: 'greet',
  thank: 'thank',
  goodbye: 'goodbye',
  wait: 'wait',
  hand_off: 'hand_off',
  robot: 'robot',
  abuse: 'abuse',
};

export function saySmallTalk(turn: TurnContext, what: SmallTalk): Speech[] {
  if (what === 'help') return [help(turn)];
  if (what === 'repeat') return [repeat(turn)];
  const { people } = turn.loaded.assistant;
  if (what === 'hand_off' && people !== undefined) return [peopleTakeOver(turn.loaded, people, turn.input)];
  const isAwaited = turn.before.frames.length > 0;
  if (isAwaited && (what === 'thank' || what === 'greet')) return [];
  const message = MESSAGE_OF[what];
  return message === undefined ? [] : [sayMessage(turn, message)];
}

/** Says what the user can do here. */
function help(turn: TurnContext): Speech {
  const { loaded, before } = turn;
  const helpText = placeOf(loaded, before.frames.at(-1)?.state ?? '')?.competency.help ?? null;
  const labels = [...loaded.states.values()].filter(({ isLabel }) => isLabel);
  const titles = new Set(labels.map(({ name }) => titleOf(turn, name)));
  const competencies = [...titles].slice(0, MAX_TITLES);
  return helpText === null
    ? sayMessage(turn, 'help', { competencies })
    : say(turn, helpText, { competencies });
}

/** Repeats the last answer; if the user has changed the language, only the open question. */
function repeat(turn: TurnContext): Speech {
  const { last, frames } = turn.before;
  const top = frames.at(-1);
  const asked = promptOf(turn, top);
  const isTranslated = asked !== null && asked !== top?.prompt;
  return (isTranslated ? asked : last) ?? sayMessage(turn, 'nothing_to_repeat');
}
