import { type draftsResponse, toDraft } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));

/** `GET /v1/drafts`: the institution's drafts of assistants. */
export const handler = authorizedEndpoint(
  { name: 'drafts-list', records: createAccessRecords(), admission: createRequestAdmission },
  async ({ principal }) => {
    const body: Answer<typeof draftsResponse> = {
      drafts: (await drafts().list(principal.institution)).map(toDraft),
    };
    return { body };
  },
);
