import type {
  BusinessLogicRequest,
  CallBusinessLogic,
} from '../../engine/dialogue/business-logic/protocol.ts';
import { wireName } from '../../engine/dialogue/business-logic/wire.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import {
  type ReadTurn,
  refusedValue,
} from '../../functions/shared/domain/conversations/conversation-views.ts';

/**
 * Replaces the business logic in a logged turn without calling it. Fails if the logged call failed. Otherwise
 * echoes the request with the logged parts of the answer: the next state, slots to ask for again, and slots
 * that it filled.
 * @param onCall called for each call, with whether the log contains it
 */
export function standIn(
  { states }: LoadedAssistant,
  turn: ReadTurn,
  onCall: (call: { status: 'answered' | 'failed'; isLogged: boolean }) => void,
): CallBusinessLogic {
  const explanation = turn.words?.explanation;
  const logged = explanation?.business_logic_calls ?? (turn.businessLogic ? [turn.businessLogic] : []);
  const moves = (explanation?.transitions ?? []).filter(({ on }) => on === 'business_logic');
  let calls = 0;
  return async (request) => {
    const call = logged[calls];
    calls += 1;
    if (call?.status === 'failed') {
      onCall({ status: 'failed', isLogged: true });
      return { status: 'failed', reason: 'reason' in call ? (call.reason ?? LOGGED) : LOGGED };
    }
    onCall({ status: 'answered', isLogged: call !== undefined });
    const move = moves.find(({ from }) => from === request.state);
    const isOfAnswer = states.get(request.state)?.competency === turn.competency;
    return {
      status: 'answered',
      body: {
        ...request,
        ...(move === undefined ? {} : { state: move.to }),
        slots: { ...request.slots, ...(isOfAnswer && move === undefined ? slotsOf(request, turn) : {}) },
      },
    };
  };
}

const LOGGED = 'logged';

type RequestSlots = BusinessLogicRequest['slots'];
type AnsweredSlots = Record<string, { type: string; values: Record<string, unknown>[] }>;

/** The answer's slots. A refused value becomes a failed answer to its question; a cleared slot has none. */
function slotsOf({ slots }: { slots: RequestSlots }, turn: ReadTurn): AnsweredSlots {
  const { words } = turn;
  const answered: AnsweredSlots = {};
  const asked = words?.explanation?.asked ?? null;
  const again = asked === null ? undefined : slots[wireName(asked)];
  if (asked !== null && again !== undefined) {
    const refused = (again.values ?? []).map((value) => ({ ...value, resolved: -1, error: '' }));
    const values = refusedValue(turn) ? refused : [];
    answered[wireName(asked)] = { type: again.type, values };
  }
  for (const [name, values] of Object.entries(words?.slots ?? {})) {
    if (slots[name] !== undefined) continue;
    // A masked value fills the slot as well as the original value.
    const filled = values.map((value) => ({ tokens: String(value), value, resolved: 1 }));
    answered[name] = { type: 'string', values: filled };
  }
  return answered;
}
