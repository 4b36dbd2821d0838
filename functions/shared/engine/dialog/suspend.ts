import type { CompiledCompetency } from '../assistant.ts';
import type { Speech } from './speech.ts';
import { backToRoot, type DialogState, type Suspended } from './state.ts';
import { sayMessage, type Turn, titleOf } from './turn-context.ts';

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
  const next = waiting.at(-1);
  if (next === undefined) return { state: root, speech: [] };
  turn.explanation.transitions.push({ from: ended.state, to: next.state, on: 'return' });
  const speech = [sayMessage(turn, 'resumed', { competency: titleOf(turn, next.state) })];
  if (next.prompt !== null) speech.push(next.prompt);
  return { state: { ...root, ...next, suspended: waiting.slice(0, -1) }, speech };
}
