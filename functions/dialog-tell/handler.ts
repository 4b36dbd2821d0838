import { fieldError } from '../shared/domain/errors.ts';
import { tell } from '../shared/domain/handoffs/acts.ts';
import { isDialog } from '../shared/domain/query/dialog.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { tellRequest, type tellResponse } from '../shared/http/handoff-messages.ts';
import { once } from '../shared/http/repeats.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { handoffChangeDependencies } from '../shared/store/handoff-dependencies.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const deps = handoffChangeDependencies();

/** `POST /v1/dialog/messages`: sends an end user a message that does not answer a query. */
export const handler = authorizedEndpoint(
  { name: 'dialog-tell', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { dialog, text } = validate(tellRequest, jsonBody(request).body);
    if (!isDialog(dialog)) throw fieldError('dialog', 'send the dialog of a conversation');
    return once(deps, request, async (keep) => {
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
