import { LISTED_OUTCOMES } from '../shared/domain/conversations/conversations.ts';
import { readUnhandled } from '../shared/domain/conversations/read-unhandled.ts';
import { toGroup, type unhandledResponse } from '../shared/http/conversation-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import {
  choiceParameter,
  daysParameters,
  limitParameter,
  parameter,
  versionParameters,
} from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createConversationReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createDismissals } from '../shared/store/dismissals.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const MAX_DAYS = 31;

const readKey = deploymentKey(readSecret);
const reader = {
  ...createConversationReader({ deploymentKey: readKey }),
  ...createDismissals({ deploymentKey: readKey }),
};

/** `GET /v1/unhandled`: queries that went wrong, grouped by outcome and meaning, largest groups first. */
export const handler = authorizedEndpoint(
  { name: 'unhandled', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { from, to } = daysParameters(request, MAX_DAYS);
    const limit = limitParameter(request, 25, 100);
    const language = parameter(request, 'language');
    const outcome = choiceParameter(request, 'outcome', LISTED_OUTCOMES);
    const filter = {
      ...versionParameters(request),
      ...(language && { language }),
      ...(outcome && { outcome }),
      dismissed: choiceParameter(request, 'dismissed', ['true', 'false']) === 'true',
    };
    const asked = { from, to, now: request.now, filter };
    const { groups, grouped, leftOut, isComplete } = await readUnhandled(
      reader,
      request.principal.institution,
      asked,
    );
    const body: Answer<typeof unhandledResponse> = {
      groups: groups.slice(0, limit).map(toGroup),
      grouped,
      left_out: leftOut,
      complete: isComplete,
    };
    return { body };
  },
);
