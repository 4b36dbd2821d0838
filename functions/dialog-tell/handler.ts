import { randomBytes } from 'node:crypto';
import { fieldError } from '../shared/domain/errors.ts';
import { tell } from '../shared/domain/handoffs/acts.ts';
import { isDialog } from '../shared/domain/query/dialog.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { tellRequest, type tellResponse } from '../shared/http/handoff-messages.ts';
import { once } from '../shared/http/repeats.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createHandoffStore } from '../shared/store/handoffs.ts';
import { createRepeatStore } from '../shared/store/repeats.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const deps = {
  handoffs: createHandoffStore(),
  deploymentKey: deploymentKey(readSecret),
  random: randomBytes,
};
const repeats = createRepeatStore(documentClient, () => setting('SESSIONS_TABLE'));

/** `POST /v1/dialog/messages`: sends an end user a message that answers no query. */
export const handler = authorizedEndpoint(
  { name: 'dialog-tell', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { dialog, text } = validate(tellRequest, jsonBody(request).body);
    if (!isDialog(dialog)) throw fieldError('dialog', 'send the dialog of a conversation');
    return once({ repeats, ...deps }, request, async (keep) => {
      const answer = ({ sessionId, sequence }: { sessionId: string; sequence: number }) => {
        const body: Answer<typeof tellResponse> = { session_id: sessionId, sequence };
        return body;
      };
      const kept = keep && {
        keep,
        write: (told: Parameters<typeof answer>[0]) => JSON.stringify(answer(told)),
      };
      return { body: answer(await tell(deps, request.principal, dialog, text, request.now, kept)) };
    });
  },
);
