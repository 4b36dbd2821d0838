import { AMBIGUOUS, type CompiledCompetency, type CompiledState, OUT_OF_SCOPE, ROOT } from '../assistant.ts';
import { wordsOf } from '../text/words.ts';
import { askAgain, help, repeat } from './built-in-replies.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { end, stay } from './ends.ts';
import type { Decision } from './interpret.ts';
import { fromSession } from './kept-slots.ts';
import { moveTo } from './moves.ts';
import { resultOf } from './result.ts';
import type { DialogState } from './state.ts';
import { resume, suspend } from './suspend.ts';
import type { TurnResult } from './turn.ts';
import { say, sayMessage, slotsIn, type Turn, titleOf } from './turn-context.ts';
import { missed, visitState } from './visit.ts';
import type { Visit } from './visit-data.ts';

/** Carries a decision out. */
export async function advance(turn: Turn, decision: Decision, call: CallBusinessLogic): Promise<TurnResult> {
  turn.explanation.decision = nameOf(decision);
  switch (decision.kind) {
    case 'enter':
      return enter(turn, decision, call);
    case 'transition':
      return take(turn, decision, call);
    case 'stay':
      return withCurrent(turn, (visit) => visitState(turn, visit, decision.found, call));
    case 'not_understood':
      return withCurrent(turn, (visit) => notUnderstood(turn, visit, call));
    case 'skip':
      return withCurrent(turn, (visit) =>
        visitState(turn, { ...visit, skipped: [...visit.skipped, decision.slot] }, [], call),
      );
    case 'help':
      return help(turn);
    case 'repeat':
      return repeat(turn);
    case 'ask_again':
      return askAgain(turn);
    case 'cancel':
      return cancel(turn);
    case 'ambiguous':
      return ambiguous(turn, decision);
    case 'out_of_scope':
      return outOfScope(turn, decision.probability);
  }
}

function nameOf(decision: Decision): TurnResult['explanation']['decision'] {
  switch (decision.kind) {
    case 'enter':
    case 'transition':
      return decision.by;
    case 'stay':
      return 'slots';
    case 'ask_again':
      return 'repeat';
    default:
      return decision.kind;
  }
}

async function enter(
  turn: Turn,
  decision: Decision & { kind: 'enter' },
  call: CallBusinessLogic,
): Promise<TurnResult> {
  const state = turn.loaded.states.get(decision.label);
  const competency = state && turn.loaded.competencies.get(state.competency);
  if (state === undefined || competency === undefined) return outOfScope(turn, 1);
  const { before, current } = turn;
  turn.explanation.transitions.push({ from: before.state, to: state.name, on: decision.by });
  const comesBack = current?.competency.name === competency.name;
  const visit = newVisit(turn, state, competency);
  visit.suspended = suspend(turn, competency);
  if (comesBack) Object.assign(visit, held(before));
  else visit.slots = fromSession(competency, before.kept, turn.utterance.clock);
  Object.assign(visit, { intent: decision.label, probability: decision.probability });
  // What was said before the user chose is read anew.
  const utterance =
    decision.query === turn.utterance.text
      ? turn.utterance
      : { ...turn.utterance, text: decision.query, words: wordsOf(decision.query) };
  const { found } = slotsIn(turn, competency, utterance, {
    asked: comesBack ? before.asked : null,
    held: visit.slots,
    takesWhole: false,
  });
  return visitState(turn, visit, found, call);
}

async function take(
  turn: Turn,
  { transition }: Decision & { kind: 'transition' },
  call: CallBusinessLogic,
): Promise<TurnResult> {
  return withCurrent(turn, async (visit) => {
    const to = transition.to[0] ?? ROOT;
    moveTo(turn, visit, transition, to);
    if (turn.loaded.states.has(to)) return visitState(turn, visit, [], call);
    return end(turn, visit, transition.say === null ? [sayMessage(turn, 'cancelled')] : visit.speech);
  });
}

async function withCurrent(
  turn: Turn,
  work: (visit: Visit) => TurnResult | Promise<TurnResult>,
): Promise<TurnResult> {
  const { current, before } = turn;
  if (current === null) return outOfScope(turn, 1);
  const visit = newVisit(turn, current.state, current.competency);
  return work({ ...visit, ...held(before), suspended: before.suspended });
}

/** What a visit in the same competency goes on with. */
const held = ({ slots, misses, skipped }: DialogState) => ({
  slots: { ...slots },
  misses: { ...misses },
  skipped: [...skipped],
});

const newVisit = (turn: Turn, state: CompiledState, competency: CompiledCompetency): Visit => ({
  state,
  competency,
  slots: {},
  misses: {},
  skipped: [],
  suspended: [],
  kept: turn.before.kept,
  isExhausted: false,
  intent: turn.before.intent,
  probability: null,
  speech: [],
  sessionInfo: turn.before.sessionInfo,
  responseSlots: {},
  visualPayload: {},
  businessLogic: null,
});

function notUnderstood(turn: Turn, visit: Visit, call: CallBusinessLogic): TurnResult | Promise<TurnResult> {
  const { asked, prompt } = turn.before;
  const slot = visit.competency.slots.find(({ name }) => name === asked);
  if (slot === undefined) return stay(turn, visit, null, [sayMessage(turn, 'clarify')], prompt);
  return missed(turn, visit, slot, [sayMessage(turn, 'not_understood')], call);
}

function cancel(turn: Turn): TurnResult {
  const { current, before } = turn;
  const said = sayMessage(
    turn,
    current === null && before.choice === null ? 'nothing_to_cancel' : 'cancelled',
  );
  turn.explanation.transitions.push({ from: before.state, to: ROOT, on: 'cancel' });
  const next = resume(turn, before);
  return resultOf(turn, {
    state: next.state,
    competency: current?.competency.name ?? ROOT,
    classifierState: ROOT,
    intent: before.intent,
    probability: null,
    speech: [said, ...next.speech],
    hasTold: next.speech.length > 0,
  });
}

/** Queries longer than this are not kept while the user chooses. */
const MAX_KEPT_QUERY = 500;

function ambiguous(turn: Turn, { labels, probability }: Decision & { kind: 'ambiguous' }): TurnResult {
  const [first, second] = labels.map((label) => titleOf(turn, label));
  const query = turn.input.query.slice(0, MAX_KEPT_QUERY);
  return resultOf(turn, {
    state: { ...turn.before, choice: { labels: [...labels], query } },
    competency: AMBIGUOUS,
    classifierState: AMBIGUOUS,
    intent: labels[0],
    probability,
    speech: [sayMessage(turn, 'ambiguous', { first, second })],
  });
}

function outOfScope(turn: Turn, probability: number): TurnResult {
  turn.explanation.decision = 'out_of_scope';
  return resultOf(turn, {
    state: { ...turn.before, choice: null },
    competency: OUT_OF_SCOPE,
    classifierState: OUT_OF_SCOPE,
    intent: OUT_OF_SCOPE,
    probability,
    speech: [say(turn, turn.loaded.assistant.outOfScope, {})],
  });
}
