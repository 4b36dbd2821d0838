import { ROOT } from '../assistant.ts';
import { promptOf } from './prompt.ts';
import { resultOf } from './result.ts';
import type { Speech } from './speech.ts';
import type { TurnResult } from './turn.ts';
import { say, sayMessage, type Turn, titleOf } from './turn-context.ts';

/** Titles that a help names, at most. */
const MAX_TITLES = 12;

/** Says what can be done here, then again what is waited for. Moves nothing. */
export function help(turn: Turn): TurnResult {
  const own = turn.current?.competency.help ?? null;
  const labels = [...turn.loaded.states.values()].filter(({ isLabel }) => isLabel);
  const titles = new Set(labels.map(({ name }) => titleOf(turn, name)));
  const competencies = [...titles].slice(0, MAX_TITLES);
  const said = own === null ? sayMessage(turn, 'help', { competencies }) : say(turn, own, { competencies });
  const prompt = promptOf(turn, turn.before);
  return unmoved(turn, prompt === null ? [said] : [said, prompt], true);
}

/** Says again what was said last; of what was said in another language, the question that waits. Moves nothing. */
export function repeat(turn: Turn): TurnResult {
  const { prompt, last } = turn.before;
  const asked = promptOf(turn, turn.before);
  const isTranslated = asked !== null && asked !== prompt;
  return unmoved(turn, [(isTranslated ? asked : last) ?? sayMessage(turn, 'nothing_to_repeat')]);
}

/** Asks again what is asked, and nothing else. Moves nothing. */
export function askAgain(turn: Turn): TurnResult {
  const asked = promptOf(turn, turn.before);
  return asked === null ? repeat(turn) : unmoved(turn, [asked]);
}

function unmoved(turn: Turn, speech: readonly Speech[], hasTold = false): TurnResult {
  const { before, current } = turn;
  return resultOf(turn, {
    state: before,
    competency: current?.competency.name ?? ROOT,
    classifierState: current?.state.name ?? ROOT,
    intent: before.intent,
    probability: null,
    speech,
    hasTold,
    ...(current === null ? {} : { slots: { of: current.competency, values: before.slots } }),
  });
}
