import { readDraft } from '../shared/domain/drafts/drafts.ts';
import { fieldError } from '../shared/domain/errors.ts';
import type { wholeDraftResponse } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { parameter } from '../shared/http/parameters.ts';
import type { AuthorizedRequest } from '../shared/http/request.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { jobStore } from '../shared/store/draft-jobs.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));
const jobs = () => jobStore(documentClient(), setting('VERSIONS_TABLE'));

/** `GET /v1/drafts/{draft}`: the files of a draft, at its latest revision or an earlier one. */
export const handler = authorizedEndpoint(
  { name: 'drafts-read', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { institution } = request.principal;
    const name = request.pathParameters.draft ?? '';
    const [{ draft, files }, job] = await Promise.all([
      readDraft(
        { drafts: drafts(), artifacts: await artifactsOfProcess() },
        { institution, name, ...revisionParameter(request) },
      ),
      jobs().find(institution, name),
    ]);
    const body: Answer<typeof wholeDraftResponse> = {
      draft: draft.name,
      revision: draft.revision,
      updated_at: draft.updatedAt,
      updated_by: draft.updatedBy,
      has_job: job !== undefined,
      files,
    };
    // Sent as bytes: in a text, Lambda would escape the files' quotes a second time, and an answer is limited to 6
    // MB.
    return { body: Buffer.from(JSON.stringify(body)) };
  },
);

function revisionParameter(request: AuthorizedRequest): { revision?: number } {
  const text = parameter(request, 'revision');
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,8}$/.test(text)) throw fieldError('revision', 'send a revision: a whole number from 1');
  return { revision: Number(text) };
}
