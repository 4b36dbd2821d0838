import { countUtterances } from '../../authoring/check/count-utterances.ts';
import { checkDraft } from '../../authoring/check/draft.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { credentialEvent } from '../shared/domain/audit.ts';
import { type DraftFiles, readDraft } from '../shared/domain/drafts/drafts.ts';
import { beginJob, checkUtterances, startJob } from '../shared/domain/drafts/jobs.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { unknownVersion } from '../shared/domain/versions/versions.ts';
import { jsonBody } from '../shared/http/body.ts';
import { type draftJobResponse, draftPublishRequest, toDraftJob } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { jobStore } from '../shared/store/draft-jobs.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { serversOf } from '../shared/store/institution-servers.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { startTraining } from '../shared/store/training-start.ts';
import { versionStore } from '../shared/store/versions.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));
const jobs = () => jobStore(documentClient(), setting('VERSIONS_TABLE'));

/**
 * `POST /v1/drafts/{draft}/publish`: starts a job that trains a revision of a draft, plays its tests and, unless only
 * these were asked for, publishes it as an AI version.
 */
export const handler = authorizedEndpoint(
  { name: 'drafts-publish', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { principal, pathParameters, now } = request;
    const { institution, userId } = principal;
    const name = pathParameters.draft ?? '';
    const asked = validate(draftPublishRequest, jsonBody(request).body);
    const { draft, files } = await readDraft(
      { drafts: drafts(), artifacts: await artifactsOfProcess() },
      { institution, name, revision: asked.revision },
    );
    const compareWith = asked.compare_with?.toLowerCase();
    if (compareWith !== undefined) await requireVersion(institution, compareWith);
    await requirePublishable(files, institution);
    const action = asked.only_tests ? 'draft.test' : 'draft.publish';
    const job = await beginJob(jobs(), {
      draft,
      author: userId,
      event: credentialEvent(principal, request, { action, outcome: 'done', target: name }),
      choices: {
        ...(compareWith !== undefined && { compareWith }),
        ...(asked.despite_failed_tests && { despiteFailedTests: true }),
        ...(asked.only_tests && { onlyTests: true }),
      },
    });
    await startJob(jobs(), job, startTraining);
    const body: Answer<typeof draftJobResponse> = toDraftJob(job, now, principal.scopes);
    return { body };
  },
);

/** @throws {ParleyError} `not_found` */
async function requireVersion(institution: string, id: string): Promise<void> {
  const found = await versionStore(documentClient(), setting('VERSIONS_TABLE')).find(institution, id);
  if (found === undefined) throw unknownVersion(institution, id);
}

/** @throws {ParleyError} `conflict` if the draft has errors or more utterances than the service trains */
async function requirePublishable(files: DraftFiles, institution: string): Promise<void> {
  const authored = readAssistantFiles(files);
  // Comes first, because checking too many utterances takes long.
  checkUtterances(countUtterances(authored));
  const errors = checkDraft(authored, await serversOf(institution)).filter(
    ({ severity }) => severity === 'error',
  );
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new ParleyError('conflict', `The draft has errors: ${formatFinding(first)}${more}`);
}
