import { AMBIGUOUS, OUT_OF_SCOPE } from '../assistant.ts';
import type { TurnResult } from './result.ts';
import type { DialogState } from './state.ts';

/** The outcome of a turn, for statistics. */
export type Outcome = 'understood' | 'clarified' | 'not_understood' | 'out_of_scope' | 'failed';

/**
 * Determines the outcome of a turn.
 * @param before the conversation before the turn
 * @param businessLogic the outcome of the last call, if there was one
 */
export function outcomeOf(
  before: DialogState,
  result: TurnResult,
  businessLogic: 'answered' | 'failed' | undefined,
): Outcome {
  if (businessLogic === 'failed') return 'failed';
  if (
    isApplied(result, 'not_understood', 'unknown_value', 'unknown_answer') ||
    isMissed(before, result.state)
  ) {
    return 'not_understood';
  }
  if (result.competency === AMBIGUOUS || isApplied(result, 'clarify', 'confirm_again')) return 'clarified';
  if (result.competency !== OUT_OF_SCOPE) return 'understood';
  const { outOfScope, ranked } = result.explanation;
  // Nothing was certain enough: either "none of these" was the most likely, or one of the labels.
  return (outOfScope ?? 0) >= (ranked[0]?.probability ?? 0) ? 'out_of_scope' : 'not_understood';
}

/** True if one of these commands was executed. */
export const isApplied = ({ explanation }: TurnResult, ...commands: string[]): boolean =>
  explanation.proposals.some(({ command, became }) => became === 'applied' && commands.includes(command));

/** True if the same slot is asked for again after a failed attempt. */
function isMissed(before: DialogState, after: DialogState): boolean {
  const [was, is] = [before.frames.at(-1), after.frames.at(-1)];
  if (was?.asked == null || is?.asked !== was.asked) return false;
  return (is.misses[is.asked] ?? 0) > (was.misses[was.asked] ?? 0);
}
