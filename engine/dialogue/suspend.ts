import type { CompiledCompetency } from '../assistant.ts';
import { fromSession } from './kept-slots.ts';
import { promptOf, textFor } from './prompt.ts';
import type { Speech } from './speech.ts';
import { backToRoot, type DialogState, type Suspended } from './state.ts';
import { say, sayMessage, type Turn, titleOf } from './turn-context.ts';
import { dataOf, missingSlot } from './visit-data.ts';

/** Competencies that wait, at most: the oldest is forgotten first. */
const MAX_SUSPENDED = 3;

/** What waits once a competency is entered by a query: what it interrupts comes back when it ends. */
export function suspend({ before, current, loaded }: Turn, entered: CompiledCompetency): Suspended[] {
  if (entered.interrupts === 'replace') return [];
  const waiting = before.suspended.filter(
    ({ state }) => loaded.states.get(state)?.competency !== entered.name,
  );
  const isSame = current === null || current.competency.name === entered.name;
  const awaits =
    before.asked !== null || current?.state.transitions.some(({ on }) => on === 'yes' || on === 'no');
  if (isSame || !awaits) return waiting;
  const { state, slots, asked, misses, skipped, prompt, intent } = before;
  return [...waiting, { state, slots, asked, misses, skipped, prompt, intent }].slice(-MAX_SUSPENDED);
}

/** Where the conversation stands once a competency has ended: in the latest that waits, else at root. */
export function resume(turn: Turn, ended: DialogState): { state: DialogState; speech: Speech[] } {
  const root = backToRoot(ended);
  const waiting = ended.suspended.filter(({ state }) => turn.loaded.states.has(state));
  const last = waiting.at(-1);
  if (last === undefined) return { state: root, speech: [] };
  const next = withSession(turn, last, ended);
  turn.explanation.transitions.push({ from: ended.state, to: next.state, on: 'return' });
  const speech = [sayMessage(turn, 'resumed', { competency: titleOf(turn, next.state) })];
  const prompt = promptOf(turn, next);
  if (prompt !== null) speech.push(prompt);
  return { state: { ...root, ...next, suspended: waiting.slice(0, -1) }, speech };
}

/**
 * What waited for a slot's value, with the values for the session that were given meanwhile: what they answer is not
 * asked for again. It waits as it was where only the business logic can go on.
 */
function withSession(turn: Turn, waiting: Suspended, { kept, sessionInfo }: DialogState): Suspended {
  const state = turn.loaded.states.get(waiting.state);
  const competency = state && turn.loaded.competencies.get(state.competency);
  if (state === undefined || competency === undefined || waiting.asked === null) return waiting;
  // A value that leads elsewhere does so when the user gives it.
  if (state.transitions.some(({ on }) => on === 'slot')) return waiting;
  const slots = { ...fromSession(competency, kept, turn.utterance.clock), ...waiting.slots };
  if (!Object.hasOwn(slots, waiting.asked)) return { ...waiting, slots };
  const missing = missingSlot({ competency, slots, skipped: waiting.skipped });
  const text = textFor(competency, state, missing);
  const isOver = missing === undefined && (state.terminal || competency.businessLogic);
  if (isOver || text === null) return waiting;
  const { language } = turn.input;
  const said = say(turn, text, dataOf(turn, { competency, slots, sessionInfo, responseSlots: {} }));
  return { ...waiting, slots, asked: missing?.name ?? null, prompt: { ...said, language } };
}
