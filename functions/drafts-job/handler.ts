import { checkDraftName } from '../shared/domain/drafts/drafts.ts';
import { readJob } from '../shared/domain/drafts/jobs.ts';
import { type draftJobResponse, toDraftJob } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { jobStore } from '../shared/store/draft-jobs.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const jobs = () => jobStore(documentClient(), setting('VERSIONS_TABLE'));

/** `GET /v1/drafts/{draft}/job`: the state of the draft's latest publishing. */
export const handler = authorizedEndpoint(
  { name: 'drafts-job', records: createAccessRecords(), admission: createRequestAdmission },
  async ({ principal: { institution, scopes }, pathParameters, now }) => {
    const name = pathParameters.draft ?? '';
    checkDraftName(name);
    const job = await readJob(jobs(), institution, name);
    const body: Answer<typeof draftJobResponse> = toDraftJob(job, now, scopes);
    return { body };
  },
);
