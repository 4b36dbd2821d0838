import { SESSION_OUTCOMES } from '../domain/conversations/conversations.ts';
import {
  choiceParameter,
  daysParameters,
  limitParameter,
  parameter,
  versionParameters,
} from './parameters.ts';
import type { ApiRequest } from './request.ts';

/** The longest range of days to search. */
const MAX_DAYS = 93;

/**
 * The parameters that choose sessions: `from`, `to`, `limit`, `version`, `application`, `outcome` and `competency`.
 * @returns `choice` for a page's cursor, which only continues a list of the same choice
 * @throws {ParleyError} for an invalid parameter
 */
export function sessionParameters(request: ApiRequest) {
  const { from, to } = daysParameters(request, MAX_DAYS);
  const limit = limitParameter(request, 25, 100);
  const outcome = choiceParameter(request, 'outcome', SESSION_OUTCOMES);
  const competency = parameter(request, 'competency');
  const versions = versionParameters(request);
  return {
    asked: {
      ...{ from, to, limit, now: request.now },
      filter: { ...versions, ...(outcome && { outcome }), ...(competency && { competency }) },
    },
    choice: [from, to, versions.versionId, versions.application, outcome, competency],
  };
}
