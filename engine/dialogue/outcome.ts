import { AMBIGUOUS, OUT_OF_SCOPE } from '../assistant.ts';
import type { TurnResult } from './result.ts';
import type { DialogState } from './state.ts';

/** A turn's outcome, for statistics. */
export type Outcome = 'understood' | 'clarified' | 'not_understood' | 'out_of_scope' | 'failed';

/**
 * Classifies a turn's outcome.
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
  // No proposal was certain enough: compare "none of these" with the best label.
  return (outOfScope ?? 0) >= (ranked[0]?.probability ?? 0) ? 'out_of_scope' : 'not_understood';
}

/** True if any of these commands was carried out. */
export const isApplied = ({ explanation }: TurnResult, ...commands: string[]): boolean =>
  explanation.proposals.some(({ command, became }) => became === 'applied' && commands.includes(command));

/** True if a slot is asked for again after a failed attempt. */
function isMissed(before: DialogState, after: DialogState): boolean {
  const [was, is] = [before.frames.at(-1), after.frames.at(-1)];
  if (was?.asked == null || is?.asked !== was.asked) return false;
  return (is.misses[is.asked] ?? 0) > (was.misses[was.asked] ?? 0);
}
