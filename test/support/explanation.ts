import type { QueryExplanation } from '../../functions/shared/domain/query/query-answer.ts';

/** An explanation with only the given fields. */
export const explanationOf = (told: Partial<QueryExplanation> = {}): QueryExplanation => ({
  ranked: [],
  out_of_scope: null,
  outcome: null,
  acts: {},
  proposals: [],
  transitions: [],
  asked: null,
  business_logic: null,
  business_logic_calls: [],
  findings: [],
  ...told,
});
