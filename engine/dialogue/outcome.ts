import { AMBIGUOUS, OUT_OF_SCOPE } from '../assistant.ts';
import type { TurnResult } from './result.ts';

/** The outcomes of a turn, for statistics. */
export const OUTCOMES = [
  'understood',
  /** The assistant asked which label is meant, or repeated an unanswered question. */
  'clarified',
  /** Business logic or the slot's `validate` refused a value that was read. */
  'value_refused',
  /** The words gave the asked slot no value, or a value that its list does not have. */
  'value_not_read',
  /** Documents share words with the query, but none answers it. */
  'not_in_documents',
  /** No wish was recognised, but a label was more likely than out of scope. */
  'not_understood',
  'out_of_scope',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Determines the outcome of a turn.
 * @param businessLogic the outcome of the last call, if there was one
 */
export function outcomeOf(result: TurnResult, businessLogic: 'answered' | 'failed' | undefined): Outcome {
  if (businessLogic === 'failed') return 'failed';
  const { missed, work, outOfScope, ranked } = result.explanation;
  const isMissed = (why: string): boolean => missed.some((miss) => miss.why === why);
  if (isMissed('refused')) return 'value_refused';
  if (isMissed('not_read')) return 'value_not_read';
  if (work.isExceeded || isApplied(result, 'not_understood', 'unknown_answer')) return 'not_understood';
  const isAskedBack = isApplied(result, 'clarify', 'confirm_again') || isMissed('unanswered');
  if (result.competency === AMBIGUOUS || isAskedBack) return 'clarified';
  if (result.competency !== OUT_OF_SCOPE) return 'understood';
  if (hasNearDocument(result)) return 'not_in_documents';
  // No label was certain enough. The outcome depends on which was likelier: out of scope or the best label.
  return (outOfScope ?? 0) >= (ranked[0]?.probability ?? 0) ? 'out_of_scope' : 'not_understood';
}

/** True if one of these commands was executed. */
export const isApplied = ({ explanation }: TurnResult, ...commands: string[]): boolean =>
  explanation.proposals.some(({ command, became }) => became === 'applied' && commands.includes(command));

const hasNearDocument = ({ explanation: { faq = [] } }: TurnResult): boolean =>
  faq.some(({ candidates }) => candidates.some(({ words }) => words > 0));
