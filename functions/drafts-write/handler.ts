import { credentialEvent } from '../shared/domain/audit.ts';
import { writeDraft } from '../shared/domain/drafts/drafts.ts';
import { jsonBody } from '../shared/http/body.ts';
import { draftRequest, type draftResponse, toDraft } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));

/** `POST /v1/drafts/{draft}`: creates a draft, or changes its files if its revision is still the given one. */
export const handler = authorizedEndpoint(
  { name: 'drafts-write', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { principal, pathParameters } = request;
    const { revision, files, accepts } = validate(draftRequest, jsonBody(request).body);
    const name = pathParameters.draft ?? '';
    const action = accepts ? 'draft.accept' : 'draft.write';
    const draft = await writeDraft(
      { drafts: drafts(), artifacts: await artifactsOfProcess() },
      {
        institution: principal.institution,
        name,
        revision,
        changes: files,
        author: principal.userId,
        event: credentialEvent(principal, request, { action, outcome: 'done', target: name }),
      },
    );
    const body: Answer<typeof draftResponse> = toDraft(draft);
    return { body };
  },
);
