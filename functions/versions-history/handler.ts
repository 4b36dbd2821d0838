import { fieldError } from '../shared/domain/errors.ts';
import { assignmentHistory } from '../shared/domain/versions/assignments.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { limitParameter, parameter } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { type assignmentHistoryResponse, toAssignmentHistory } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

const versions = () => versionStore(documentClient(), setting('VERSIONS_TABLE'));

/** `GET /v1/versions/history`: the versions that have served an application or the default, latest first. */
export const handler = authorizedEndpoint(
  { name: 'versions-history', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const target = parameter(request, 'application');
    if (target === undefined) throw fieldError('application', 'send env_name:app_name, or default');
    const limit = limitParameter(request, 25, 100);
    const { institution } = request.principal;
    const history = await assignmentHistory(versions(), { institution, target });
    const body: Answer<typeof assignmentHistoryResponse> = toAssignmentHistory(history.slice(0, limit));
    return { body };
  },
);
