import { credentialEvent } from '../shared/domain/audit.ts';
import { deleteDraft } from '../shared/domain/drafts/drafts.ts';
import { type draftResponse, toDraft } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));

/** `DELETE /v1/drafts/{draft}`: deletes a draft. Its revisions can still be read by number. */
export const handler = authorizedEndpoint(
  { name: 'drafts-delete', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { principal, pathParameters } = request;
    const name = pathParameters.draft ?? '';
    const event = credentialEvent(principal, request, {
      action: 'draft.delete',
      outcome: 'done',
      target: name,
    });
    const { institution, userId } = principal;
    const body: Answer<typeof draftResponse> = toDraft(
      await deleteDraft(drafts(), { institution, name, author: userId, event }),
    );
    return { body };
  },
);
