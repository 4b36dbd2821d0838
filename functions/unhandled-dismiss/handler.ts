import { jsonBody } from '../shared/http/body.ts';
import { dismissalRequest, type dismissalResponse } from '../shared/http/conversation-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createDismissals } from '../shared/store/dismissals.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const dismissals = createDismissals({ deploymentKey: deploymentKey(readSecret) });

/** `POST /v1/unhandled/dismiss`: removes phrases from the unhandled queries, or lists them again. */
export const handler = authorizedEndpoint(
  { name: 'unhandled-dismiss', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { queries, dismissed, ...kind } = validate(dismissalRequest, jsonBody(request).body);
    const { institution } = request.principal;
    const phrases = queries.map((query) => ({ ...kind, slot: kind.slot ?? null, query }));
    if (dismissed === false) await dismissals.restore(institution, phrases);
    else await dismissals.dismiss(institution, phrases, request.now);
    const body: Answer<typeof dismissalResponse> = {
      dismissed: dismissed !== false,
      queries: queries.length,
    };
    return { body };
  },
);
